# test_range.rb - Range (range.c, range/step.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestRange < Minitest::Test
  # The copy of a frozen Range into itself passed.
  def test_initialize_copy_of_a_frozen_range
    range = 1..2
    assert_raises(FrozenError) { range.send(:initialize_copy, range) }
    assert_raises(FrozenError) { range.send(:initialize_copy, 3..4) }
    own = Class.new(Range).new(1, 2)
    assert_same own, own.send(:initialize_copy, own)
    assert_raises(TypeError) { own.send(:initialize_copy, range) }
  end

  TableTest.define(self, "range")
  TableTest.define(self, "range_kinds") # each method over each kind of Range
end
