# `super` in a method of a module finds what is next in the receiver's class at the time of the call (METHC-5).
require_relative "lib/test_helper"

class TestSuperLookup < Minitest::Test
  # A class whose ancestors are [class, Upper, Lower, base], and an object of it.  Upper calls super from the site that all tests warm up.
  def setup
    @base = Class.new { def value = [:base] }
    @lower = lower = Module.new
    @upper = upper = Module.new do
      def value = [:upper, *super]
      def other = value
    end
    @class = Class.new(@base) { include upper, lower }
    @object = @class.new
    assert_values :upper, :base
  end

  def assert_values(*expected)
    3.times { assert_equal expected, @object.value }
  end

  def test_a_method_that_is_defined_and_removed
    @lower.define_method(:value) { [:lower, *super()] }
    assert_values :upper, :lower, :base
    @lower.remove_method(:value)
    assert_values :upper, :base
    @base.define_method(:value) { [:again] }
    assert_values :upper, :again
    @lower.define_method(:value) { [:lower] }
    @lower.undef_method(:value)
    3.times { assert_raises(NoMethodError) { @object.value } }
    @lower.define_method(:value) { [:back] }
    assert_values :upper, :back
  end

  def test_modules_that_are_mixed_in_later
    lowest = Module.new { def value = [:lowest, *super] }
    @lower.include(lowest)
    assert_values :upper, :lowest, :base
    @base.prepend(Module.new { def value = [:before, *super] })
    assert_values :upper, :lowest, :before, :base
    @upper.prepend(Module.new { def value = [:top, *super] })
    assert_values :top, :upper, :lowest, :before, :base
    lowest.define_method(:value) { [:other] }
    assert_values :top, :upper, :other
  end

  # The class keeps the name of the alias, and super looks for the method's own name.
  def test_an_alias
    @upper.alias_method(:named, :value)
    3.times { assert_equal [:upper, :base], @object.named }
    @lower.define_method(:value) { [:lower] }
    3.times { assert_equal [:upper, :lower], @object.named }
    assert_equal [:upper, :lower], @object.other
  end

  def test_an_alias_is_the_only_name_that_is_called
    upper = Module.new do
      def word = [:upper, *super]
      alias_method :spoken, :word
    end
    lower = Module.new
    object = Class.new(Class.new { def word = [:base] }) { include upper, lower }.new
    3.times { assert_equal [:upper, :base], object.spoken }
    lower.define_method(:word) { [:lower] }
    3.times { assert_equal [:upper, :lower], object.spoken }
  end

  def test_two_classes_with_the_module
    upper = @upper
    base = Class.new { def value = [:far] }
    object = Class.new(base) { include upper }.new
    3.times { assert_equal [[:upper, :far], [:upper, :base]], [object, @object].map(&:value) }
    base.define_method(:value) { [:farther] }
    3.times { assert_equal [[:upper, :farther], [:upper, :base]], [object, @object].map(&:value) }
    base.remove_method(:value)
    3.times { assert_raises(NoMethodError) { object.value } }
    assert_values :upper, :base
  end

  def test_collections_in_between
    100.times do |i|
      lower = Module.new { define_method(:value) { [i] } }
      upper = @upper
      object = Class.new { include upper, lower }.new
      assert_equal [:upper, i], object.value
      GC.start if i % 20 == 0
      GC.compact if i == 50 && GC.respond_to?(:compact)
    end
    assert_values :upper, :base
  end
end
