# frozen_string_literal: true

# A lock that one fiber of one thread holds at a time, also called Mutex.  Whoever holds it must not lock it again, and no
# other may unlock it (Monitor allows the first).
class Thread::Mutex
  # :call-seq:
  #   Thread::Mutex.new -> mutex
  #
  # Returns a lock that nobody holds.
  #
  #   Mutex.new.locked? # => false
  def self.new() end

  # :call-seq:
  #   lock -> self
  #
  # Waits until nobody holds the lock, and takes it.  Raises ThreadError if this thread holds it.
  #
  #   m = Mutex.new
  #   m.lock.locked? # => true
  #   m.lock         # raises ThreadError: deadlock; recursive locking
  def lock() end

  # :call-seq:
  #   locked? -> true or false
  #
  # Tells whether somebody holds the lock.
  #
  #   m = Mutex.new
  #   m.locked?      # => false
  #   m.lock.locked? # => true
  def locked?() end

  # :call-seq:
  #   owned? -> true or false
  #
  # Tells whether this thread holds the lock.
  #
  #   m = Mutex.new.lock
  #   m.owned?                      # => true
  #   Thread.new { m.owned? }.value # => false
  def owned?() end

  # :call-seq:
  #   sleep(limit = nil) -> integer or nil
  #
  # Releases the lock, sleeps until it is woken or +limit+ seconds went by, and takes the lock again.  Returns the seconds
  # slept, rounded; +nil+ if the limit went by.  Raises ThreadError if this thread does not hold the lock.
  #
  #   m = Mutex.new.lock
  #   m.sleep(0.01)      # => nil
  #   m.owned?           # => true
  #   Mutex.new.sleep(0) # raises ThreadError
  def sleep(limit = nil) end

  # :call-seq:
  #   synchronize { ... } -> object
  #
  # Runs the block with the lock held, releases it however the block is left, and returns what it returned.
  # Raises ThreadError if this thread holds it already, or without a block.
  #
  #   m = Mutex.new
  #   m.synchronize { m.locked? }           # => true
  #   m.locked?                             # => false
  #   m.synchronize { m.synchronize { } }   # raises ThreadError: deadlock; recursive locking
  #   m.synchronize                         # raises ThreadError: must be called with a block
  def synchronize() end

  # :call-seq:
  #   try_lock -> true or false
  #
  # Takes the lock if nobody holds it, without waiting, and tells whether it did.
  #
  #   m = Mutex.new
  #   m.try_lock    # => true
  #   m.try_lock    # => false
  def try_lock() end

  # :call-seq:
  #   unlock -> self
  #
  # Releases the lock.  Raises ThreadError if this thread does not hold it.
  #
  #   m = Mutex.new.lock
  #   m.unlock.locked?   # => false
  #   m.unlock           # raises ThreadError: Attempt to unlock a mutex which is not locked
  def unlock() end
end
