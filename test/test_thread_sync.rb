# test_thread_sync.rb - Mutex, ConditionVariable, Queue, SizedQueue and Monitor (thread/sync.c): who owns what, who is woken, what ends
# a wait, and each refusal.  No row depends on how long a thread runs: a thread that has to wait is awaited by its status.
require_relative "lib/test_helper"
require "monitor"

class TestThreadSync < Minitest::Test
  def text_of(klass = ThreadError, &) = assert_raises(klass, &).message

  # Starts a thread and returns it when it sleeps.
  def sleeper(&)
    thread = Thread.new(&)
    thread.report_on_exception = false
    Thread.pass until thread.stop?
    thread
  end

  # ---- Mutex ----

  def test_a_mutex_is_locked_and_unlocked_by_its_owner
    m = Mutex.new
    assert_equal [false, false], [m.locked?, m.owned?]
    assert_same m, m.lock
    assert_equal [true, true, false], [m.locked?, m.owned?, m.try_lock]
    assert_same m, m.unlock
    assert_equal [true, true], [m.try_lock, m.owned?]
    assert_equal [true, false, false], Thread.new { [m.locked?, m.owned?, m.try_lock] }.value
  end

  def test_a_mutex_has_one_owner
    m = Mutex.new.lock
    assert_equal "deadlock; recursive locking", text_of { m.lock }
    assert_equal "deadlock; recursive locking", text_of { m.synchronize {} }
    assert_equal "Attempt to unlock a mutex which is locked by another thread/fiber", Thread.new { text_of { m.unlock } }.value
    assert_equal "Attempt to unlock a mutex which is locked by another thread/fiber", Fiber.new { text_of { m.unlock } }.resume
    assert_equal [false, true], Fiber.new { [m.owned?, m.locked?] }.resume
    assert_equal "deadlock; lock already owned by another fiber belonging to the same thread", Fiber.new { text_of { m.lock } }.resume
    m.unlock
    assert_equal "Attempt to unlock a mutex which is not locked", text_of { m.unlock }
  end

  def test_synchronize_unlocks_whatever_ends_the_block
    m = Mutex.new
    assert_equal [:value, false], [m.synchronize { :value }, m.locked?]
    assert_equal ["x", false], [text_of(RuntimeError) { m.synchronize { raise "x" } }, m.locked?]
    assert_equal [:thrown, false], [catch(:out) { m.synchronize { throw :out, :thrown } }, m.locked?]
    assert_equal [5, false], [m.synchronize { break 5 }, m.locked?]
    assert_equal "must be called with a block", text_of { m.synchronize }
    assert_equal "Attempt to unlock a mutex which is not locked", text_of { m.synchronize { m.unlock } }
  end

  def test_waiters_get_the_mutex_in_the_order_of_their_calls
    m, order = Mutex.new.lock, []
    threads = Array.new(5) { |i| sleeper { m.synchronize { order << i } } }
    m.unlock
    threads.each(&:join)
    assert_equal [0, 1, 2, 3, 4], order
  end

  def test_a_thread_that_ends_leaves_its_mutexes_unlocked
    one, two = Mutex.new, Mutex.new
    Thread.new { one.lock; two.lock }.join
    assert_equal [false, false], [one.locked?, two.locked?]
    holder = sleeper { one.lock; sleep }
    waiter = sleeper { one.synchronize { :mine } }
    holder.kill
    assert_equal :mine, waiter.value
  end

  def test_a_killed_or_interrupted_waiter_owns_nothing
    m = Mutex.new.lock
    killed = sleeper { m.lock }
    raised = sleeper { m.lock }
    last = sleeper { m.synchronize { :last } }
    killed.kill.join
    raised.raise("out")
    assert_equal "out", text_of(RuntimeError) { raised.join }
    m.unlock
    assert_equal [:last, false], [last.value, m.locked?]
  end

  def test_a_wakeup_does_not_end_the_wait_for_a_mutex
    m = Mutex.new.lock
    waiter = sleeper { m.lock; :got }
    waiter.wakeup
    Thread.pass until waiter.stop?
    assert m.owned?
    m.unlock
    assert_equal :got, waiter.value
  end

  def test_sleep_gives_the_mutex_away_and_takes_it_again
    m = Mutex.new
    waiter = sleeper { m.lock; [m.sleep.class, m.owned?] }
    assert_equal [false, true], [m.locked?, m.try_lock]
    waiter.wakeup
    m.unlock
    assert_equal [Integer, true], waiter.value
    m.lock
    assert_nil m.sleep(0.001)
    assert_nil m.sleep(0)
    assert m.owned?
  end

  def test_a_sleep_that_is_interrupted_owns_the_mutex_again
    m, owned = Mutex.new, nil
    waiter = sleeper do
      m.lock
      m.sleep
    ensure
      owned = m.owned?
    end
    waiter.raise("out")
    assert_equal ["out", true, false], [text_of(RuntimeError) { waiter.join }, owned, m.locked?]
  end

  def test_the_time_of_a_sleep_is_checked_before_the_mutex_is_unlocked
    m = Mutex.new.lock
    assert_equal "time interval must not be negative", text_of(ArgumentError) { m.sleep(-1) }
    assert_equal "can't convert String into time interval", text_of(TypeError) { m.sleep("1") }
    assert_equal "wrong number of arguments (given 2, expected 0..1)", text_of(ArgumentError) { m.sleep(1, 2) }
    assert m.owned?
    m.unlock
    assert_equal "Attempt to unlock a mutex which is not locked", text_of { m.sleep(0) }
  end

  def test_a_trap_takes_no_mutex
    out, = run_ruby(<<~RUBY, "--disable-gems")
      m = Mutex.new
      trap(:USR1) { begin; m.lock; rescue ThreadError => e; puts e.message; end; p m.try_lock }
      Process.kill(:USR1, $$)
      sleep 0.01 until m.locked?
    RUBY
    assert_equal "can't be called from trap context\ntrue\n", out
  end

  def test_a_wait_that_cannot_end_is_a_deadlock
    _, err, status = run_ruby("m = Mutex.new.lock; Thread.new { m.lock }.join", "--disable-gems")
    assert_match(/No live threads left. Deadlock\? \(fatal\)/, err)
    assert_equal 1, status
  end

  # ---- ConditionVariable ----

  def test_signal_wakes_the_first_waiter_and_broadcast_all
    m, c, order = Mutex.new, ConditionVariable.new, []
    threads = Array.new(4) { |i| sleeper { m.synchronize { c.wait(m); order << i } } }
    assert_same c, c.signal
    threads[0].join
    assert_equal [0], order
    assert_same c, c.broadcast
    threads.each(&:join)
    assert_equal [0, 1, 2, 3], order.sort
    assert_equal [c, c], [c.signal, c.broadcast]
  end

  def test_a_signal_without_a_waiter_is_lost
    m, c = Mutex.new, ConditionVariable.new
    c.signal
    assert_nil m.synchronize { c.wait(m, 0.001) }
  end

  def test_wait_gives_what_the_sleep_of_the_mutex_gives
    m, c = Mutex.new, ConditionVariable.new
    waiter = sleeper { m.synchronize { [c.wait(m, 1000).class, m.owned?] } }
    c.signal
    assert_equal [Integer, true], waiter.value
    like = Object.new
    def like.sleep(time) = [:slept, time]
    assert_equal [[:slept, nil], [:slept, 3]], [c.wait(like), c.wait(like, 3)]
    assert_equal "Attempt to unlock a mutex which is not locked", text_of { c.wait(m) }
    assert_equal "wrong number of arguments (given 0, expected 1..2)", text_of(ArgumentError) { c.wait }
  end

  def test_a_waiter_that_is_killed_is_not_signalled
    m, c = Mutex.new, ConditionVariable.new
    first = sleeper { m.synchronize { c.wait(m) } }
    second = sleeper { m.synchronize { c.wait(m); :second } }
    first.kill.join
    c.signal
    assert_equal :second, second.value
  end

  def test_what_waits_cannot_be_copied_or_dumped
    assert_equal "can't dump Thread::ConditionVariable", text_of(TypeError) { Marshal.dump(ConditionVariable.new) }
    assert_equal "can't dump Thread::Queue", text_of(TypeError) { Marshal.dump(Queue.new) }
    assert_equal "can't dump Thread::SizedQueue", text_of(TypeError) { Marshal.dump(SizedQueue.new(1)) }
    assert_equal "no _dump_data is defined for class Thread::Mutex", text_of(TypeError) { Marshal.dump(Mutex.new) }
    [Queue.new, SizedQueue.new(1), ConditionVariable.new].each do |object|
      assert_equal "undefined method 'initialize_copy' for an instance of #{object.class}", text_of(NoMethodError) { object.dup }
    end
  end

  # ---- Queue ----

  def test_a_queue_gives_its_objects_in_their_order
    q = Queue.new
    assert_equal [0, true, 0], [q.size, q.empty?, q.num_waiting]
    assert_same q, q.push(1)
    q << 2
    q.enq(nil)
    assert_equal [3, 3, false], [q.size, q.length, q.empty?]
    assert_equal [1, 2, nil], [q.pop, q.shift, q.deq]
    assert_equal [[1, 2], 2], Queue.new([1, 2]).then { |full| [Array.new(2) { full.pop }, 2] }
    assert_same q, q.push(1).clear
    assert q.empty?
  end

  def test_a_queue_is_made_from_what_has_to_a
    assert_equal [:a, 1], Queue.new({a: 1}).pop
    given = [1]
    q = Queue.new(given)
    q.pop
    assert_equal [1], given
    assert_equal "can't convert Integer into Array", text_of(TypeError) { Queue.new(1) }
    assert_equal "can't convert Object to Array (Object#to_a gives Integer)", text_of(TypeError) { Queue.new(Object.new.tap { |o| def o.to_a = 1 }) }
    assert_equal "wrong number of arguments (given 2, expected 0..1)", text_of(ArgumentError) { Queue.new([], 1) }
    assert_match(/\A#<Thread::Queue:0x\h+> not initialized\z/, text_of(TypeError) { Queue.allocate.pop })
  end

  def test_a_pop_that_may_not_wait_raises
    q = Queue.new
    assert_equal "queue empty", text_of { q.pop(true) }
    assert_equal [nil, nil], [q.pop(timeout: 0), q.pop(timeout: 0.001)]
    assert_equal "can't set a timeout if non_block is enabled", text_of(ArgumentError) { q.pop(true, timeout: 1) }
    assert_equal "queue empty", text_of { q.pop(true, timeout: nil) }
    assert_equal "unknown keyword: :time", text_of(ArgumentError) { q.pop(time: 1) }
    assert_equal [1, 2], q.push(1).push(2).then { [q.pop(true), q.pop(timeout: 0)] }
  end

  def test_waiting_takers_are_counted_and_served_in_order
    q, got = Queue.new, Queue.new
    threads = Array.new(3) { |i| sleeper { got << [i, q.pop] } }
    assert_equal 3, q.num_waiting
    3.times { |i| q << i; threads[i].join }
    assert_equal [[0, 0], [1, 1], [2, 2], 0], Array.new(3) { got.pop } << q.num_waiting
  end

  def test_a_closed_queue_gives_what_is_left_and_then_nil
    q = Queue.new([1])
    assert_equal [false, q, true], [q.closed?, q.close, q.closed?]
    assert_equal [1, nil, nil], [q.pop, q.pop, q.pop(timeout: 5)]
    assert_equal "queue empty", text_of { q.pop(true) }
    assert_equal "queue closed", text_of(ClosedQueueError) { q << 1 }
    assert_equal [StopIteration, q], [ClosedQueueError.superclass, q.close]
    waiting = Queue.new
    takers = Array.new(2) { sleeper { waiting.pop } }
    waiting.close
    assert_equal [nil, nil], takers.map(&:value)
  end

  def test_a_queue_cannot_be_frozen
    assert_match(/\Acannot freeze #<Thread::Queue:0x\h+>\z/, text_of(TypeError) { Queue.new.freeze })
    assert_match(/\Acannot freeze #<Thread::SizedQueue:0x\h+>\z/, text_of(TypeError) { SizedQueue.new(1).freeze })
  end

  def test_a_taker_that_is_killed_takes_nothing
    q = Queue.new
    killed = sleeper { q.pop }
    taker = sleeper { q.pop }
    killed.kill.join
    assert_equal 1, q.num_waiting
    q << :x
    assert_equal :x, taker.value
  end

  # ---- SizedQueue ----

  def test_a_full_queue_takes_no_more
    q = SizedQueue.new(2)
    assert_equal [2, q], [q.max, q.push(1)]
    q << 2
    assert_equal "queue full", text_of { q.push(3, true) }
    assert_equal [nil, nil], [q.push(3, timeout: 0), q.push(3, timeout: 0.001)]
    assert_equal "can't set a timeout if non_block is enabled", text_of(ArgumentError) { q.push(3, true, timeout: 1) }
    assert_equal 2, q.size
  end

  def test_a_giver_waits_for_room
    q = SizedQueue.new(1)
    q << 1
    givers = [sleeper { q << 2; :gave }, sleeper { q << 3; :gave }]
    assert_equal 2, q.num_waiting
    assert_equal [1, :gave, 2], [q.pop, givers[0].value, q.pop]
    assert_equal [:gave, 3], [givers[1].value, q.pop]
  end

  def test_more_room_or_clear_wakes_the_givers
    q = SizedQueue.new(1)
    q << 1
    giver = sleeper { q << 2; :gave }
    assert_equal 3, q.max = 3
    assert_equal [:gave, 2, 3], [giver.value, q.size, q.max]
    q << 3
    giver = sleeper { q << 4; :gave }
    q.clear
    assert_equal [:gave, 1], [giver.value, q.size]
  end

  def test_close_wakes_the_givers_with_an_error
    q = SizedQueue.new(1)
    q << 1
    giver = sleeper { text_of(ClosedQueueError) { q << 2 } }
    q.close
    assert_equal ["queue closed", 1, nil], [giver.value, q.pop, q.pop]
  end

  def test_the_size_is_positive
    [0, -1].each { |n| assert_equal "queue size must be positive", text_of(ArgumentError) { SizedQueue.new(n) } }
    q = SizedQueue.new(1)
    assert_equal "queue size must be positive", text_of(ArgumentError) { q.max = 0 }
    assert_equal "no implicit conversion of String into Integer", text_of(TypeError) { q.max = "1" }
    assert_equal [1, 2], [q.max, SizedQueue.new(2.9).max]
    assert_equal "wrong number of arguments (given 0, expected 1)", text_of(ArgumentError) { SizedQueue.new }
  end

  # ---- Monitor ----

  def test_a_monitor_is_entered_again_by_its_owner
    m = Monitor.new
    assert_equal [nil, nil, true, true], [m.enter, m.enter, m.try_enter, m.mon_owned?]
    assert_equal [false, true, false], Thread.new { [m.try_enter, m.mon_locked?, m.mon_owned?] }.value
    3.times { assert_nil m.exit }
    assert_equal [false, false], [m.mon_locked?, m.mon_owned?]
    assert_equal "current fiber not owner", text_of { m.exit }
    assert_equal "current fiber not owner", text_of { m.mon_check_owner }
    m.enter
    assert_equal "current fiber not owner", Fiber.new { text_of { m.exit } }.resume
  end

  def test_synchronize_leaves_the_monitor_whatever_ends_the_block
    m = Monitor.new
    assert_equal 1, m.synchronize { m.synchronize { 1 } }
    assert_equal "x", text_of(RuntimeError) { m.synchronize { m.mon_synchronize { raise "x" } } }
    refute m.mon_locked?
    assert_equal "no block given", text_of(LocalJumpError) { m.synchronize }
  end

  def test_a_condition_of_a_monitor_leaves_all_its_levels
    m = Monitor.new
    c = m.new_cond
    waiter = sleeper { m.synchronize { m.synchronize { [c.wait, m.mon_owned?] } } }
    refute m.mon_locked?
    m.synchronize { c.signal }
    assert_equal [true, true], waiter.value
    refute m.mon_locked?
    assert_equal false, m.synchronize { c.wait(0.001) }
    assert_equal "current fiber not owner", text_of { c.wait }
    assert_equal "current fiber not owner", text_of { c.signal }
  end

  def test_wait_while_and_until_look_again_after_each_signal
    m = Monitor.new
    c, ready = m.new_cond, 0
    waiter = sleeper { m.synchronize { c.wait_until { ready == 2 }; :until } }
    2.times { m.synchronize { ready += 1; c.broadcast } }
    assert_equal :until, waiter.value
    m.synchronize { assert_nil c.wait_while { false } }
  end

  # ---- fork ----

  def test_a_child_has_no_waiters
    q, m = Queue.new, Mutex.new.lock
    taker, locker = sleeper { q.pop }, sleeper { m.lock }
    r, w = IO.pipe
    pid = fork do
      w.write([q.num_waiting, m.owned?, m.unlock.locked?].inspect)
      exit!(0)
    end
    w.close
    Process.wait(pid)
    assert_equal "[0, true, false]", r.read
    [taker, locker].each { |thread| thread.kill.join }
  end
end
