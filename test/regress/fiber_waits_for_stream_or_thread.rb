require "test_helper"
require "socket"

class TestFiberWaitsForStreamOrThread < Minitest::Test
  # A scheduler of nothing: a fiber that blocks is resumed by what calls unblock or fiber_interrupt.
  class Scheduler
    def initialize = @ready = []
    def fiber(&block) = Fiber.new(blocking: false, &block).tap(&:transfer)
    def close = run

    def run
      while (fiber, error = @ready.shift)
        error ? fiber.raise(error) : fiber.transfer
      end
    end

    def block(_blocker, _timeout = nil) = Fiber.yield
    def unblock(_blocker, fiber) = @ready << [fiber]
    def kernel_sleep(*) = Fiber.yield
    def io_wait(_io, _events, _timeout) = @main.transfer
    def fiber_interrupt(fiber, error) = @ready << [fiber, error]
    attr_writer :main
  end

  # The fiber that read waited for ever.
  def test_close_in_another_fiber
    r, w = IO.pipe
    error = nil
    Thread.new do
      scheduler = Scheduler.new
      scheduler.main = Fiber.current
      Fiber.set_scheduler(scheduler)
      Fiber.schedule { begin; r.read(1); rescue IOError => error; end }
      r.close
      scheduler.run
    end.join
    assert_equal "stream closed in another thread", error.message
  ensure
    w.close
  end
end
