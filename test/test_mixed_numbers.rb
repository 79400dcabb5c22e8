# Operators between Integers and Floats, from code that runs often: exact comparisons, zeros, NaN, values at the edge of 53 bits.
require_relative "lib/test_helper"

class TestMixedNumbers < Minitest::Test
  LIMIT = 2**53
  VALUES = [0, 1, -1, 3, LIMIT, LIMIT + 1, -LIMIT - 1, 2**62 - 1, -2**62, 0.0, -0.0, 1.0, 1.5, -2.5, 1e300, 1e-300,
            LIMIT.to_f, -LIMIT.to_f, (2**62).to_f, Float::INFINITY, -Float::INFINITY, Float::NAN].freeze

  # One method each, so that each site meets all kinds.
  def plus(a, b) = a + b
  def minus(a, b) = a - b
  def times(a, b) = a * b
  def over(a, b) = a / b
  def less(a, b) = a < b
  def at_most(a, b) = a <= b
  def more(a, b) = a > b
  def at_least(a, b) = a >= b
  def same(a, b) = a == b
  def other(a, b) = a != b

  def bits(x) = x.is_a?(Float) ? [x].pack("G").unpack1("H*") : x

  # What an operator on the Floats of both answers.
  def check_arithmetic(name, operator, a, b)
    wanted = a.to_f.public_send(operator, b.to_f)
    assert_equal bits(wanted), bits(send(name, a, b)), "#{a} #{operator} #{b}"
  end

  def check_comparison(name, operator, a, b)
    return refute(send(name, a, b)) if a.to_f.nan? || b.to_f.nan?
    infinite = [a, b].find { |x| x.is_a?(Float) && x.infinite? }
    wanted = infinite ? a.to_f.public_send(operator, b.to_f) : a.to_r.public_send(operator, b.to_r)
    assert_equal wanted, send(name, a, b), "#{a} #{operator} #{b}"
  end

  def test_operators_between_integers_and_floats
    pairs = VALUES.product(VALUES).select { |a, b| a.class != b.class }
    12.times do
      pairs.each do |a, b|
        check_arithmetic(:plus, :+, a, b)
        check_arithmetic(:minus, :-, a, b)
        check_arithmetic(:times, :*, a, b)
        check_arithmetic(:over, :/, a, b)
        check_comparison(:less, :<, a, b)
        check_comparison(:at_most, :<=, a, b)
        check_comparison(:more, :>, a, b)
        check_comparison(:at_least, :>=, a, b)
        check_comparison(:same, :==, a, b)
        assert_equal !same(a, b), other(a, b)
      end
    end
  end

  def test_division_by_zero_is_a_positive_nan
    [[0, 0.0], [0.0, 0], [0.0, 0.0], [0, -0.0], [-0.0, 0]].each do |a, b|
      40.times { assert_equal "7ff8000000000000", bits(over(a, b)) }
    end
    assert_equal ["7ff8000000000000"] * 3, [0.fdiv(0), 0.fdiv(0.0), 0.0.quo(0)].map { |x| bits(x) }
    assert_equal [Float::INFINITY, -Float::INFINITY], [over(1, 0.0), over(1, -0.0)]
    assert_equal [Float::INFINITY, -Float::INFINITY], [over(1.0, 0), over(-1.0, 0)]
    assert_raises(ZeroDivisionError) { over(1, 0) }
  end

  def test_sums_that_become_zero
    sum = ->(x) { (x - x) * 2 + 0.0 }
    100.times { |i| assert_equal "0000000000000000", bits(sum.(i + 0.5)) }
    100.times { |i| assert_equal 0.0, sum.(i) }
  end

  def test_a_redefined_operator
    code = <<~RUBY
      def less(a, b) = a < b
      def plus(a, b) = a + b
      100.times { less(1, 2.0); less(2.0, 1); plus(1, 2.0); plus(2.0, 1) }
      class Float; def <(other) = :float_less; def +(other) = :float_plus; end
      p less(1, 2.0), less(2.0, 1), plus(1, 2.0), plus(2.0, 1)
      class Integer; def <(other) = :integer_less; def +(other) = :integer_plus; end
      p less(1, 2.0), less(2.0, 1), plus(1, 2.0), plus(2.0, 1)
    RUBY
    wanted = "true\n:float_less\n3.0\n:float_plus\n:integer_less\n:float_less\n:integer_plus\n:float_plus\n"
    assert_equal wanted, IO.popen([RbConfig.ruby, "--disable=gems", "-W0", "-e", code], &:read)
  end
end
