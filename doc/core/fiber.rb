# frozen_string_literal: true

# A piece of code that can stop in the middle and be continued from there, by whom and when the program says.
#
# #resume starts or continues it, Fiber.yield in it goes back; both carry values.  #transfer goes from one to another without
# a way back.  A fiber belongs to the thread that made it.  With a scheduler (Fiber.set_scheduler) those made by
# Fiber.schedule give way to each other where they would wait.
class Fiber
  # :call-seq:
  #   Fiber[name] -> object
  #
  # Returns the variable +name+, a symbol, of the current fiber's storage; +nil+ if it is not set.  A new fiber has a copy
  # of the storage of the one that made it.
  #
  #   Fiber[:user] = 7
  #   Fiber.new { Fiber[:user] }.resume # => 7
  #   Fiber[:none]                      # => nil
  def self.[](name) end

  # :call-seq:
  #   Fiber[name] = object
  #
  # Sets the variable +name+ of the current fiber's storage; +nil+ removes it.
  #
  #   Fiber[:user] = 7
  #   Fiber.new { Fiber[:user] = 8 }.resume
  #   Fiber[:user]                          # => 7
  def self.[]=(name, object) end

  # :call-seq:
  #   Fiber.blocking {|fiber| ... } -> object
  #
  # Runs the block in the current fiber as one that may block, so that no scheduler is asked, and returns what it returned.
  #
  #   Fiber.new { Fiber.blocking { |f| f.blocking? } }.resume # => true
  def self.blocking() end

  # :call-seq:
  #   Fiber.blocking? -> integer or false
  #
  # Returns +false+ if the current fiber gives way where it would wait, otherwise how deep it is in code that blocks.
  #
  #   Fiber.blocking?                       # => 1
  #   Fiber.new { Fiber.blocking? }.resume  # => false
  def self.blocking?() end

  # :call-seq:
  #   Fiber.current -> fiber
  #
  # Returns the fiber that asks.
  #
  #   f = Fiber.new { Fiber.current }
  #   f.resume == f                   # => true
  def self.current() end

  # :call-seq:
  #   Fiber.current_scheduler -> object or nil
  #
  # Returns the scheduler of the thread if the current fiber is not one that blocks, otherwise +nil+.
  #
  #   Fiber.current_scheduler # => nil
  def self.current_scheduler() end

  # :call-seq:
  #   Fiber.new(blocking: false, storage: true) {|*arguments| ... } -> fiber
  #
  # Returns a fiber that will run the block.  With <tt>blocking: true</tt> it never gives way to a scheduler.  +storage+ is
  # +true+ for a copy of the current fiber's storage, +nil+ for an empty one, or a Hash with symbols as keys.
  # Raises ArgumentError without a block, and TypeError for another storage.
  #
  #   Fiber.new { |a| a + 1 }.resume(1)                  # => 2
  #   Fiber.new(storage: { a: 1 }) { Fiber[:a] }.resume  # => 1
  #   Fiber.new                                          # raises ArgumentError
  #   Fiber.new(storage: 1) { }                          # raises TypeError
  def self.new(blocking: false, storage: true) end

  # :call-seq:
  #   Fiber.schedule { ... } -> fiber
  #
  # Runs the block in a new fiber by the scheduler of the thread, as its +fiber+ does.  Raises RuntimeError if there is none.
  #
  #   Fiber.schedule { } # raises RuntimeError: No scheduler is available!
  def self.schedule() end

  # :call-seq:
  #   Fiber.scheduler -> object or nil
  #
  # Returns the scheduler of the thread, +nil+ if it has none.
  #
  #   Fiber.scheduler # => nil
  def self.scheduler() end

  # :call-seq:
  #   Fiber.set_scheduler(scheduler) -> scheduler
  #
  # Sets the scheduler of the thread; the one before, and at its end this one, is asked to finish (+close+ or +run+).  +nil+
  # removes it.  Raises ArgumentError if it lacks one of +block+, +unblock+, +kernel_sleep+, +io_wait+ and +fiber_interrupt+.
  #
  #   Fiber.set_scheduler(nil) # => nil
  #   Fiber.set_scheduler(1)   # raises ArgumentError
  def self.set_scheduler(scheduler) end

  # :call-seq:
  #   Fiber.yield(*objects) -> object
  #
  # Goes back to where the current fiber was resumed, whose #resume returns the objects: none as +nil+, several as an array.
  # Returns what the next #resume is given.  Raises FiberError in a fiber that was not resumed.
  #
  #   f = Fiber.new { |a| b = Fiber.yield(a + 1); b * 2 }
  #   f.resume(1)                                         # => 2
  #   f.resume(5)                                         # => 10
  #   Fiber.yield                                         # raises FiberError
  def self.yield(*objects) end

  # :call-seq:
  #   alive? -> true or false
  #
  # Tells whether the fiber has not ended.
  #
  #   f = Fiber.new { }
  #   f.alive?          # => true
  #   f.resume
  #   f.alive?          # => false
  def alive?() end

  # :call-seq:
  #   backtrace(start = 0, length = nil) -> array
  #   backtrace(range) -> array
  #
  # Returns where the fiber is, as Kernel#caller does; an empty array if it has not begun.
  #
  #   Fiber.new { }.backtrace                                   # => []
  #   f = Fiber.new { Fiber.yield :half }
  #   f.resume
  #   f.backtrace[0].end_with?("in 'Fiber.yield'")             # => true
  def backtrace(start = 0, length = nil) end

  # :call-seq:
  #   backtrace_locations(start = 0, length = nil) -> array
  #   backtrace_locations(range) -> array
  #
  # Returns where the fiber is as an array of Thread::Backtrace::Location.
  #
  #   f = Fiber.new { Fiber.yield :half }
  #   f.resume
  #   f.backtrace_locations[0].label # => "Fiber.yield"
  def backtrace_locations(start = 0, length = nil) end

  # :call-seq:
  #   blocking? -> true or false
  #
  # Tells whether the fiber waits without giving way to a scheduler.
  #
  #   Fiber.new { }.blocking?                 # => false
  #   Fiber.new(blocking: true) { }.blocking? # => true
  def blocking?() end

  # :call-seq:
  #   kill -> self
  #
  # Ends the fiber by an exception that only +ensure+ clauses notice.  One that has not begun just ends.  Raises FiberError
  # for a fiber of another thread.
  #
  #   f = Fiber.new do
  #     Fiber.yield
  #   ensure
  #     puts "swept"
  #   end
  #   f.resume
  #   f.kill    # prints "swept\n"
  #   f.alive?  # => false
  def kill() end

  # :call-seq:
  #   raise(exception = RuntimeError, message = nil, backtrace = nil) -> object
  #
  # Raises an exception where the fiber waits, and returns what #resume would.  The arguments are those of Kernel#raise.
  # Raises FiberError if the fiber has not begun or has ended.
  #
  #   f = Fiber.new { Fiber.yield rescue $!.message }
  #   f.raise("early")       # raises FiberError: cannot raise exception on unborn fiber
  #   f.resume
  #   f.raise("now")         # => "now"
  #   f.raise("late")        # raises FiberError
  def raise(exception = RuntimeError, message = nil, backtrace = nil) end

  # :call-seq:
  #   resume(*arguments) -> object
  #
  # Starts the fiber with the arguments for its block, or continues it with what Fiber.yield then returns.  Returns what it
  # yields, or what its block returned.  Raises FiberError if it has ended, runs, or waits for another.
  #
  #   f = Fiber.new { |a| Fiber.yield(a); :end }
  #   f.resume(1)          # => 1
  #   f.resume             # => :end
  #   f.resume             # raises FiberError: attempt to resume a terminated fiber
  def resume(*arguments) end

  # :call-seq:
  #   storage -> hash or nil
  #
  # Returns a copy of the fiber's storage.  Raises ArgumentError for another fiber than the current one.
  #
  #   Fiber.new(storage: { a: 1 }) { Fiber.current.storage }.resume # => {a: 1}
  #   Fiber.new { }.storage                                         # raises ArgumentError
  def storage() end

  # :call-seq:
  #   storage = hash
  #
  # Sets the fiber's storage to a copy of a Hash with symbols as keys, or with +nil+ to an empty one; this is experimental,
  # of which it warns.  Raises ArgumentError for another fiber than the current one.
  #
  #   Fiber.new { }.storage = {} # raises ArgumentError
  def storage=(hash) end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the class with where the block of the fiber is, and the state: +created+, +resumed+, +suspended+ or
  # +terminated+.
  #
  #   f = Fiber.new { }
  #   f.to_s[/\(\w+\)/] # => "(created)"
  #   f.resume
  #   f.to_s[/\(\w+\)/] # => "(terminated)"
  def to_s() end

  alias inspect to_s

  # :call-seq:
  #   transfer(*arguments) -> object
  #
  # Goes to the fiber, with the arguments for its block or for what its +transfer+ then returns.  Nobody is noted to go back
  # to: when it ends, the main fiber goes on.  A fiber that was resumed and yielded cannot be transferred to, nor the other
  # way round: that raises FiberError.
  #
  #   Fiber.new { |a| a + 1 }.transfer(1) # => 2
  #   f = Fiber.new { Fiber.yield :half }
  #   f.resume
  #   f.transfer                          # raises FiberError: attempt to transfer to a yielding fiber
  def transfer(*arguments) end
end
