# bisect.rb - names the commit at which a figure changed.
#
# Owns      Lab::Bisect.  The block that it gets builds and measures some commits side by side and returns the Results.
# BI-1      The search starts only if the interval of bad to good excludes 1.
# BI-2      Every decision measures the commit beside both ends, in one run: a machine that becomes slower moves all three.
# BI-3      A commit is on the side of the end that its ratio is nearer to, by logarithm; if the interval of its ratio contains the
#           boundary, the search stops and names the range.
# Checked   test/test_lab.rb
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
      ends = interval(@measure.call([good, bad]), bad)
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
      found = interval(@measure.call([good, commit, bad]), commit)
      return :open if found.low.nil? || (found.low < @boundary && found.high > @boundary)
      (found.estimate > @boundary) == (@boundary > 1) ? :bad : :good
    rescue Stop => e
      raise unless e.message.start_with?("build ")
      :unbuilt
    end

    # Returns the Interval of a commit's figure to that of the first; of several programs the one that differs most.
    def interval(results, commit)
      lines = results.lines.select { |line| line.figure == @figure && line.variant == commit[0, 10] }
      raise Stop, "no figure #{@figure} was measured; there are #{results.lines.map(&:figure).uniq.join(", ")}." if lines.empty?
      @program ||= lines.max_by { |line| line.interval.difference? ? Math.log(line.interval.estimate).abs : -1 }.program
      lines.find { |line| line.program == @program }&.interval or raise Stop, "#{@program} failed on #{commit[0, 10]}."
    end

    def short(commit) = commit[0, 10]
  end
end
