# test_set.rb - Set (set.c) and what subclasses of Set keep seeing (lib/set/subclass_compatible.rb).
require_relative "lib/test_helper"

class TestSet < Minitest::Test
  class Counting < Set
    def added = @added ||= []
    def add(v) = (added << v; super)
  end

  def test_order_and_uniqueness
    s = Set.new
    1000.times { |i| s << i % 100 << i % 7 }
    assert_equal 100, s.size
    assert_equal 0, s.first
    50.times { |i| s.delete(i) }
    assert_equal (50...100).to_a, s.to_a
  end

  def test_algebra_against_arrays
    a, b = (0...60).select(&:even?), (0...60).select { |v| v % 3 == 0 }
    x, y = a.to_set, b.to_set
    assert_equal (a | b), (x | y).to_a
    assert_equal (a - b), (x - b).to_a
    assert_equal (a & b).sort, (x & y).sort
    assert_equal ((a | b) - (a & b)).sort, (x ^ y).sort
    assert x.superset?(Set[0, 2]) && x > Set[2] && Set[2] < x
    assert_nil x <=> y
    assert_equal x, a.reverse.to_set
    assert_equal x.hash, a.reverse.to_set.hash
  end

  def test_subclass_sees_its_own_methods
    assert_equal [1, 2], Counting.new([1, 2]).added
    assert_equal [1, 2, 3], Counting.new([1, 2]).merge([3]).added
    assert_equal "#<TestSet::Counting: {1}>", Counting[1].inspect
    assert_equal "Set[1]", Set[1].inspect
    assert_kind_of Counting, Counting[1] | [2]
  end

  def test_core_subclass_does_not
    klass = Class.new(Set::CoreSet) { def add(_) = raise("seen") }
    assert_equal [1], klass.new([1]).to_a
  end

  def test_nesting_and_recursion
    s = Set[1, Set[2, Set[3]]]
    assert_equal Set[1, 2, 3], s.flatten
    s << s
    assert_equal "Set[1, Set[2, Set[3]], Set[...]]", s.inspect
    assert_raises(ArgumentError) { s.flatten }
  end

  def test_elements_survive_collection
    s = Set.new
    2000.times { |i| s << "e#{i}"; s.delete("e#{i - 100}") }
    GC.start
    assert_equal (1900...2000).map { |i| "e#{i}" }, s.to_a
  end
end
