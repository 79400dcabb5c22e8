# frozen_string_literal: true
#
# require "objspace"
require "minitest/autorun"
require "objspace"

class TestObjspaceLibrary < Minitest::Test
  def test_memsize_of
    assert_equal 0, ObjectSpace.memsize_of(1)
    assert_operator ObjectSpace.memsize_of("a" * 10_000), :>, 10_000
    assert_operator ObjectSpace.memsize_of([nil] * 1000), :>, 8000
  end

  def test_memsize_of_all
    keep = "x" * 100_000
    assert_operator ObjectSpace.memsize_of_all(String), :>, keep.bytesize
    assert_operator ObjectSpace.memsize_of_all, :>, ObjectSpace.memsize_of_all(String)
    assert_equal "class or module required", assert_raises(TypeError) { ObjectSpace.memsize_of_all(1) }.message
  end

  def test_count
    sizes = ObjectSpace.count_objects_size
    assert_equal sizes[:TOTAL], sizes.except(:TOTAL).values.sum
    assert_operator ObjectSpace.count_tdata_objects[Thread], :>=, 1
    filled = { T_STRING: 3, other: 4 }
    assert_same filled, ObjectSpace.count_objects_size(filled)
    assert_equal 0, filled[:other]
    assert_equal "non-hash given", assert_raises(TypeError) { ObjectSpace.count_objects_size(1) }.message
  end

  def test_reachable_objects_from
    a, c = "a".dup, "c".dup
    assert_equal [Array, a, c], ObjectSpace.reachable_objects_from([a, :b, 2, c, a])
    assert_same c, ObjectSpace.reachable_objects_from([c])[1]
    assert_nil ObjectSpace.reachable_objects_from(1)
  end
end
