# history.rb - the figures of one program over commits.
#
# Owns      Lab::History.
# HI-1      A row is of one commit with one set of switches; trees with changes and outside Rubies have no commit and no row.
# HI-2      Rows of small programs (--quick) are apart from those of full size.
# HI-3      Rows are in the order of the commits' times.
# Checked   test/test_lab.rb
require_relative "results"

module Lab
  class History
    Point = Struct.new(:commit, :time, :switches, :quick, :figure, :unit, :value, :low, :high, :samples, keyword_init: true)

    # figure: nil for all
    def initialize(store, program, figure = nil)
      rows = store.figures(program: program)
      raise Stop, "no run has a program #{program}; there are #{store.programs.join(", ")}." if rows.empty?
      rows = rows.select { |row| row.figure == figure } if figure
      raise Stop, "no run has a figure #{figure} of #{program}." if rows.empty?
      @program = program
      times = store.commits
      quick = store.runs.to_h { |run| [run[:id], run[:quick]] }
      @points = rows.select { |row| row.commit && !row.dirty }.group_by { |row| [row.figure, row.switches.to_s, quick[row.run], row.commit] }
                    .map { |(name, switches, small, commit), list| point(name, switches, small == 1, commit, times[commit], list) }
                    .sort_by { |point| [point.figure, point.switches, point.quick ? 1 : 0, point.time.to_i, point.commit] }
    end

    attr_reader :points

    def table
      out = ["| commit | switches | size | figure | median | interval (95 %) | samples |", "|---|---|---|---|---:|---|---:|"]
      @points.each do |p|
        bounds = p.low ? "#{Results.number(p.low, p.unit)} .. #{Results.number(p.high, p.unit)}" : "none"
        out << "| #{p.commit[0, 10]} | #{words(p)} | #{p.figure} | #{Results.number(p.value, p.unit)} | #{bounds} | #{p.samples} |"
      end
      out.join("\n")
    end

    private

    def words(point) = "#{point.switches.empty? ? "defaults" : point.switches} | #{point.quick ? "quick" : "full"}"

    def point(figure, switches, quick, commit, time, rows)
      values = rows.map(&:value)
      # The ratio to a constant is a scaled median, so its interval is the median's.
      interval = Stats.ratio(values, [1.0] * values.size)
      Point.new(commit: commit, time: time, switches: switches, quick: quick,
                figure: figure, unit: rows.first.unit, value: interval.estimate, low: interval.low, high: interval.high, samples: values.size)
    end
  end
end
