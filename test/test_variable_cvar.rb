# test_variable_cvar.rb - class variables (variable/cvar.c): whose they are, through modules and singleton classes, what overtakes
# what, and the cache of holders after each change that moves one.  test_variable.rb has a first look at them.
require_relative "lib/test_helper"

class TestVariableCvar < Minitest::Test
  def text_of(klass, &) = assert_raises(klass, &).message

  # ---- whose variable it is ----

  def test_a_subclass_shares_the_variable_of_its_superclass
    top = Class.new { class_variable_set(:@@v, 1) }
    low = Class.new(Class.new(top))
    assert_equal 1, low.class_variable_get(:@@v)
    low.class_variable_set(:@@v, 2)
    assert_equal 2, top.class_variable_get(:@@v)
    assert_equal [], low.class_variables(false)
  end

  def test_siblings_have_variables_of_their_own
    top = Class.new
    one, two = Class.new(top) { class_variable_set(:@@v, 1) }, Class.new(top) { class_variable_set(:@@v, 2) }
    assert_equal [1, 2], [one.class_variable_get(:@@v), two.class_variable_get(:@@v)]
    refute top.class_variable_defined?(:@@v)
  end

  def test_a_variable_of_a_module_is_that_of_every_class_that_includes_it
    mod = Module.new { class_variable_set(:@@v, :mod) }
    one, two = Class.new { include mod }, Class.new { prepend mod }
    one.class_variable_set(:@@v, :set)
    assert_equal [:set, :set], [mod.class_variable_get(:@@v), two.class_variable_get(:@@v)]
    assert_equal [[], [:@@v]], [one.class_variables(false), one.class_variables]
  end

  def test_an_included_module_above_a_class_gives_its_variable_to_the_class
    mod, klass = Module.new, Class.new
    klass.include(mod)
    mod.class_variable_set(:@@late, 1)
    assert_equal 1, klass.class_variable_get(:@@late)
  end

  class Lexical
    @@v = :lexical
    def read = @@v
    def in_block = [1].map { @@v }[0]
    def self.read = @@v
    class << self
      def from_singleton = @@v
      def set_from_singleton(x) = @@v = x
    end
    class Inner; def self.read = @@v; end
  end

  def test_the_variable_is_that_of_the_class_around_the_code
    assert_equal [:lexical] * 4, [Lexical.new.read, Lexical.new.in_block, Lexical.read, Lexical.from_singleton]
    assert_equal [:lexical] * 2, [Class.new(Lexical).new.read, Class.new(Lexical).read]
    Lexical.set_from_singleton(:other)
    assert_equal :other, Lexical.class_variable_get(:@@v)
    Lexical.set_from_singleton(:lexical)
    assert_equal "uninitialized class variable @@v in TestVariableCvar::Lexical::Inner", text_of(NameError) { Lexical::Inner.read }
  end

  def test_a_block_in_class_eval_keeps_the_class_around_it
    klass = Class.new { class_variable_set(:@@v, 1) }
    assert_equal "uninitialized class variable @@v in TestVariableCvar", text_of(NameError) { klass.class_eval { @@v } }
    assert_equal 1, klass.class_eval("@@v")
    assert_equal 1, klass.new.instance_eval("self.class.class_variable_get(:@@v)")
  end

  # ---- singleton classes ----

  def test_the_singleton_class_of_a_class_is_a_way_to_the_class
    klass = Class.new { class_variable_set(:@@v, 1) }
    assert_equal 1, klass.singleton_class.class_variable_get(:@@v)
    klass.singleton_class.class_variable_set(:@@v, 2)
    assert_equal 2, klass.class_variable_get(:@@v)
    assert klass.singleton_class.class_variable_defined?(:@@v)
    assert_equal [[:@@v], []], [klass.singleton_class.class_variables, klass.singleton_class.class_variables(false)]
    assert_match(/\Acannot remove @@v for #<Class:#<Class:0x\h+>>\z/, text_of(NameError) { klass.singleton_class.remove_class_variable(:@@v) })
  end

  def test_a_new_variable_set_in_a_singleton_class_is_its_own
    klass = Class.new { class_variable_set(:@@v, 1) }
    single = klass.singleton_class
    single.class_variable_set(:@@w, 2)
    assert_equal [2, true, false], [single.class_variable_get(:@@w), single.class_variable_defined?(:@@w), klass.class_variable_defined?(:@@w)]
    assert_equal [[:@@v], [:@@w, :@@v], [:@@w]], [klass.class_variables, single.class_variables, single.class_variables(false)]
    klass.class_variable_set(:@@w, 3)
    assert_match(/\Aclass variable @@w of .* is overtaken by #<Class:0x\h+>\z/, text_of(RuntimeError) { single.class_variable_get(:@@w) })
    assert_equal [2, 3], [single.remove_class_variable(:@@w), single.class_variable_get(:@@w)]
  end

  def test_the_singleton_class_of_a_module_is_a_way_to_the_module
    mod = Module.new { class_variable_set(:@@v, 1) }
    assert_equal 1, mod.singleton_class.class_variable_get(:@@v)
    assert_equal [:@@v], mod.singleton_class.class_variables
  end

  def test_the_singleton_class_of_another_object_is_a_class_below_that_of_the_object
    klass = Class.new { class_variable_set(:@@v, 1) }
    object = klass.new
    assert_equal 1, object.singleton_class.class_variable_get(:@@v)
    object.singleton_class.class_variable_set(:@@own, 2)
    assert_equal [[:@@v], [:@@own]], [klass.class_variables, object.singleton_class.class_variables(false)]
  end

  # ---- overtaken variables ----

  def overtaken
    top = Class.new { def self.name = "Top" }
    low = Class.new(top) { class_variable_set(:@@v, :low) }
    top.class_variable_set(:@@v, :top)
    [top, low]
  end

  def test_a_variable_overtaken_from_above_may_not_be_touched
    top, low = overtaken
    text = /\Aclass variable @@v of #<Class:0x\h+> is overtaken by #<Class:0x\h+>\z/
    assert_match text, text_of(RuntimeError) { low.class_variable_get(:@@v) }
    assert_match text, text_of(RuntimeError) { low.class_variable_set(:@@v, 1) }
    assert_equal :top, top.class_variable_get(:@@v)
    assert low.class_variable_defined?(:@@v)
    assert_equal [:@@v], low.class_variables
  end

  def test_removing_one_of_the_two_ends_the_conflict
    top, low = overtaken
    assert_equal :low, low.remove_class_variable(:@@v)
    assert_equal :top, low.class_variable_get(:@@v)
    top, low = overtaken
    assert_equal :top, top.remove_class_variable(:@@v)
    assert_equal :low, low.class_variable_get(:@@v)
  end

  def test_a_module_included_later_overtakes
    klass = Class.new { class_variable_set(:@@v, 1) }
    mod = Module.new { class_variable_set(:@@v, 2) }
    klass.include(mod)
    assert_match(/is overtaken by #<Module:0x\h+>\z/, text_of(RuntimeError) { klass.class_variable_get(:@@v) })
  end

  # ---- sites and their caches ----

  def test_a_warm_site_sees_each_change_of_the_holder
    top, low = Class.new, nil
    low = Class.new(top) { class_eval "def self.read = @@v; def self.write(x) = @@v = x" }
    low.write(1)
    3.times { assert_equal 1, low.read }
    top.class_variable_set(:@@v, 2)
    assert_raises(RuntimeError) { low.read }
    assert_raises(RuntimeError) { low.write(9) }
    low.remove_class_variable(:@@v)
    3.times { assert_equal 2, low.read }
    low.write(3)
    assert_equal 3, top.class_variable_get(:@@v)
    assert_equal [3, false], [top.remove_class_variable(:@@v), low.class_variable_defined?(:@@v)]
  end

  def test_a_warm_site_sees_a_module_that_is_included
    low = Class.new { class_eval "@@v = 1; def self.read = @@v" }
    3.times { assert_equal 1, low.read }
    low.include(Module.new { class_variable_set(:@@v, 2) })
    assert_raises(RuntimeError) { low.read }
  end

  def test_one_site_serves_many_classes
    readers = Array.new(200) { |i| Class.new { class_variable_set(:@@v, i) } }
    2.times { assert_equal (0...200).to_a, readers.map { |klass| klass.class_variable_get(:@@v) } }
    readers.each_with_index { |klass, i| klass.class_variable_set(:@@v, -i) }
    assert_equal (0...200).map(&:-@), readers.map { |klass| klass.class_variable_get(:@@v) }
  end

  def test_operators_assign_once
    klass = Class.new { class_eval "def self.or(x) = @@v ||= x; def self.add = @@v += 1; def self.and(x) = @@v &&= x" }
    assert_equal [1, 1, 2, 5, 5], [klass.or(1), klass.or(7), klass.add, klass.and(5), klass.class_variable_get(:@@v)]
  end

  def test_defined_names_the_kind_and_raises_nothing
    klass = Class.new { class_eval "def self.kind = defined?(@@v)" }
    assert_nil klass.kind
    klass.class_variable_set(:@@v, nil)
    assert_equal "class variable", klass.kind
    klass.remove_class_variable(:@@v)
    assert_nil klass.kind
  end

  # ---- names, lists, refusals ----

  def test_names_are_symbols_or_strings_with_two_at_signs
    klass = Class.new
    assert_equal 1, klass.class_variable_set("@@v", 1)
    assert_equal [1, 1], [klass.class_variable_get("@@v"), klass.class_variable_get(:@@v)]
    assert klass.class_variable_defined?("@@v")
    ["v", "@v", "@@", "@@1", "V", "@@v ", ""].each do |name|
      assert_equal "'#{name}' is not allowed as a class variable name", text_of(NameError) { klass.class_variable_get(name) }
      assert_equal "'#{name}' is not allowed as a class variable name", text_of(NameError) { klass.class_variable_set(name, 1) }
      assert_equal "'#{name}' is not allowed as a class variable name", text_of(NameError) { klass.class_variable_defined?(name) }
    end
    assert_equal "1 is not a symbol nor a string", text_of(TypeError) { klass.class_variable_get(1) }
    assert_equal "wrong class variable name v", text_of(NameError) { klass.remove_class_variable(:v) }
  end

  def test_a_name_error_has_the_name_and_the_receiver
    klass = Class.new
    error = assert_raises(NameError) { klass.class_variable_get("@@never_seen_before") }
    assert_equal [:@@never_seen_before, klass], [error.name, error.receiver]
  end

  def test_removing_gives_the_value_and_refuses_what_is_elsewhere
    top = Class.new { def self.to_s = "Top"; def self.name = "Top"; class_variable_set(:@@v, 7) }
    low = Class.new(top)
    assert_match(/\Acannot remove @@v for /, text_of(NameError) { low.remove_class_variable(:@@v) })
    assert_match(/\Aclass variable @@none not defined for /, text_of(NameError) { low.remove_class_variable(:@@none) })
    assert_equal [7, []], [top.remove_class_variable(:@@v), top.class_variables]
  end

  def test_the_list_has_each_name_once_nearest_class_first
    mod = Module.new { class_variable_set(:@@m, 1) }
    top = Class.new { include mod; class_variable_set(:@@t, 1) }
    low = Class.new(top) { class_variable_set(:@@l, 1) }
    assert_equal [:@@l, :@@t, :@@m], low.class_variables
    assert_equal [[:@@l], [:@@l]], [low.class_variables(false), low.class_variables(nil)]
    assert_equal "wrong number of arguments (given 2, expected 0..1)", text_of(ArgumentError) { low.class_variables(1, 2) }
  end

  def test_a_frozen_holder_refuses
    klass = Class.new { class_variable_set(:@@v, 1) }
    low = Class.new(klass)
    klass.freeze
    assert_match(/\Acan't modify frozen Class: #<Class:0x\h+>\z/, text_of(FrozenError) { klass.class_variable_set(:@@v, 2) })
    assert_raises(FrozenError) { low.class_variable_set(:@@v, 2) }
    assert_raises(FrozenError) { klass.class_variable_set(:@@new, 2) }
    assert_raises(FrozenError) { klass.remove_class_variable(:@@v) }
    assert_equal [1, 2], [low.class_variable_get(:@@v), low.class_variable_set(:@@own, 2)]
  end

  def test_a_clone_of_a_class_has_its_own_copy
    klass = Class.new { class_variable_set(:@@v, [1]) }
    copy = klass.clone
    copy.class_variable_set(:@@v, 2)
    assert_equal [[1], 2], [klass.class_variable_get(:@@v), copy.class_variable_get(:@@v)]
    assert_equal [:@@v], klass.dup.class_variables
  end

  def test_no_class_is_around_the_top_level
    assert_match(/class variable access from toplevel \(RuntimeError\)/, run_ruby("@@a = 1; @@a", "--disable-gems")[1])
    assert_match(/class variable access from toplevel \(RuntimeError\)/, run_ruby("def m = @@a; m", "--disable-gems")[1])
    assert_equal ["nil\n", "", 0], run_ruby("p defined?(@@a)", "--disable-gems")
  end

  def test_another_ractor_touches_no_class_variable
    source = <<~RUBY
      Warning[:experimental] = false
      class A
        @@v = 1
        def self.read = @@v
        def self.write = @@v = 1
      end
      %i[read write].each do |name|
        Ractor.new(name) { |n| Thread.current.report_on_exception = false; A.send(n) }.value
      rescue Ractor::RemoteError => e
        puts "\#{e.cause.class}: \#{e.cause.message}"
      end
    RUBY
    assert_equal ["Ractor::IsolationError: can not access class variables from non-main Ractors (@@v from A)\n"] * 2,
                 run_ruby(source, "--disable-gems")[0].lines
  end
end
