require "test_helper"

# Class#new of literal keywords is linked to an initialize of keyword parameters.
class TestNewWithKeywords < Minitest::Test
  class Point
    attr_reader :all
    def initialize(a, b: 2, c:) = @all = [a, b, c]
  end

  class Bare; end

  class Defaults
    attr_reader :all
    def initialize(x = 1, y: x.to_s, z: [y]) = @all = [x, y, z]
  end

  def points(c) = [Point.new(0, c: c), Point.new(0, c: c, b: 3), Point.new(0, b: 4, c: c)]

  def test_shuffled_and_missing
    5.times { assert_equal [[0, 2, 9], [0, 3, 9], [0, 4, 9]], points(9).map(&:all) }
    make = -> { Point.new(0, d: 1) }
    3.times { assert_match(/missing keyword: :c|unknown keyword: :d/, assert_raises(ArgumentError, &make).message) }
    assert_equal ["missing keyword: :c"], Array.new(3) { assert_raises(ArgumentError) { Point.new(0) }.message }.uniq
    assert_raises(ArgumentError) { Bare.new(a: 1) }
  end

  def test_defaults_that_run_code
    3.times { assert_equal [[1, "1", ["1"]], [5, "5", ["5"]], [1, "y", ["y"]]], [Defaults.new, Defaults.new(5), Defaults.new(y: "y")].map(&:all) }
  end

  def made(k) = k.new(7, c: 8)

  def test_what_may_change
    k = Class.new(Point)
    4.times { assert_equal [7, 2, 8], made(k).all }
    k.class_eval { def initialize(a, c:) = @all = [:own, a, c] }
    4.times { assert_equal [:own, 7, 8], made(k).all }
    k.class_eval { def initialize(a, h) = @all = [a, h] }
    4.times { assert_equal [7, {c: 8}], made(k).all }
    k.class_eval { remove_method :initialize }
    4.times { assert_equal [7, 2, 8], made(k).all }
    k.define_singleton_method(:new) { |*a, **h| [a, h] }
    4.times { assert_equal [[7], {c: 8}], made(k) }
    k.singleton_class.send(:remove_method, :new)
    k.define_singleton_method(:allocate) { raise }
    4.times { assert_equal [7, 2, 8], made(k).all }
    classes = Array.new(9) { |i| Class.new { define_method(:initialize) { |a, c:| @all = [i, a, c] }; attr_reader :all } } + Array.new(9) { Class.new(Point) }
    3.times { assert_equal (0..8).map { |i| [i, 7, 8] } + [[7, 2, 8]] * 9, classes.map { |x| made(x).all } }
  end

  def test_exception_in_initialize
    k = Class.new { def initialize(a:) = raise(a) }
    3.times { assert_equal "x", assert_raises(RuntimeError) { k.new(a: "x") }.message }
    line = assert_raises(RuntimeError) { k.new(a: "x") }.backtrace_locations.map(&:label)
    assert_includes line.join(" "), "initialize"
  end

  def test_collections
    GC.stress = true
    assert_equal [[0, 2, "c"]] * 3, Array.new(3) { Point.new(0, c: "c".dup).all }
  ensure
    GC.stress = false
  end
end
