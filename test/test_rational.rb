# test_rational.rb - Rational (numeric/rational.c, numeric/rational_conv.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestRational < Minitest::Test
  TableTest.define(self, "rational")
end
