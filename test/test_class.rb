# test_class.rb - making, naming, copying and asking classes (class.c, class/name.c, class/mixin.c, object/module.c).
require_relative "lib/test_helper"

class TestClass < Minitest::Test
  module M; end
  module N; end
  class Super; end
  class Sub < Super; end

  # the ancestors below Object, anonymous ones as :c and :m
  def chain(c) = c.ancestors.take_while { _1 != Object }.map { |x| { M => "M", N => "N" }[x] || (x.is_a?(Class) ? :c : :m) }

  def text_of(klass = nil, &b) = assert_raises(*klass, &b).message

  def test_new_checks_superclass
    assert_equal "superclass must be an instance of Class (given an instance of Integer)", text_of(TypeError) { Class.new(3) }
    assert_equal "can't make subclass of Class", text_of(TypeError) { Class.new(Class) }
    assert_equal "can't make subclass of singleton class", text_of(TypeError) { Class.new(Object.new.singleton_class) }
    assert_equal "already initialized class", text_of(TypeError) { Class.new.send(:initialize) }
  end

  def test_uninitialized_class
    assert_equal "can't instantiate uninitialized class", text_of(TypeError) { Class.allocate.new }
    assert_equal "uninitialized class", text_of(TypeError) { Class.allocate.superclass }
    c = Class.allocate
    c.send(:initialize, Super)
    assert_equal Super, c.superclass
  end

  def test_no_allocator
    assert_equal "allocator undefined for Integer", text_of(TypeError) { Integer.allocate }
    assert_equal "undefined method 'new' for class Integer", text_of(NoMethodError) { Integer.new }
    assert_match(/\Aallocator undefined for #<Class:0x/, text_of(TypeError) { Class.new(Integer).allocate })
    assert_equal "can't create instance of singleton class", text_of(TypeError) { Object.new.singleton_class.new }
  end

  def test_subclasses
    c = Class.new
    a = Class.new(c)
    b = Class.new(c)
    assert_equal [b, a], c.subclasses
    a.new.singleton_class
    assert_equal [], a.subclasses
    assert_equal c, a.superclass
    assert_nil BasicObject.superclass
  end

  def test_singleton_class
    o = Object.new
    assert_equal Object, o.singleton_class.superclass
    assert o.singleton_class.singleton_class?
    refute String.singleton_class?
    assert_same o, o.singleton_class.attached_object
    assert_equal "'String' is not a singleton class", text_of(TypeError) { String.attached_object }
    assert_equal NilClass, nil.singleton_class
    [3, :a, 3.0, 2**70].each { |v| assert_equal "can't define singleton", text_of(TypeError) { v.singleton_class } }
    assert_equal "#<Class:#<Class:String>>", String.singleton_class.singleton_class.inspect
    assert_equal Super.singleton_class.singleton_class, Sub.singleton_class.singleton_class.superclass
    o.freeze
    assert o.singleton_class.frozen?
  end

  def test_metaclass_of_metaclass_sees_later_methods
    s = Class.new
    c = Class.new(s)
    c.singleton_class
    class << s.singleton_class; def deep = 1; end
    assert_equal 1, c.singleton_class.deep
  end

  def test_include_prepend_order
    assert_equal ["M", :c, "M"], chain(Class.new { include M; prepend M })
    assert_equal ["M", :c], chain(Class.new { prepend M; include M })
    assert_equal ["N", "M", :c], chain(Class.new { prepend M; prepend N; prepend M })
    a = Module.new { prepend M }
    assert_equal [:c, "M", :m, "N"], chain(Class.new { include N; include a; include M })
    a = Module.new { include M; include N }
    assert_equal [:c, :m, "N", "M"], chain(Class.new { include M; include a })
    a = Module.new { include N; include M }
    assert_equal [:c, :m, "M", "N"], chain(Class.new { include M; include a })
    s = Class.new { include M }
    assert_equal ["M", :c, :c, "M"], chain(Class.new(s) { include M; prepend M })
    assert_equal [:c, "M", "N"], chain(Class.new { include M, N })
  end

  def test_module_changed_after_it_was_mixed_in
    a = Module.new { include M }
    c = Class.new { include a }
    a.include N
    a.prepend Comparable
    assert_equal [c, Comparable, a, N, M], c.ancestors.take(5)
    a = Module.new
    c = Class.new { prepend a }
    a.prepend M
    a.include N
    assert_equal ["M", :m, "N", :c], chain(c)
  end

  def test_super_through_prepended_module_in_a_chain
    before = Module.new { def m = "b" + super }
    a = Module.new { def m = "a" + super }
    s = Class.new { def m = "s" }
    c = Class.new(s) { include a; def m = "c" + super }
    assert_equal "cas", c.new.m
    a.prepend before
    assert_equal "cbas", c.new.m
  end

  def test_cycles
    m = Module.new
    assert_equal "cyclic include detected", text_of(ArgumentError) { m.include m }
    assert_equal "cyclic prepend detected", text_of(ArgumentError) { m.prepend m }
    n = Module.new { include m }
    assert_equal "cyclic include detected", text_of(ArgumentError) { m.include n }
  end

  def test_include_checks
    assert_equal "wrong argument type Integer (expected Module)", text_of(TypeError) { String.include 3 }
    assert_equal "wrong argument type Class (expected Module)", text_of(TypeError) { String.include String }
    assert_equal "wrong number of arguments (given 0, expected 1+)", text_of(ArgumentError) { String.include }
    assert_equal "wrong argument type Class (expected Module)", text_of(TypeError) { Object.include? Object }
    assert Class.new { prepend M }.include?(M)
    assert_equal [N, M], Class.new { prepend N; include M }.included_modules - Object.included_modules
  end

  def test_comparison
    assert_equal [true, false, false, true, true, true, nil], [String < Object, Object < String, String < String,
                 String <= String, String < Comparable, Comparable > String, Integer < String]
    assert_equal [-1, 1, 0, nil, nil], [String <=> Object, Object <=> String, String <=> String, String <=> 3, String <=> Integer]
    assert_equal "compared with non class/module", text_of(TypeError) { String < 3 }
    assert_equal "compared with non class/module", text_of(TypeError) { String > 3 }
    assert Comparable === "" && !(Comparable === nil) && Super === Sub.new
    assert_equal "class or module required", text_of(TypeError) { 3.is_a? 3 }
  end

  def test_names
    m = Module.new
    m.const_set(:A, a = Class.new)
    assert_match(/\A#<Module:0x\h{16}>::A\z/, a.name)
    Object.const_set(:TestClassNamed, m)
    assert_equal "TestClassNamed::A", a.name
    assert_same a.name, a.name
    refute_same a.name, a.to_s
    assert_equal "TestClass::M", M.inspect
    assert_nil Class.new.name
    assert_match(/\A#<Class:0x\h{16}>\z/, Class.new.inspect)
    assert_match(/\A#<#<Class:0x\h{16}>:0x\h{16}>\z/, Class.new(Module).new.inspect)
  ensure
    Object.send(:remove_const, :TestClassNamed)
  end

  def test_temporary_name
    m = Module.new
    assert_same m, m.set_temporary_name("fake<x>")
    m.const_set(:C, c = Class.new)
    assert_equal ["fake<x>", "fake<x>", "fake<x>::C", "#<Class:fake<x>>"], [m.name, m.to_s, c.name, m.singleton_class.inspect]
    m.set_temporary_name(nil)
    assert_nil m.name
    assert_nil c.name
    assert_equal "the temporary name must not be a constant path to avoid confusion", text_of(ArgumentError) { m.set_temporary_name("Foo") }
    assert_equal "empty class/module name", text_of(ArgumentError) { m.set_temporary_name("") }
    assert_equal "can't change permanent name", text_of(RuntimeError) { String.set_temporary_name("x") }
    assert_equal "Foo::y", m.set_temporary_name("Foo::y").name
  end

  def test_dup_and_clone
    c = Class.new { def self.x = 1; def y = self.class::K; @iv = 5 }
    c.const_set(:K, 7)
    c.class_variable_set(:@@v, 3)
    d = c.dup
    assert_equal [1, nil, 7, 5, 3], [d.x, d.name, d.new.y, d.instance_variable_get(:@iv), d.class_variable_get(:@@v)]
    d.class_variable_set(:@@v, 4)
    assert_equal 3, c.class_variable_get(:@@v)
    assert_equal String.ancestors.drop(1), String.dup.ancestors.drop(1)
    assert_equal "can't copy singleton class", text_of(TypeError) { String.singleton_class.dup }
    assert_equal "can't copy the root class", text_of(TypeError) { BasicObject.dup }
    p = Module.new { def z = "p" + super }
    e = Class.new { prepend p; def z = "e" }
    assert_equal "pe", e.dup.new.z
  end

  def test_copied_method_sees_the_copy
    c = Class.new { const_set(:K, 1); class_eval "def k = K" }
    d = c.clone
    d.send(:remove_const, :K)
    d.const_set(:K, 2)
    assert_equal [1, 2], [c.new.k, d.new.k]
  end

  def test_frozen_class
    c = Class.new.freeze
    [-> { c.include Comparable }, -> { c.define_method(:a) { } }, -> { c.class_variable_set(:@@a, 1) }, -> { c.const_set(:A, 1) },
     -> { c.send :attr_reader, :x }, -> { c.undef_method :to_s }, -> { c.alias_method :x, :to_s }].each do |change|
      assert_equal "can't modify frozen Class: #{c}", text_of(FrozenError, &change)
    end
    o = Object.new.freeze
    assert_equal "can't modify frozen Object: #{o.inspect}", text_of(FrozenError) { o.extend Comparable }
    assert_equal "can't modify frozen Object: #{o.inspect}", text_of(FrozenError) { def o.x = 1 }
  end

  def test_hooks_in_order
    log = []
    s = Class.new { define_singleton_method(:inherited) { |k| log << [:inherited, k.name]; super(k) } }
    Object.const_set(:TestClassHookSuper, s)
    Object.define_singleton_method(:const_added) { |n| log << [:const_added, n] if n == :TestClassHooked; super(n) }
    Object.class_eval "class TestClassHooked < TestClassHookSuper; end"
    assert_equal [[:const_added, :TestClassHooked], [:inherited, "TestClassHooked"]], log
  ensure
    Object.singleton_class.send(:remove_method, :const_added)
    Object.send(:remove_const, :TestClassHooked)
    Object.send(:remove_const, :TestClassHookSuper)
  end

  def test_dead_classes_leave_the_list
    c = Class.new
    50.times { Class.new(c) }
    GC.start
    assert_operator c.subclasses.size, :<, 50
  end
end
