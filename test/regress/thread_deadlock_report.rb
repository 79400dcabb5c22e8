require "test_helper"

class TestThreadDeadlockReport < Minitest::Test
  def run_ruby(source)
    IO.popen([RbConfig.ruby, "--disable-gems", "-e", source, err: [:child, :out]], &:read)
  end

  # The second thread to stop was told that it was the only one.
  def test_all_threads_stopped
    out = run_ruby("Thread.new { Thread.stop }; Thread.stop")
    assert_match(/\A-e:1:in 'Thread.stop': No live threads left. Deadlock\? \(fatal\)\n2 threads, 2 sleeps current:\h*x\h+ main thread:0x\h+\n/, out)
    assert_match(/^\* #<Thread:0x\h+ sleep_forever>\n   rb_thread_t:0x\h+ native:0x\h+ int:0\n   -e:1:in 'Thread.stop'\n   -e:1:in '<main>'\n\* #<Thread:0x\h+ -e:1 sleep_forever>\n/, out)
  end

  # Nobody looked again when the last thread that ran came to its end.
  def test_last_running_thread_ends
    out = run_ruby("q = Queue.new; Thread.new { sleep 0.1 }; q.pop")
    assert_includes out, "No live threads left. Deadlock? (fatal)"
    assert_includes out, "1 threads, 1 sleeps"
  end

  def test_who_waits_for_whom
    out = run_ruby("m = Mutex.new; m.lock; t = Thread.new { m.lock }; t.join")
    assert_match(/ int:0 mutex:\S+ cond:1\n    depended by: tb_thread_id:0x\h+\n   -e:1:in 'Thread::Mutex#lock'/, out)
  end

  def test_rescued_in_main_while_the_other_sleeps_on
    assert_equal "fatal\ntrue\n", run_ruby("t = Thread.new { Thread.stop }; begin; t.join; rescue Exception; p $!.class; end; p t.alive?")
  end
end
