# test_thread.rb - threads and fibers: time slices, interrupts, locks taken again, backtraces, transfer.
require "minitest/autorun"

class TestThread < Minitest::Test
  def test_a_fibers_time_slice_ends
    lock = Mutex.new
    runner = Thread.new { Fiber.new { loop { lock.synchronize { } } }.resume }
    runner.report_on_exception = false
    sleep 0.02
    runner.raise(RuntimeError, "enough")
    assert_equal "enough", assert_raises(RuntimeError) { runner.join(300) }.message
  end

  def test_threads_that_end_while_others_wait_for_the_lock
    5.times { Array.new(16) { Thread.new { Array.new(100) { Class.new } } }.each { |t| assert t.join(300) } }
  end

  def test_killed_in_a_fiber
    t = Thread.new do
      Fiber.new { sleep }.resume
      flunk
    end
    Thread.pass until t.stop?
    assert_same t, t.kill.join(300)
  end

  def test_masked_exceptions_come_when_blocking
    seen = Queue.new
    t = Thread.new do
      Thread.handle_interrupt(RuntimeError => :on_blocking) do
        seen << 1
        sleep
      rescue RuntimeError
        seen << 2
      end
    end
    seen.pop
    t.raise("now")
    assert_equal 2, seen.pop
    t.join
  end

  def test_a_mask_goes_when_its_check_raises
    Thread.handle_interrupt(RuntimeError => :never) do
      me = Thread.current
      Thread.new { me.raise "pending" }.join
      assert_raises(RuntimeError) { Thread.handle_interrupt(RuntimeError => :immediate) { flunk } }
      refute Thread.pending_interrupt?
    end
    e = assert_raises(RuntimeError) do
      Thread.handle_interrupt(RuntimeError => :never) do
        me = Thread.current
        Thread.new { me.raise "later" }.join
        raise "first"
      end
    end
    assert_equal "later", e.message
  end

  def test_lock_is_owned_again_although_killed
    m = Mutex.new
    cv = ConditionVariable.new
    owned = nil
    t = Thread.new do
      m.synchronize do
        cv.wait(m)
      ensure
        owned = m.owned?
      end
    end
    Thread.pass until t.stop?
    m.synchronize do
      cv.signal
      Thread.pass
      t.kill
      Thread.pass
    end
    t.join
    assert owned
  end

  def test_wakeup_before_sleep_does_not_count
    go = false
    t = Thread.new do
      Thread.pass until go
      sleep
      :woken
    end
    t.wakeup
    go = true
    Thread.pass until t.status == "sleep"
    refute t.join(0.02)
    t.wakeup
    assert_equal :woken, t.value
  end

  def test_backtrace_levels
    t = Thread.current
    assert_equal t.backtrace.size - 1, t.backtrace(1).size
    assert_equal 2, t.backtrace(0, 2).size
    assert_equal [], t.backtrace(1..0)
    assert_nil t.backtrace(1000)
    assert_equal "negative level (-1)", assert_raises(ArgumentError) { t.backtrace_locations(-1) }.message
    assert_equal "negative size (-1)", assert_raises(ArgumentError) { t.backtrace(0, -1) }.message
    seen = []
    Thread.each_caller_location { |l| seen << l.to_s }
    assert_equal caller_locations.map(&:to_s), seen
    assert_raises(LocalJumpError) { Thread.each_caller_location }
    assert_equal(-1, Thread::Backtrace.limit)
  end

  def test_locals
    assert_raises(TypeError) { Thread.new { }.thread_variable_get(1) }
    t = Thread.new { }.join.freeze
    assert_equal "can't modify frozen thread locals", assert_raises(FrozenError) { t[:a] = 1 }.message
    assert_raises(ArgumentError) { Mutex.new.lock.sleep(-1) }
    refute Thread.ignore_deadlock
  end
end

