# Call sites that never settle: receivers of many kinds, one super of many classes, operators, /o.  Answers stay right when methods
# change, and native code is not left at them.
require_relative "lib/test_helper"
require "open3"
require "rbconfig"

class TestRestlessSites < Minitest::Test
  Reader = Class.new { attr_reader :v; def initialize(v) = @v = v }
  Plain = Struct.new(:v)
  Optional = Class.new { def v(a = 1, b = 2) = [a, b] }
  Rest = Class.new { def v(*rest) = rest }
  Keywords = Class.new { def v(k: 3) = k }
  Missing = Class.new { def method_missing(name) = name; def respond_to_missing?(*) = true }
  Defined = Class.new { define_method(:v) { :defined } }
  Hidden = Class.new { private def v = :hidden }
  Shielded = Class.new { protected def v = :shielded }

  def kinds = [Reader.new(1), Plain.new(2), Optional.new, Rest.new, Keywords.new, Missing.new, Defined.new]
  def ask(o) = o.v
  def ask_with_block(o) = o.each_entry { |x| return x }

  def test_receivers_of_all_kinds
    list = kinds
    wanted = [1, 2, [1, 2], [], 3, :v, :defined]
    60.times { assert_equal wanted, list.map { |o| ask(o) } }
    assert_raises(NoMethodError) { ask(Hidden.new) }
    assert_raises(NoMethodError) { ask(Shielded.new) }
    Optional.class_eval { def v = :again }
    assert_equal :again, ask(Optional.new)
    Optional.class_eval { remove_method :v; def v(a = 1, b = 2) = [a, b] }
    assert_equal wanted, list.map { |o| ask(o) }
  end

  def test_new_methods_are_seen
    classes = Array.new(30) { |i| Class.new { define_method(:v) { i }; class_eval "def w = #{i}" } }
    site = ->(o) { o.w }
    3.times { assert_equal [*0..29], classes.map { |c| site.(c.new) } }
    classes.each_with_index { |c, i| c.class_eval "def w = #{i + 100}" }
    assert_equal [*100..129], classes.map { |c| site.(c.new) }
    classes.each { |c| c.class_eval { undef_method :w } }
    classes.each { |c| assert_raises(NoMethodError) { site.(c.new) } }
  end

  class Base; def name = [:base, self.class.number]; end
  module Between; def name = [:between, super]; end
  class Middle < Base; include Between; def name = [:middle, super]; end

  def test_super_of_many_classes
    classes = Array.new(40) { |i| Class.new(Middle) { define_singleton_method(:number) { i } } }
    3.times do
      classes.each_with_index { |c, i| assert_equal [:middle, [:between, [:base, i]]], c.new.name }
    end
    singleton = classes[0].new
    def singleton.name = [:own, super]
    assert_equal [:own, [:middle, [:between, [:base, 0]]]], singleton.name
    Between.class_eval { def name = [:changed, super] }
    assert_equal [:own, [:middle, [:changed, [:base, 0]]]], singleton.name
    classes.each_with_index { |c, i| assert_equal [:middle, [:changed, [:base, i]]], c.new.name }
  ensure
    Between.class_eval { def name = [:between, super] }
  end

  # The class through which a super was linked dies; another one's instance comes by afterwards, and the method changes.
  def test_super_outlives_the_class_it_was_linked_through
    base = Class.new { def m = 1 }
    middle = Class.new(base) { def m = super() }
    make = -> { Class.new(middle).new.m }
    10.times { make.call }
    GC.start
    base.class_eval { def m = 2 }
    assert_equal 2, make.call
    inserted = Module.new { def m = 3 }
    middle.include(inserted)
    assert_equal 3, make.call
  end

  def test_operators_of_many_classes
    classes = Array.new(40) { |i| Class.new { class_eval "def ==(o) = #{i}; def [](x) = x + #{i}" } }
    equal = ->(a) { a == 1 }
    index = ->(a) { a[1] }
    3.times do
      classes.each_with_index { |c, i| assert_equal [i, 1 + i], [equal.(c.new), index.(c.new)] }
    end
    classes.each { |c| c.class_eval { def ==(_) = :changed } }
    classes.each { |c| assert_equal :changed, equal.(c.new) }
  end

  def test_once
    values = []
    m = ->(x) { values << /a#{x}/o }
    5.times { |i| m.(i) }
    assert_equal [/a0/] * 5, values
    assert(values.all? { |v| v.equal?(values[0]) })
  end

  PROGRAM = <<~'RUBY'
    Reader = Class.new { attr_reader :v; def initialize = @v = 1 }
    Optional = Class.new { def v(a = 1) = a }
    Rest = Class.new { def v(*rest) = rest.size }
    Keywords = Class.new { def v(k: 3) = k }
    Many = Array.new(12) { |i| Class.new { class_eval "def v = #{i}; def w(k: 1) = k; def ==(o) = true; def each = yield(self)" } }
    class Base; def s = 1; end
    class Middle < Base; def s = super; end
    LIST = [Reader, Optional, Rest, Keywords, *Many].map(&:new)
    OWN = Many.map(&:new)
    SUBS = Array.new(12) { Class.new(Middle).new }
    def all
      LIST.each { |o| o.v }
      OWN.each { |o| o.w(k: 2) }
      OWN.each { |o| o == 1 }
      OWN.each { |o| o.each { |x| x } }
      SUBS.each { |o| o.s }
      /a#{1}/o.match?("a1")
    end
    2000.times { all }
  RUBY

  # Each of the places is passed more than twenty thousand times.
  def test_native_code_stays
    text, status = Open3.capture2e({ "RUBY_JIT" => nil }, RbConfig.ruby, "-w", "--disable=gems", "--jit", "--jit-stats", "-e", PROGRAM)
    assert_predicate status, :success?, text
    skip "no native code" if text.include?("warning: --jit: this processor has none")
    assert_operator text[/(\d+) exits/, 1].to_i, :<, 2000, text
  end
end
