# test_rational.rb - Rational (rational.c, rational_conv.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestRational < Minitest::Test
  TableTest.define(self, "rational")
end
