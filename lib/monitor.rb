# frozen_string_literal: true

# Locks that a thread may enter again while it holds them. Class Monitor itself is built in (thread/sync.c); here are
# condition variables on it, and the mixin that gives any object a monitor.

module MonitorMixin
  class ConditionVariable
    def initialize(monitor)
      @monitor = monitor
      @cond = Thread::ConditionVariable.new
    end

    # Gives the monitor up until signaled or until the timeout; holds it again afterwards.
    def wait(timeout = nil)
      @monitor.mon_check_owner
      @monitor.wait_for_cond(@cond, timeout)
    end

    def wait_while
      wait while yield
    end

    def wait_until
      wait until yield
    end

    def signal
      @monitor.mon_check_owner
      @cond.signal
    end

    def broadcast
      @monitor.mon_check_owner
      @cond.broadcast
    end
  end

  def self.extend_object(obj)
    super(obj)
    obj.__send__(:mon_initialize)
  end

  def mon_try_enter
    @mon_data.try_enter
  end
  alias try_mon_enter mon_try_enter

  def mon_enter
    @mon_data.enter
  end

  def mon_exit
    mon_check_owner
    @mon_data.exit
  end

  def mon_locked?
    @mon_data.mon_locked?
  end

  def mon_owned?
    @mon_data.mon_owned?
  end

  def mon_synchronize(&block)
    @mon_data.synchronize(&block)
  end
  alias synchronize mon_synchronize

  # May come before initialize, which then keeps the monitor.
  def new_cond
    unless defined?(@mon_data)
      mon_initialize
      @mon_initialized_by_new_cond = true
    end
    ConditionVariable.new(@mon_data)
  end

  private

  def initialize(...)
    super
    mon_initialize
  end

  # Each object has a monitor of its own, also one that was copied from another.
  def mon_initialize
    if defined?(@mon_data) && @mon_data_owner_object_id == object_id
      return @mon_initialized_by_new_cond = nil if defined?(@mon_initialized_by_new_cond) && @mon_initialized_by_new_cond
      raise ThreadError, "already initialized"
    end
    @mon_data = ::Monitor.new
    @mon_data_owner_object_id = object_id
  end

  def mon_check_owner
    @mon_data.mon_check_owner
  end
end

class Monitor
  def new_cond
    MonitorMixin::ConditionVariable.new(self)
  end
end
