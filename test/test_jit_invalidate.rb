# test_jit_invalidate.rb - what discards native code (jit/invalidate.c), change by change.
#
# Each row is a program of its own: code is called until it is native, a change is made, and the code is called again.  It has to
# answer as the changed program does, at once and from then on.  DISCARDS lists changes after which the site has another handler or
# another callee, so the count of invalidations grows.  KEEPS lists changes that a guard sees or that concern other code, so it does not.
require_relative "lib/test_helper"
require "open3"

class TestJitInvalidate < Minitest::Test
  # Runs a program with native code from the first call on, or without.  Returns its output.
  def child(source, *options)
    text, status = Open3.capture2e({"RUBY_JIT" => "0"}, RbConfig.ruby, "--disable-gems", *options, "-e", source)
    assert status.success?, "#{source}\n#{text}"
    text
  end

  # Returns a program that calls f, which setup defines, before and after the change.  It makes changes to nothing first, so that its own
  # code is native, too, and adds nothing to the count.
  def program(setup, change) = <<~RUBY
    #{setup}
    ask = -> { begin; f; rescue => e; [e.class, e.message]; end }
    count = -> { defined?(RubyVM::YJIT) && RubyVM::YJIT.runtime_stats(:invalidation_count) || 0 }
    turn = ->(source) { counted = count.(); eval(source, TOPLEVEL_BINDING); [ask.(), count.() > counted] }
    100.times { ask.(); turn.("nil") }
    before = turn.("nil")[0]
    after, grown = turn.(#{change.dump})
    100.times { ask.() }
    p [before, after, ask.()], grown
  RUBY

  def self.rows(rows, grows)
    rows.each do |name, (setup, change, before, after)|
      define_method("test_#{name.tr(" ", "_")}") do
        source = program(setup, change)
        expected = [before, after, after].inspect
        assert_equal expected, child(source).lines[0].chomp, "interpreted"
        skip_without_jit
        assert_equal [expected, grows.to_s], child(source, "--jit-call-threshold=1").lines(chomp: true)
      end
    end
  end

  DISCARDS = {
    "a method is redefined" => ["def g = 1; def f = g", "def g = 2", 1, 2],
    "a method is redefined by define_method" => ["def g = 1; def f = g", "Object.define_method(:g) { 2 }", 1, 2],
    "a method of an object is redefined" => ["class A; def g = 1; end; O = A.new; def f = O.g", "class A; def g = 2; end", 1, 2],
    "a method is removed" => ["class A; def g = 1; end; class B < A; def g = 2; end; O = B.new; def f = O.g", "class B; remove_method :g; end", 2, 1],
    "a method is undefined" => ["class A; def g = 1; end; O = A.new; def O.inspect = 'o'; def f = begin; O.g; rescue NoMethodError; :none; end", "class A; undef g; end", 1, :none],
    "a method becomes private" => ["class A; def g = 1; end; O = A.new; def f = begin; O.g; rescue NoMethodError; :private; end", "class A; private :g; end", 1, :private],
    "a subclass defines the method" => ["class A; def g = 1; end; class B < A; end; O = B.new; def f = O.g", "class B; def g = 2; end", 1, 2],
    "a module is included below the method" => ["class A; def g = 1; end; class B < A; end; O = B.new; def f = O.g", "class B; include Module.new { def g = 2 }; end", 1, 2],
    "a module is prepended" => ["class A; def g = 1; end; O = A.new; def f = O.g", "class A; prepend Module.new { def g = [super, 2] }; end", 1, [1, 2]],
    "an alias takes the place of the method" => ["class A; def g = 1; def h = 2; end; O = A.new; def f = O.g", "class A; alias_method :g, :h; end", 1, 2],
    "a super method is redefined" => ["class A; def g = 1; end; class B < A; def g = super + 10; end; O = B.new; def f = O.g", "class A; def g = 2; end", 11, 12],
    "a reader becomes a method" => ["class A; attr_reader :g; def initialize = @g = 1; end; O = A.new; def f = O.g", "class A; def g = 2; end", 1, 2],
    "a class method is redefined" => ["class A; def self.g = 1; end; def f = A.g", "def A.g = 2", 1, 2],
    "initialize is redefined" => ["class A; def initialize = @a = 1; def a = @a; end; def f = A.new.a", "class A; def initialize = @a = 2; end", 1, 2],
    "a method of blocks is redefined" => ["def each_one = yield(1); def f = each_one { |x| x + 1 }", "def each_one = yield(5)", 2, 6],
    "addition is redefined" => ["def f = [1 + 2, 'a' + 'b']", "class Integer; def +(other) = 42; end", [3, "ab"], [42, "ab"]],
    "comparison is redefined" => ["A = 1; def f = A < 2 ? :less : :more", "class Integer; def <(other) = false; end", :less, :more],
    "an element of an Array is read by another method" => ["A = [1, 2]; def f = A[1]", "class Array; def [](i) = :other; end", 2, :other],
    "Array#each is redefined" => ["def f = (s = 0; [1, 2].each { |x| s += x }; s)", "class Array; def each = yield(10); end", 3, 10],
    "negation is redefined" => ["O = Object.new; def f = !O", "class BasicObject; def ! = :not; end", false, :not],
    "a constant has another value" => ["A = 1; def f = A", "Object.send(:remove_const, :A); A = 2", 1, 2],
    "a nearer constant appears" => ["A = 1; class K; def self.g = A; end; def f = K.g", "class K; A = 2; end", 1, 2],
    "the receiver is of another class" => ["class A; def g = 1; end; class B; def g = 2; end; $o = A.new; def f = $o.g", "$o = B.new", 1, 2],
    "an addition overflows" => ["$a = 1; def f = $a + $a", "$a = 2**61", 2, 2**62],
    "an object has more variables" => ["class A; attr_accessor :v; end; O = A.new; O.v = 1; def f = O.v", "O.instance_variable_set(:@w, 3); O.v = 2", 1, 2]
  }.freeze

  KEEPS = {
    "a method called by send is redefined" => ["class A; def g = 1; end; O = A.new; def f = O.send(:g)", "class A; def g = 2; end", 1, 2],
    "another method is defined" => ["def g = 1; def f = g", "def other = 2", 1, 1],
    "another class defines the method" => ["class A; def g = 1; end; class B; def g = 2; end; O = A.new; def f = O.g", "class B; def g = 3; end", 1, 1],
    "an operand has another type" => ["$a = 1; def f = $a + $a", "$a = 1.5", 2, 3.0],
    "a global variable changes" => ["$g = 1; def f = $g", "$g = 2", 1, 2],
    "a local of a block changes" => ["x = 1; self.class.define_method(:f) { x }", "x = 2", 1, 2]
  }.freeze

  rows DISCARDS, true
  rows KEEPS, false

  # ---- while the code runs ----

  def both(source)
    plain = child(source)
    assert_equal plain, child(source, "--jit-call-threshold=1")
    plain
  end

  def test_code_that_is_running_continues_and_sees_the_change_at_its_next_call
    assert_equal "[1, 1, 2, 2]\n", both(<<~RUBY)
      def g = 1
      def f(change) = [g, (eval("def g = 2") if change; 1), g, g]
      50.times { f(false) }
      p f(true)
    RUBY
  end

  def test_a_loop_that_is_running_sees_the_change
    assert_equal "[[100, 1], [100, 2]]\n", both(<<~RUBY)
      def g = 1
      def f
        seen = []
        200.times { |i| eval("def g = 2") if i == 100; seen << g }
        seen.tally.map { |value, n| [n, value] }
      end
      p f
    RUBY
  end

  def test_an_operator_redefined_by_its_operand
    assert_equal "[3, 42]\n", both(<<~RUBY)
      def change(yes) = yes ? (eval("class Integer; def +(other) = 42; end"); 2) : 2
      def f(yes) = 1 + change(yes)
      before = nil
      50.times { before = f(false) }
      p [before, f(true)]
    RUBY
  end

  def test_the_callers_of_a_changed_method_are_above_it_on_the_stack
    assert_equal "[5, 4, 3, 2, 1, 0, :new]\n", both(<<~RUBY)
      def last = :old
      def f(n, yes) = n < 0 ? (eval("def last = :new") if yes; [last]) : [n] + f(n - 1, yes)
      50.times { f(5, false) }
      p f(5, true)
    RUBY
  end

  def test_an_exception_passes_discarded_code
    assert_equal "[:rescued, 2]\n", both(<<~RUBY)
      def g = 1
      def thrower(yes) = (eval("def g = 2") if yes; raise "x" if yes)
      def f(yes)
        thrower(yes)
        g
      rescue
        [:rescued, g]
      end
      50.times { f(false) }
      p f(true)
    RUBY
  end

  def test_many_changes_of_one_site
    assert_equal "#{(0...60).to_a}\n", both(<<~RUBY)
      def f = g
      p(Array.new(60) { |i| eval("def g = \#{i}"); 5.times { f }; f })
    RUBY
  end

  def test_two_versions_of_one_method_are_both_discarded
    assert_equal "[[2, 2.5], [:new, :new]]\n", both(<<~RUBY)
      def g(x) = x + 1
      def f(x) = g(x)
      100.times { f(1); f(1.5) }
      before = [f(1), f(1.5)]
      def g(x) = :new
      p [before, [f(1), f(1.5)]]
    RUBY
  end

  # ---- all of it ----

  def test_a_trace_point_sees_every_call_of_native_code
    assert_equal "[[:g, 3], 4, 4]\n", both(<<~RUBY)
      def g(x) = x + 1
      def f(x) = g(x)
      100.times { f(3) }
      seen = []
      trace = TracePoint.new(:call) { |t| seen << t.method_id if t.method_id == :g }
      during = trace.enable { 3.times { f(3) }; f(3) }
      p [[seen.first, seen.size - 1], during, f(3)]
    RUBY
  end

  def test_frames_that_run_when_tracing_starts_report_their_returns
    assert_equal "[:inner, :middle]\n", both(<<~RUBY)
      $seen = []
      $trace = TracePoint.new(:return) { |t| $seen << t.method_id if %i[inner middle].include?(t.method_id) }
      def inner(yes) = ($trace.enable if yes; 1)
      def middle(yes) = inner(yes) + 1
      def outer(yes) = middle(yes) + 1
      100.times { outer(false) }
      outer(true)
      $trace.disable
      p $seen
    RUBY
  end

  def test_code_is_made_again_after_tracing
    skip_without_jit
    assert_equal "true\n", child(<<~RUBY, "--jit-call-threshold=1")
      def f(x) = x + 1
      100.times { f(1) }
      TracePoint.new(:line) {}.enable { f(1) }
      blocks = RubyVM::YJIT.runtime_stats(:compiled_block_count)
      100.times { f(1) }
      p RubyVM::YJIT.runtime_stats(:compiled_block_count) > blocks
    RUBY
  end
end
