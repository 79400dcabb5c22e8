# frozen_string_literal: true

# A queue between threads that holds a certain number of objects at most, also called SizedQueue: who pushes into a full
# one waits until another takes something out.
class Thread::SizedQueue < Thread::Queue
  # :call-seq:
  #   Thread::SizedQueue.new(max) -> queue
  #
  # Returns an empty queue for +max+ objects.  Raises ArgumentError if +max+ is not positive.
  #
  #   SizedQueue.new(2).max # => 2
  #   SizedQueue.new(0)     # raises ArgumentError: queue size must be positive
  def self.new(max) end

  # :call-seq:
  #   push(object, non_block = false, timeout: nil) -> self or nil
  #
  # Appends an object.  If the queue is full it waits, at most +timeout+ seconds, then +nil+; with +non_block+ it raises
  # ThreadError at once.  Raises ArgumentError with both, and ClosedQueueError if the queue is or gets closed.
  #
  #   q = SizedQueue.new(1)
  #   q.push(1).size          # => 1
  #   q.push(2, timeout: 0)   # => nil
  #   q.push(2, true)         # raises ThreadError: queue full
  def push(object, non_block = false, timeout: nil) end

  alias << push
  alias enq push

  # :call-seq:
  #   clear -> self
  #
  # Removes all objects and wakes the threads that wait to push.
  #
  #   SizedQueue.new(2).push(1).clear.size # => 0
  def clear() end

  # :call-seq:
  #   close -> self
  #
  # Closes the queue as Queue#close does; threads that wait to push get a ClosedQueueError.
  #
  #   SizedQueue.new(2).push(1).close.push(2) # raises ClosedQueueError: queue closed
  def close() end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether nothing is in the queue.
  #
  #   SizedQueue.new(2).empty? # => true
  def empty?() end

  # :call-seq:
  #   freeze
  #
  # Raises TypeError, as a queue that cannot change is of no use.
  #
  #   SizedQueue.new(2).freeze # raises TypeError
  def freeze() end

  # :call-seq:
  #   length -> integer
  #
  # Returns how many objects are in the queue.
  #
  #   SizedQueue.new(2).push(1).length # => 1
  def length() end

  alias size length

  # :call-seq:
  #   max -> integer
  #
  # Returns how many objects the queue holds at most.
  #
  #   SizedQueue.new(2).max # => 2
  def max() end

  # :call-seq:
  #   max = integer
  #
  # Sets how many objects the queue holds at most; those that are in it stay.  Raises ArgumentError if that is not positive.
  #
  #   q = SizedQueue.new(1)
  #   q.max = 3
  #   q.max                 # => 3
  #   q.max = 0             # raises ArgumentError
  def max=(integer) end

  # :call-seq:
  #   num_waiting -> integer
  #
  # Returns how many threads wait to push or to take.
  #
  #   q = SizedQueue.new(1) << 1
  #   t = Thread.new { q << 2 }
  #   Thread.pass until t.stop?
  #   q.num_waiting             # => 1
  #   q.pop
  def num_waiting() end

  # :call-seq:
  #   pop(non_block = false, timeout: nil) -> object
  #
  # Removes the oldest object, returns it and wakes a thread that waits to push.  The arguments are those of Queue#pop.
  #
  #   q = SizedQueue.new(1) << 1
  #   q.pop             # => 1
  #   q.pop(true)       # raises ThreadError: queue empty
  def pop(non_block = false, timeout: nil) end

  alias deq pop
  alias shift pop
end
