# svg_chart - charts as SVG text: a line chart with labelled points, without any library.
#
#   SVGChart.new(title:, x:, y:, width: 860, height: 480, from_zero: true)   x, y: names of the axes
#   chart.series(name, [[x, y], [x, y, "label"], ...], line: true, mark: true)
#   chart.level(name, y)         a horizontal line: what a series is compared with
#   SVGChart.stack(charts, title:, description:)    the text of a file, the charts one above the other
require_relative "svg_text"

class SVGChart
  LEFT = 70
  RIGHT = 210
  TOP = 44
  BOTTOM = 54

  def initialize(title:, x:, y:, width: 860, height: 480, from_zero: true)
    @title = title
    @x_name = x
    @y_name = y
    @width = width
    @height = height
    @from_zero = from_zero
    @series = []
    @levels = []
  end

  def series(name, points, line: true, mark: true)
    @series << [name, points, line, mark, SVGText::COLOURS[@series.size % SVGText::COLOURS.size]] unless points.empty?
    self
  end

  def level(name, y)
    @levels << [name, y]
    self
  end

  def self.stack(charts, title:, description:)
    tall = charts.sum(&:height)
    y = 0
    body = charts.flat_map do |chart|
      from, y = y, y + chart.height
      [%(<g transform="translate(0 #{from})">), *chart.body, "</g>"]
    end
    SVGText.document(charts.map(&:width).max, tall, title: title, description: description, body: body)
  end

  attr_reader :width, :height

  # The elements, without the file's head.
  def body
    scale
    out = [SVGText.text(LEFT, 24, @title, size: 15, bold: true)]
    axes(out)
    @levels.each do |name, y|
      out << SVGText.line(LEFT, at_y(y), @width - RIGHT, at_y(y), "muted", 'stroke-dasharray="5 4"')
      out << SVGText.text(@width - RIGHT + 6, at_y(y) + 4, name, colour: "muted")
    end
    @series.each_with_index { |one, i| draw(out, *one, i) }
    out
  end

  private

  def scale
    xs = @series.flat_map { |s| s[1].map { |p| p[0] } }
    ys = @series.flat_map { |s| s[1].map { |p| p[1] } } + @levels.map { |l| l[1] }
    raise ArgumentError, "nothing to draw" if xs.empty?
    @x_range = widen(xs.min, xs.max)
    @y_range = @from_zero ? [0.0, ys.max * 1.05] : widen(ys.min, ys.max)
    @y_range[1] = 1.0 if @y_range[1] <= @y_range[0]
  end

  def widen(low, high)
    room = high > low ? (high - low) * 0.05 : 1.0
    [low - room, high + room].map(&:to_f)
  end

  def at_x(v) = (LEFT + (v - @x_range[0]) * (@width - LEFT - RIGHT) / (@x_range[1] - @x_range[0])).round(1)
  def at_y(v) = (@height - BOTTOM - (v - @y_range[0]) * (@height - TOP - BOTTOM) / (@y_range[1] - @y_range[0])).round(1)

  # Round numbers inside the range, about `count` of them.
  def ticks(range, count)
    step = 10.0**Math.log10((range[1] - range[0]) / count).floor
    step *= [1, 2, 5, 10].find { |k| (range[1] - range[0]) / (step * k) <= count }
    first = (range[0] / step).ceil
    (first..(range[1] / step).floor).map { |i| i * step }
  end

  def number(v) = v == v.round ? v.round.to_s : format("%.4g", v)

  def axes(out)
    ticks(@x_range, 10).each do |v|
      out << SVGText.line(at_x(v), TOP, at_x(v), @height - BOTTOM, "grid")
      out << SVGText.text(at_x(v), @height - BOTTOM + 16, number(v), anchor: "middle")
    end
    ticks(@y_range, 8).each do |v|
      out << SVGText.line(LEFT, at_y(v), @width - RIGHT, at_y(v), "grid")
      out << SVGText.text(LEFT - 6, at_y(v) + 4, number(v), anchor: "end")
    end
    out << %(<path d="M#{LEFT} #{TOP}V#{@height - BOTTOM}H#{@width - RIGHT}" class="ink line"/>)
    out << SVGText.text((LEFT + @width - RIGHT) / 2, @height - 14, @x_name, anchor: "middle")
    out << %(<g transform="translate(18 #{(TOP + @height - BOTTOM) / 2}) rotate(-90)">#{SVGText.text(0, 0, @y_name, anchor: "middle")}</g>)
  end

  def draw(out, name, points, line, mark, colour, index)
    if line && points.size > 1
      path = points.map { |x, y, _| "#{at_x(x)} #{at_y(y)}" }.join("L")
      out << %(<path d="M#{path}" class="#{colour} line" stroke-width="1.6"/>)
    end
    points.each do |x, y, label|
      out << %(<circle cx="#{at_x(x)}" cy="#{at_y(y)}" r="3.5" class="#{colour}"/>) if mark
      out << SVGText.text(at_x(x) + 5, at_y(y) - 5, label, size: 10, colour: colour) if label
    end
    y = TOP + 10 + 18 * index
    out << SVGText.rect(@width - RIGHT + 70, y - 9, 12, 10, colour)
    out << SVGText.text(@width - RIGHT + 88, y, name)
  end
end
