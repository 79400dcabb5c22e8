require "test_helper"

# The list of mutexes that a thread holds kept those that were collected.
class TestMutexCollectedWhileLocked < Minitest::Test
  def test_collected
    Thread.new do
      1000.times { Mutex.new.lock }
      GC.start
      kept = Array.new(1000) { Mutex.new.tap(&:lock) }
      kept.each(&:unlock)
    end.join
  end

  # The monitor remembered an owner that had ended; another thread at its address was taken for it.
  def test_monitor_of_an_ended_thread
    require "monitor"
    monitor = Monitor.new
    50.times do
      Thread.new { refute_predicate monitor, :mon_owned?; monitor.enter }.join
      refute_predicate monitor, :mon_locked?
      GC.start
    end
  end
end
