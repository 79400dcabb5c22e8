# test_lazy.rb - Enumerator::Lazy (enumerator/lazy.c): what is asked for, and nothing more.
require_relative "lib/test_helper"

class TestLazy < Minitest::Test
  # An endless source that notes what was taken from it.
  def source = (@taken = []) && Enumerator.new { |y| i = 0; loop { @taken << (i += 1); y << i } }.lazy

  def test_only_what_is_needed_is_taken
    assert_equal [4, 8, 12], source.map { _1 * 2 }.select { _1 % 4 == 0 }.first(3)
    assert_equal (1..6).to_a, @taken
    assert_equal [1, 2], source.take(2).to_a
    assert_equal [1, 2], @taken
    assert_equal [], source.take(0).to_a
    assert_equal [], @taken
  end

  def test_each_step
    assert_equal [3, 4], source.drop(2).take(2).to_a
    assert_equal [3, 4], source.drop_while { _1 < 3 }.take(2).force
    assert_equal [1, 2], source.take_while { _1 < 3 }.to_a
    assert_equal [2, 4], source.reject(&:odd?).first(2)
    assert_equal [1, 1, 2, 2], source.flat_map { [_1, _1] }.first(4)
    assert_equal [[1, :a], [2, :b], [3, nil]], source.zip(%i[a b]).first(3)
    assert_equal [[1, 0], [2, 1]], source.with_index.first(2)
    assert_equal [2, 6], source.filter_map { _1 * 2 if _1.odd? }.first(2)
    assert_equal [1, 2, 0], source.map { _1 % 3 }.uniq.first(3)
    assert_equal [[1, 2], [3, 4]], source.each_slice(2).first(2)
    assert_equal [1, 3], [1, nil, 3].lazy.compact.to_a
    assert_equal %w[a1 b22], %w[a1 x b22].lazy.grep(/\d/).to_a
    assert_equal [[1], [2, 3], [4]], (1..4).lazy.slice_when { _1.odd? && _2.even? }.to_a
  end

  def test_chains_stay_lazy
    assert_equal [1, 2, 3], (source + [7]).first(3)
    assert_kind_of Enumerator::Lazy, source.chain([1])
    assert_equal [10, 11], ((10..).lazy + [1]).select { _1 > 9 }.first(2)
    refute_kind_of Enumerator::Lazy, source.eager
    assert_kind_of Enumerator::Lazy, source.eager.lazy
  end

  def test_run_again
    lazy = (1..3).lazy.map { _1 + 1 }.drop(1).take(1)
    2.times { assert_equal [3], lazy.to_a }
    assert_equal [3, 3], [lazy.next, lazy.tap(&:rewind).next]
  end

  def test_size
    assert_equal [3, 2, 1, nil, Float::INFINITY],
                 [(1..3).lazy.map {}.size, (1..3).lazy.take(2).size, (1..3).lazy.drop(2).size, (1..3).lazy.select {}.size, (1..).lazy.size]
  end

  def test_exceptions_pass
    assert_equal "no", assert_raises(RuntimeError) { (1..3).lazy.map { raise "no" }.to_a }.message
    assert_equal 2, (1..).lazy.each { |v| break v if v == 2 }
    assert_equal "tried to call lazy map without a block", assert_raises(ArgumentError) { (1..3).lazy.map }.message
  end

  def test_inspect
    assert_equal "#<Enumerator::Lazy: #<Enumerator::Lazy: 1..3>:map>", (1..3).lazy.map {}.inspect
    assert_equal "#<Enumerator::Lazy: #<Enumerator::Lazy: 1..3>:take(2)>", (1..3).lazy.take(2).inspect
  end
end
