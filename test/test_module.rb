# test_module.rb - chains of modules: what include, prepend and their order do to look-up (class.c, class/mixin.c: CLASS-1 to CLASS-6).
require_relative "lib/test_helper"

class TestModule < Minitest::Test
  def named(name) = Module.new { define_method(:who) { [name, *(super() if defined?(super))] } }

  def setup
    @a, @b, @c = named(:a), named(:b), named(:c)
    @base = Class.new { def who = [:base] }
  end

  def test_order
    b, c = @b, @c
    k = Class.new(@base) { include b; prepend c; def who = [:k, *super] }
    assert_equal [c, k, b, @base], k.ancestors.first(4)
    assert_equal %i[c k b base], k.new.who
  end

  def test_included_twice_lies_once
    b = @b
    k = Class.new(@base) { include b; include b }
    assert_equal 1, k.ancestors.count(b)
    d = Class.new(k) { include b }
    assert_equal 1, d.ancestors.count(b), "the superclass has it"
    d.prepend(b)
    assert_equal 2, d.ancestors.count(b), "in front it is another place"
  end

  def test_a_module_that_grows_after_it_was_included
    b, c = @b, @c
    k = Class.new(@base) { include b }
    b.include(c)
    assert_equal [k, b, c, @base], k.ancestors.first(4)
    b.prepend(@a)
    assert_equal [k, @a, b, c, @base], k.ancestors.first(5)
    assert_equal %i[a b c base], k.new.who
  end

  def test_methods_that_come_and_go
    b = @b
    k = Class.new(@base) { prepend b }
    o = k.new
    assert_equal %i[b base], o.who
    b.define_method(:who) { [:new, *super()] }
    assert_equal %i[new base], o.who
    b.remove_method(:who)
    assert_equal %i[base], o.who
    b.define_method(:who) { [:again] }
    assert_equal %i[again], o.who
    b.undef_method(:who)
    assert_raises(NoMethodError) { o.who }
  end

  def test_singleton_chains
    o = @base.new.extend(@b)
    assert_equal %i[b base], o.who
    copy = o.clone
    o.extend(@c)
    assert_equal [%i[c b base], %i[b base], %i[base]], [o.who, copy.who, o.dup.who]
    assert_equal [@c, @b], o.singleton_class.included_modules.first(2)
  end

  def test_cycles_are_refused
    @a.include(@b)
    assert_equal "cyclic include detected", assert_raises(ArgumentError) { @b.include(@a) }.message
    assert_equal "cyclic prepend detected", assert_raises(ArgumentError) { @a.prepend(@a) }.message
    assert_raises(TypeError) { @a.include(@base) }
  end

  def test_subclasses_are_weak
    before = @base.subclasses.size
    100.times { Class.new(@base) }
    kept = Class.new(@base)
    GC.start
    assert_includes @base.subclasses, kept
    assert_operator @base.subclasses.size - before, :<, 60
    assert_equal @base, kept.superclass
  end

  def test_hooks
    log = []
    m = Module.new { define_singleton_method(:included) { |k| log << [:included, k] }; define_singleton_method(:prepended) { |k| log << [:prepended, k] } }
    k = Class.new { include m; prepend m }
    assert_equal [[:included, k], [:prepended, k]], log
  end

  def test_super_through_what_was_prepended_while_it_ran
    b = @b
    k = Class.new(@base)
    k.define_method(:who) { k.prepend(b); [:k, *super()] }
    assert_equal %i[k base], k.new.who
    assert_equal %i[b k base], k.new.who
  end
end
