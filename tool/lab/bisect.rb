# bisect.rb - names the commit at which a figure changed.
#
# Owns      Lab::Bisect.  The block that it gets builds and measures some commits side by side and returns the Results.
# BI-1      The search starts only if the 99.9 % interval of bad to good excludes 1: of twenty equal pairs, one has a 95 % interval that does.
# BI-2      Every decision measures the commit beside both ends, in one run: a machine that becomes slower moves all three.
# BI-3      A commit is on the side of the end that its ratio is nearer to, by logarithm; if the interval of its ratio contains the
#           boundary, the search stops and names the range.
# Checked   test/test_lab.rb
require_relative "results"
require_relative "stop"

module Lab
  class Bisect
    # builds: Builds, for the order of commits
    def initialize(builds, figure:, &measure)
      @builds, @figure, @measure = builds, figure, measure
    end

    # Returns a sentence that names the commit, or the range that is left.
    def run(good, bad)
      list = @builds.between(good, bad)
      ends = line(@measure.call([good, bad]), bad).then { |l| Stats.ratio(l.samples, l.base_samples, confidence: 0.999, resamples: 10_000) }
      return "#{short(good)} and #{short(bad)} show no difference in #{@figure}." unless ends.difference?
      @boundary = Math.sqrt(ends.estimate)
      search(good, bad, [good, *list])
    end

    private

    # low and high are indices of the last commit known as good and of the first known as bad.
    def search(good, bad, list)
      low, high = 0, list.size - 1
      skipped = []
      while high - low > 1
        open = (low + 1...high).to_a - skipped
        break if open.empty?
        middle = open.min_by { |i| (i - (low + high) / 2.0).abs }
        case side(good, bad, list[middle])
        when :good then low = middle
        when :bad then high = middle
        when :unbuilt then skipped << middle
        else return "The change in #{@figure} is between #{short(list[low])} and #{short(list[high])}; #{short(list[middle])} lies between both ends: a longer --budget may tell."
        end
      end
      return "The change in #{@figure} is in one of #{list[low + 1..high].map { |c| short(c) }.join(", ")}: those between do not build." if high - low > 1
      "#{short(list[high])} #{@builds.subject(list[high])}: #{@figure} changes here."
    end

    def side(good, bad, commit)
      found = line(@measure.call([good, commit, bad]), commit).interval
      return :open if found.low.nil? || (found.low < @boundary && found.high > @boundary)
      (found.estimate > @boundary) == (@boundary > 1) ? :bad : :good
    rescue Stop => e
      raise unless e.message.start_with?("build ")
      :unbuilt
    end

    # Returns the Line of a commit's figure against the first commit's; of several programs the one that differs most.
    def line(results, commit)
      lines = results.lines.select { |line| line.figure == @figure && line.variant == commit[0, 10] && line.interval.low }
      raise Stop, "#{@figure} was not measured in two rounds on #{commit[0, 10]}; the figures are #{results.lines.map(&:figure).uniq.join(", ")}." if lines.empty?
      @program ||= lines.max_by { |line| line.interval.difference? ? Math.log(line.interval.estimate).abs : -1 }.program
      lines.find { |line| line.program == @program } or raise Stop, "#{@program} failed on #{commit[0, 10]}."
    end

    def short(commit) = commit[0, 10]
  end
end
