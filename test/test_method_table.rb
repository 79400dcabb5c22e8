# test_method_table.rb - method tables, lookup, alias, undef, visibility, hooks (class/method_table.c, class/capi.c, object/module.c).
require_relative "lib/test_helper"

class TestMethodTable < Minitest::Test
  def text_of(klass, &b) = assert_raises(klass, &b).message

  class A; def foo = "A#foo"; end

  def test_alias_warns_of_what_it_discards
    verbose, $VERBOSE = $VERBOSE, true
    said = lambda do |&body|
      capture_io { Class.new(&body) }[1].lines.map { |line| line[/(discarding|previous definition of|undefining) .*/] }
    end
    assert_equal ["discarding old x", "previous definition of x was here"], said.() { def x = 1; alias_method :x, :to_s }
    assert_equal ["discarding old x"], said.() { attr_reader :x; alias_method :x, :to_s }
    assert_equal [], said.() { def x = 1; alias_method :y, :x; alias_method :x, :to_s }
    assert_equal ["redefining '__id__' may cause serious problems\n"],
                 [capture_io { Class.new { def x = 1; alias_method :__id__, :x } }[1][/redefining.*\n/]]
    assert_equal [], said.() { def x = 1; alias_method :x, :x; alias_method :x, :to_s }
  ensure
    $VERBOSE = verbose
  end

  def test_method_missing_that_may_not_be_asked
    assert_match(/\Aprivate method 'method_missing' called for an instance of Object/, text_of(NoMethodError) { Object.new.method_missing(:x) })
    none = Class.new { undef_method :method_missing }
    assert_match(/\Aundefined method 'foo' for an instance of/, text_of(NoMethodError) { none.new.foo })
    assert_equal "method name must be a Symbol but NilClass is given", text_of(ArgumentError) { 1.instance_eval { method_missing(nil) } }
  end

  def test_default_visibility_in_blocks_inside_methods
    c = Class.new do
      protected
      define_method(:x) { 1 }
      private
      define_method(:y) { 2 }
      def self.add(name) = define_method(name) { 3 }
    end
    c.add(:z)
    assert_equal [[:x], [:y], [:z]], [c.protected_instance_methods(false), c.private_instance_methods(false), c.public_instance_methods(false)]
    m = Module.new { module_function; define_method(:x) { 1 } }
    assert_equal [1, [:x]], [m.x, m.private_instance_methods]
  end

  def test_methods_of_singletons_differ
    o = Object.new
    special = o.method(:to_s)
    def special.x = 1
    refute_equal special, o.method(:to_s)
    assert_equal o.method(:to_s), o.method(:to_s)
  end

  def test_redefinition_is_seen_by_sites
    c = Class.new { def x = 1 }
    o = c.new
    seen = 3.times.map do |i|
      c.class_eval { define_method(:x) { 10 + i } } if i > 0
      o.x
    end
    assert_equal [1, 11, 12], seen
    d = Class.new(c)
    p = d.new
    call = -> { p.x }
    assert_equal 12, call.()
    d.class_eval { def x = :d }
    assert_equal :d, call.()
    d.send(:remove_method, :x)
    assert_equal 12, call.()
    m = Module.new { def x = [:m, super] }
    d.include m
    assert_equal [:m, 12], call.()
    m.module_eval { def x = :again }
    assert_equal :again, call.()
    m.send(:remove_method, :x)
    assert_equal 12, call.()
    c.prepend(Module.new { def x = [:p, super] })
    assert_equal [:p, 12], call.()
  end

  def test_super_is_seen_too
    s = Class.new { def x = 1 }
    c = Class.new(s) { def x = [super] }
    o = c.new
    call = -> { o.x }
    assert_equal [1], call.()
    s.class_eval { def x = 2 }
    assert_equal [2], call.()
    c.include(Module.new { def x = :m })
    assert_equal [:m], call.()
  end

  def test_missing_is_seen_when_it_comes
    c = Class.new { def method_missing(n, ...) = [:missing, n] }
    o = c.new
    call = -> { o.later }
    assert_equal %i[missing later], call.()
    c.class_eval { def later = 1 }
    assert_equal 1, call.()
    c.undef_method :later
    assert_equal %i[missing later], call.()
  end

  def test_alias
    b = Class.new(A) { alias bar foo; def foo = "B#foo" }
    assert_equal ["A#foo", "B#foo"], [b.new.bar, b.new.foo]
    assert_equal b, b.instance_method(:bar).owner
    assert_equal [:bar, :foo], b.instance_methods(false).sort
    # super of an aliased method goes on with its first name, from where it was written
    s = Class.new { def one = "s1"; def two = "s2" }
    c = Class.new(s) { def one = "c" + super; alias two one }
    assert_equal %w[cs1 cs1], [c.new.one, c.new.two]
    m = Module.new { def one = "m" + super }
    n = Module.new { include m; alias uno one }
    d = Class.new(s) { include n }
    assert_equal "ms1", d.new.uno
    assert_equal :x, c.class_eval { alias_method :x, :one }
    assert_match(/\Aundefined method 'nope' for class '#<Class:0x/, text_of(NameError) { c.alias_method :a, :nope })
    assert_match(/\Aundefined method 'nope' for module '#<Module:0x/, text_of(NameError) { Module.new { alias_method :a, :nope } })
  end

  def test_undef_and_remove
    b = Class.new(A)
    b.undef_method :foo
    assert_match(/\Aundefined method 'foo' for an instance of/, text_of(NoMethodError) { b.new.foo })
    assert_equal [:foo], b.undefined_instance_methods
    refute b.method_defined?(:foo)
    b.class_eval { def foo = 1 }
    b.remove_method :foo
    assert_equal "A#foo", b.new.foo
    assert_equal "method 'foo' not defined in #{b}", text_of(NameError) { b.remove_method :foo }
    assert_match(/\Aundefined method 'nope' for class/, text_of(NameError) { b.undef_method :nope })
    e = assert_raises(NameError) { b.undef_method :nope }
    assert_equal ["nope", b], [e.name.to_s, e.receiver]
  end

  def test_visibility_in_a_subclass
    b = Class.new(A) { private :foo }
    assert_match(/\Aprivate method 'foo' called for/, text_of(NoMethodError) { b.new.foo })
    assert_equal "A#foo", b.new.send(:foo)
    assert_equal [[:foo], []], [b.private_instance_methods(false), b.instance_methods(false)]
    assert_equal "A#foo", A.new.foo
    c = Class.new(b) { public :foo }
    assert_equal "A#foo", c.new.foo
    A.class_eval { def foo = "A#foo" } # what the two resolve to
    assert_equal "A#foo", c.new.foo
    p = Class.new { def a = 1; protected :a; def ask(o) = o.a }
    assert_equal 1, p.new.ask(p.new)
    assert_match(/\Aprotected method 'a' called for/, text_of(NoMethodError) { p.new.a })
  end

  def test_visibility_results
    r = nil
    Class.new do
      def a = 1
      def b = 1
      r = [public, private, protected, public(:a), private(:a, :b), public([:a, :b]), public]
    end
    assert_equal [nil, nil, nil, :a, [:a, :b], [:a, :b], nil], r
    c = Class.new { private; def x = 1; public; def y = 1; private def z = 1; def w = 1 }
    assert_equal [[:y, :w], [:x, :z]], [c.instance_methods(false), c.private_instance_methods(false)]
    assert_equal "[:a] is not a symbol nor a string", text_of(TypeError) { Class.new { public [:a], :b } }
    assert_match(/\Aundefined method 'nope' for class/, text_of(NameError) { Class.new { private :nope } })
  end

  def test_private_always
    c = Class.new { public; def initialize = nil; def initialize_copy(o) = nil; def respond_to_missing?(*) = false }
    assert_equal [], c.instance_methods(false)
    assert_equal %i[initialize initialize_copy respond_to_missing?], c.private_instance_methods(false).sort
  end

  def test_module_function
    r = nil
    m = Module.new do
      def x = 1
      r = [module_function(:x), module_function]
      def y = 2
    end
    assert_equal [:x, nil], r
    assert_equal [1, 2], [m.x, m.y]
    assert_equal %i[x y], m.private_instance_methods.sort
    assert_match(/\Aundefined method 'module_function' for class/, text_of(NoMethodError) { Class.new.send(:module_function) })
  end

  def test_class_method_visibility
    c = Class.new { def self.z = 1 }
    assert_same c, c.private_class_method(:z)
    assert_match(/\Aprivate method 'z' called for class/, text_of(NoMethodError) { c.z })
    c.public_class_method([:z])
    assert_equal 1, c.z
  end

  def test_attr
    r = nil
    c = Class.new { r = [attr("b"), attr_reader(:c, :d), attr_writer(:e), attr_accessor(:f)] }
    assert_equal [[:b], [:c, :d], [:e=], [:f, :f=]], r
    o = c.new
    o.f = 5
    assert_equal [5, nil, [:@f]], [o.f, o.c, o.instance_variables]
    o.freeze
    assert_match(/\Acan't modify frozen #<Class/, text_of(FrozenError) { o.f = 1 })
    %w[a? @a a= 1a].each { |n| assert_equal "invalid attribute name '#{n}'", text_of(NameError) { Class.new { attr_reader n } } }
    private_one = Class.new { private; attr_reader :hid }
    assert_equal [:hid], private_one.private_instance_methods(false)
    assert_equal [__FILE__, __LINE__ - 2], private_one.instance_method(:hid).source_location
  end

  def test_hooks
    log = []
    c = Class.new do
      define_singleton_method(:method_added) { |n| log << [:added, n] }
      define_singleton_method(:method_removed) { |n| log << [:removed, n] }
      define_singleton_method(:method_undefined) { |n| log << [:undefined, n] }
      define_singleton_method(:singleton_method_added) { |n| log << [:singleton, n] }
    end
    log.clear
    c.class_eval { def a = 1; alias b a; attr_reader :c; private :to_s; private :a }
    c.send(:remove_method, :a)
    c.send(:undef_method, :b)
    def c.s = 1
    assert_equal [[:added, :a], [:added, :b], [:added, :c], [:added, :to_s], [:removed, :a], [:undefined, :b], [:singleton, :s]], log
  end

  def test_mixin_hooks
    log = []
    m = Module.new
    %i[included extended prepended].each { |h| m.define_singleton_method(h) { |by| log << [h, by] } }
    c = Class.new
    o = Object.new
    c.include m
    c.prepend m
    o.extend m
    assert_equal [[:included, c], [:prepended, c], [:extended, o]], log
  end

  def test_lists
    c = Class.new(A) { def x = 1; protected def y = 1; private def z = 1 }
    assert_equal %i[x y], c.instance_methods(false).sort
    assert_equal [%i[x], %i[y], %i[z]], [c.public_instance_methods(false), c.protected_instance_methods(false), c.private_instance_methods(false)]
    assert_includes c.instance_methods, :foo
    o = c.new
    def o.s = 1
    assert_equal [%i[s], %i[s], %i[x]], [o.singleton_methods, o.methods(false), o.public_methods(false) & %i[x y z]]
    k = Class.new { def self.s1 = 1 }
    l = Class.new(k) { def self.s2 = 1 }
    assert_equal [%i[s2 s1], %i[s2]], [l.singleton_methods, l.singleton_methods(false)]
    assert_equal %i[e s1], k.extend(Module.new { def e = 1 }).singleton_methods.sort
  end

  def test_method_defined
    assert String.method_defined?(:upcase) && String.method_defined?("upcase", false)
    refute String.method_defined?(:puts) || String.method_defined?(:object_id, false)
    assert String.private_method_defined?(:puts)
    assert_equal "3 is not a symbol nor a string", text_of(TypeError) { String.method_defined?(3) }
  end

  def test_respond_to
    c = Class.new { def a = 1; private def b = 1; protected def c = 1; def respond_to_missing?(n, priv) = n == :d || priv && n == :e }
    o = c.new
    assert_equal [true, false, false, true, false], %i[a b c d e].map { o.respond_to?(_1) }
    assert_equal [true, true, true, true, true], %i[a b c d e].map { o.respond_to?(_1, true) }
    assert o.respond_to?("d")
    refute o.respond_to?("a name without a symbol yet")
  end

  def test_arity_and_parameters
    c = Class.new { attr_accessor :a; define_method(:d) { |w, x, y = 1, *z, k: 2, &b| } }
    assert_equal [0, 1, -3], [c.instance_method(:a).arity, c.instance_method(:a=).arity, c.instance_method(:d).arity]
    assert_equal [[:req, :w], [:req, :x], [:opt, :y], [:rest, :z], [:key, :k], [:block, :b]], c.instance_method(:d).parameters
    assert_equal [[:rest]], Array.instance_method(:push).parameters
    assert_equal [[:req]], Array.instance_method(:<=>).parameters
  end

  def test_basic_operators_can_be_redefined
    out, err, status = run_ruby(<<~'RUBY')
      class Integer; alias plus +; def +(o) = plus(o).plus(1); end
      p 1 + 1
      class String; prepend(Module.new { def ==(o) = :mine }); end
      p "a" == "b"
      class NilClass; def nil? = :nope; end
      p nil.nil?
      module Comparable; def clamp(*) = 7; end
      p 3.clamp(1, 2)
      class Array; def [](i) = :aref; end
      p [1][0]
      class Foo; def ! = :not; end
      p !Foo.new
      module Kernel; def nil? = :k; end
      p 3.nil?
    RUBY
    assert_equal ["3\n:mine\n:nope\n7\n:aref\n:not\n:k\n", "", 0], [out, err.lines.grep_v(/warning/).join, status]
  end

  def test_ruby2_keywords
    c = Class.new { ruby2_keywords def pass(*a) = take(*a); def take(*a, **k) = [a, k] }
    assert_equal [[1], { k: 2 }], c.new.pass(1, k: 2)
    assert_match(/\Aundefined method 'nope'/, text_of(NameError) { Class.new { ruby2_keywords :nope } })
  end
end
