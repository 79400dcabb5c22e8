# frozen_string_literal: true

# A place where threads wait, while they hold a lock, for something that another will bring about; also called
# ConditionVariable.  Who is woken has to look whether it is so, as it may have changed again.
class Thread::ConditionVariable
  # :call-seq:
  #   Thread::ConditionVariable.new -> condition
  #
  # Returns one where no thread waits.
  #
  #   ConditionVariable.new.signal.class # => Thread::ConditionVariable
  def self.new() end

  # :call-seq:
  #   broadcast -> self
  #
  # Wakes all threads that wait.
  #
  #   ConditionVariable.new.broadcast.class # => Thread::ConditionVariable
  def broadcast() end

  # :call-seq:
  #   marshal_dump
  #
  # Raises TypeError, as the threads that wait cannot be dumped.
  #
  #   Marshal.dump(ConditionVariable.new) # raises TypeError: can't dump Thread::ConditionVariable
  def marshal_dump() end

  # :call-seq:
  #   signal -> self
  #
  # Wakes the thread that has waited longest, if one does.
  #
  #   lock = Mutex.new
  #   filled = ConditionVariable.new
  #   box = []
  #   t = Thread.new { lock.synchronize { filled.wait(lock) while box.empty?; box.pop } }
  #   lock.synchronize { box << 7; filled.signal }
  #   t.value                        # => 7
  def signal() end

  # :call-seq:
  #   wait(mutex, timeout = nil) -> object
  #
  # Releases the lock, waits to be woken, at most +timeout+ seconds, and takes the lock again.  Returns something true if it
  # was woken, +nil+ if the time went by.  +mutex+ is a Mutex or an object with +sleep+ like its; raises ThreadError if
  # this thread does not hold it.
  #
  #   lock = Mutex.new.lock
  #   ConditionVariable.new.wait(lock, 0.01) # => nil
  #   lock.owned?                            # => true
  #   ConditionVariable.new.wait(Mutex.new)  # raises ThreadError
  def wait(mutex, timeout = nil) end
end
