# test_bmethod_frame.rb - the frame of a define_method block has its method entry in FP_CODE (internal/vm.h FRAME-2).
require_relative "lib/test_helper"

class TestBmethodFrame < Minitest::Test
  class Root
    def n = [:root]
    def x = 1
    def y = 2
    def h(a = 0) = [:root, a]
    def k(v: 1) = [:root, v]
  end

  def test_the_same_proc_in_two_ancestors
    m = Module.new { define_method(:n) { [:memo, *super()] } }
    a = Class.new(Root)
    a.prepend m
    b = Class.new(a)
    b.prepend m.dup
    b.class_eval { def n = [*super(), :node] }
    3.times { assert_equal [:memo, :memo, :root, :node], b.new.n }
  end

  def test_the_method_is_removed_while_it_runs
    body = proc do |*|
      self.class.send(:remove_method, :n)
      GC.start
      super()
    end
    assert_equal [:root], Class.new(Root) { define_method(:n, &body) }.new.n
    alone = Class.new { define_method(:n, &body) }
    e = assert_raises(NoMethodError) { alone.new.n }
    assert_match(/\Asuper: no superclass method 'n' for an instance of /, e.message)
  end

  def test_a_block_outlives_its_method
    saved = nil
    c = Class.new(Root) { define_method(:h) { |a = 1| saved = -> { [__method__, __callee__, super(a)] } } }
    c.class_eval { alias_method :other, :h }
    assert_equal [:h, :h, [:root, 3]], c.new.h(3).call
    assert_equal [:h, :other, [:root, 4]], c.new.other(4).call
    c.class_eval { remove_method :h, :other }
    GC.start
    assert_equal [:h, :other, [:root, 4]], saved.call
  end

  def test_callee_of_an_alias
    c = Class.new do
      define_method(:one) { [__method__, __callee__, [0].map { __callee__ }] }
      alias_method :two, :one
    end
    assert_equal [:one, :one, [:one]], c.new.one
    assert_equal [:one, :two, [:two]], c.new.two
  end

  def test_super_on_a_foreign_object
    mod = Module.new do
      def x = Object.new.instance_eval { super() }
      define_method(:y) { Object.new.instance_eval { super() } }
      def own = instance_eval { x }
    end
    [Class.new(Root) { include mod }, Class.new(Root) { prepend mod }].each do |c|
      [:x, :y].each do |name|
        e = assert_raises(TypeError) { c.new.send(name) }
        assert_equal "self has wrong type to call super in this context: Object (expected #{c})", e.message
      end
    end
    above = Class.new(Root) { def x = Root.new.instance_eval { super() } }
    assert_raises(TypeError) { above.new.x }
    below = Class.new(Root) { def y = Class.new(self.class).new.instance_eval { super() } }
    assert_equal 2, below.new.y
  end

  def test_a_wrong_count_is_reported_at_the_method
    c = Class.new { define_method(:q) { |a| a } }
    e = assert_raises(ArgumentError) { c.new.q }
    assert_equal "wrong number of arguments (given 0, expected 1)", e.message
    assert_match(/:in 'block \(2 levels\) in test_a_wrong_count_is_reported_at_the_method'\z/, e.backtrace.first)
  end

  class Named
    def self.make = define_method(:q) { raise "x" }
    make
    def first = raise("x")
    define_method(:second, instance_method(:first))
  end

  # The label has the method of the source, and the class of the method that runs.
  def test_labels
    e = assert_raises(RuntimeError) { Named.new.q }
    assert_match(/:in 'block in TestBmethodFrame::Named#make'\z/, e.backtrace.first)
    e = assert_raises(RuntimeError) { Named.new.second }
    assert_match(/:in 'TestBmethodFrame::Named#first'\z/, e.backtrace.first)
  end

  def test_keywords_and_a_frame_that_is_called_often
    c = Class.new(Root) { define_method(:k) { |v: 2| super(v: v) } }
    40.times { assert_equal [:root, 4], c.new.k(v: 4) }
    assert_equal [:root, 2], c.new.k
  end

  def test_tracepoint_names_the_alias
    c = Class.new do
      define_method(:one) { 1 }
      alias_method :two, :one
    end
    seen = []
    TracePoint.new(:call, :return) { |t| seen << [t.event, t.method_id, t.callee_id] }.enable { c.new.two }
    assert_equal [[:call, :one, :two], [:return, :one, :two]], seen
  end
end
