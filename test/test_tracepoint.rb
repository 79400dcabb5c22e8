# Events as TracePoint, set_trace_func and targets see them, for each way a call can be made.
require "test_helper"

class TestTracePoint < Minitest::Test
  # Events of this file while the block runs: [event, line from the block's first, method].
  def events_of(*names, &block)
    list = []
    first = block.source_location[1]
    tp = TracePoint.new(*names) do |t|
      list << [t.event, t.lineno - first, t.method_id] if t.path == __FILE__
    end
    tp.enable(&block)
    list.reject { |e, line, _| line == 0 && %i[b_call b_return].include?(e) }
  end

  class Sample
    attr_accessor :value
    Pair = Struct.new(:left)

    def initialize(value) = @value = value
    def plain(a) = a
    def optional(a = 1, *rest, k: 2) = [a, rest, k]
    def keyword(k:) = k
    def yielder = yield(1)
    def raiser = raise(ArgumentError, "no")
    def ensurer
      yield
    ensure
      :done
    end
    define_method(:block_method) { |a| a }
    alias other plain
    def self.single = 1
  end

  def names_of(event, &block)
    events_of(event, &block).map(&:last)
  end

  # Twice each: the first call links the site, the second takes the fast form.
  def test_call_ruby_methods
    calls = lambda do
      2.times do
        o = Sample.new(1)
        o.plain(1)
        o.optional
        o.optional(1, 2, k: 3)
        o.keyword(k: 1)
        o.yielder { |x| x }
        o.block_method(1)
        o.other(1)
        Sample.single
        o.send(:plain, 1)
        o.method(:plain).call(1)
      end
    end
    calls.call
    list = []
    TracePoint.new(:call, :return) { |t| list << [t.event, t.method_id] if t.path == __FILE__ }.enable { calls.call }
    once = %i[initialize plain optional optional keyword yielder block_method plain single plain plain]
    assert_equal once * 2, list.filter_map { |e, m| m if e == :call }
    assert_equal once * 2, list.filter_map { |e, m| m if e == :return }
  end

  def test_c_calls
    o = Sample.new(1)
    pair = Sample::Pair.new(1)
    list = [1]
    work = lambda do
      o.value
      o.value = 2
      pair.left
      pair.left = 3
      list.size
      "a".upcase
      1 + 1
      list[0]
      list.map { |x| x }
      [2, 1].max
      !o
      o.nil?
    end
    2.times { work.call }
    expected = %i[value value= left left= size upcase + [] map max ! nil?]
    list_of = ->(event) { names = []; TracePoint.new(event) { |t| names << t.method_id if t.path == __FILE__ }.enable { work.call }; names }
    assert_equal expected, list_of.(:c_call)
    assert_equal expected, list_of.(:c_return)
    2.times { work.call } # back in their fast forms
    assert_equal 2, 1 + 1
  end

  def test_lines
    lines = events_of(:line) do
      a = 1
      if a == 1
        a = 2
      end
      [1, 2].each do |x|
        x
      end
    end
    assert_equal [1, 2, 3, 5, 6, 6], lines.map { |l| l[1] }
  end

  def test_return_values_of_unwinding
    list = []
    o = Sample.new(1)
    tp = TracePoint.new(:return, :b_return) { |t| list << [t.event, t.method_id, t.return_value] if t.path == __FILE__ }
    tp.enable(target_thread: Thread.current)
    o.yielder { break 3 }
    o.raiser rescue nil
    catch(:x) { o.ensurer { throw :x } }
    tp.disable
    m = __method__
    assert_equal [[:b_return, m, 3], [:return, :yielder, nil], [:return, :raiser, nil], [:b_return, m, nil], [:return, :ensurer, nil],
                  [:b_return, m, nil]], list
  end

  def test_bmethod_events
    o = Sample.new(1)
    o.block_method(0)
    list = []
    TracePoint.new(:call, :b_call, :return, :b_return) { |t| list << [t.event, t.method_id] if t.self.equal?(o) }.enable { o.block_method(1) }
    assert_equal %i[call b_call b_return return].map { |e| [e, :block_method] }, list
  end

  def test_raise_and_rescue
    seen = []
    TracePoint.new(:raise, :rescue) { |t| seen << [t.event, t.raised_exception.message, t.method_id] }.enable do
      begin
        Sample.new(1).raiser
      rescue ArgumentError
        1
      end
    end
    assert_equal [[:raise, "no", :raiser], [:rescue, "no", __method__]], seen
  end

  def test_core_methods_in_ruby
    seen = []
    TracePoint.new(:call, :c_call) { |t| seen << [t.event, t.method_id] if %i[each times tap loop upto].include?(t.method_id) }.enable do
      [1].each { }
      {a: 1}.each { }
      1.times { }
      1.tap { }
      loop { break }
    end
    assert_equal [[:c_call, :each], [:c_call, :each], [:call, :times], [:call, :tap], [:call, :loop]], seen
  end

  def test_class_events_and_defined_class
    seen = []
    TracePoint.new(:class, :end) { |t| seen << [t.event, t.self.name] }.enable { eval "module TestTracePointM; class << self; 1; end; end" }
    assert_equal [[:class, "#{self.class}::TestTracePointM"], [:end, "#{self.class}::TestTracePointM"]], seen
    owner = nil
    TracePoint.new(:call) { |t| owner = t.defined_class if t.method_id == :single }.enable { Sample.single }
    assert_equal Sample.singleton_class, owner
  end

  def test_alias_ids
    ids = nil
    TracePoint.new(:call) { |t| ids = [t.method_id, t.callee_id] if t.path == __FILE__ }.enable { Sample.new(1).other(1) }
    assert_equal %i[plain other], ids
  end

  def test_binding_self_parameters
    seen = nil
    o = Sample.new(1)
    TracePoint.new(:return) { |t| seen = [t.binding.local_variables, t.binding.local_variable_get(:a), t.self.equal?(o), t.parameters] }
      .enable(target: o.method(:optional)) { o.optional(7) }
    assert_equal [%i[a rest k], 7, true, [[:opt, :a], [:rest, :rest], [:key, :k]]], seen
    params = nil
    TracePoint.new(:c_call) { |t| params = [t.parameters, t.binding] if t.method_id == :index }.enable { [1].index(1) }
    assert_equal [[[:rest]], nil], params
  end

  def test_thread_and_fiber_events
    seen = []
    tp = TracePoint.new(:thread_begin, :thread_end, :fiber_switch) { |t| seen << [Thread.current, t.event] }
    tp.enable(target_thread: nil)
    thread = Thread.new { }.join
    f = Fiber.new { Fiber.yield }
    f.resume
    f.resume
    tp.disable
    ours = seen.select { |t, _| [thread, Thread.current].include?(t) } # threads of other tests may begin or end meanwhile
    assert_equal %i[thread_begin thread_end] + [:fiber_switch] * 4, ours.map(&:last)
  end

  def test_script_compiled
    seen = []
    TracePoint.new(:script_compiled) { |t| seen << [t.eval_script, t.instruction_sequence.path] }.enable { eval "1 + 2", nil, "here.rb" }
    assert_equal [["1 + 2", "here.rb"]], seen
  end

  def test_other_threads_with_a_block
    seen = 0
    TracePoint.new(:call) { seen += 1 }.enable { Thread.new { Sample.single }.join }
    assert_equal 0, seen
    tp = TracePoint.new(:call) { |t| seen += 1 if t.method_id == :single }
    tp.enable(target_thread: nil)
    Thread.new { Sample.single }.join
    tp.disable
    assert_equal 1, seen
  end

  def targeted
    a = 1
    b = [a].map { |x| x + 1 }
    b
  end

  def test_target_and_line
    lines = []
    m = method(:targeted)
    TracePoint.new(:line) { |t| lines << t.lineno }.enable(target: m) { targeted; Sample.single }
    first = m.source_location[1]
    assert_equal [1, 2, 2, 3].map { |n| first + n }, lines
    lines.clear
    TracePoint.new(:line) { |t| lines << t.lineno }.enable(target: m, target_line: first + 3) { targeted }
    assert_equal [first + 3], lines
  end

  def test_errors
    tp = TracePoint.new(:line) { }
    {
      "access from outside" => -> { tp.lineno },
      "unknown event: foo" => -> { TracePoint.new(:foo) { } },
      "must be called with a block" => -> { TracePoint.new(:line) },
      "specified target is not supported" => -> { tp.enable(target: 1) },
      "only target_line is specified" => -> { tp.enable(target_line: 1) },
      "can not enable any hooks" => -> { TracePoint.new(:c_call) { }.enable(target: method(:targeted)) },
      "No need to allow reentrance." => -> { TracePoint.allow_reentry { } },
    }.each do |message, code|
      assert_equal message, assert_raises(StandardError, &code).message
    end
    refute tp.enabled?
    e = nil
    TracePoint.new(:line) { |t| e ||= (t.return_value rescue $!) }.enable { 1 }
    assert_equal "not supported by this event", e.message
  end

  def test_exception_in_hook_comes_out
    tp = TracePoint.new(:call) { |t| raise "from hook" if t.method_id == :plain }
    assert_equal "from hook", assert_raises(RuntimeError) { tp.enable { Sample.new(1).plain(1) } }.message
    refute tp.enabled?
    assert_equal 1, Sample.new(1).plain(1)
  end

  def test_reentry
    depth = 0
    TracePoint.new(:call) do |t|
      next unless t.method_id == :single
      depth += 1
      TracePoint.allow_reentry { Sample.single } if depth < 3
    end.enable { Sample.single }
    assert_equal 3, depth
  end

  def test_inspect
    seen = {}
    TracePoint.new(:call, :c_call, :line) { |t| seen[t.event] ||= t.inspect if t.path == __FILE__ }.enable { Sample.single; 1.to_s }
    assert_match(/\A#<TracePoint:call 'single' .*test_tracepoint.rb:\d+>\z/, seen[:call])
    assert_match(/\A#<TracePoint:line .*test_tracepoint.rb:\d+ in 'test_inspect'>\z/, seen[:line])
    assert_equal "#<TracePoint:disabled>", TracePoint.new(:line) { }.inspect
  end

  def test_set_trace_func
    list = []
    set_trace_func(->(event, file, line, id, binding, klass) { list << [event, id] if file == __FILE__ })
    Sample.single
    set_trace_func(nil)
    assert_includes list, ["call", :single]
    assert_includes list, ["return", :single]
    assert_raises(TypeError) { set_trace_func(1) }
    list.clear
    set_trace_func(->(event, file, line, id, binding, klass) { list << [event, id, klass] if file == __FILE__ })
    Sample.single
    begin
      raise IOError
    rescue IOError
    end
    set_trace_func(nil)
    assert_equal ["c-return", :set_trace_func, Kernel], list[0]
    assert_includes list, ["call", :single, Sample]
    assert_includes list, ["c-call", :exception, Exception]
    list.clear
    set_trace_func(->(event, file, line, id, binding, klass) { list << [id, klass] if file == "top" && event == "line" })
    eval("1\n2", TOPLEVEL_BINDING, "top")
    set_trace_func(nil)
    assert_equal [[nil, nil]], list.uniq
  end

  def test_inspect_is_to_s_of_numbers
    list = []
    TracePoint.new(:c_call) { |t| list << [t.method_id, t.callee_id] if t.path == __FILE__ }.enable { 1.inspect; 1.5.inspect }
    assert_equal [[:to_s, :inspect]] * 2, list.first(2)
  end

  def fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)

  # Code that runs long enough after the last hook was removed becomes what it was.
  def test_code_is_put_back
    fib(25) # an earlier test may have left code armed
    before = RubyVM::InstructionSequence.of(method(:fib)).disasm
    n = 0
    tp = TracePoint.new { n += 1 }
    tp.enable { assert_equal 55, fib(10) }
    assert_operator n, :>, 1000
    assert_equal 75025, fib(25)
    assert_equal before, RubyVM::InstructionSequence.of(method(:fib)).disasm
    n = 0
    fib(10)
    assert_equal 0, n
  end

  def test_operator_redefined_meanwhile
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-e", <<~'RUBY'], &:read)
      def add(a, b) = a + b
      add(1, 2)
      tp = TracePoint.new(:c_call) { }
      tp.enable
      class Integer; alias old +; def +(o) = old(o).old(100); end
      tp.disable
      p add(1, 2)
    RUBY
    assert_equal "103\n", out
  end

  def test_collected_code
    tp = TracePoint.new(:line) { }
    tp.enable
    50.times { |i| eval "def self.gone#{i}; #{"1 + 1\n" * 20} end; gone#{i}; singleton_class.send(:remove_method, :gone#{i})" }
    GC.start
    tp.disable
    GC.start
    assert_equal 2, eval("1 + 1")
  end

  def events_around(*events)
    list = []
    tp = TracePoint.new(*events) { |t| list << [t.event, t.method_id] if t.path == __FILE__ }
    tp.enable
    yield
    tp.disable
    list
  end

  def test_redo_does_not_call_the_block_again
    list = events_around(:b_call, :b_return) { n = 0; 1.times { redo if (n += 1) < 4 } }.map(&:first)
    assert_equal %i[b_call b_call b_return b_return], list
  end

  # A call refused for its arguments has no call event, so it has no return event either.
  def test_refused_arguments
    [proc { |o| o.bmethod(wrong: 1) }, proc { |o| o.plain(1) }, proc { |o| o.plain(wrong: 1) }].each do |call|
      o = Object.new
      o.define_singleton_method(:bmethod) { |key: 1| key }
      def o.plain(key: 1) = key
      list = events_around(:call, :return) { call.(o) rescue nil }
      assert_equal [], list
    end
    assert_equal %i[b_call b_return], events_around(:b_call, :b_return) { ->(a) { a }.call rescue nil }.map(&:first)
  end

  def test_raise_without_arguments_returns_first
    list = events_around(:c_call, :c_return) { raise rescue nil }.map(&:last)
    assert_equal %i[raise raise initialize initialize], list.first(4)
    list = events_around(:c_call, :c_return) { raise "x" rescue nil }.map(&:last)
    assert_equal %i[raise initialize initialize raise], list.first(4)
  end

  def test_target_is_one_of_the_methods_of_a_block
    block = proc { [1].each { |x| x } }
    o = Object.new
    o.define_singleton_method(:one, &block)
    o.define_singleton_method(:two, &block)
    list = []
    tp = TracePoint.new(:call, :return) { |t| list << [t.event, t.method_id] }
    tp.enable(target: o.method(:one)) { o.one; o.two; o.one }
    assert_equal [[:call, :one], [:return, :one]] * 2, list
  end

  # Code stays armed after a hook is removed and is disarmed once it has run for long without one: events are the same before and after.
  def test_enabled_again_while_armed_and_after
    o = Object.new
    o.instance_eval { def self.twice(x) = [x, x].sum }
    seen = []
    tp = TracePoint.new(:call, :return, :c_call) { |t| seen << [t.event, t.method_id] if %i[twice sum].include?(t.method_id) }
    expected = [[:call, :twice], [:c_call, :sum], [:return, :twice]]
    [0, 1, 10, 100_000, 0].each do |calls_between|
      calls_between.times { |i| o.twice(i) }
      seen.clear
      tp.enable
      o.twice(1)
      tp.disable
      assert_equal expected, seen, "after #{calls_between} calls without a hook"
    end
  end

  def test_code_made_while_no_hook_is_left_has_events
    seen = []
    tp = TracePoint.new(:line, :call) { |t| seen << t.event if t.path == "made" }
    tp.enable {}
    o = Object.new
    o.instance_eval("def late\n1\nend", "made")
    tp.enable { o.late }
    assert_equal [:call, :line], seen
  end

  def test_a_target_keeps_its_events_beside_hooks_that_come_and_go
    o = Object.new
    o.instance_eval("def first = 1\ndef second = 2", "targets")
    aimed, all = [], []
    target = TracePoint.new(:call) { |t| aimed << t.method_id }
    other = TracePoint.new(:call) { |t| all << t.method_id if t.path == "targets" }
    target.enable(target: o.method(:first))
    3.times { other.enable { o.first; o.second } }
    100_000.times { o.second }
    o.first
    target.disable
    o.first
    assert_equal [:first] * 4, aimed
    assert_equal [:first, :second] * 3, all
  end
end
