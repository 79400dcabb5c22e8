require "test_helper"

# Sites whose receivers are of many classes that inherit one method; what may end that, and what may die.
class TestSiteShapes < Minitest::Test
  class Base
    def plain = 1
    def with_block = yield(self.class)
    def keywords(a:, b: 2) = [a, b]
    def rest(*a) = a
    def optional(a, b = 5) = [a, b]
    attr_writer :x
  end
  KINDS = Array.new(12) { |i| Class.new(Base) { define_method(:own) { i } } }

  def plain(o) = o.plain
  def with_block(o) = o.with_block { |k| k }
  def keywords(o) = o.keywords(a: 1)
  def rest(o) = o.rest(1, 2)
  def optional(o) = o.optional(4)
  def leaf(o) = o.nil?
  def arity(o, k) = o.is_a?(k)
  def instance(o, k) = o.instance_of?(k)
  def answer(o) = o.respond_to?(:plain)
  def sent(o) = o.send(:plain)
  def frozen(o) = o.frozen?
  def hash_of(o) = o.hash

  def all(objects)
    objects.map do |o|
      [plain(o), with_block(o) == o.class, keywords(o), rest(o), optional(o), leaf(o), arity(o, Base), instance(o, o.class), answer(o), sent(o), frozen(o), hash_of(o) == o.hash]
    end.uniq
  end

  SAME = [[1, true, [1, 2], [1, 2], [4, 5], false, true, true, true, 1, false, true]].freeze

  def test_classes_that_inherit
    objects = KINDS.map(&:new)
    5.times { assert_equal SAME, all(objects) }
    objects.each_with_index { |o, i| (i % 5).times { |k| o.instance_variable_set("@v#{k}", k) } }
    5.times { assert_equal SAME, all(objects) }
    assert_equal [[false, false]] * 3, [1, :a, 2.5].map { |v| [leaf(v), answer(v)] }
    assert leaf(nil)
    assert_equal [true, false], [arity(5, Integer), arity("", Integer)]
    5.times { assert_equal SAME, all(objects) }
  end

  def test_one_of_them_overrides
    kinds = Array.new(9) { Class.new(Base) }
    objects = kinds.map(&:new)
    5.times { assert_equal SAME, all(objects) }
    kinds[4].class_eval { def plain = 2 }
    5.times { assert_equal [1, 1, 1, 1, 2, 1, 1, 1, 1], objects.map { |o| plain(o) } }
    5.times { assert_equal [1, 1, 1, 1, 2, 1, 1, 1, 1], objects.map { |o| sent(o) } }
    objects[2].define_singleton_method(:plain) { 3 }
    5.times { assert_equal [1, 1, 3, 1, 2, 1, 1, 1, 1], objects.map { |o| plain(o) } }
    kinds[4].class_eval { remove_method :plain }
    kinds[5].include(Module.new { def plain = 4 })
    kinds[6].prepend(Module.new { def plain = 5 })
    kinds[7].class_eval { undef_method :plain }
    found = -> { objects.map { |o| plain(o) rescue $!.class } }
    5.times { assert_equal [1, 1, 3, 1, 1, 4, 5, NoMethodError, 1], found.call }
    kinds[0].class_eval { private :plain }
    5.times { assert_equal NoMethodError, found.call[0] }
    Base.class_eval { alias_method :old_plain, :plain; def plain = 6 }
    5.times { assert_equal [6, 3, 6], found.call.values_at(1, 2, 3) }
  ensure
    Base.class_eval { alias_method :plain, :old_plain } if Base.method_defined?(:old_plain)
  end

  def test_answers
    kinds = Array.new(9) { Class.new(Base) }
    objects = kinds.map(&:new)
    4.times { assert_equal [true], objects.map { |o| answer(o) }.uniq }
    kinds[3].class_eval { undef_method :plain }
    kinds[4].class_eval { def respond_to_missing?(*) = false }
    kinds[5].class_eval { def respond_to?(*) = :own }
    4.times { assert_equal [true, true, true, false, true, :own, true, true, true], objects.map { |o| answer(o) } }
    4.times { assert_equal [true, false, false], [objects[0], Object.new, 1].map { |o| answer(o) } }
  end

  # More classes than a site keeps, and classes that die: what takes their place must not hit.
  def test_many_and_dead
    200.times do |i|
      o = Class.new(Base) { define_method(:plain) { i } if i % 3 == 0 }.new
      assert_equal i % 3 == 0 ? i : 1, plain(o)
      assert_equal [1, 2], keywords(o)
      refute leaf(o)
      GC.start if i % 50 == 49
    end
    20.times do |i|
      GC.start
      kinds = Array.new(30) { |k| Class.new(Base) { define_method(:plain) { k } if (i + k).odd? } }
      kinds.each_with_index { |c, k| assert_equal (i + k).odd? ? k : 1, plain(c.new) }
    end
  end

  def test_class_methods
    base = Class.new { def self.make = name.inspect; def self.build(*) = self }
    kinds = Array.new(7) { Class.new(base) }
    make = ->(k) { k.make }
    build = ->(k) { k.build(1) }
    4.times { assert_equal ["nil"] * 7, kinds.map(&make) }
    4.times { assert_equal kinds, kinds.map(&build) }
    kinds[2].define_singleton_method(:make) { :own }
    4.times { assert_equal ["nil", "nil", :own, "nil", "nil", "nil", "nil"], kinds.map(&make) }
  end

  # Operators: shapes of one class, classes that inherit, and one that has its own.
  def test_operators
    strings = ["", "a" * 20, "a" * 100, "a" * 700, "a" * 5000]
    5.times { assert_equal [0, 20, 100, 700, 5000], strings.map { |s| s.length } }
    5.times { assert_equal strings, strings.map { |s| -s } }
    own = Class.new(String) { def length = -1; def -@ = :own; def to_s = "own" }
    mixed = strings + [own.new("abc")]
    5.times { assert_equal [0, 20, 100, 700, 5000, -1], mixed.map { |s| s.length } }
    5.times { assert_equal strings + [:own], mixed.map { |s| -s } }
    kinds = Array.new(9) { |i| Class.new(Base) { def to_s = "k" if i > 20; def <(o) = false } }
    a = kinds.map(&:new)
    5.times { assert_equal [false], a.map { |o| o.nil? }.uniq | a.map { |o| o < 1 } | a.map { |o| !o } }
    Base.class_eval { def to_s = "base" }
    5.times { assert_equal ["base"], a.map { |o| "#{o}" }.uniq }
    kinds[4].class_eval { def to_s = "own"; def nil? = true; def ! = 3 }
    5.times { assert_equal ["base"] * 4 + ["own"] + ["base"] * 4, a.map { |o| "#{o}" } }
    5.times { assert_equal [4, 4], [a.map { |o| o.nil? }.index(true), a.map { |o| !o }.index(3)] }
    assert_equal [9, 9], [a.count { |o| o == o }, a.count { |o| o != nil }]
  ensure
    Base.class_eval { remove_method :to_s } if Base.method_defined?(:to_s, false)
  end
end
