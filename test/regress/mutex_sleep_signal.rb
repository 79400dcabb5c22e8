require "test_helper"

# Mutex#sleep and ConditionVariable#wait returned nil, as after a time-out, when a trapped signal ended them, and
# ConditionVariable#wait returned itself instead of the seconds.
class TestMutexSleepSignal < Minitest::Test
  # Sends the signal once the main thread sleeps.
  def interrupted
    main = Thread.current
    sender = Thread.new do
      Thread.pass until main.status == "sleep"
      Process.kill(:HUP, Process.pid)
    end
    yield
  ensure
    sender.join
  end

  def test_signal
    previous = trap(:HUP) { }
    mutex, condition = Mutex.new, ConditionVariable.new
    mutex.synchronize do
      assert_kind_of Integer, interrupted { mutex.sleep(60) }
      assert_kind_of Integer, interrupted { condition.wait(mutex, 60) }
      assert_nil mutex.sleep(0.001)
      assert_nil condition.wait(mutex, 0.001)
    end
  ensure
    trap(:HUP, previous)
  end

  def test_signaled
    mutex, condition = Mutex.new, ConditionVariable.new
    [[], [60]].each do |limit|
      waiter = Thread.new { mutex.synchronize { condition.wait(mutex, *limit) } }
      Thread.pass until waiter.status == "sleep"
      mutex.synchronize { condition.signal }
      assert_equal 0, waiter.value
    end
  end
end
