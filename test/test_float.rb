# test_float.rb - Float and Kernel#Float (float.c, float_text.c, dtoa.cc): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestFloat < Minitest::Test
  TableTest.define(self, "float")
end
