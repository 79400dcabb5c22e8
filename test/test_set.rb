# test_set.rb - Set (set.c) and what subclasses of Set keep seeing (lib/set/subclass_compatible.rb).
require_relative "lib/table_test"

class TestSet < Minitest::Test
  TableTest.define(self, "set") # each method over several sets and arguments

  class Counting < Set
    def added = @added ||= []
    def add(v) = (added << v; super)
  end

  # It raised though it had nothing to do.
  def test_flatten_bang_of_a_frozen_set
    assert_nil Set[1].freeze.flatten!
    assert_raises(FrozenError) { Set[Set[1]].freeze.flatten! }
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

  # A block of two is asked about each pair, and where it says yes the other way round.
  def test_divide_by_a_relation
    asked = []
    assert_equal [Set[1, 2, 3]], Set[1, 2, 3].divide { |a, b| asked << [a, b] }.to_a
    assert_equal [[1, 2], [2, 1], [1, 3], [3, 1], [2, 3], [3, 2]], asked
    assert_equal [Set[1, 2, 3], Set[10, 11]], Set[1, 2, 10, 3, 11].divide { |a, b| (a - b).abs == 1 }.to_a
    assert_equal [Set[1, 4], Set[2, 5], Set[3]], Set[*1..5].divide { |a, b| a % 3 <= b % 3 }.to_a
    assert_equal [1, 2, 3, 4].map { |i| Set[i] }, Set[*1..4].divide { |a, b| b == a % 4 + 1 }.to_a
    assert_equal [Set[5, 6, 7], Set[1, 2, 3]], Set[5, 1, 6, 2, 7, 3].divide { |a, b| (a - b).abs == 1 }.to_a
    asked.clear
    Set[1, 2, 3].divide { |a, b| asked << [a, b] && a == 3 }
    assert_equal [[1, 2], [1, 3], [2, 3]], asked
    assert_equal [[], [Set[1]]], [[], [1]].map { |list| Set.new(list).divide { |a, b| a == b }.to_a }
    assert_equal 4, Set[1, 2].divide { |_, _| break 4 }
  end

  # Into a Set of any size and back, also while its table is of just the size.
  def test_replace
    sizes = [0, 1, 7, 8, 9, 10, 100, 101, 1000]
    from = sizes.map { |n| Set.new((0...n).map { |i| "e#{i}" }) }
    into = Set.new
    (from + from.reverse + from.map(&:dup) + from.flat_map { |s| [s, s.dup << :more] }).each do |s|
      assert_same into, into.replace(s)
      assert_equal s.to_a, into.to_a
      assert(s.all? { |e| into.include?(e) })
      into << :own
      refute_includes s, :own
    end
    holes = from.last.dup
    holes.delete("e3")
    assert_equal holes.to_a, into.replace(holes).to_a
    assert_equal [2], into.replace([2, 2]).to_a
    identity = Set.new.compare_by_identity << "a".dup << "a".dup
    assert_equal [2, true], [into.replace(identity).size, into.compare_by_identity?]
    assert_equal [1, false], [into.replace(Set["a"]).size, into.compare_by_identity?]
    assert_raises(RuntimeError) { into.each { into.replace(from[3]) } }
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

  def test_replace_empties_the_set_first
    list = Class.new { include Enumerable; def each = (yield 5; yield 6; raise "no") }.new
    set = Set[1, 2]
    assert_raises(RuntimeError) { set.replace(list) }
    assert_equal Set[5, 6], set
    odd = Object.new
    def odd.hash = raise("hash")
    assert_raises(RuntimeError) { set.replace([7, odd]) }
    assert_equal Set[7], set
    assert_empty set.replace(set.each)
    set.add(1)
    assert_equal "value must be enumerable", assert_raises(ArgumentError) { set.replace(3) }.message
    assert_equal Set[1], set
  end

  # Room is made by what the first elements tell: few or many that are equal, lists of any length, sets that had as many.
  def test_of_long_arrays
    [255, 256, 257, 511, 512, 513, 3000].each do |n|
      [(1..n).to_a, Array.new(n) { |i| i % 7 }, Array.new(n) { |i| i < 250 ? i : i % 10 }, Array.new(n, &:to_s)].each do |list|
        want = list.uniq
        assert_equal want, Set.new(list).to_a
        assert_equal want, Set.new.merge(list).to_a
        assert_equal want, Set.new.replace(list).to_a
        assert_equal want, Set.new(1..n).replace(list).to_a
        assert_equal list.uniq(&:object_id).size, Set.new.compare_by_identity.replace(list).size
        assert_predicate Set[1].compare_by_identity.replace(list), :compare_by_identity?
      end
    end
  end
end
