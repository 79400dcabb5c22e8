# test_complex.rb - Complex (numeric/complex.c, numeric/complex_conv.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestComplex < Minitest::Test
  TableTest.define(self, "complex")
end
