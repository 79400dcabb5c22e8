require "test_helper"
require "monitor"

class TestMonitorWaitResult < Minitest::Test
  # wait answered true when the time was up.
  def test_timeout
    monitor = Monitor.new
    cond = monitor.new_cond
    assert_equal false, monitor.synchronize { cond.wait(0.01) }
    th = Thread.new { monitor.synchronize { cond.wait(60) } }
    Thread.pass until th.stop?
    monitor.synchronize { cond.signal }
    assert_equal true, th.value
  end

  class Early
    include MonitorMixin
    attr_reader :cond
    def initialize
      @cond = new_cond
      super
    end
  end

  def test_condition_before_initialize
    early = Early.new
    assert_equal false, early.synchronize { early.cond.wait(0.01) }
  end
end
