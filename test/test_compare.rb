# test_compare.rb - == and <=> as collections use them (object/compare.c), and dig.
require_relative "lib/test_helper"

class TestCompare < Minitest::Test
  class Asked
    attr_reader :asked

    def initialize(answer) = (@answer, @asked = answer, 0)

    def ==(_) = (@asked += 1; @answer)

    def <=>(_) = (@asked += 1; @answer)
  end

  def test_identity_does_not_answer_for_nan
    nan = Float::NAN
    assert [nan].include?(nan), "include? takes what is identical"
    refute_equal [0.0 / 0.0], [0.0 / 0.0]
    assert_nil [nan].index(0.0 / 0.0 + 1)
  end

  def test_core_values_without_a_call
    assert_equal [1, 2.0, "a", :a, nil], [1.0, 2, "a", :a, nil]
    refute_equal [1 << 64], [1 << 65]
    assert_equal [(1 << 64).to_f], [1 << 64]
    refute_equal ["é"], ["é".encode("ISO-8859-1")]
    assert_equal ["e"], ["e".encode("ISO-8859-1")]
  end

  def test_the_right_side_is_asked_where_core_types_cannot_tell
    yes, no = Asked.new(true), Asked.new(false)
    assert_equal 0, [yes, 1].index(yes)
    assert_equal [nil, 1], [[no].index(3), no.asked]
    assert_equal [0, 1], [[yes].index(3), yes.asked]
    assert 1 == yes, "Integer#== asks an object that is no number"
    assert_equal 2, yes.asked
    refute :a == yes, "Symbol#== does not"
    assert_equal 2, yes.asked
  end

  def test_subclasses_with_their_own_equality
    loud = Class.new(String) { def ==(_) = true }
    assert_equal 0, [loud.new("x")].index("y")
    assert_nil ["y"].index(loud.new("x"))
  end

  def test_sorting_of_mixed_numbers
    assert_equal [-1 << 70, -0.5, 0, 1r / 3, 1, 2.5, 1 << 70], [1, 1 << 70, 0, 2.5, -1 << 70, 1r / 3, -0.5].sort
    assert_equal ["a", "b"], %w[b a].sort
    error = assert_raises(ArgumentError) { [1, "a"].sort }
    assert_equal "comparison of Integer with String failed", error.message
    assert_equal "comparison of Array with Array failed", assert_raises(ArgumentError) { [[1], [nil]].sort }.message
    assert_raises(ArgumentError) { [1, Asked.new(nil)].max }
  end

  def test_spaceship_answers_other_than_integers
    assert_equal [1, 2], [2, 1].sort { |a, b| (a - b).to_f }
    assert_equal [1, 2], [2, 1].sort { |a, b| (a <=> b) * (1 << 70) }
    assert_equal "comparison of Integer with 2 failed", assert_raises(ArgumentError) { [1, 2].sort { nil } }.message
  end

  # Redefined operators are asked from then on: in a process of its own.
  def test_redefined_operators
    out, err, status = run_ruby(<<~RUBY)
      class Integer; def ==(o) = o.equal?(7) || super; end
      p [1, 2].index(7), [[1]] == [[7]]
      class String; alias forward <=>; def <=>(o) = -forward(o); end
      p %w[a c b].sort, %w[a c b].max
    RUBY
    assert_equal ["", 0, "0\ntrue\n[\"c\", \"b\", \"a\"]\n\"a\"\n"], [err, status, out]
  end

  def test_dig
    nested = { a: [1, { b: Struct.new(:c).new([3]) }] }
    assert_equal 3, nested.dig(:a, 1, :b, :c, 0)
    assert_nil nested.dig(:a, 9, :b)
    assert_equal "Integer does not have #dig method", assert_raises(TypeError) { nested.dig(:a, 0, 1) }.message
    digger = Object.new
    def digger.dig(*keys) = keys
    assert_equal [1, 2], [digger].dig(0, 1, 2)
  end
end
