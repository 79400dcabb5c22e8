# test_range.rb - Range (range.c, range/step.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestRange < Minitest::Test
  TableTest.define(self, "range")
  TableTest.define(self, "range_kinds") # each method over each kind of Range
end
