# tool/lab/measures.rb on the VM under test: start-up, pauses, warm-up and calls of malloc, each with a program that plants what it is to find.
require_relative "lib/test_helper"
require_relative "../tool/lab/measures"
require_relative "../tool/lab/results"
require_relative "../tool/lab/report"
require "tmpdir"

class TestLabMeasures < Minitest::Test
  # Returns the Sample of a source, and its figures by name.
  def take(source, kind, *names, **more)
    Dir.mktmpdir do |folder|
      File.write("#{folder}/p.rb", source)
      sample = Lab::Measures.take([RbConfig.ruby], ["--disable=gems", "#{folder}/p.rb"], kind: kind, names: names, folder: folder, **more)
      return sample, sample.figures.to_h { |name, value,| [name, value] }
    end
  end

  # ---- pauses ----

  def test_a_planted_pause_is_the_longest_gap
    sample, figures = take("1000.times { |i| sleep 0.2 if i == 500; lab_tick }", :run, :pauses)
    assert_nil sample.error
    assert_operator figures["longest-gap"], :>=, 200
    assert_operator figures["longest-busy"], :<, figures["longest-gap"] # a sleep is no work of the thread
    assert_operator figures["gap-p50"], :<=, figures["gap-p99"]
    assert_operator figures["gap-p99"], :<=, figures["gap-p99.9"] # 998 of 999 gaps are without the sleep
    assert_equal 999, sample.figures.select { |figure| figure[2] == "gaps" }.sum { |figure| figure[1] }
    assert(sample.figures.any? { |name, value, unit| unit == "gaps" && value >= 1 && name == "gaps-below-2^28-ns" }) # 2^28 ns are 268 ms
  end

  def test_a_program_without_ticks_is_a_failure
    sample, = take("lab_tick", :run, :pauses)
    assert_match(/left no figure of gap-p50 .*it calls lab_tick less than twice/, sample.error)
    assert_empty sample.figures
  end

  def test_buckets_hold_their_numbers
    require_relative "../tool/lab/loops"
    [0, 1, 15, 16, 17, 31, 32, 1000, 123_456, 2**40 + 1].each do |gap|
      bucket = lab_bucket(gap)
      assert_includes lab_least(bucket)...lab_least(bucket + 1), gap
      assert_operator lab_least(bucket + 1) - lab_least(bucket), :<=, [gap / 16.0, 1].max
    end
    buckets = (0..4096).map { |gap| lab_bucket(gap) }
    assert_equal buckets.sort, buckets
    assert_equal (0..buckets.last).to_a, buckets.uniq
  end

  def test_quantiles_of_known_gaps
    require_relative "../tool/lab/loops"
    1.upto(10_000) { |i| LAB_GAPS[lab_bucket(i * 1000)] += 1 }
    LAB_TICK[2] = 10_000_000
    { 0.5 => 5e6, 0.99 => 9.9e6, 0.999 => 9.99e6 }.each { |part, gap| assert_in_delta gap, lab_quantile(part), gap * 0.01 }
  ensure
    LAB_GAPS.fill(0)
    LAB_TICK[2] = 0
  end

  # ---- warm-up ----

  def test_warm_up_of_known_times
    require_relative "../tool/lab/loops"
    took = [9_000_000, 5_000_000, 3_000_000] + [1_000_000] * 17
    assert_equal ["first-iteration 9.0 ms", "steady 1.0 ms", "warm-after 18.0 ms"], lab_warm_lines(took)
    assert_equal "warm-after 1.0 ms", lab_warm_lines([1_000_000] * 20)[2]
    assert_equal "warm-after 3.0 ms", lab_warm_lines([2_000_000] + [1_000_000] * 19)[2]
    assert_equal "warm-after 1.0 ms", lab_warm_lines([1_000_000, 8_000_000] + [1_000_000] * 18)[2], "one slow iteration is no end"
  end

  def test_warm_up_of_a_real_ruby
    # Some kernels count processor time in ticks of 10 ms, so the first iteration ends by that clock.
    sample, figures = take(<<~'RUBY', :run, :warmup, :start)
      clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }
      lab_iterate(10) do |i|
        start = clock.()
        nil while i.zero? && clock.() - start < 0.1
      end
    RUBY
    assert_nil sample.error
    assert_operator figures["first-iteration"], :>, figures["steady"]
    assert_operator figures["start"], :>, 0
    sample, = take("nil", :run, :warmup)
    assert_match(/it does not call lab_iterate/, sample.error)
  end

  # ---- mallocs ----

  def test_calls_of_malloc
    skip "AddressSanitizer has a malloc of its own" if sanitized?
    _, none = take("nil", :mallocs, :mallocs)
    sample, figures = take("fork { }; Process.wait; $kept = Array.new(2_000) { |i| 'x' * 10_000 }", :mallocs, :mallocs)
    skip sample.error if sample.error&.start_with?("calls of malloc are not counted here")
    assert_nil sample.error
    assert_includes 2_000..3_500, figures["mallocs"] - none["mallocs"] # those of the fork, too, which check level 2 adds to
    assert_includes 19_000..30_000, figures["malloc-peak"] - none["malloc-peak"] # KiB
    sample, = take("exit! 0", :mallocs, :mallocs)
    assert_match(/left no count of calls of malloc/, sample.error)
  end

  # A program that iterates runs under the counting tools, too.
  def test_calls_of_malloc_in_a_program_that_iterates
    skip "AddressSanitizer has a malloc of its own" if sanitized?
    sample, figures = take("lab_iterate(2) { }", :mallocs, :mallocs, loops: true)
    skip sample.error if sample.error&.start_with?("calls of malloc are not counted here")
    assert_nil sample.error
    assert_equal %w[malloc-peak mallocs], figures.keys.sort
    sample, = take("lab_iterate(2) { }", :mallocs, :mallocs)
    assert_match(/undefined method/, sample.error)
  end

  # ---- results ----

  # Returns Results of two variants and their twin in three rounds; the block gives [[figure, unit, value], ...] of a variant and a round.
  def results
    row = Struct.new(:program, :figure, :unit, :variant, :round, :value, :kind, keyword_init: true)
    rows = ["a", "a again", "b"].product([0, 1, 2]).flat_map do |variant, round|
      yield(variant, round).map { |figure, unit, value| row.new(program: "p", figure: figure, unit: unit, variant: variant, round: round, value: value, kind: "run") }
    end
    Lab::Results.new({ definition: '{"variants":[{"name":"a"},{"name":"b"}]}', statistic: "median" }, rows)
  end

  def test_buckets_are_no_rows
    found = results { |_, round| [["longest-gap", "ms", 2.0 + round], ["gaps-below-2^20-ns", "gaps", 4.0 * round]] }
    assert_equal ["longest-gap"], found.lines.map(&:figure).uniq
    assert_equal({ "p" => { "a" => { 20 => 4.0 }, "a again" => { 20 => 4.0 }, "b" => { 20 => 4.0 } } }, found.buckets)
    assert_equal ["a", "a again", "b"], found.buckets["p"].keys
  end

  def test_time_against_peak
    page = Lab::Report.allocate.send(:trade_offs, results { |variant, round| [["peak", "KiB", variant == "b" ? 4096.0 : 2048.0 + round], ["time", "s", variant == "b" ? 1.0 : 2.0 + round]] })
    assert_match(/p: time \(upwards\) against peak in MiB/, page)
    points = page.scan(%r{<circle class="dot" cx="([\d.]+)" cy="([\d.]+)" r="5"/><text [^>]*>([^<]*)<}).to_h { |x, y, name| [name, [x.to_f, y.to_f]] }
    assert_equal ["a", "a again", "b"], points.keys
    assert_equal points["a"], points["a again"]
    assert_operator points["b"][0], :>, points["a"][0] # more memory lies to the right
    assert_operator points["b"][1], :>, points["a"][1] # less time lies below
    assert_equal "", Lab::Report.allocate.send(:trade_offs, results { [["peak", "KiB", 1.0]] })
  end
end
