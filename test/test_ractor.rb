require_relative "lib/table_test"
require "open3"
require "rbconfig"

# Ractor: life, ports, what passes between two of them, what one may not touch.
class TestRactor < Minitest::Test
  TableTest.define(self, "ractor") do |source|
    capture_io { @answer = TableTest.without_places(TableTest.answer(source)) }
    @answer
  end

  def setup
    @experimental = Warning[:experimental]
    Warning[:experimental] = false
    @report = Thread.report_on_exception
    Thread.report_on_exception = false
  end

  def teardown
    Warning[:experimental] = @experimental
    Thread.report_on_exception = @report
  end

  def cause_of
    yield
    flunk "nothing was raised"
  rescue Ractor::RemoteError => e
    e.cause
  end

  def test_value_join
    r = Ractor.new(1, 2, name: "adder") { |a, b| a + b }
    assert_same r, r.join
    assert_equal 3, r.value
    assert_equal 3, r.value
    assert_equal "adder", r.name
    assert_match(/\A#<Ractor:#\d+ adder .*test_ractor\.rb:\d+ (running|blocking|terminated)>\z/, r.inspect)
  end

  def test_self_is_the_ractor
    r = Ractor.new { [Ractor.current, self, Ractor.main?, Ractor.main, Thread.main == Thread.current] }
    assert_equal [r, r, false, Ractor.main, true], r.value
    assert_equal "#<Ractor:#1 running>", Ractor.main.inspect
  end

  def test_new_arguments
    assert_equal "must be called with a block", assert_raises(ArgumentError) { Ractor.new }.message
    assert_raises(TypeError) { Ractor.new(name: 3) {} }
    assert_equal "unknown keyword: :foo", assert_raises(ArgumentError) { Ractor.new(foo: 3) {} }.message
    assert_raises(TypeError) { Ractor.allocate }
  end

  def test_block_is_isolated
    a = b = 1
    e = assert_raises(ArgumentError) { Ractor.new { [a, [1].each { b }] } }
    assert_equal "can not isolate a Proc because it accesses outer variables (a, b).", e.message
    e = assert_raises(ArgumentError) { Ractor.new { a = 2 } }
    assert_equal "can not isolate a Proc because it accesses outer variables (a).", e.message
    e = assert_raises(ArgumentError) { yields {} }
    assert_equal "can not isolate a Proc because it uses 'yield'.", e.message
    assert_equal [a, b], [1, 1]
  end

  def yields
    Ractor.new { yield }
  end

  def test_eval_sees_nothing_outside
    outer = 42
    assert_kind_of SyntaxError, cause_of { Ractor.new { eval("outer") }.value }
    assert_kind_of NameError, cause_of { Ractor.new { eval("totally_undefined_name") }.value }
    assert_equal 99, Ractor.new { inner = 99; eval("inner") }.value
    assert_equal 42, outer
  end

  def test_send_receive
    r = Ractor.new { [Ractor.receive, receive] }
    assert_same r, r.send("a")
    r << [:b]
    assert_equal ["a", [:b]], r.value
    assert_raises(Ractor::ClosedError) { r << 1 }
  end

  def test_error_of_the_block
    r = Ractor.new { raise "oh" }
    e = assert_raises(Ractor::RemoteError) { r.join }
    assert_equal "thrown by remote Ractor.", e.message
    assert_same r, e.ractor
    assert_equal [RuntimeError, "oh"], [e.cause.class, e.cause.message]
    assert_kind_of SystemExit, cause_of { Ractor.new { exit }.value }
    assert_kind_of SystemExit, cause_of { Ractor.new { Thread.new { exit }.join }.value }
    assert_nil Ractor.new { t = Thread.current; Thread.new { t.kill }.join }.value
  end

  def test_threads_end_with_their_ractor
    port = Ractor::Port.new
    Ractor.new(port) do |out|
      ready = Thread::Queue.new
      Thread.new { ready << 1; loop {} } .then { nil }
      Thread.new { ready << 1; sleep } .then { nil }
      Thread.new do
        ready << 1
        sleep
      ensure
        out << :ended
      end
      3.times { ready.pop }
    end.join
    assert_equal :ended, port.receive
  end

  def test_ports
    port = Ractor::Port.new
    assert_match(/\A#<Ractor::Port to:#1 id:\d+>\z/, port.inspect)
    assert port.frozen?
    assert Ractor.shareable?(port)
    Ractor.new(port) { |out| out << 1 << 2 }.join
    assert_equal [1, 2], [port.receive, port.receive]
    assert_kind_of Ractor::Error, cause_of { Ractor.new(port, &:receive).value }
    assert_kind_of Ractor::Error, cause_of { Ractor.new(port, &:close).value }
    refute port.closed?
    port.close
    assert port.closed?
    assert_raises(Ractor::ClosedError) { port.receive }
    assert_raises(Ractor::ClosedError) { port << 1 }
  end

  def test_select
    a, b = Ractor::Port.new, Ractor::Port.new
    b << :x
    assert_equal [b, :x], Ractor.select(a, b)
    r = Ractor.new { :ended }
    assert_equal [r, :ended], Ractor.select(a, r)
    assert_raises(ArgumentError) { Ractor.select }
    assert_raises(ArgumentError) { Ractor.select(1) }
  end

  def test_monitor
    port = Ractor::Port.new
    r = Ractor.new { Ractor.receive }
    assert_equal true, r.monitor(port)
    r << 1
    assert_equal :exited, port.receive
    assert_equal false, r.join.monitor(port)
    assert_equal :exited, port.receive
    Ractor.new { raise "x" }.monitor(port)
    assert_equal :aborted, port.receive
  end

  def test_only_the_first_taker_has_the_value
    r = Ractor.new { "v" }
    assert_equal "v", Ractor.new(r) { |other| other.value }.value
    assert_raises(Ractor::Error) { r.value }
  end

  def test_copy
    shared = [1, "a".freeze].freeze
    inner = +"s"
    given = {list: [inner, inner], shared: shared}
    got = Ractor.new(given) { |h| h }.value
    assert_equal given, got
    refute_same given[:list], got[:list]
    assert_same got[:list][0], got[:list][1]
    assert_same shared, got[:shared]
    assert_equal [true, false], Ractor.new([[]].freeze) { |a| [a.frozen?, a[0].frozen?] }.value
    assert_equal "allocator undefined for Proc", assert_raises(TypeError) { Ractor.new([proc {}]) {} }.message
  end

  def test_move
    inner = +"in"
    given = [inner, {k: +"v"}]
    r = Ractor.new { Ractor.receive << 1 }
    r.send(given, move: true)
    assert_equal ["in", {k: "v"}, 1], r.value
    assert_raises(Ractor::MovedError) { given << 2 }
    assert_raises(Ractor::MovedError) { inner.size }
    assert_operator Ractor::MovedObject, :===, given
    list = [proc {}]
    e = assert_raises(Ractor::Error) { Ractor.main.send(list, move: true) }
    assert_equal "can not move Proc object.", e.message
    assert_equal 1, list.size
  end

  class Holder
    @unshareable = +"s"
    @number = 1
    @@cvar = 1
    LIST = []
    FROZEN = [1].freeze
    class << self
      def unshareable = @unshareable
      def number = @number
      def write = @number = 2
      def cvar = @@cvar
      def list = LIST
      def frozen = FROZEN
    end
  end

  def assert_isolated(message, &block)
    e = cause_of { Ractor.new(&block).value }
    assert_kind_of Ractor::IsolationError, e
    assert_equal message, e.message
  end

  def test_isolation
    Holder.unshareable
    Holder.list
    Holder.cvar
    n = "TestRactor::Holder"
    assert_isolated("can not get unshareable values from instance variables of classes/modules from non-main Ractors " \
                    "(@unshareable from #{n})") { Holder.unshareable }
    assert_isolated("can not set instance variables of classes/modules by non-main Ractors") { Holder.write }
    assert_isolated("can not access class variables from non-main Ractors (@@cvar from #{n})") { Holder.cvar }
    assert_isolated("can not access non-shareable objects in constant #{n}::LIST by non-main ractor.") { Holder.list }
    assert_isolated("can not access non-shareable objects in constant #{n}::LIST by non-main Ractor.") { Holder::LIST }
    assert_isolated("can not set constants with non-shareable objects by non-main Ractors") { Holder.const_set(:NEW, []) }
    assert_isolated("can not access global variable $foo from non-main Ractor") { $foo }
    assert_equal [1, [1]], Ractor.new { [Holder.number, Holder.frozen] }.value
    assert_equal [], Holder.list
  end

  def test_storage
    Ractor.current[:key] = "a"
    assert_equal [nil, "b"], Ractor.new { [Ractor[:key], Ractor[:key] = "b"] }.value
    assert_equal "a", Ractor["key"]
    assert_equal [1, 1], Ractor.new { [Ractor.store_if_absent(:n) { 1 }, Ractor.store_if_absent(:n) { 2 }] }.value
    assert_raises(TypeError) { Ractor.current[1] }
  end

  def test_shareable_proc
    a = 42
    assert_equal 42, Ractor.shareable_proc { a }.call
    assert Ractor.shareable_lambda { a }.lambda?
    assert_nil Ractor.shareable_proc { self }.call
    assert_equal 3, Ractor.shareable_proc(self: 3) { self }.call
    list = []
    assert_raises(Ractor::IsolationError) { Ractor.shareable_proc { list } }
    b = 1
    b = 2
    e = assert_raises(Ractor::IsolationError) { Ractor.shareable_proc { b } }
    assert_equal "cannot make a shareable Proc because the outer variable 'b' may be reassigned.", e.message
    c = 1
    assert_raises(ArgumentError) { Ractor.shareable_proc { c = 3 } }
    assert_equal 1, c
  end

  def test_make_shareable
    list = [[+"x"], {k: +"v"}]
    copy = Ractor.make_shareable(list, copy: true)
    refute Ractor.shareable?(list)
    assert Ractor.shareable?(copy)
    refute_same list, copy
    assert_same list, Ractor.make_shareable(list)
    assert list[1][:k].frozen?
  end

  def test_under_stress
    script = "GC.stress = true; h = {a: {b: 'c' + 'd'}}; r = Ractor.new(1) { |n| [n, Ractor.receive] }; " \
             "r.send(h, move: true); GC.stress = false; p r.value"
    out, err, = Open3.capture3(RbConfig.ruby, "--disable-gems", "-W0", "-e", script)
    assert_equal ["[1, {a: {b: \"cd\"}}]\n", ""], [out, err]
  end

  def test_what_all_may_see_has_no_open_variables
    assert_isolated("can not access instance variables of shareable objects from non-main Ractors") do
      ENV.instance_variable_set(:@a, "x")
    end
  end

  # The first read that is refused leaves nothing behind that lets the next one pass, in native code as little as elsewhere.
  def test_a_refused_read_is_refused_again
    script = <<~RUBY
      ENV.instance_variable_set(:@a, "x")
      outcome = Ractor.new do
        Array.new(50) { begin; ENV.instance_eval { @a }; rescue Ractor::IsolationError; :refused; end }.tally
      end
      p outcome.value
    RUBY
    [[], ["--jit-call-threshold=1"]].each do |options|
      out, err, = Open3.capture3({ "RUBY_JIT" => "0" }, RbConfig.ruby, "--disable-gems", "-W0", *options, "-e", script)
      assert_equal ["{refused: 50}\n", ""], [out, err], options.join(" ")
    end
  end

  def test_experimental_warning
    _, err, = Open3.capture3(RbConfig.ruby, "-e", "Ractor.new {}\nRactor.new {}")
    assert_equal "-e:1: warning: Ractor API is experimental and may change in future versions of Ruby.\n", err
  end
end
