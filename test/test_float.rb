# test_float.rb - Float and Kernel#Float (numeric/float.c, numeric/float_text.c, numeric/dtoa.cc): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestFloat < Minitest::Test
  TableTest.define(self, "float")
end
