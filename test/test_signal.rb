# test_signal.rb - Signal, trap, Process.kill, Interrupt (signal.c).
require_relative "lib/test_helper"

class TestSignal < Minitest::Test
  # Until the block says true.
  def wait_until(seconds = 300)
    limit = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    until yield
      flunk "nothing came" if Process.clock_gettime(Process::CLOCK_MONOTONIC) > limit
      Thread.pass
    end
  end

  def with_trap(name, ...)
    old = trap(name, ...)
    yield_self { @old = old }
  ensure
    (@restore ||= []) << [name, old]
  end

  def teardown = @restore&.reverse_each { |name, old| trap(name, old || "SYSTEM_DEFAULT") }

  def test_names
    assert_equal 2, Signal.list["INT"]
    assert_equal 0, Signal.list["EXIT"]
    assert_equal "TERM", Signal.signame(15)
    assert_nil Signal.signame(-1)
  end

  def test_trap_forms
    numbers = []
    %w[USR1 SIGUSR1].push(:USR1, :SIGUSR1, Signal.list["USR1"]).each do |name|
      with_trap(name) { |n| numbers << n }
      Process.kill(name, Process.pid)
      wait_until { numbers.size == 1 }
      assert_equal [Signal.list["USR1"]], numbers
      numbers.clear
    end
  end

  def test_old_handlers
    handler = proc { }
    trap("USR2", "DEFAULT")
    assert_equal "DEFAULT", trap("USR2", handler)
    assert_same handler, trap("USR2", "IGNORE")
    assert_equal "IGNORE", trap("USR2", "SYSTEM_DEFAULT")
    assert_equal "SYSTEM_DEFAULT", trap("USR2", nil)
    trap("USR2", "DEFAULT")
  end

  def test_wrong_arguments
    assert_equal "unsupported signal 'SIGFOO'", assert_raises(ArgumentError) { trap("FOO") { } }.message
    assert_equal "invalid signal number (4096)", assert_raises(ArgumentError) { trap(4096) { } }.message
    assert_raises(ArgumentError) { trap("SEGV") { } }
    assert_raises(Errno::EINVAL) { trap("KILL") { } }
    assert_raises(ArgumentError) { trap("VTALRM") { } }
    assert_equal "tried to create Proc object without a block", assert_raises(ArgumentError) { trap("USR1") }.message
  end

  def test_runs_in_the_main_thread_and_breaks_sleep
    where = nil
    with_trap("USR1") { where = Thread.current }
    t = Thread.new { Process.kill("USR1", Process.pid) }
    wait_until { where }
    t.join
    assert_same Thread.main, where
  end

  def test_no_mutex_in_a_handler
    error = nil
    with_trap("USR1") do
      Mutex.new.lock
    rescue ThreadError => e
      error = e
    end
    Process.kill("USR1", Process.pid)
    wait_until { error }
    assert_equal "can't be called from trap context", error.message
  end

  def test_signal_in_a_blocking_read
    r, w = IO.pipe
    with_trap("USR1") { w << "x" }
    main = Process.pid
    t = Thread.new { sleep 0.01; Process.kill("USR1", main) }
    assert_equal "x", r.read(1)
    t.join
  end

  def test_exceptions
    assert_equal [2, "SIGINT", "SIGINT"], SignalException.new("INT").then { |e| [e.signo, e.signm, e.message] }
    assert_equal "", Interrupt.new("").message
    assert_raises(Interrupt) { Process.kill("INT", Process.pid); sleep 1 }
    error = assert_raises(SignalException) { Process.kill("TERM", Process.pid); sleep 1 }
    assert_equal 15, error.signo
  end

  def test_statuses
    _, _, status = run_ruby('Process.kill(:KILL, $$)')
    assert_equal 128 + 9, status
    _, err, status = run_ruby('Process.kill(:INT, $$); sleep 1')
    assert_equal 128 + 2, status
    assert_match(/Interrupt/, err)
    out, _, status = run_ruby('trap(:EXIT) { puts "exit #{_1}" }; at_exit { puts "at_exit" }; puts 1')
    assert_equal ["1\nexit 0\nat_exit\n", 0], [out, status]
    out, = run_ruby('trap(:TERM) { puts "term"; exit 3 }; Process.kill(:TERM, $$); sleep 1')
    assert_equal "term\n", out
  end

  def test_child_handlers_are_reset
    with_trap("USR1", "IGNORE")
    with_trap("USR2") { }
    out = IO.popen(["sh", "-c", "kill -USR1 $$; echo ignored; kill -USR2 $$; echo not reset"], err: File::NULL, &:read)
    assert_equal "ignored\n", out
  end
end
