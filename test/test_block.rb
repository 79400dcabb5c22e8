# test_block.rb - what C iterators ask about their block (vm/block_info.c): how many parameters, a lambda or not.
require_relative "lib/test_helper"

class TestBlock < Minitest::Test
  PAIRS = { a: 1 }.freeze

  def test_pairs_to_blocks_of_one_and_two
    assert_equal [[[:a, 1]], [[:a, 1]], [[:a, [1]]]], [PAIRS.map { |x| x }, PAIRS.map { |*x| x }.flatten(1), PAIRS.map { |k, *v| [k, v] }]
    assert_equal [:a, 1], PAIRS.each { |k, v| break [k, v] }
    assert_equal [[:a, 1], nil], PAIRS.each { |k, v = nil, *| break [[k, v], nil] }
    assert_equal [:a, 1], PAIRS.any? { |k, v| break [k, v] }
    assert_equal [[:a, 1]], PAIRS.each_entry.to_a
  end

  def test_pairs_to_lambdas
    assert_equal [[:a, 1]], PAIRS.map(&->(k, v) { [k, v] })
    assert_equal [[:a, 1]], PAIRS.map(&->(pair) { pair })
    assert_raises(ArgumentError) { PAIRS.map(&->(_k, _v, _more) {}) }
    assert_equal "wrong number of arguments (given 1, expected 2)", assert_raises(ArgumentError) { PAIRS.each(&->(_k, _v) {}) }.message
  end

  def test_pairs_to_methods_and_symbols
    def self.one(pair) = pair
    def self.two(k, v) = [v, k]
    assert_equal [[:a, 1]], PAIRS.map(&method(:one))
    assert_equal [[1, :a]], PAIRS.map(&method(:two))
    assert_equal [:a], PAIRS.map(&:first)
  end

  def test_elements_that_are_arrays
    rows = [[1, [2, 3]]]
    assert_equal [[1, 2, 3]], rows.map { |a, (b, c)| [a, b, c] }
    assert_equal [[1, [2, 3]]], rows.map { |a| a }
    assert_equal [[[1, [2, 3]], 0]], rows.each_with_index.map { |row, i| [row, i] }
    assert_equal [[1, [2, 3], 0]], rows.each_with_index.map { |(a, b), i| [a, b, i] }
    assert_equal [1, [2, 3], :memo], rows.each_with_object(:memo) { |(a, b), memo| break [a, b, memo] }
    assert_equal 6, [[1, 2, 3]].sum { |a, b, c| a + b + c }
  end

  def test_arity_decides
    h = Hash.new { |hash, key| [hash.size, key] }
    assert_equal [0, :k], h[:k]
    assert_raises(TypeError) { Hash.new(&->(_a, _b, _c) {}) }
    assert_equal [3, 2, 1], [1, 2, 3].sort { |a, b| b <=> a }
    assert_equal [[1, nil]], [1].each_entry.map { |a, b| [a, b] }
    assert_equal({ 1 => 2 }, [[1, 2]].to_h { |a, b| [a, b] })
    assert_equal 3, Hash[1, 2].inject(0) { |sum, (k, v)| sum + k + v }
  end

  def test_numbered_parameters
    assert_equal [[[:a, 1]], [[:a, 1]], [[1, :a]]], [PAIRS.map { _1 }, PAIRS.map { it }, PAIRS.map { [_2, _1] }]
    assert_equal [1, -2, 1], [proc { _1 }.arity, proc { |_a, *| }.arity, proc { it }.arity]
  end

  # Blocks of C methods inside blocks of C methods: each asks about its own.
  def test_nested
    got = PAIRS.each_with_index.flat_map { |(k, v), i| PAIRS.map { |pair| [k, v, i, pair] } }
    assert_equal [[:a, 1, 0, [:a, 1]]], got
  end
end
