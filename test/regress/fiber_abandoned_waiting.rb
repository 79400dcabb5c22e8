require "test_helper"

# A fiber that waits lies in lists of what it waits for.  Where nobody resumed it any more its stack was freed under those lists.
class TestFiberAbandonedWaiting < Minitest::Test
  # Hooks that forget who waits.
  class Forgetful
    def block(*) = Fiber.yield
    def unblock(*) = nil
    def io_wait(*) = Fiber.yield
    def io_read(*) = Fiber.yield
    def kernel_sleep(*) = Fiber.yield
    def fiber_interrupt(*) = nil
    def close = nil
    def fiber(&block) = Fiber.new(blocking: false, &block).tap(&:resume)
  end

  def abandon(count = 50, &block)
    Thread.new do
      Fiber.set_scheduler(Forgetful.new)
      count.times { Fiber.schedule(&block) }
      10_000.times { Object.new }
      GC.start
      yield_others
    end.join
    20.times { Fiber.new { Fiber.yield }.resume } # takes stacks anew
    GC.start
  end

  def yield_others = Thread.pass

  def test_mutex
    mutex = Mutex.new.lock
    abandon { mutex.synchronize {} }
    mutex.unlock
    assert_equal 1, mutex.synchronize { 1 }
  end

  def test_queues
    queue = Queue.new
    abandon { queue.pop }
    assert_equal 0, queue.num_waiting
    queue << 1
    assert_equal 1, queue.pop
    sized = SizedQueue.new(1)
    sized << 1
    abandon { sized << 2 }
    assert_equal [1, 0], [sized.pop, sized.num_waiting]
  end

  def test_condition_variable
    condition, mutex = ConditionVariable.new, Mutex.new
    abandon { mutex.synchronize { condition.wait(mutex) } }
    assert_same condition, condition.broadcast
  end

  def test_join
    sleeper = Thread.new { Thread.stop }
    abandon { sleeper.join }
    sleeper.run
    assert_same sleeper, sleeper.join
  end

  def test_close
    reader, writer = IO.pipe
    abandon { reader.read(1) }
    abandon { reader.wait_readable }
    assert_nil reader.close
  ensure
    writer&.close
  end

  # In a thread that lives on: what waits and who waits die together or apart.
  def test_in_a_living_thread
    kept = Array.new(20) { Queue.new }
    Thread.new do
      Fiber.set_scheduler(Forgetful.new)
      kept.each { |queue| Fiber.schedule { queue.pop } }
      30.times { queue = Queue.new; Fiber.schedule { queue.pop } }
      30.times { r, = IO.pipe; Fiber.schedule { r.read(1) } }
      Fiber.set_scheduler(nil)
      3.times { GC.start }
      kept.each { |queue| queue << 1 }
      3.times { GC.start }
      assert_equal [1] * 20, kept.map(&:pop)
    end.join
  end
end
