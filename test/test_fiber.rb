# test_fiber.rb - fibers (cont.c): switching, ends, what crosses, and what is left when nobody holds one.
require_relative "lib/table_test"

class TestFiber < Minitest::Test
  TableTest.define(self, "fiber") do |source|
    capture_io { @answer = TableTest.without_places(TableTest.answer(source)) }
    @answer
  end

  def test_values_cross_both_ways
    f = Fiber.new { |a, b| c = Fiber.yield(a + b); d, e = Fiber.yield(c * 2); [d, e] }
    assert_equal [3, 8, [5, 6]], [f.resume(1, 2), f.resume(4), f.resume(5, 6)]
    refute_predicate f, :alive?
    assert_match(/terminated fiber|dead fiber/, assert_raises(FiberError) { f.resume }.message)
  end

  def test_exceptions_leave_and_enter
    f = Fiber.new { raise "out" }
    assert_equal "out", assert_raises(RuntimeError) { f.resume }.message
    g = Fiber.new { begin; Fiber.yield; rescue => e; "in: #{e.message}"; end }
    g.resume
    assert_equal "in: x", g.raise("x")
    assert_raises(FiberError) { g.raise("dead") }
    assert_raises(FiberError) { Fiber.new {}.raise("not born") }
  end

  def test_ensure_runs_at_kill
    ran = []
    f = Fiber.new { begin; Fiber.yield; ensure; ran << :ensure; end }
    f.resume
    assert_same f, f.kill
    assert_equal [[:ensure], false], [ran, f.alive?]
  end

  def test_one_runs_at_a_time
    f = nil
    f = Fiber.new { f.resume }
    assert_equal "attempt to resume the current fiber", assert_raises(FiberError) { f.resume }.message
    outer = Fiber.new { Fiber.new { outer.resume }.resume }
    assert_equal "attempt to resume a resumed fiber (double resume)", assert_raises(FiberError) { outer.resume }.message
    root = Thread.new { Thread.current.report_on_exception = false; Fiber.yield }
    assert_match(/can't yield from root fiber|attempt to yield on a not resumed fiber/, assert_raises(FiberError) { root.value }.message)
    f = Fiber.new { Fiber.yield }
    assert_match(/fiber called across threads/, assert_raises(FiberError) { Thread.new { Thread.current.report_on_exception = false; f.resume }.value }.message)
  end

  def test_transfer
    log = []
    a = b = nil
    a = Fiber.new { log << :a1; b.transfer; log << :a2; :end_of_a }
    b = Fiber.new { log << :b1; a.transfer; log << :never }
    assert_equal :end_of_a, a.transfer
    assert_equal %i[a1 b1 a2], log
    assert_raises(FiberError) { b.resume }
  end

  def test_locals_and_storage
    Thread.current[:here] = 1
    seen = Fiber.new(storage: { k: 2 }) { [Thread.current[:here], Fiber[:k], Fiber.new { Fiber[:k] }.resume] }.resume
    assert_equal [nil, 2, 2], seen
    assert_nil Fiber.new(storage: {}) { Fiber[:k] }.resume
  ensure
    Thread.current[:here] = nil
  end

  def test_enumerator_next_over_a_fiber
    e = [1, 2].each
    assert_equal [1, 2], [e.next, e.next]
    assert_raises(StopIteration) { e.next }
    assert_equal 1, e.tap(&:rewind).peek
  end

  # Stacks and storage belong to a fiber from its first switch on; before it there is the block and what it inherited.
  def test_never_resumed
    Fiber[:key] = "inherited"
    fibers = Array.new(5_000) { |i| Fiber.new(storage: i.even? ? { key: "own #{i}" } : true) { [i, Fiber[:key]] } }
    GC.start
    assert_equal [[4998, "own 4998"], [4999, "inherited"]], fibers.last(2).map(&:resume)
    killed, raising = fibers.first(2)
    assert_same killed, killed.kill
    assert_match(/terminated fiber|dead fiber/, assert_raises(FiberError) { killed.resume }.message)
    assert_match(/unborn fiber/, assert_raises(FiberError) { raising.raise("early") }.message)
    assert_equal [[], [], "created"], [raising.backtrace, raising.backtrace_locations, raising.inspect[/created/]]
    assert_equal [1, "inherited"], raising.transfer
    assert_raises(ArgumentError) { fibers[2].storage }
    assert_match(/across threads/, assert_raises(FiberError) { Thread.new { Thread.current.report_on_exception = false; fibers[3].resume }.join }.message)
    fibers = nil
    GC.start
  ensure
    Fiber[:key] = nil
  end

  # A chain in which only the last ones were switched to.
  def test_chain_resumed_at_its_end
    chain = Fiber.new { 3.times { |i| Fiber.yield(i) }; :end }
    200.times { previous = chain; chain = Fiber.new { while (got = previous.resume) != :end do Fiber.yield(got) end; :end } }
    GC.start
    assert_equal [0, 1, 2, :end], Array.new(4) { chain.resume }
  end

  def test_deep_recursion_inside
    def self.deep(n) = n.zero? ? 0 : 1 + deep(n - 1)
    assert_equal 1000, Fiber.new { deep(1000) }.resume
    assert_raises(SystemStackError) { Fiber.new { deep(10_000_000) }.resume }
    assert_equal 1000, Fiber.new { deep(1000) }.resume
  end

  # FIBER-4: fibers that nobody holds go, by the thousand, and what their closures left behind stays right.
  def test_abandoned
    kept = Array.new(3000) { |i| s = "value #{i}"; Fiber.new { Fiber.yield(-> { s }) }.resume }
    GC.start
    assert_equal (0...3000).map { "value #{_1}" }, kept.map(&:call)
    count = ObjectSpace.each_object(Fiber).count
    assert_operator count, :<, 1000
  end

  def test_collection_while_many_wait
    waiting = Array.new(200) { |i| Fiber.new { s = "#{i}" * 3; Fiber.yield; s }.tap(&:resume) }
    GC.start
    GC.compact
    assert_equal Array.new(200) { "#{_1}" * 3 }, waiting.map(&:resume)
  end

  def test_arguments_of_new
    k = Class.new(Fiber) { def initialize(*, &) = super }
    assert_equal [2, 2, 5], [Fiber.new(1) { 2 }, Fiber.new({}, nil) { 2 }, k.new(1) { |x| x }].map { |f| f.resume(5) }
    assert_raises(ArgumentError) { Fiber.new(1, blocking: true) { 2 } }
    assert_raises(ArgumentError) { Fiber.new(other: 1) { 2 } }
  end
end
