# test_data.rb - class Data (struct/data.c); the methods in full are ruby/spec's core/data.
require_relative "lib/test_helper"

class TestData < Minitest::Test
  Point = Data.define(:x, :y) do
    def +(other) = with(x: x + other.x, y: y + other.y)
  end

  def test_made_by_position_and_by_keyword
    assert_equal Point.new(1, 2), Point.new(y: 2, x: 1)
    assert_equal Point[1, 2], Point.new(1, 2)
    assert_equal "missing keyword: :y", assert_raises(ArgumentError) { Point.new(1) }.message
    assert_equal "missing keywords: :x, :y", assert_raises(ArgumentError) { Point.new }.message
    assert_equal "wrong number of arguments (given 3, expected 0..2)", assert_raises(ArgumentError) { Point.new(1, 2, 3) }.message
    assert_equal "unknown keyword: :z", assert_raises(ArgumentError) { Point.new(x: 1, y: 2, z: 3) }.message
  end

  def test_initialize_sees_keywords
    halves = Data.define(:a, :b) { def initialize(a:, b: a * 2) = super }
    assert_equal [1, 2], halves.new(1).to_h.values
    assert_equal [1, 5], halves.new(a: 1, b: 5).to_h.values
  end

  def test_frozen
    assert_predicate Point.new(1, 2), :frozen?
    assert_raises(FrozenError) { Point.new(1, 2).instance_variable_set(:@x, 1) }
    refute_respond_to Point.new(1, 2), :x=
  end

  def test_equality_and_hash
    one, float = Point.new(1, 2), Point.new(1.0, 2.0)
    assert_equal one, float
    refute one.eql?(float)
    assert_equal({ one => :found }[Point.new(1, 2)], :found)
    refute_equal one, Data.define(:x, :y).new(1, 2)
  end

  def test_with_and_to_h
    assert_equal Point.new(4, 6), Point.new(1, 2) + Point.new(3, 4)
    assert_same (point = Point.new(1, 2)), point.with
    assert_equal({ "x" => 1, "y" => 4 }, Point.new(1, 2).to_h { |k, v| [k.to_s, v * v] })
    assert_equal "wrong number of arguments (given 1, expected 0)", assert_raises(ArgumentError) { point.with(1) }.message
  end

  def test_patterns
    case Point.new(1, [2, 3])
    in { x: Integer => x, y: [_, last] } then assert_equal [1, 3], [x, last]
    end
    assert_equal({ x: 1 }, Point.new(1, 2).deconstruct_keys([:x, :no]).slice(:x))
    case Point.new(1, 2)
    in [a, b] then assert_equal [1, 2], [a, b]
    end
    assert_raises(NoMatchingPatternKeyError) { Point.new(1, 2) => { z: } }
  end

  def test_inspect
    assert_equal "#<data TestData::Point x=1, y=nil>", Point.new(1, nil).inspect
    assert_equal "#<data a=1>", Data.define(:a).new(1).inspect
    tree = Data.define(:kids)
    top = tree.new([])
    top.kids << top
    assert_match(/\A#<data kids=\[#<data #<Class:0x\h+>:\.\.\.>\]>\z/, top.inspect)
  end

  def test_members
    assert_equal %i[x y], Point.members
    assert_equal [], Data.define.members
    assert_equal "duplicate member: a", assert_raises(ArgumentError) { Data.define(:a, :a) }.message
    assert_equal "invalid data member: a=", assert_raises(ArgumentError) { Data.define(:a=) }.message
    assert_raises(NoMethodError) { Data.new }
  end

  # More members than any slot holds lie outside of it, and stay while the heap moves.
  def test_many_members
    wide = Data.define(*(1..300).map { :"m#{_1}" })
    v = wide.new(*(1..300).map(&:to_s))
    GC.compact
    assert_equal %w[1 150 300], [v.m1, v.m150, v.m300]
    TestData.const_set(:Wide, wide)
    assert_equal v, Marshal.load(Marshal.dump(v))
  end
end
