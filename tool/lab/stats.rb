# stats.rb - ratios with confidence intervals, by a bootstrap over rounds.
#
# Owns      Lab::Stats and Lab::Interval.  It reads no store and no clock.
# ST-1      Equal samples and an equal seed give an equal interval.
# ST-2      Paired samples are drawn together: a resample takes both values of a round, so load that both felt cancels out.
# ST-3      Fewer than two rounds have an estimate and no interval.
# Checked   test/test_lab.rb, against known distributions
#
# A percentile interval of few rounds is too narrow: it lacks the factor n / (n - 1) of a variance, and the tails of Student's t.
# So its percentiles are moved outwards until a normal mean would get the t interval.  Below FEW rounds there are too few resamples for that.
module Lab
  # The ratio of two samples with the bounds of its confidence interval; low and high are nil for a single round.
  Interval = Struct.new(:estimate, :low, :high, :rounds) do
    # Returns the greater distance of a bound from the estimate, as a part of the estimate.
    def half_width
      return Float::INFINITY unless low && estimate.positive? && [estimate, low, high].all?(&:finite?)
      [high - estimate, estimate - low].max / estimate
    end

    # Returns whether the interval lies on one side of 1.
    def difference? = !low.nil? && (low > 1 || high < 1)

    def faster? = difference? && high < 1
  end

  module Stats
    RESAMPLES = 2000
    CONFIDENCE = 0.95
    FEW = 5 # rounds that a bootstrap needs

    module_function

    def mean(list) = list.sum(0.0) / list.size

    def median(list)
      sorted = list.sort
      half = sorted.size / 2
      sorted.size.odd? ? sorted[half].to_f : (sorted[half - 1] + sorted[half]) / 2.0
    end

    def geometric_mean(list) = Math.exp(list.sum(0.0) { |v| Math.log(v) } / list.size)

    # Returns the Interval of statistic(samples) / statistic(base).
    #   statistic  :mean or :median
    #   paired     whether samples[i] and base[i] are of one round
    def ratio(samples, base, statistic: :median, paired: true, confidence: CONFIDENCE, resamples: RESAMPLES, seed: 1)
      raise ArgumentError, "paired samples differ in number" if paired && samples.size != base.size
      raise ArgumentError, "no samples" if samples.empty? || base.empty?
      estimate = divide(send(statistic, samples), send(statistic, base))
      rounds = [samples.size, base.size].min
      return Interval.new(estimate, nil, nil, rounds) if rounds < 2
      return of_few(estimate, samples, base, paired, confidence) if rounds < FEW && [*samples, *base].all?(&:positive?)
      random = Random.new(seed)
      drawn = Array.new(resamples) do
        mine = Array.new(samples.size) { random.rand(samples.size) }
        theirs = paired ? mine : Array.new(base.size) { random.rand(base.size) }
        divide(send(statistic, samples.values_at(*mine)), send(statistic, base.values_at(*theirs)))
      end
      low, high = percentiles(drawn, tail(confidence, rounds))
      Interval.new(estimate, low, high, rounds)
    end

    # Returns the Interval of few samples: Student's, of logarithms.  No resample of two rounds lies beyond both, so a bootstrap
    # of two equal things would show a difference every second time.
    def of_few(estimate, samples, base, paired, confidence)
      lists = paired ? [samples.zip(base).map { |mine, theirs| Math.log(mine.to_f / theirs) }] : [samples, base].map { |list| list.map { |v| Math.log(v) } }
      middle = mean(lists[0]) - (lists[1] ? mean(lists[1]) : 0)
      rounds = lists.map(&:size).min
      error = Math.sqrt(lists.sum { |list| variance(list) / list.size }) * student_quantile((1 + confidence) / 2, rounds - 1)
      Interval.new(estimate, [Math.exp(middle - error), estimate].min, [Math.exp(middle + error), estimate].max, rounds)
    end

    def variance(list) = mean(list).then { |middle| list.sum { |v| (v - middle)**2 } / (list.size - 1) }

    # Returns [low, high], the values below and above which `part` of the list lies.
    def percentiles(list, part)
      sorted = list.sort
      last = sorted.size - 1
      [sorted[(part * last).floor], sorted[((1 - part) * last).ceil]]
    end

    # Returns the part of the resamples beyond each bound of an interval over n rounds.
    def tail(confidence, rounds)
      normal_below(-Math.sqrt(rounds / (rounds - 1.0)) * student_quantile((1 + confidence) / 2, rounds - 1))
    end

    def normal_below(z) = Math.erfc(-z / Math.sqrt(2)) / 2

    # Returns the quantile of the normal distribution, by bisection.
    def normal_quantile(part)
      low, high = -40.0, 40.0
      80.times do
        middle = (low + high) / 2
        normal_below(middle) < part ? low = middle : high = middle
      end
      low
    end

    # Returns the quantile of Student's distribution: exact for 1 and 2 degrees of freedom, else the expansion in 1 / degrees
    # (Abramowitz and Stegun, 26.7.5).
    def student_quantile(part, degrees)
      return Math.tan(Math::PI * (part - 0.5)) if degrees == 1
      return (2 * part - 1) / Math.sqrt(2 * part * (1 - part)) if degrees == 2
      z = normal_quantile(part)
      terms = [z, (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384]
      terms.each_with_index.sum { |term, i| term / degrees.to_f**i }
    end

    def divide(above, below)
      return above.to_f / below unless below.zero?
      above.zero? ? 1.0 : Float::INFINITY
    end
  end
end
