# shape_table_full.rb - what happens when every shape is taken: NoMemoryError, or shapes of dead classes used again.
require_relative "../lib/test_helper"

class TestShapeTableFull < Minitest::Test
  def test_classes_that_are_kept
    skip "four million shapes are too many for a test" unless small_limits?
    out, err, status = run_ruby("kept = []; begin; loop { kept << Object.new.singleton_class }; rescue NoMemoryError => e; kept = nil; end; GC.start; p e.class, Class.new.new.class.class")
    assert_equal ["NoMemoryError\nClass\n", "", 0], [out, err, status]
  end

  def test_classes_that_are_dropped
    out, err, status = run_ruby("40_000.times { Object.new.singleton_class }; p 1")
    assert_equal ["1\n", "", 0], [out, err, status]
  end
end