class TestFiber < Minitest::Test
  def test_who_goes_on_after_a_transfer
    a = Fiber.new { :a }
    b = Fiber.new { a.transfer; Fiber.yield 10; :b }
    assert_equal 10, b.resume
    assert_equal :b, b.resume
    assert_match(/\A#<Fiber:0x\h+ #{__FILE__}:\d+ \(terminated\)>\z/, b.inspect)
  end

  def test_resume_of_a_resuming_fiber
    root = Fiber.current
    f = Fiber.new { root.resume }
    assert_equal "attempt to resume a resuming fiber", assert_raises(FiberError) { f.resume }.message
  end

  def test_storage_keys
    assert_equal 42, Fiber.new { Fiber["key"] = 42; Fiber[:key] }.resume
    assert_raises(TypeError) { Fiber[1] }
  end

  # $~ and $_ of the block that a thread or fiber runs are its own; those of a method below it are that method's.
  def test_special_variables_of_a_body
    "foo" =~ /(o)/
    inside = Thread.new do
      before = $~
      "bar" =~ /(a)/
      [before, $1, [1].map { $1 }]
    end.value
    assert_equal [nil, "a", ["a"]], inside
    assert_equal "o", $1

    fiber = Fiber.new do
      "xyz" =~ /(y)/
      Fiber.yield $1
      $1
    end
    assert_equal ["y", "o"], [fiber.resume, $1]
    assert_equal ["y", "o"], [fiber.resume, $1]
  end

  def test_special_variables_of_a_method_elsewhere
    match = proc { "qqq" =~ /(q)/; $1 }
    assert_equal "q", Thread.new { match.call }.value
    "z" =~ /(z)/
    assert_equal "z", $1
  end

  def native_name
    File.read("/proc/thread-self/comm", encoding: "UTF-8").chomp
  end

  # The kernel cuts a name to 15 bytes.  A thread without a name has the file and the line of its block.
  def test_native_name
    assert_equal "test_thread.rb*", Thread.new { native_name }.value
    assert_equal "f.rb:7", eval("Thread.new { native_name }.value", binding, "folder/f.rb", 7)
    assert_equal "", Thread.new { Thread.current.name = ""; native_name }.value
    assert_equal "0123456789abcde", Thread.new { Thread.current.name = "0123456789abcdef"; native_name }.value
  end

  def test_native_name_set_by_another_thread
    asked, answers = Queue.new, Queue.new
    t = Thread.new { answers << native_name while asked.pop }
    t.name = "worker 1"
    asked << true
    assert_equal "worker 1", answers.pop
    t.name = nil
    asked << true
    assert_equal "", answers.pop
    asked << nil
    t.join
    t.name = "after its end"
    assert_equal "after its end", t.name
  end

  def test_native_name_of_the_main_thread_stays
    name = native_name
    Thread.current.name = "renamed"
    assert_equal name, native_name
  ensure
    Thread.current.name = nil
  end

  def test_native_name_given_before_the_start
    early = Class.new(Thread) do
      def initialize
        self.name = "early"
        super
      end
    end
    here = self
    assert_equal "early", early.new { here.native_name }.value
  end

  # ---- what ends a thread ----

  def quietly
    Thread.new do
      Thread.current.report_on_exception = false
      yield
    end
  end

  def test_throw_and_jumps_out_of_a_thread
    error = assert_raises(UncaughtThrowError) { catch(:tag) { quietly { throw :tag, 1 }.join } }
    assert_equal [:tag, 1, "uncaught throw :tag"], [error.tag, error.value, error.message]
    assert_equal "break from proc-closure", assert_raises(LocalJumpError) { thread_that_breaks.join }.message
    assert_equal "unexpected return", assert_raises(LocalJumpError) { thread_that_returns.join }.message
    assert_nil quietly { throw :tag }.tap { |t| t.join rescue nil }.status
    assert_equal 3, Thread.new { next 3 }.value
  end

  def thread_that_breaks
    code = proc { Thread.current.report_on_exception = false; break 1 }
    Thread.new(&code)
  end

  def thread_that_returns
    Thread.new do
      Thread.current.report_on_exception = false
      return 1
    end
  end

  def test_kill_after_exceptions_that_wait
    log = []
    go = Queue.new
    thread = quietly do
      Thread.handle_interrupt(RuntimeError => :never) do
        go << 1
        sleep
      ensure
        log << Thread.pending_interrupt?
      end
    ensure
      log << :end
    end
    go.pop
    thread.raise("first")
    thread.kill
    thread.kill
    assert_same thread, thread.join
    assert_equal [:end, false], [log.last, thread.status]
  end

  def test_pending_exceptions_by_class
    seen = nil
    go = Queue.new
    thread = quietly do
      Thread.handle_interrupt(Object => :never) do
        go << 1
        Thread.pass until Thread.pending_interrupt?(ArgumentError)
        seen = [RuntimeError, Comparable, StandardError].map { |c| Thread.pending_interrupt?(c) } << Thread.pending_interrupt?
        [1, "x", nil].each { |c| seen << (Thread.pending_interrupt?(c) rescue $!.message) }
      end
    end
    go.pop
    thread.raise(ArgumentError, "later")
    assert_equal "later", assert_raises(ArgumentError) { thread.join }.message
    assert_equal [false, false, true, true] + ["class or module required for rescue clause"] * 3, seen
    refute_predicate thread, :pending_interrupt?
  end

  def test_a_cause_comes_from_the_raising_thread
    thread = quietly { sleep }
    Thread.pass until thread.stop?
    begin
      raise "cause"
    rescue
      thread.raise(IOError, "sent")
    end
    error = assert_raises(IOError) { thread.join }
    assert_equal "cause", error.cause.message
    own = begin
      Thread.current.raise("own")
    rescue => e
      e
    end
    assert_equal ["own", nil], [own.message, own.cause]
  end

  # ---- groups ----

  def test_a_thread_moves_between_groups
    group = ThreadGroup.new
    enclosed = ThreadGroup.new.enclose
    frozen = ThreadGroup.new.freeze
    thread = Thread.new { sleep }
    assert_equal [group, true, false], [group.add(thread), enclosed.enclosed?, group.enclosed?]
    assert_equal [group, [thread]], [thread.group, group.list]
    assert_equal "can't move to the enclosed thread group", assert_raises(ThreadError) { enclosed.add(thread) }.message
    assert_equal "can't move to the frozen thread group", assert_raises(ThreadError) { frozen.add(thread) }.message
    group.enclose
    assert_equal "can't move from the enclosed thread group", assert_raises(ThreadError) { ThreadGroup.new.add(thread) }.message
    group.freeze
    assert_equal "can't move from the frozen thread group", assert_raises(ThreadError) { ThreadGroup::Default.add(thread) }.message
    thread.kill.join
    assert_equal [group, []], [thread.group, group.list]
    dead = Thread.new {}.join
    other = ThreadGroup.new
    assert_equal [ThreadGroup::Default, other, other, []], [dead.group, other.add(dead), dead.group, other.list]
  end

  def test_no_thread_starts_in_a_frozen_group
    message = nil
    thread = Thread.new do
      Thread.stop
      message = assert_raises(ThreadError) { Thread.new {} }.message
    end
    Thread.pass until thread.stop?
    ThreadGroup.new.add(thread).freeze
    thread.run.join
    assert_equal "can't start a new thread (frozen ThreadGroup)", message
  end

  def test_a_thread_is_started_once_and_by_super
    assert_equal "must be called with a block", assert_raises(ThreadError) { Thread.new }.message
    unborn = Class.new(Thread) { def initialize = nil }
    assert_match(/\Auninitialized thread - check '.*#initialize'\z/, assert_raises(ThreadError) { unborn.new {} }.message)
    thread = Thread.new { sleep }
    Thread.pass until thread.stop?
    assert_match(/\Aalready initialized thread - .*test_thread\.rb:\d+\z/, assert_raises(ThreadError) { thread.send(:initialize) {} }.message)
    thread.kill.join
    assert_match(/\Aalready initialized thread/, assert_raises(ThreadError) { thread.send(:initialize) {} }.message)
  end

  def test_dead_threads_answer_calls
    thread = quietly { raise "x" }
    thread.join rescue nil
    assert_equal [nil, false, nil, nil, nil], [thread.status, thread.alive?, thread.backtrace, thread.backtrace_locations, thread.raise("y")]
    assert_same thread, thread.kill
    assert_equal "killed thread", assert_raises(ThreadError) { thread.wakeup }.message
    assert_match(/ dead>\z/, thread.inspect)
    assert_equal [], thread.keys
    thread.name = "late"
    assert_equal "late", thread.name
  end
end
