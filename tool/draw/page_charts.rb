#!/usr/bin/env ruby
# page_charts - pictures of the tables that tools wrote into pages of doc/experiments, drawn from the pages themselves.
#
#   ruby tool/draw/page_charts.rb PAGE...        make charts
#   PageCharts.draw(page)                   PAGE.svg beside PAGE.md, for each kind of table in it; tools call it after writing
#
# json_table (tool/measure/json_table): how many times as fast as the best peer each row is, and its goal.
# heap_speed (tool/measure/heap_speed): time and memory beside the other Rubies.
require_relative "doc_page"
require_relative "svg_bars"

module PageCharts
  class << self
    def draw(page)
      text = File.read(page)
      svg = json(text) || heap(text) or return
      path = page.sub(/\.md\z/, ".svg")
      File.write(path, svg)
      path
    end

    # nil when the page has no such table, or one without ratios.
    def json(text)
      tables = %w[generate parse].to_h { |kind| [kind, read(text, "json_table #{kind}").select { |row| number(row["ratio"]) }] }
      return if tables.values.all?(&:empty?)
      told = tables.reject { |_, rows| rows.empty? }.map { |kind, rows| "#{kind}: #{span(rows, kind, "ratio")}" }
      chart = SVGBars.new(title: "JSON: times as fast as the best peer in each row",
                          description: "Horizontal bars on a logarithmic axis; best peer = 1, longer is faster. #{told.join("; ")}.")
      tables.each do |kind, rows|
        next if rows.empty?
        chart.panel("JSON.#{kind}", rows.map { |row| row[kind] }, axis: "best peer's time / ours (logarithmic axis)") do |panel|
          ratios = rows.map { |row| number(row["ratio"]) }
          panel.bars("here", ratios, rows.each_with_index.map { |row, i| "#{format("%.2f", ratios[i])} (#{row["here"]} µs)" })
          panel.goals("goal", rows.map { |row| number(row["goal"]) })
        end
      end
      chart.to_s
    end

    def heap(text)
      rows = read(text, "heap_speed")
      return if rows.empty?
      names = rows[0].keys.filter_map { |head| head[%r{\A(.+) / ours\z}, 1] }
      return if names.empty?
      name = rows[0].keys.first
      memory = rows.select { |row| number(row["ours / #{names[0]}"]) }
      spans = names.map { |peer| "#{peer}'s time over ours: #{span(rows, name, "#{peer} / ours")}" }
      spans += names.map { |peer| "our peak of memory over #{peer}'s: #{span(memory, name, "ours / #{peer}")}" }
      chart = SVGBars.new(title: "Hashes, objects and short Strings beside #{names.join(" and ")}",
                          description: "Horizontal bars on logarithmic axes, the other Ruby = 1. #{spans.join("; ")}.")
      shown = [[0.58, "Time", "%s / ours", "their time / ours: longer is faster", true], [0.42, "Peak of memory", "ours / %s", "our peak / theirs: to the left is less", false]]
      shown.each do |share, title, head, axis, labelled|
        chart.panel(title, rows.map { |row| row[name] }, axis: "#{axis} (logarithmic axis)", share: share, names: labelled) do |panel|
          names.each do |peer|
            values = rows.map { |row| number(row[format(head, peer)]) }
            panel.bars(peer, values, values.map { |v| v && format("%.2f", v) })
          end
          panel.goals("wanted against #{names[0]}", rows.map { |row| number(row["wanted"]) }) if labelled
        end
      end
      chart.to_s
    end

    private

    def read(text, mark)
      inside = DocPage.between(text, mark)
      inside && inside.include?("|---") ? DocPage.read_table(inside) : []
    end

    # Cells below a limit are bold.
    def number(cell) = cell && Float(cell.delete("*"), exception: false)

    # "from 1.73 (canada) to 8.3 (twitter pretty)"
    def span(rows, name, head)
      low, high = rows.select { |row| number(row[head]) }.minmax_by { |row| number(row[head]) }
      low ? "from #{number(low[head])} (#{low[name]}) to #{number(high[head])} (#{high[name]})" : "nothing"
    end
  end
end

ARGV.each { |page| puts PageCharts.draw(page) || abort("page_charts: #{page} has no table to draw") } if $PROGRAM_NAME == __FILE__
