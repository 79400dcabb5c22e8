# test_scheduler.rb - fiber schedulers (cont/scheduler.c): what blocks a thread asks its scheduler in fibers that do not block.
require_relative "lib/test_helper"
require_relative "lib/scheduler"

class TestFiberScheduler < Minitest::Test
  # The block runs in a thread of its own with the scheduler; its hooks' names are the result.
  def scheduled(kind = TestScheduler)
    Thread.new do
      scheduler = kind.new
      Fiber.set_scheduler(scheduler)
      yield scheduler
      Fiber.set_scheduler(nil)
      scheduler.calls
    end.tap { |t| t.report_on_exception = false }.value
  end

  def test_interface
    assert_nil Fiber.scheduler
    whole = TestScheduler.new
    assert_equal "Scheduler must implement #block", assert_raises(ArgumentError) { Fiber.set_scheduler(Object.new) }.message
    assert_equal "No scheduler is available!", assert_raises(RuntimeError) { Fiber.schedule {} }.message
    Thread.new do
      assert_same whole, Fiber.set_scheduler(whole)
      assert_same whole, Fiber.scheduler
      assert_nil Fiber.current_scheduler
      Fiber.schedule { assert_same whole, Fiber.current_scheduler }
      Fiber.new(blocking: true) { assert_nil Fiber.current_scheduler }.resume
    end.join
  end

  def test_closed_at_the_end_of_its_thread
    log = []
    Thread.new do
      Fiber.set_scheduler(TestScheduler.new)
      Fiber.schedule { sleep 0.001; log << :late }
      log << :end
    end.join
    assert_equal [:end, :late], log
  end

  def test_closed_at_exit
    out, = run_ruby(<<~'RUBY', "-r#{__dir__}/lib/scheduler")
      at_exit { puts "at_exit" }
      Fiber.set_scheduler(TestScheduler.new)
      Fiber.schedule { sleep 0.001; puts "late" }
      puts "end"
    RUBY
    assert_equal "end\nlate\nat_exit\n", out
  end

  def test_sleep
    log = []
    calls = scheduled(TestVirtualTimeScheduler) do
      [3, 1, 2].each { |n| Fiber.schedule { log << [sleep(n / 100.0), n] } }
      assert_empty log
    end
    assert_equal [1, 2, 3], log.map(&:last)
    assert_equal [Integer] * 3, log.map { |slept, _| slept.class }
    assert_includes calls, :kernel_sleep
  end

  def test_mutex
    log = []
    scheduled do
      m = Mutex.new
      2.times do |i|
        Fiber.schedule { m.synchronize { log << [i, :in]; sleep 0.001; log << [i, :out] } }
      end
    end
    assert_equal [[0, :in], [0, :out], [1, :in], [1, :out]], log
  end

  def test_mutex_of_another_thread
    m, log = Mutex.new, []
    holder = Thread.new { m.synchronize { Thread.stop; log << :released } }
    Thread.pass until m.locked?
    scheduled do
      Fiber.schedule { m.synchronize { log << :in } }
      Fiber.schedule { log << :meanwhile; Thread.pass until holder.stop?; holder.wakeup }
    end
    assert_equal [:meanwhile, :released, :in], log
  end

  def test_queue
    log = []
    scheduled do
      q, s = Queue.new, SizedQueue.new(1)
      Fiber.schedule { 3.times { log << q.pop }; log << q.pop(timeout: 0.001) }
      Fiber.schedule { 3.times { |i| q << i } }
      Fiber.schedule { 3.times { |i| s << i; log << "in #{i}" } }
      Fiber.schedule { 3.times { log << "out #{s.pop}" } }
    end
    assert_equal [0, 1, 2, nil], log.select { |v| v.nil? || v.is_a?(Integer) }
    assert_equal ["out 0", "out 1", "out 2"], log.grep(/out/)
  end

  def test_queue_fed_by_another_thread
    log = []
    scheduled do
      q = Queue.new
      Fiber.schedule { log << q.pop }
      Thread.new { sleep 0.005; q << :from_thread }
      Fiber.schedule { log << :first }
    end
    assert_equal [:first, :from_thread], log
  end

  def test_condition_variable
    log = []
    scheduled do
      m, c, ready = Mutex.new, ConditionVariable.new, false
      Fiber.schedule { m.synchronize { c.wait(m) until ready; log << :woken } }
      Fiber.schedule { m.synchronize { ready = true; log << :signal; c.signal } }
    end
    assert_equal [:signal, :woken], log
  end

  def test_join
    log = []
    scheduled do
      t = Thread.new { sleep 0.005; :value }
      Fiber.schedule { log << t.value }
      Fiber.schedule { log << :meanwhile }
      Fiber.schedule { log << Thread.new { sleep 1 }.join(0.001) }
    end
    assert_equal [:meanwhile, :value, nil].sort_by(&:inspect), log.sort_by(&:inspect)
  end

  def test_io_wait
    log = []
    calls = scheduled do
      r, w = IO.pipe
      Fiber.schedule { log << r.gets << r.read; r.close }
      Fiber.schedule { log << :writer; w << "line\nrest"; w.close }
    end
    assert_equal [:writer, "line\n", "rest"], log
    assert_includes calls, :io_wait
    refute_includes calls, :io_read
  end

  def test_timeout
    scheduled do
      r, w = IO.pipe
      r.timeout = 0.001
      Fiber.schedule { assert_raises(IO::TimeoutError) { r.read(1) }; w.close; r.close }
    end
  end

  def test_io_hooks
    log = []
    calls = scheduled(TestIOScheduler) do
      r, w = IO.pipe
      Fiber.schedule { log << r.gets << r.read(2) << r.read; r.close }
      Fiber.schedule { w << "line\nrest"; w.close }
      Fiber.schedule do
        File.open(__FILE__) { |f| log << f.pread(5, 2) }
        File.open(File::NULL, "w") { |f| log << f.pwrite("abc", 0) }
      end
      big = "x" * 300_000
      r2, w2 = IO.pipe
      Fiber.schedule { w2.write(big); w2.close }
      Fiber.schedule { log << r2.read.size }
    end
    assert_equal ["line\n", "re", "st", "test_", 3, 300_000].sort_by(&:inspect), log.sort_by(&:inspect)
    %i[io_read io_write io_pread io_pwrite io_close].each { |name| assert_includes calls, name }
  end

  def test_io_error_from_hook
    kind = Class.new(TestIOScheduler) { def io_read(*) = -Errno::EIO::Errno }
    scheduled(kind) do
      r, = IO.pipe
      Fiber.schedule { assert_raises(Errno::EIO) { r.read(1) } }
    end
  end

  def test_buffer_uses_hooks
    calls = scheduled(TestIOScheduler) do
      r, w = IO.pipe
      Fiber.schedule do
        assert_equal 3, IO::Buffer.for("abc").write(w)
        b = IO::Buffer.new(3)
        assert_equal 3, b.read(r)
        assert_equal "abc", b.get_string
      end
    end
    assert_equal %i[io_read io_write], calls.grep(/io_(read|write)/).sort.uniq
  end

  def test_process_and_select
    calls = scheduled(TestIOScheduler) do
      Fiber.schedule { assert_equal 3, Process.wait2(spawn("exit 3"))[1].exitstatus }
      r, w = IO.pipe
      w << "x"
      Fiber.schedule { assert_equal [[r], [], []], IO.select([r], nil, nil, 1) }
    end
    assert_includes calls, :process_wait
    assert_includes calls, :io_select
  end
end
