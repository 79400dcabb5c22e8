# test_arithmetic_sequence.rb - Enumerator::ArithmeticSequence (enumerator/seq.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestArithmeticSequence < Minitest::Test
  TableTest.define(self, "arithmetic_sequence")

  def test_shown_as_it_was_made
    assert_equal "((1/1..3).%(2))", ((1r..3) % 2).inspect
    assert_equal "(1.step(by: 2))", 1.step(by: 2).inspect
    assert_equal "((1..).step(2))", (1..).step(2).inspect
  end
end
