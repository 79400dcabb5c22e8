# svg_bars - ratios as horizontal bars, in panels side by side, as SVG text.
#
#   chart = SVGBars.new(title:, description:, width: 860)
#   chart.panel(title, rows, axis:, share: 1.0, names: true) do |panel|
#     panel.bars(name, values, labels)    a bar for each row from 1 on the axis to the value; nil: none; labels: texts at its end
#     panel.goals(name, values)           a tick on each row that has one
#   end
#   chart.to_s
#
# The axis is logarithmic: twice as fast is as long to the right of 1 as half as fast is to its left.  share: of the width.
# names: false leaves the rows' names to the panel on the left, which has the same rows.
require_relative "svg_text"

class SVGBars
  TOP = 72          # above the rows: title, legend, panel's title
  BOTTOM = 44       # below: numbers of the axis and what it counts
  BAR = { 1 => 9 }.tap { |heights| heights.default = 10 }.freeze # height of a bar, by how many a row has: their labels need room
  GAP = 7           # between rows
  CHARACTER = 6.4   # wide, at size 12, for reserving room
  ROUND = [-2, -1, 0, 1, 2].flat_map { |power| [1, 1.5, 2, 3, 4, 5, 6, 8].map { |v| (v * 10.0**power).round(3) } }.freeze
  MOST_TICKS = 8

  # What a panel shows: rows are names, series [name, values, labels], goals [name, values].
  class Panel
    attr_reader :title, :rows, :axis, :share, :names, :series, :goal

    def initialize(title, rows, axis, share, names)
      @title, @rows, @axis, @share, @names = title, rows, axis, share, names
      @series = []
      @goal = nil
    end

    def bars(name, values, labels = []) = @series << [name, values, labels]

    def goals(name, values) = @goal = [name, values]

    def values = (@series.flat_map { |one| one[1] } + (@goal ? @goal[1] : []) + [1.0]).compact

    # Where the axis begins and ends, and its ticks: round numbers, so many that their texts have room.
    def scale
      low, high = values.minmax
      first = ROUND.rindex { |v| v <= low } or raise ArgumentError, "#{@title}: #{low} is below the axis"
      last = ROUND.index { |v| v >= high } or raise ArgumentError, "#{@title}: #{high} is beyond the axis"
      last = ROUND.index(1) + 1 if first == last
      every = ((last - first) / MOST_TICKS.to_f).ceil
      ticks = (first..last).select { |i| ((i - ROUND.index(1)) % every).zero? }
      [first, last, *ticks].map { |i| ROUND[i] }.then { |from, to, *rest| [from, to, rest] }
    end
  end

  def initialize(title:, description:, width: 860)
    @title = title
    @description = description
    @width = width
    @panels = []
  end

  def panel(title, rows, axis:, share: 1.0, names: true)
    one = Panel.new(title, rows, axis, share, names)
    yield one
    raise ArgumentError, "#{title}: nothing to draw" if rows.empty? || one.series.empty?
    @panels << one
    self
  end

  def to_s
    body = [SVGText.text(12, 22, @title, size: 15, bold: true), *legend]
    left = 0
    @panels.each do |panel|
      width = @width * panel.share / @panels.sum(&:share)
      draw(panel, left, width, body)
      left += width
    end
    SVGText.document(@width, height, title: @title, description: @description, body: body)
  end

  private

  def row_height(panel) = panel.series.size * BAR[panel.series.size] + GAP

  def height = TOP + @panels.map { |panel| panel.rows.size * row_height(panel) }.max + BOTTOM

  def legend
    x = 12
    names = @panels.flat_map { |panel| panel.series.map(&:first) }.uniq
    out = names.each_with_index.flat_map do |name, i|
      at = x
      x += 30 + name.size * CHARACTER
      [SVGText.rect(at, 33, 12, 10, "c#{i}"), SVGText.text(at + 17, 42, name)]
    end
    goal = @panels.filter_map(&:goal).first or return out
    out << SVGText.line(x + 4, 32, x + 4, 44, "ink", 'stroke-width="2"') << SVGText.text(x + 12, 42, goal[0])
  end

  def draw(panel, left, width, out)
    from = (left + (panel.names ? 16 + panel.rows.map(&:size).max * CHARACTER : 16)).round(1)
    room = panel.series.flat_map { |one| one[2].compact.map(&:size) }.max.to_i * 5.6
    to = (left + width - 12 - room).round(1)
    first, last, ticks = panel.scale
    at = ->(v) { (from + Math.log(v / first) * (to - from) / Math.log(last / first)).round(1) }
    bottom = TOP + panel.rows.size * row_height(panel)
    out << SVGText.text(from, TOP - 10, panel.title, size: 13, bold: true)
    ticks.each do |tick|
      out << SVGText.line(at[tick], TOP - 4, at[tick], bottom, tick == 1 ? "ink" : "grid")
      out << SVGText.text(at[tick], bottom + 14, format("%g", tick), anchor: "middle", size: 11, colour: "muted")
    end
    out << SVGText.text((from + to) / 2, bottom + 32, panel.axis, anchor: "middle", size: 11, colour: "muted")
    panel.rows.each_with_index { |name, i| row(panel, name, i, from, at, out) }
  end

  def row(panel, name, index, from, at, out)
    y = TOP + index * row_height(panel) + GAP / 2
    bar = BAR[panel.series.size]
    tall = panel.series.size * bar
    out << SVGText.text(from - 6, y + tall / 2 + 4, name, anchor: "end") if panel.names
    panel.series.each_with_index do |(_, values, labels), i|
      value = values[index] or next
      ends = [at[1], at[value]].sort
      out << SVGText.rect(ends[0], y + i * bar, (ends[1] - ends[0]).round(1), bar - 1, "c#{i}")
      beyond = [ends[1], (goal = panel.goal && panel.goal[1][index]) ? at[goal] : 0].max
      out << SVGText.text(beyond + 5, y + i * bar + 8, labels[index], size: 10, colour: "muted") if labels[index]
    end
    goal = panel.goal && panel.goal[1][index] or return
    out << SVGText.line(at[goal], y - 2, at[goal], y + tall + 1, "ink", 'stroke-width="2"')
  end
end
