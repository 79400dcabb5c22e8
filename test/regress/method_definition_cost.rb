require "test_helper"

# What a definition, an include or a singleton method costs does not grow with the classes and call sites of the program: a
# definition walked all call sites of its name, and all classes below its own.  Classes and sites looked at are counted.
class TestMethodDefinitionCost < Minitest::Test
  FEW, MANY, EACH = 100, 800, 50

  def steps
    before = RubyVM.call_stats[:definition_steps]
    yield
    (RubyVM.call_stats[:definition_steps] - before) / EACH.to_f
  end

  # Classes that have been called, each from a site of its own.
  def classes(n)
    Array.new(n) do
      klass = Class.new { def meth = 1 }
      klass.class_eval "def self.go(o) = o.meth"
      klass.go(klass.new)
      klass
    end
  end

  def assert_flat
    few, many = [FEW, MANY].map { |n| all = classes(n); steps { yield all } }
    assert_operator many, :<, few * 2 + 20
  end

  def test_redefinition
    assert_flat do |all|
      EACH.times { |i| all[i].class_eval { def meth = 2 }; assert_equal 2, all[i].go(all[i].new) }
    end
  end

  def test_singleton_method
    assert_flat do |all|
      EACH.times { |i| o = all[i].new; def o.meth = 3; assert_equal 3, all[i].go(o); assert_equal 1, all[i].go(all[i].new) }
    end
  end

  def test_method_of_object
    assert_flat { |all| EACH.times { |i| Object.class_eval("def mdc_#{all.size}_#{i} = 1; private :mdc_#{all.size}_#{i}") } }
  end

  def test_include
    assert_flat { |all| EACH.times { |i| all[i].include(Module.new { def other = 1; def to_s = super }); all[i].new.to_s } }
  end

  def test_extend
    assert_flat { |all| EACH.times { |i| o = all[i].new.extend(Module.new { def meth = super + 1 }); assert_equal 2, all[i].go(o) } }
  end

  def test_initialize
    assert_flat { |all| EACH.times { |i| all[i].class_eval { def initialize; super; @a = 1; end }; all[i].new } }
  end

  # Both ways to the classes concerned: down from a module with few classes below, and along the classes that keep the name.
  def test_what_is_concerned
    base = Class.new { def who = :base; def self.ask(o) = o.who }
    all = Array.new(300) { |i| Class.new(base) { define_method(:own) { i } } }
    objects = all.map(&:new)
    assert_equal [:base], objects.map { |o| base.ask(o) }.uniq
    mod = Module.new
    all[7].prepend(mod)
    mod.class_eval { def who = :mod }
    assert_equal :mod, base.ask(objects[7])
    assert_equal :base, base.ask(objects[8])
    base.class_eval { def who = :again }
    assert_equal [:again, :mod], objects.map { |o| base.ask(o) }.uniq
    mod.remove_method(:who)
    assert_equal [:again], objects.map { |o| base.ask(o) }.uniq
    base.undef_method(:who)
    objects.each { |o| assert_raises(NoMethodError) { base.ask(o) } }
    base.class_eval { def method_missing(*) = :missing }
    assert_equal [:missing], objects.map { |o| base.ask(o) }.uniq
  end

  # Classes die while lists have them, and their addresses are used again.
  def test_classes_die
    20.times do |turn|
      made = classes(30)
      made.each { |k| k.class_eval { def meth = 5 } }
      assert_equal [5], made.map { |k| k.go(k.new) }.uniq
      made = nil
      GC.start if turn.odd?
    end
    Object.class_eval { def mdc_meth = 1; remove_method :mdc_meth }
  end
end
