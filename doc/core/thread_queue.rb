# frozen_string_literal: true

# A queue between threads, also called Queue: some push objects, others take them out, the oldest first, and wait while it
# is empty.  A closed queue takes no more, and gives +nil+ when it is empty.  It can be neither frozen nor dumped.
class Thread::Queue
  # :call-seq:
  #   Thread::Queue.new(objects = []) -> queue
  #
  # Returns a queue of the elements of an array, or of an object with +to_a+.  Raises TypeError for another.
  #
  #   Queue.new.empty?      # => true
  #   Queue.new([1, 2]).pop # => 1
  #   Queue.new(1)          # raises TypeError
  def self.new(objects = []) end

  # :call-seq:
  #   push(object) -> self
  #
  # Appends an object and wakes a thread that waits for one.  Raises ClosedQueueError if the queue is closed.
  #
  #   q = Queue.new
  #   q.push(1) << 2
  #   q.size          # => 2
  #   q.close
  #   q.push(3)       # raises ClosedQueueError: queue closed
  def push(object) end

  alias << push
  alias enq push

  # :call-seq:
  #   clear -> self
  #
  # Removes all objects.
  #
  #   Queue.new([1, 2]).clear.size # => 0
  def clear() end

  # :call-seq:
  #   close -> self
  #
  # Closes the queue: what is in it can be taken out; then threads that take or wait get +nil+.
  #
  #   q = Queue.new([1]).close
  #   [q.pop, q.pop]           # => [1, nil]
  #   q << 2                   # raises ClosedQueueError
  def close() end

  # :call-seq:
  #   closed? -> true or false
  #
  # Tells whether the queue is closed.
  #
  #   Queue.new.closed?       # => false
  #   Queue.new.close.closed? # => true
  def closed?() end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether nothing is in the queue.
  #
  #   Queue.new([1]).empty? # => false
  def empty?() end

  # :call-seq:
  #   freeze
  #
  # Raises TypeError, as a queue that cannot change is of no use.
  #
  #   Queue.new.freeze # raises TypeError
  def freeze() end

  # :call-seq:
  #   length -> integer
  #
  # Returns how many objects are in the queue.
  #
  #   Queue.new([1, 2]).length # => 2
  def length() end

  alias size length

  # :call-seq:
  #   num_waiting -> integer
  #
  # Returns how many threads wait for an object.
  #
  #   q = Queue.new
  #   t = Thread.new { q.pop }
  #   Thread.pass until t.stop?
  #   q.num_waiting             # => 1
  #   q << 1
  def num_waiting() end

  # :call-seq:
  #   pop(non_block = false, timeout: nil) -> object
  #
  # Removes the oldest object and returns it.  If there is none it waits, at most +timeout+ seconds, then +nil+; with
  # +non_block+ it raises ThreadError at once.  Raises ArgumentError with both.
  #
  #   q = Queue.new([1])
  #   q.pop              # => 1
  #   q.pop(timeout: 0)  # => nil
  #   q.pop(true)        # raises ThreadError: queue empty
  #   q.pop(true, timeout: 1) # raises ArgumentError
  def pop(non_block = false, timeout: nil) end

  alias deq pop
  alias shift pop
end
