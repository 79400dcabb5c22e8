# test_array_sort.rb - sort, sort_by, min and max (array/sort.c): every kind of key, and blocks that misbehave.
require_relative "lib/test_helper"

class TestArraySort < Minitest::Test
  def numbers(n)
    x = 42
    Array.new(n) { x = (x * 6_364_136_223_846_793_005 + 1) & 0xffffffffffffffff; (x >> 20) - (1 << 43) }
  end

  def sorted?(list)
    list.each_cons(2).all? { |a, b| (a <=> b) <= 0 }
  end

  def test_integers
    [2, 3, 10, 63, 64, 65, 1000].each do |n|
      list = numbers(n)
      assert sorted?(list.sort)
      assert_equal list.sort, list.sort { |a, b| a <=> b }
      assert_equal list.sort.reverse, list.sort_by { |v| -v }
      assert_equal list.tally, list.sort.tally
    end
  end

  def test_bignums_among_fixnums
    list = numbers(200).map { |v| v.even? ? v : v << 40 }
    assert sorted?(list.sort)
  end

  def test_floats
    list = numbers(300).map { |v| v / 1000.0 } + [0.0, -0.0, Float::INFINITY, -Float::INFINITY, Float::MIN, -Float::MAX]
    assert sorted?(list.sort)
    assert_raises(ArgumentError) { (list + [Float::NAN]).sort }
  end

  def test_mixed_numbers
    assert_equal [1, 1.5, 2, 2**70], [2**70, 2, 1.5, 1].sort
  end

  def test_strings
    list = numbers(500).map { |v| (v % 1000).to_s(36) * (1 + v % 4) } + ["", "a", "a\0", "é", "aaaaaaaa", "aaaaaaaab", "aaaaaaaa\0"]
    assert sorted?(list.sort)
    assert_equal list.sort, list.sort_by { |s| s }
  end

  def test_sort_by_is_stable
    pairs = Array.new(500) { |i| [i % 7, i] }
    assert_equal pairs.group_by(&:first).sort.flat_map(&:last), pairs.sort_by(&:first)
  end

  def test_contradictory_block_ends
    list = (0...300).to_a
    assert_equal list, list.sort { 1 }.sort
    assert_equal list, list.sort { -1 }.sort
    flip = 0
    assert_equal list, list.sort { (flip += 1).odd? ? 1 : -1 }.sort
  end

  def test_break_and_raise_leave_the_receiver_alone
    list = [3, 1, 2]
    assert_equal :out, list.sort! { break :out }
    assert_raises(RuntimeError) { list.sort! { raise "no" } }
    assert_equal [3, 1, 2], list
  end

  # Few of many are gathered without sorting all.
  def test_min_and_max_of_few
    lists = [numbers(1000), (0..999).to_a, (0..999).to_a.reverse, [3] * 1000, numbers(1000).map { |v| (v % 50).to_s }, numbers(1000).map(&:to_f)]
    lists.product([0, 1, 2, 10, 124, 125, 126, 999, 1001]) do |list, n|
      sorted = list.sort
      assert_equal sorted.first(n), list.min(n)
      assert_equal sorted.reverse.first(n), list.max(n)
      assert_equal sorted.first(n), list.max(n) { |a, b| b <=> a }
      assert_equal sorted.first(n), list.each.min(n)
      assert_equal sorted.reverse.first(n), list.each.max(n)
    end
  end

  def test_min_and_max_of_few_call_the_block_less_often
    calls = 0
    list = numbers(10_000).uniq
    list.max(3) { |a, b| (calls += 1) && a <=> b }
    assert_operator calls, :<, 2 * list.size
  end

  def test_min_and_max_of_few_that_do_not_compare
    error = assert_raises(ArgumentError) { ([1] * 100 + ["x"]).max(2) }
    assert_equal "comparison of String with 1 failed", error.message
    assert_raises(ArgumentError) { [1.0, Float::NAN].cycle.first(100).min(2) }
  end

  def pairs_of(list, name, count)
    pairs = []
    list.each_entry.public_send(name, count) { |a, b| pairs << "#{a}#{b}"; a <=> b }
    pairs.join(" ")
  end

  # The pairs are CRuby's.
  def test_pairs_of_several_extremes
    assert_equal "12 32 32", pairs_of([1, 2, 3], :max, 2)
    assert_equal "21 31 41 34 24 23 12", pairs_of([2, 1, 4, 3], :min, 2)
    assert_equal "14 24 34 84 54 64 74 85 75 65 87 67 97 87 97 89", pairs_of((1..9).to_a, :max, 2)
    assert_equal "31 11 21 41 61 51 91 11", pairs_of([3, 1, 4, 1, 5, 9, 2, 6], :min, 2)
    assert_equal [[7, 0], [7, 1]], [[7, 0], [7, 1], [7, 2], [1, 3]].max_by(2) { |key, _| key }
  end

  def test_pairs_of_nine_in_order
    pairs = []
    (1..9).sort { |a, b| pairs << "#{a}#{b}"; a <=> b }
    assert_equal "12 34 13 23 56 89 78 57 67 15 25 35 45", pairs.join(" ")
  end

  def test_extremes_of_too_many
    assert_equal [3, 2, 1], [1, 3, 2].max(2**50)
    assert_equal "too big size", assert_raises(ArgumentError) { [1].max(2**61) }.message
    assert_equal "array size too big", assert_raises(ArgumentError) { [1].min_by(2**59) { 1 } }.message
  end

  def test_min_of_few_while_the_block_empties_the_list
    list = numbers(1000)
    assert_equal 2, list.min(2) { |a, b| list.clear && a <=> b }.size
    assert_empty list
  end

  # A second element that notes the pairs its <=> is called with.
  class Noting
    attr_reader :value

    def initialize(value, pairs)
      @value = value
      @pairs = pairs
    end

    def <=>(other)
      @pairs << [value, other.value]
      value <=> other.value
    end
  end

  # Arrays are compared by their first elements without a call; the ties call <=> in the order in which a block would.
  def test_arrays_with_equal_first_elements
    random = Random.new(5)
    [-> { random.rand(-3..3) }, -> { %w[a aa bbbbbbbb bbbbbbbbb bbbbbbbbc z][random.rand(6)] }, -> { [1, 1.5, 2][random.rand(3)] }].each do |first|
      30.times do
        pairs = []
        list = Array.new(random.rand(2..40)) { |i| [first.(), Noting.new(i * 7919 % 11, pairs)] }
        by_block = list.sort { |a, b| a <=> b }
        called = pairs.dup
        pairs.clear
        assert_equal by_block, list.sort
        assert_equal called, pairs
        pairs.clear
        assert_equal by_block, list.sort_by(&:itself)
        assert_equal called, pairs
      end
    end
  end

  def test_arrays_that_cannot_be_compared
    assert_equal "comparison of Array with Array failed", assert_raises(ArgumentError) { [[1, 2], [1, nil]].sort }.message
    assert_equal "comparison of Array with Array failed", assert_raises(ArgumentError) { [[1], ["a"]].sort }.message
    assert_equal "comparison of Array with 5 failed", assert_raises(ArgumentError) { [[1], 5].sort }.message
    assert_equal [[-2**61], [-1], [1], [2**70]], [[2**70], [1], [-2**61], [-1]].sort
    assert_equal [[], [0], [1]], [[1], [], [0]].sort
    assert_equal [[5, 6, 7], [0, 2], [1]], [[1], [0, 2], [5, 6, 7]].map { |a| Class.new(Array) { def <=>(other) = other.size <=> size }.new(a) }.sort
  end
end
