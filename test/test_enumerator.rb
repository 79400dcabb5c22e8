# test_enumerator.rb - Enumerators from outside (fibers) and lazy ones (enumerator*.c).
require_relative "lib/test_helper"

class TestEnumerator < Minitest::Test
  def test_many_external_enumerators_interleave
    list = Array.new(50) { |i| (i..i + 3).each_entry }
    assert_equal (0...50).to_a, list.map(&:next)
    assert_equal (1..50).to_a, list.map(&:next)
    GC.start
    assert_equal (2..51).to_a, list.map(&:peek)
    list.each(&:rewind)
    assert_equal (0...50).to_a, list.map(&:next)
  end

  def test_abandoned_enumerators_are_collected
    300.times { [1, 2, 3].each.next }
    GC.start
    assert_equal 1, [1].each.next
  end

  def test_lazy_asks_for_no_more_than_it_needs
    asked = []
    source = Enumerator.new { |y| 10.times { |i| asked << i; y << i } }
    assert_equal [0, 4], source.lazy.select(&:even?).map { |v| v * 2 }.take(2).to_a
    assert_equal [0, 1, 2], asked
    assert_equal [], source.lazy.take(0).to_a
    assert_equal [0, 1, 2], asked
  end

  def test_lazy_runs_again
    lazy = (1..3).lazy.uniq.with_index.zip([7, 8]).take(2)
    assert_equal lazy.to_a, lazy.to_a
  end

  def test_yielder_that_escapes
    kept = nil
    lazy = Enumerator::Lazy.new([1, 2]) { |y, v| kept = y; y << v }
    assert_equal [1, 2], lazy.to_a
    GC.start
    begin
      kept << 3
    rescue LocalJumpError, FiberError
      nil
    end
  end

  def test_arithmetic_sequences
    assert_equal [1, 4, 7, 10], 1.step(10, 3).to_a
    assert_equal 10, 1.step(10, 3).last
    assert_equal [10.0, 9.5], 10.0.step(9.5, -0.5).to_a
    assert_equal [5, 3, 1], [0, 1, 2, 3, 4, 5][(5..0) % -2]
    assert_equal 1.step(10, 3).hash, ((1..10) % 3).hash
  end
end
