# test_error.rb - exceptions, their messages and how they are printed (error.c, error/errno.c, error/print.c).
require_relative "lib/table_test"

class TestError < Minitest::Test
  TableTest.define(self, "error") do |source|
    capture_io { @answer = TableTest.without_places(TableTest.answer(source)) }
    @answer
  end

  def text_of(klass, &b) = assert_raises(klass, &b).message
  def raised(*a, **k) = (begin; raise(*a, **k); rescue Exception; $!; end)

  def test_message_and_inspect
    e = RuntimeError.new
    assert_equal ["RuntimeError", "#<RuntimeError: RuntimeError>", nil, nil, nil], [e.message, e.inspect, e.backtrace, e.backtrace_locations, e.cause]
    assert_equal ["3", "#<RuntimeError: 3>"], RuntimeError.new(3).then { [_1.message, _1.inspect] }
    assert_equal ["", "RuntimeError"], RuntimeError.new("").then { [_1.message, _1.inspect] }
    assert_equal '#<RuntimeError:"a\nb">', RuntimeError.new("a\nb").inspect
  end

  def test_detailed_message
    { "hello" => ["hello (RuntimeError)", "\e[1mhello (\e[1;4mRuntimeError\e[m\e[1m)\e[m"],
      "" => ["unhandled exception", "\e[1;4munhandled exception\e[m"],
      "a\nb" => ["a (RuntimeError)\nb", "\e[1ma (\e[1;4mRuntimeError\e[m\e[1m)\e[m\n\e[1mb\e[m"],
      "a\n" => ["a (RuntimeError)", "\e[1ma (\e[1;4mRuntimeError\e[m\e[1m)\e[m"],
      "\nb" => [" (RuntimeError)\nb", "\e[1m (\e[1;4mRuntimeError\e[m\e[1m)\e[m\n\e[1mb\e[m"],
      "a\n\nb\n" => ["a (RuntimeError)\n\nb\n", "\e[1ma (\e[1;4mRuntimeError\e[m\e[1m)\e[m\n\n\e[1mb\e[m\n"],
    }.each do |text, (plain, bold)|
      e = RuntimeError.new(text)
      assert_equal [plain, bold], [e.detailed_message, e.detailed_message(highlight: true)]
    end
    assert_equal ["TypeError", "\e[1;4mTypeError\e[m"], TypeError.new("").then { [_1.detailed_message, _1.detailed_message(highlight: true)] }
    assert_equal "x", Class.new(RuntimeError).new("x").detailed_message
    assert_equal "expected true or false as highlight: 3", text_of(ArgumentError) { RuntimeError.new.detailed_message(highlight: 3) }
  end

  def test_full_message
    e = RuntimeError.new("x")
    e.set_backtrace(%w[a:1 b:2 c:3])
    assert_equal "a:1: x (RuntimeError)\n\tfrom b:2\n\tfrom c:3\n", e.full_message(highlight: false)
    assert_equal "a:1: \e[1mx (\e[1;4mRuntimeError\e[m\e[1m)\e[m\n\tfrom b:2\n\tfrom c:3\n", e.full_message(highlight: true)
    assert_equal "Traceback (most recent call last):\n\t2: from c:3\n\t1: from b:2\na:1: x (RuntimeError)\n", e.full_message(highlight: false, order: :bottom)
    assert_match(/\A\e\[1mTraceback\e\[m \(most recent call last\):\n/, e.full_message(highlight: true, order: "bottom"))
    assert_equal "#{__FILE__}:#{__LINE__}:in 'full_message': x (RuntimeError)\n", RuntimeError.new("x").full_message(highlight: false)
    assert_equal "expected true or false as highlight: 3", text_of(ArgumentError) { e.full_message(highlight: 3) }
    c = Class.new(RuntimeError) { def detailed_message(highlight:, **o) = "<#{super}> #{highlight} #{o}" }
    assert_equal "a: <x> false {foo: 1}\n", c.new("x").tap { _1.set_backtrace(["a"]) }.full_message(highlight: false, foo: 1)
  end

  def test_long_backtraces
    e = SystemStackError.new("x")
    e.set_backtrace((1..25).map { "l#{_1}" })
    lines = e.full_message(highlight: false).lines(chomp: true)
    assert_equal ["l1: x (SystemStackError)", *(2..9).map { "\tfrom l#{_1}" }, "\t ... 12 levels...", *(22..25).map { "\tfrom l#{_1}" }], lines
    e = RuntimeError.new("x")
    e.set_backtrace((1..12).map { "l#{_1}" })
    assert_equal "\t11: from l12", e.full_message(highlight: false, order: :bottom).lines(chomp: true)[1]
    assert_equal "\t 1: from l2", e.full_message(highlight: false, order: :bottom).lines(chomp: true)[-2]
  end

  def test_causes
    inner, outer = RuntimeError.new("inner"), TypeError.new("outer")
    inner.set_backtrace(%w[i:1 i:2])
    outer.set_backtrace(%w[o:1 o:2])
    e = raised(outer, cause: inner)
    assert_same inner, e.cause
    assert_equal "o:1: outer (TypeError)\n\tfrom o:2\ni:1: inner (RuntimeError)\n\tfrom i:2\n", e.full_message(highlight: false)
    assert_equal "Traceback (most recent call last):\n\t1: from i:2\ni:1: inner (RuntimeError)\n\t1: from o:2\no:1: outer (TypeError)\n",
                 e.full_message(highlight: false, order: :bottom)
    assert_equal "circular causes", text_of(ArgumentError) { raise inner, cause: outer }
    assert_equal "exception object expected", text_of(TypeError) { raise "a", cause: 3 }
    begin
      begin
        raise "first"
      rescue
        raise "second"
      end
    rescue => e
      assert_equal "first", e.cause.message
    end
    same = RuntimeError.new
    assert_nil raised(same, cause: same).cause
  end

  def test_backtrace
    e = RuntimeError.new
    e.set_backtrace("a")
    assert_equal ["a"], e.backtrace
    e.set_backtrace(nil)
    assert_nil e.backtrace
    [3, ["a", 3]].each do |bad|
      assert_equal "backtrace must be an Array of String or an Array of Thread::Backtrace::Location", text_of(TypeError) { e.set_backtrace(bad) }
    end
    e.set_backtrace(caller_locations(0))
    assert_equal [Array, Array], [e.backtrace.class, e.backtrace_locations.class]
    assert_equal ["f:1", nil], raised(RuntimeError, "x", ["f:1"]).then { [_1.backtrace[0], _1.backtrace_locations] }
    assert_equal "#{__FILE__}:#{__LINE__}:in 'TestError#test_backtrace'", (raise "x" rescue $!.backtrace[0])
  end

  def test_equality_and_copies
    assert_equal RuntimeError.new("x"), RuntimeError.new("x")
    refute_equal RuntimeError.new("x"), RuntimeError.new("y")
    refute_equal RuntimeError.new("x"), StandardError.new("x")
    e = RuntimeError.new("x")
    assert_same e, e.exception
    assert_equal ["y", RuntimeError], e.exception("y").then { [_1.message, _1.class] }
  end

  def test_what_raise_takes
    assert_equal "exception class/object expected", text_of(TypeError) { raise 3 }
    assert_equal "exception class/object expected", text_of(TypeError) { raise Object }
    assert_equal "exception object expected", text_of(TypeError) { raise Class.new { def self.exception(*) = 3 } }
    assert_equal "only cause is given with no arguments", text_of(ArgumentError) { raise cause: RuntimeError.new }
  end

  def test_name_error
    e = NameError.new("msg", :foo, receiver: 3)
    assert_equal [:foo, 3, "msg"], [e.name, e.receiver, e.message]
    assert_equal "no receiver is available", text_of(ArgumentError) { NameError.new.receiver }
    a_local = 1
    assert_includes (nope rescue $!.local_variables), :a_local
    e = NoMethodError.new("msg", :foo, [1], true, receiver: 3)
    assert_equal [:foo, [1], true, 3], [e.name, e.args, e.private_call?, e.receiver]
    e = (3.foo(1, 2) rescue $!)
    assert_equal [:foo, [1, 2], 3, false], [e.name, e.args, e.receiver, e.private_call?]
    assert_equal "\x04\bo:\x12NoMethodError", Marshal.dump(e)[0, 18]
    assert_equal e.message, Marshal.load(Marshal.dump(e)).message
  end

  def test_no_method_messages
    { nil => "nil", true => "true", String => "class String", Kernel => "module Kernel", 1 => "an instance of Integer" }.each do |recv, who|
      assert_equal "undefined method 'nope' for #{who}", text_of(NoMethodError) { recv.nope }
    end
    assert_equal "undefined method 'nope' for main", text_of(NoMethodError) { TOPLEVEL_BINDING.receiver.nope }
    assert_equal "private method 'puts' called for an instance of Integer", text_of(NoMethodError) { 1.puts }
    o = Object.new
    def o.x = 1
    assert_equal "undefined method 'y' for #{o.inspect}", text_of(NoMethodError) { o.y }
    assert_equal "undefined local variable or method 'nope' for an instance of Object", text_of(NameError) { Object.new.instance_eval { nope } }
    c = Class.new { def foo = super }
    assert_equal "super: no superclass method 'foo' for an instance of #{c}", text_of(NoMethodError) { c.new.foo }
    assert_equal "undefined method 'inspect' for an instance of BasicObject", text_of(NoMethodError) { BasicObject.new.inspect }
  end

  def test_errors_with_data
    e = KeyError.new("msg", receiver: 3, key: 4)
    assert_equal [3, 4], [e.receiver, e.key]
    assert_equal "no key is available", text_of(ArgumentError) { KeyError.new.key }
    assert_equal 3, FrozenError.new("msg", receiver: 3).receiver
    e = NoMatchingPatternKeyError.new("msg", matchee: { a: 1 }, key: 4)
    assert_equal [{ a: 1 }, 4], [e.matchee, e.key]
    assert_equal [[0, true, "SystemExit"], [3, false, "SystemExit"], [0, true, "x"], [1, false, "x"]],
                 [[], [3], [true, "x"], [false, "x"]].map { |a| SystemExit.new(*a).then { [_1.status, _1.success?, _1.message] } }
    e = (throw :foo, 3 rescue $!)
    assert_equal [:foo, 3, "uncaught throw :foo", UncaughtThrowError], [e.tag, e.value, e.message, e.class]
    e = (def lj = proc { return 3 }; lj.call rescue $!)
    assert_equal [:return, 3, "unexpected return"], [e.reason, e.exit_value, e.message]
    assert_equal "test_error_nothing", (require "test_error_nothing" rescue 0; begin; require "test_error_nothing"; rescue LoadError => e; e.path; end)
  rescue LoadError => e
    assert_equal "test_error_nothing", e.path
  end

  def test_system_call_error
    { ["x", 2] => [Errno::ENOENT, "No such file or directory - x", 2], [2] => [Errno::ENOENT, "No such file or directory", 2],
      ["x"] => [SystemCallError, "unknown error - x", nil], [nil] => [SystemCallError, "unknown error", nil],
      ["x", 99999] => [SystemCallError, "Unknown error 99999 - x", 99999],
      ["x", 2, "f"] => [Errno::ENOENT, "No such file or directory @ f - x", 2] }.each do |args, expected|
      assert_equal expected, SystemCallError.new(*args).then { [_1.class, _1.message, _1.errno] }
    end
    assert_equal "No such file or directory @ y - x", Errno::ENOENT.new("x", "y").message
    assert_equal [Errno::EAGAIN, 2, Errno::NOERROR], [Errno::EWOULDBLOCK, Errno::ENOENT::Errno, Errno::EDOOFUS]
    assert SystemCallError === Errno::ENOENT.new && Errno::ENOENT === SystemCallError.new(2) && !(Errno::EPERM === Errno::ENOENT.new)
    assert_equal 158, Errno.constants.size
  end

  def test_uncaught
    { 'raise "x"' => ["-e:1:in '<main>': x (RuntimeError)\n", 1],
      'raise ""' => ["-e:1:in '<main>': unhandled exception\n", 1],
      'raise TypeError, ""' => ["-e:1:in '<main>': TypeError\n", 1],
      'raise "a\nb"' => ["-e:1:in '<main>': a (RuntimeError)\nb\n", 1],
      'def f = raise("x"); f' => ["-e:1:in 'Object#f': x (RuntimeError)\n\tfrom -e:1:in '<main>'\n", 1],
      'Foo' => ["-e:1:in '<main>': uninitialized constant Foo (NameError)\n", 1],
      'throw :x' => ["-e:1:in 'Kernel#throw': uncaught throw :x (UncaughtThrowError)\n\tfrom -e:1:in '<main>'\n", 1],
      'begin; raise "a"; ensure; raise "b"; end' => ["-e:1:in '<main>': b (RuntimeError)\n-e:1:in '<main>': a (RuntimeError)\n", 1],
      'e = RuntimeError.new("x"); e.set_backtrace([]); raise e' => ["-e: x (RuntimeError)\n", 1],
      'e = RuntimeError.new("x"); def e.message = raise("y"); raise e' => ["-e:1:in '<main>': RuntimeError\n", 1],
      'raise Errno::EPIPE' => ["-e:1:in '<main>': Broken pipe (Errno::EPIPE)\n", 1],
      'exit 3' => ["", 3], 'abort "bye"' => ["bye\n", 1], 'raise SystemExit.new(4, "m")' => ["", 4] }.each do |program, (err, status)|
      assert_equal [program, err, status], [program, *run_ruby(program, "--disable=error_highlight,did_you_mean,syntax_suggest").drop(1)]
    end
  end

  def test_internal_frames_are_hidden
    eval("def internal_run = yield\ndef internal_each(a) = internal_run { a.each { raise 'z' } }", TOPLEVEL_BINDING, "<internal:here>")
    trace = assert_raises(RuntimeError) { TOPLEVEL_BINDING.receiver.send(:internal_each, [1]) }.backtrace
    assert_match(/test_error\.rb:\d+:in '(Object|Kernel)#(internal_each|send)'/, trace[0])
    assert_empty trace.grep(/internal:here/)
  end
end
