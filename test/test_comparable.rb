# test_comparable.rb - module Comparable: comparable.c.
require_relative "lib/table_test"

class TestComparable < Minitest::Test
  TableTest.define(self, "comparable")

  Weight = Struct.new(:grams) do
    include Comparable
    def <=>(other) = other.is_a?(Weight) ? grams <=> other.grams : nil
  end

  def test_operators
    a, b = Weight.new(1), Weight.new(2)
    assert a < b && a <= b && b > a && b >= a && a == Weight.new(1)
    assert a.between?(a, b)
    refute b.between?(a, a)
    assert_equal b, Weight.new(3).clamp(a, b)
    assert_equal "comparison of TestComparable::Weight with 1 failed", assert_raises(ArgumentError) { a < 1 }.message
    refute_equal a, 1
  end

  def test_equality_that_comes_back_is_false
    c = Class.new { include Comparable; def <=>(other) = self == other ? 0 : 1 }
    refute_equal c.new, c.new
  end
end
