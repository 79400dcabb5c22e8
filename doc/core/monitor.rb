# frozen_string_literal: true

# A lock that whoever holds it may take again; it is free when it was released as often.  The library +monitor+ has it, and
# MonitorMixin for objects that are to be such a lock themselves.
#
#   require "monitor"
#   m = Monitor.new
#   m.synchronize { m.synchronize { 5 } } # => 5
class Monitor
  # :call-seq:
  #   enter -> nil
  #
  # Waits until nobody else holds the lock, and takes it.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.enter           # => nil
  #   m.enter           # => nil
  #   m.mon_owned?      # => true
  def enter() end

  alias mon_enter enter

  # :call-seq:
  #   exit -> nil
  #
  # Releases the lock, as often as it was taken.  Raises ThreadError if another or nobody holds it.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.enter
  #   m.exit            # => nil
  #   m.exit            # raises ThreadError
  def exit() end

  alias mon_exit exit

  # :call-seq:
  #   mon_check_owner -> nil
  #
  # Raises ThreadError if it is not the caller who holds the lock.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.synchronize { m.mon_check_owner } # => nil
  #   m.mon_check_owner                   # raises ThreadError
  def mon_check_owner() end

  # :call-seq:
  #   mon_locked? -> true or false
  #
  # Tells whether somebody holds the lock.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.mon_locked?     # => false
  #   m.enter
  #   m.mon_locked?     # => true
  def mon_locked?() end

  # :call-seq:
  #   mon_owned? -> true or false
  #
  # Tells whether it is the caller who holds the lock.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.enter
  #   m.mon_owned?                      # => true
  #   Thread.new { m.mon_owned? }.value # => false
  def mon_owned?() end

  # :call-seq:
  #   synchronize { ... } -> object
  #
  # Runs the block with the lock held, releases it however the block is left, and returns what it returned.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.synchronize { m.mon_owned? } # => true
  #   m.mon_owned?                   # => false
  def synchronize() end

  alias mon_synchronize synchronize

  # :call-seq:
  #   try_enter -> true or false
  #
  # Takes the lock if nobody else holds it, without waiting, and tells whether it did.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.try_enter                      # => true
  #   Thread.new { m.try_enter }.value # => false
  def try_enter() end

  alias mon_try_enter try_enter
  alias try_mon_enter try_enter

  # :call-seq:
  #   wait_for_cond(condition, timeout) -> true or false
  #
  # Releases the lock, waits at a ConditionVariable, at most +timeout+ seconds, and takes the lock again as often as it was
  # taken.  The conditions that +new_cond+ makes call it.
  #
  #   require "monitor"
  #   m = Monitor.new
  #   m.enter
  #   m.wait_for_cond(ConditionVariable.new, 0.01) # => false
  #   m.mon_owned?                                 # => true
  def wait_for_cond(condition, timeout) end
end
