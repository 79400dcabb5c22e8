# frozen_string_literal: true

# monitor.rb - MonitorMixin, conditions of a Monitor, and Monitor's longer names.
#
# Monitor itself, a mutex that its owner may take again, is built in (thread/sync.c).  MonitorMixin gives an object a Monitor of
# its own.  Written from the documentation of the library and from what programs observe.

class Monitor
  { mon_enter: :enter, mon_exit: :exit, mon_synchronize: :synchronize,
    mon_try_enter: :try_enter, try_mon_enter: :try_enter }.each { |long, short| alias_method long, short }

  # Returns a new condition, which only the owner of this monitor may wait for or signal.
  def new_cond = MonitorMixin::ConditionVariable.new(self)
end

module MonitorMixin
  # A condition of one Monitor.  All methods raise ThreadError if the current thread does not own the Monitor.
  class ConditionVariable
    def initialize(of) # :nodoc:
      @of, @waiters = of, Thread::ConditionVariable.new
    end

    # Gives the monitor up until the condition is signalled, or for `timeout` seconds.  Returns whether it was signalled.
    def wait(timeout = nil)
      @of.mon_check_owner
      @of.wait_for_cond(@waiters, timeout)
    end

    # Waits again and again as long as the block returns a true value.
    def wait_while = (wait while yield)

    # Waits again and again until the block returns a true value.
    def wait_until = (wait until yield)

    # Wakes one waiter; broadcast wakes all of them.
    %i[signal broadcast].each do |name|
      define_method(name) do
        @of.mon_check_owner
        @waiters.public_send(name)
      end
    end
  end

  # obj.extend(MonitorMixin) makes the monitor at once.
  def self.extend_object(object)
    super
    object.__send__(:mon_initialize)
  end

  # The object's monitor by its methods: mon_enter blocks until the current thread owns it, mon_exit raises ThreadError unless it
  # does, mon_try_enter returns whether the thread owns it now.
  { mon_enter: :enter, mon_exit: :exit, mon_try_enter: :try_enter, try_mon_enter: :try_enter,
    mon_locked?: :mon_locked?, mon_owned?: :mon_owned? }.each do |name, to|
    module_eval "def #{name} = @mon_data.#{to}", __FILE__, __LINE__
  end

  # Runs the block while the current thread owns the monitor.
  def mon_synchronize(&) = @mon_data.synchronize(&)
  alias_method :synchronize, :mon_synchronize

  # Returns a new condition of the monitor.  A class whose initialize has not called super yet may ask for one.
  def new_cond
    unless @mon_data
      mon_initialize
      @mon_early = true
    end
    ConditionVariable.new(@mon_data)
  end

  # Makes the monitor before the class's own superclass is initialized.
  def initialize(...)
    mon_initialize
    super
  end

  # Makes the object's monitor.  Raises ThreadError if the object has one; that of the object it was copied from does not count.
  def mon_initialize
    if @mon_data && @mon_owner == object_id
      raise ThreadError, "already initialized" unless @mon_early
      @mon_early = nil
      return
    end
    @mon_data = Monitor.new
    @mon_owner = object_id
  end

  def mon_check_owner = @mon_data.mon_check_owner
  private :mon_initialize, :mon_check_owner
end
