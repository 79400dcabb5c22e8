# tool/lab/stats.rb: intervals against known distributions, and a planted difference.
require_relative "lib/test_helper"
require_relative "../tool/lab/stats"

class TestLabStats < Minitest::Test
  def normal(random, mean, deviation) = mean + deviation * Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)

  # Returns how many of 100 intervals contain the true ratio.
  def covered(ratio, rounds, statistic, deviation)
    random = Random.new(7)
    (1..100).count do |seed|
      load = Array.new(rounds) { normal(random, 1, 0.05) } # both sides of a round feel it
      base = load.map { |l| l * normal(random, 1, deviation) }
      mine = load.map { |l| l * ratio * normal(random, 1, deviation) }
      interval = Lab::Stats.ratio(mine, base, statistic: statistic, resamples: 300, seed: seed)
      interval.low <= ratio && ratio <= interval.high
    end
  end

  def test_intervals_contain_the_true_ratio
    assert_operator covered(1.0, 8, :median, 0.02), :>=, 88
    assert_operator covered(1.03, 12, :mean, 0.02), :>=, 85
    assert_operator covered(1.5, 6, :median, 0.1), :>=, 85
  end

  # The normal interval for a difference of means: 1.96 * sqrt(2 / 40) * 1 % is 0.44 %.
  def test_width_is_that_of_the_normal_interval
    random = Random.new(3)
    base, mine = Array.new(2) { Array.new(40) { normal(random, 1, 0.01) } }
    assert_in_delta 0.0044, Lab::Stats.ratio(mine, base, statistic: :mean).half_width, 0.0018
  end

  def test_planted_difference_of_three_percent
    random = Random.new(11)
    base, same, slow = [1, 1, 1.03].map { |mean| Array.new(20) { normal(random, mean, 0.01) } }
    refute_predicate Lab::Stats.ratio(same, base), :difference?
    found = Lab::Stats.ratio(slow, base)
    assert_predicate found, :difference?
    assert_in_delta 1.03, found.estimate, 0.01
  end

  def test_interval_of_constants_and_of_one_round
    assert_equal [1.02, 1.02, 1.02], Lab::Stats.ratio([102] * 3, [100] * 3).to_a.first(3).map { |v| v.round(9) }
    assert_nil Lab::Stats.ratio([3], [2]).low
    refute_predicate Lab::Stats.ratio([3], [2]), :difference?
    assert_raises(ArgumentError) { Lab::Stats.ratio([1, 2], [1]) }
  end

  def test_quantiles
    { 1 => 12.706, 2 => 4.303, 4 => 2.776, 9 => 2.262, 30 => 2.042 }.each { |degrees, t| assert_in_delta t, Lab::Stats.student_quantile(0.975, degrees), 0.01 }
    assert_in_delta 1.95996, Lab::Stats.normal_quantile(0.975), 1e-4
  end

  # Two rounds of equal things differ in about one of twenty pairs, as any number of rounds do.
  def test_few_rounds_of_equal_things
    random = Random.new(11)
    noise = -> { 1 + (random.rand + random.rand + random.rand - 1.5) * 0.01 }
    [2, 3, 4].product([true, false]).each do |rounds, paired|
      differ = Array.new(400) { Lab::Stats.ratio(Array.new(rounds) { noise.() }, Array.new(rounds) { noise.() }, paired: paired).difference? }.count(true)
      assert_includes 4..40, differ, [rounds, paired].inspect
    end
    planted = Array.new(400) { Lab::Stats.ratio(Array.new(4) { 1.1 * noise.() }, Array.new(4) { noise.() }).low > 1.0 }.count(true)
    assert_operator planted, :>, 390
  end

  # A ratio to 0 is infinite, and its interval is never narrow enough.
  def test_a_base_of_zero
    interval = Lab::Stats.ratio([0, 2, 3, 4, 5], [0, 0, 0, 0, 1])
    assert_equal Float::INFINITY, interval.half_width
    refute_predicate Lab::Stats.ratio([0, 0, 0], [0, 0, 0]), :difference?
  end

  def test_equal_seeds_give_equal_intervals
    assert_equal Lab::Stats.ratio([1, 2, 4], [2, 2, 3], seed: 5), Lab::Stats.ratio([1, 2, 4], [2, 2, 3], seed: 5)
  end
end
