# results.rb - the samples of a run as rows: a figure of a program on one variant against the base, with its interval.
#
# Owns      Lab::Results and Lab::Line.  It reads rows of the store and takes no samples.
# RE-1      The base is the run's first variant; its twin is a line like any other, so each run shows its own A/A difference.
# RE-2      Only rounds in which both variants have the figure are compared.
# RE-3      The buckets of a histogram have no ratio and so no row; `buckets` returns them.
# Checked   test/test_lab.rb
require "json"
require_relative "stats"
require_relative "measures"

module Lab
  Line = Struct.new(:program, :figure, :unit, :variant, :value, :base_value, :interval, :kind, :samples, :base_samples, keyword_init: true) do
    # Returns the verdict in words.
    def verdict
      return "one round: no interval" unless interval.low
      return "no difference" unless interval.difference?
      format("%.1f %% %s", (interval.estimate - 1).abs * 100, interval.estimate > 1 ? "more" : "less")
    end
  end

  class Results
    attr_reader :run, :lines

    # rows: the store's figures of the run; variants: names, the base first (default: the run's definition)
    # resamples: fewer are enough for the rule to stop
    def initialize(run, rows, statistic: run[:statistic].to_sym, resamples: Stats::RESAMPLES)
      @run, @statistic, @resamples = run, statistic, resamples
      @buckets, @rows = rows.partition { |row| row.unit == Measures::BUCKETS }
      @names = JSON.parse(run[:definition]).fetch("variants").map { |variant| variant.fetch("name") }
      @base = @names.first
      @lines = make_lines
    end

    attr_reader :base

    # Returns the Line of a program, a figure and a variant, or nil.
    def line(program, figure, variant) = @lines.find { |l| [l.program, l.figure, l.variant] == [program, figure, variant] }

    # Returns {program => {variant => {power of two of a bucket's upper bound in ns => mean count of a round}}}.
    def buckets
      @buckets.group_by(&:program).transform_values do |rows|
        rows.group_by(&:variant).sort_by { |variant,| place(variant) }.to_h.transform_values do |list|
          rounds = list.map(&:round).uniq.size
          list.group_by { |row| row.figure[/\d+(?=-ns)/].to_i }.transform_values { |same| same.sum(&:value) / rounds }.sort.to_h
        end
      end
    end

    # Returns how many A/A lines differ, and how many there are with an interval.
    def twins
      own = @lines.select { |line| line.variant == "#{@base} again" && line.interval.low }
      [own.count { |line| line.interval.difference? }, own.size]
    end

    # Returns a sentence about lines that compare equal things: the share that differs beyond its interval.
    def self.repeated(lines)
      known = lines.select { |line| line.interval.low }
      return "Same commit: no row has an interval, which needs two rounds." if known.empty?
      count = known.count { |line| line.interval.difference? }
      format("Same commit: %d of %d rows differ beyond their interval (%.1f %%); chance alone makes %d %% differ.", count, known.size, 100.0 * count / known.size,
             ((1 - Stats::CONFIDENCE) * 100).round)
    end

    # Returns [[claim's text, verdict], ...] for the claims of an experiment; claims about programs and variants that are not in the run are left out.
    def claims(claims)
      measured = claims.select { |claim| @names.include?(claim.variant) && (@lines.empty? || @lines.any? { |l| l.program == claim.program }) }
      measured.map { |claim| [claim.text, claim.verdict(line(claim.program, claim.figure, claim.variant)&.interval)] }
    end

    # Returns the table as Markdown.
    def table
      out = ["| program | figure | variant | #{@statistic} | ratio to #{@base} | interval (95 %) | rounds | verdict |", "|---|---|---|---:|---:|---|---:|---|"]
      out.concat(@lines.map do |l|
        bounds = l.interval.low ? format("%.4f .. %.4f", l.interval.low, l.interval.high) : "none"
        "| #{l.program} | #{l.figure} | #{l.variant} | #{Results.number(l.value, l.unit)} | #{format("%.4f", l.interval.estimate)} | #{bounds} | #{l.interval.rounds} | #{l.verdict} |"
      end)
      out.join("\n")
    end

    # Returns a value with its unit, for people.
    def self.number(value, unit)
      case unit
      when "KiB" then format("%.2f MiB", value / 1024)
      when "s" then value < 1 ? format("%.2f ms", value * 1000) : format("%.3f s", value)
      when "ms" then value.abs < 0.1 ? format("%.4g us", value * 1000) : format("%.4g ms", value)
      else
        text = value.abs >= 1e6 ? format("%.3f M", value / 1e6) : format("%.6g", value)
        unit.empty? ? text : "#{text} #{unit}"
      end
    end

    private

    # Returns what variants are sorted by: their order in the experiment, each before its twin.
    def place(variant) = [@names.index(variant.delete_suffix(" again")) || @names.size, variant.end_with?(" again") ? 1 : 0]

    def make_lines
      order = @rows.map(&:variant).uniq.sort_by { |name| place(name) }
      @rows.group_by { |row| [row.program, row.figure] }.flat_map do |(program, figure), rows|
        by_variant = rows.group_by(&:variant).transform_values { |list| list.to_h { |row| [row.round, row.value] } }
        base = by_variant[@base] or next []
        (order - [@base]).filter_map { |variant| by_variant[variant] && compare(program, figure, rows.first, variant, by_variant[variant], base) }
      end
    end

    def compare(program, figure, row, variant, mine, base)
      rounds = mine.keys & base.keys
      return if rounds.empty?
      ours, theirs = mine.values_at(*rounds), base.values_at(*rounds)
      Line.new(program: program, figure: figure, unit: row.unit, kind: row.kind, variant: variant, samples: ours, base_samples: theirs,
               value: Stats.send(@statistic, ours), base_value: Stats.send(@statistic, theirs), interval: Stats.ratio(ours, theirs, statistic: @statistic, resamples: @resamples))
    end
  end
end
