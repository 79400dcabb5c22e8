# frozen_string_literal: true

# A flow of execution beside others in one process.
#
# Threads take turns in running Ruby: one at a time, another when it waits or after a while.  The main thread is the process;
# when it ends, the others are killed.  An exception that a thread does not rescue ends it; it is reported on standard error
# and raised again in the thread that calls #join or #value.
#
# Thread::Mutex, Thread::Queue and Thread::ConditionVariable let threads work together.  <tt>thread[:name]</tt> is local to a
# thread and fiber, #thread_variable_get to the thread.
class Thread
  # :call-seq:
  #   Thread.abort_on_exception -> true or false
  #
  # Tells whether an exception that any thread does not rescue ends the program.
  #
  #   Thread.abort_on_exception # => false
  def self.abort_on_exception() end

  # :call-seq:
  #   Thread.abort_on_exception = value
  #
  # Sets whether an exception that any thread does not rescue is raised in the main thread at once.
  #
  #   Thread.abort_on_exception = true
  #   Thread.abort_on_exception        # => true
  #   Thread.abort_on_exception = false
  def self.abort_on_exception=(value) end

  # :call-seq:
  #   Thread.current -> thread
  #
  # Returns the thread that asks.
  #
  #   t = Thread.new { Thread.current }
  #   t.value == t                      # => true
  def self.current() end

  # :call-seq:
  #   Thread.each_caller_location(...) {|location| ... } -> nil
  #
  # Passes a Thread::Backtrace::Location of each caller, the nearest first, without making an array of them.  The arguments
  # are those of Kernel#caller_locations.
  #
  #   def whence = Thread.each_caller_location { |l| return l.base_label }
  #   def asker = whence
  #   asker # => "asker"
  def self.each_caller_location(...) end

  # :call-seq:
  #   Thread.exit
  #
  # Ends the current thread, after its +ensure+ clauses; the main thread with the program.
  #
  #   Thread.new { Thread.exit; 1 }.value # => nil
  def self.exit() end

  # :call-seq:
  #   Thread.handle_interrupt(class => timing, ...) { ... } -> object
  #
  # Runs the block with exceptions that come from outside (Thread#raise, Thread#kill, Timeout) held back.  For a class and
  # those below it +timing+ is +:immediate+, +:on_blocking+ (only while it waits) or +:never+; what was held back comes after
  # the block.  Raises ArgumentError for another timing or without a block.
  #
  #   ready = Queue.new
  #   t = Thread.new do
  #     Thread.handle_interrupt(RuntimeError => :never) do
  #       ready << true
  #       Thread.pass until Thread.pending_interrupt?
  #       puts "done"
  #     end
  #   rescue => e
  #     puts e.message
  #   end
  #   ready.pop
  #   t.raise("now"); t.join # prints "done\nnow\n"
  #   Thread.handle_interrupt(RuntimeError => :soon) { } # raises ArgumentError
  def self.handle_interrupt(timings) end

  # :call-seq:
  #   Thread.ignore_deadlock -> true or false
  #
  # Tells whether the program goes on waiting when all threads wait for each other.
  #
  #   Thread.ignore_deadlock # => false
  def self.ignore_deadlock() end

  # :call-seq:
  #   Thread.ignore_deadlock = value
  #
  # Sets whether the program goes on waiting when all threads wait for each other, as it may when a signal handler wakes
  # them; otherwise a +fatal+ error is raised in the main thread.
  #
  #   Thread.ignore_deadlock = true
  #   Thread.ignore_deadlock        # => true
  #   Thread.ignore_deadlock = false
  def self.ignore_deadlock=(value) end

  # :call-seq:
  #   Thread.kill(thread) -> thread
  #
  # Ends +thread+, as Thread#kill does.
  #
  #   t = Thread.new { sleep }
  #   Thread.kill(t).join
  #   t.alive?                 # => false
  def self.kill(thread) end

  # :call-seq:
  #   Thread.list -> array
  #
  # Returns the threads that run or wait.
  #
  #   Thread.list.include?(Thread.current) # => true
  def self.list() end

  # :call-seq:
  #   Thread.main -> thread
  #
  # Returns the main thread.
  #
  #   Thread.new { Thread.main }.value == Thread.main # => true
  def self.main() end

  # :call-seq:
  #   Thread.new(*arguments) {|*arguments| ... } -> thread
  #
  # Starts a thread that runs the block with the arguments.  Raises ThreadError without a block, and in a subclass whose
  # +initialize+ does not call +super+.
  #
  #   Thread.new(2, 3) { |a, b| a * b }.value # => 6
  #   Thread.new                              # raises ThreadError: must be called with a block
  def self.new(*arguments) end

  # :call-seq:
  #   Thread.pass -> nil
  #
  # Lets another thread run, if one can.
  #
  #   Thread.pass # => nil
  def self.pass() end

  # :call-seq:
  #   Thread.pending_interrupt?(error = nil) -> true or false
  #
  # Tells whether an exception is held back for the current thread (see Thread.handle_interrupt), with an argument whether
  # one of that class is.
  #
  #   Thread.pending_interrupt? # => false
  def self.pending_interrupt?(error = nil) end

  # :call-seq:
  #   Thread.report_on_exception -> true or false
  #
  # Tells whether new threads report on standard error an exception that ends them.
  #
  #   Thread.report_on_exception # => true
  def self.report_on_exception() end

  # :call-seq:
  #   Thread.report_on_exception = value
  #
  # Sets whether new threads report on standard error an exception that ends them.
  #
  #   Thread.report_on_exception = false
  #   Thread.new { raise "quiet" }.join  # raises RuntimeError: quiet
  #   Thread.report_on_exception = true
  def self.report_on_exception=(value) end

  # :call-seq:
  #   Thread.start(*arguments) {|*arguments| ... } -> thread
  #
  # Starts a thread as Thread.new does, but does not call +initialize+ of a subclass.
  #
  #   Thread.start(1) { |a| a + 1 }.value # => 2
  def self.start(*arguments) end

  class << self
    alias fork start
  end

  # :call-seq:
  #   Thread.stop -> nil
  #
  # Lets the current thread sleep until another wakes it (#wakeup, #run).  Raises ThreadError if there is no other.
  #
  #   t = Thread.new { Thread.stop; :awake }
  #   Thread.pass until t.stop?
  #   t.run
  #   t.value     # => :awake
  def self.stop() end

  # :call-seq:
  #   self[name] -> object
  #
  # Returns the variable +name+ (a symbol or a string) of the fiber that the thread runs; +nil+ if it is not set.
  #
  #   Thread.current[:place] = "here"
  #   Thread.current["place"]         # => "here"
  #   Thread.new { Thread.current[:place] }.value # => nil
  def [](name) end

  # :call-seq:
  #   self[name] = object
  #
  # Sets the variable +name+ of the fiber that the thread runs; +nil+ removes it.  Raises FrozenError if the thread is frozen.
  #
  #   t = Thread.new { Thread.current[:a] = 1 }.join
  #   t[:a]                                          # => 1
  #   t.freeze[:a] = 2                               # raises FrozenError
  def []=(name, object) end

  # :call-seq:
  #   abort_on_exception -> true or false
  #
  # Tells whether an exception that this thread does not rescue ends the program.
  #
  #   Thread.current.abort_on_exception # => false
  def abort_on_exception() end

  # :call-seq:
  #   abort_on_exception = value
  #
  # Sets whether an exception that this thread does not rescue is raised in the main thread at once.
  #
  #   t = Thread.new { sleep }
  #   t.abort_on_exception = true
  #   t.abort_on_exception        # => true
  #   t.kill
  def abort_on_exception=(value) end

  # :call-seq:
  #   add_trace_func(procedure) -> procedure
  #
  # Adds a procedure that is called at each event in this thread, as Kernel#set_trace_func describes.  TracePoint can do
  # the same and more.
  #
  #   Thread.current.add_trace_func(1) # raises TypeError
  def add_trace_func(procedure) end

  # :call-seq:
  #   alive? -> true or false
  #
  # Tells whether the thread has not ended.
  #
  #   t = Thread.new { }
  #   t.join
  #   t.alive?           # => false
  #   Thread.main.alive? # => true
  def alive?() end

  # :call-seq:
  #   backtrace(start = 0, length = nil) -> array or nil
  #   backtrace(range) -> array or nil
  #
  # Returns where the thread is, as Kernel#caller does; +nil+ if it has ended.
  #
  #   Thread.current.backtrace[0].class # => String
  #   Thread.new { }.join.backtrace     # => nil
  def backtrace(start = 0, length = nil) end

  # :call-seq:
  #   backtrace_locations(start = 0, length = nil) -> array or nil
  #   backtrace_locations(range) -> array or nil
  #
  # Returns where the thread is as an array of Thread::Backtrace::Location; +nil+ if it has ended.
  #
  #   Thread.current.backtrace_locations[0].class # => Thread::Backtrace::Location
  #   Thread.new { }.join.backtrace_locations     # => nil
  def backtrace_locations(start = 0, length = nil) end

  # :call-seq:
  #   fetch(name, default = nil) -> object
  #   fetch(name) {|name| ... } -> object
  #
  # Returns the variable +name+ of the fiber that the thread runs; if it is not set, what the block returns or +default+.
  # Raises KeyError if there is neither.
  #
  #   Thread.current[:a] = 1
  #   Thread.current.fetch(:a)              # => 1
  #   Thread.current.fetch(:b, 2)           # => 2
  #   Thread.current.fetch(:b) { |n| "#{n}?" } # => "b?"
  #   Thread.current.fetch(:b)              # raises KeyError: key not found: :b
  def fetch(name, default = nil) end

  # :call-seq:
  #   group -> group or nil
  #
  # Returns the ThreadGroup that the thread is in.
  #
  #   Thread.current.group == ThreadGroup::Default # => true
  def group() end

  # :call-seq:
  #   join(limit = nil) -> self or nil
  #
  # Waits until the thread has ended; +nil+ if it has not after +limit+ seconds.  Raises the exception that ended it, and
  # ThreadError for the current thread.
  #
  #   Thread.new { 1 }.join.class               # => Thread
  #   t = Thread.new { sleep }
  #   t.join(0.01)                              # => nil
  #   t.kill
  #   t = Thread.new { Thread.current.report_on_exception = false; raise IOError, "lost" }
  #   t.join                                    # raises IOError: lost
  #   Thread.current.join                       # raises ThreadError
  def join(limit = nil) end

  # :call-seq:
  #   key?(name) -> true or false
  #
  # Tells whether the variable +name+ of the fiber that the thread runs is set.
  #
  #   Thread.current[:a] = 1
  #   Thread.current.key?(:a)    # => true
  #   Thread.current.key?(:none) # => false
  def key?(name) end

  # :call-seq:
  #   keys -> array
  #
  # Returns the names of the variables of the fiber that the thread runs.
  #
  #   Thread.new { Thread.current["a"] = 1; Thread.current.keys }.value # => [:a]
  def keys() end

  # :call-seq:
  #   kill -> self
  #
  # Ends the thread, after its +ensure+ clauses; the main thread with the program.  Does nothing if it has ended.
  #
  #   t = Thread.new { sleep }
  #   t.kill.join
  #   t.status                 # => false
  def kill() end

  alias exit kill
  alias terminate kill

  # :call-seq:
  #   name -> string or nil
  #
  # Returns the name that was given to the thread.
  #
  #   Thread.new { }.name # => nil
  def name() end

  # :call-seq:
  #   name = string
  #
  # Gives the thread a name, which #inspect shows and, cut short, the system.  Raises ArgumentError if it has a null byte or
  # an encoding that does not hold ASCII.
  #
  #   t = Thread.new { }
  #   t.name = "worker"
  #   t.name            # => "worker"
  #   t.name = "a\0"    # raises ArgumentError
  def name=(string) end

  # :call-seq:
  #   native_thread_id -> integer or nil
  #
  # Returns the number by which the system knows the thread; +nil+ if it has none at the moment.
  #
  #   Thread.current.native_thread_id.class # => Integer
  def native_thread_id() end

  # :call-seq:
  #   pending_interrupt?(error = nil) -> true or false
  #
  # Tells whether an exception is held back for this thread (see Thread.handle_interrupt), with an argument whether one of
  # that class is.
  #
  #   Thread.current.pending_interrupt? # => false
  def pending_interrupt?(error = nil) end

  # :call-seq:
  #   priority -> integer
  #
  # Returns the priority; a new thread has that of the one that started it, the main thread 0.
  #
  #   Thread.main.priority # => 0
  def priority() end

  # :call-seq:
  #   priority = integer
  #
  # Sets the priority, from -3 to 3: the higher, the longer the turns of the thread.  What is beyond becomes the nearest.
  #
  #   t = Thread.new { sleep }
  #   t.priority = 9
  #   t.priority               # => 3
  #   t.kill
  def priority=(integer) end

  # :call-seq:
  #   raise(exception = RuntimeError, message = nil, backtrace = nil) -> nil
  #
  # Raises an exception in the thread; the arguments are those of Kernel#raise.  Does nothing if it has ended.
  #
  #   t = Thread.new { sleep rescue $!.message }
  #   Thread.pass until t.stop?
  #   t.raise("wake")
  #   t.value                                    # => "wake"
  def raise(exception = RuntimeError, message = nil, backtrace = nil) end

  # :call-seq:
  #   report_on_exception -> true or false
  #
  # Tells whether the thread reports on standard error an exception that ends it.
  #
  #   Thread.current.report_on_exception # => true
  def report_on_exception() end

  # :call-seq:
  #   report_on_exception = value
  #
  # Sets whether the thread reports on standard error an exception that ends it.
  #
  #   t = Thread.new { Thread.current.report_on_exception = false; raise "quiet" }
  #   t.join # raises RuntimeError: quiet
  def report_on_exception=(value) end

  # :call-seq:
  #   run -> self
  #
  # Wakes the thread and lets it run.  Raises ThreadError if it has ended.
  #
  #   t = Thread.new { Thread.stop; :awake }
  #   Thread.pass until t.stop?
  #   t.run.value                            # => :awake
  #   t.run                                  # raises ThreadError: killed thread
  def run() end

  # :call-seq:
  #   set_trace_func(procedure or nil) -> procedure or nil
  #
  # Sets the procedure that is called at each event in this thread, as Kernel#set_trace_func describes; +nil+ removes all.
  #
  #   Thread.current.set_trace_func(nil) # => nil
  def set_trace_func(procedure) end

  # :call-seq:
  #   status -> string, false or nil
  #
  # Returns "run" for a thread that runs or could, "sleep" for one that waits, "aborting" for one that is being ended,
  # +false+ for one that has ended, and +nil+ for one that an exception ended.
  #
  #   Thread.main.status         # => "run"
  #   Thread.new { }.join.status # => false
  #   t = Thread.new { sleep }
  #   Thread.pass until t.stop?
  #   t.status                  # => "sleep"
  #   t.kill
  def status() end

  # :call-seq:
  #   stop? -> true or false
  #
  # Tells whether the thread waits or has ended.
  #
  #   Thread.current.stop?      # => false
  #   Thread.new { }.join.stop? # => true
  def stop?() end

  # :call-seq:
  #   thread_variable?(name) -> true or false
  #
  # Tells whether the variable +name+ of the thread is set.
  #
  #   Thread.current.thread_variable_set(:a, 1)
  #   Thread.current.thread_variable?("a")      # => true
  #   Thread.current.thread_variable?(:none)    # => false
  def thread_variable?(name) end

  # :call-seq:
  #   thread_variable_get(name) -> object
  #
  # Returns the variable +name+ of the thread, the same for all its fibers; +nil+ if it is not set.
  #
  #   Thread.current.thread_variable_set(:a, 1)
  #   Fiber.new { Thread.current.thread_variable_get(:a) }.resume # => 1
  #   Thread.current.thread_variable_get(:none)                   # => nil
  def thread_variable_get(name) end

  # :call-seq:
  #   thread_variable_set(name, object) -> object
  #
  # Sets the variable +name+ of the thread; +nil+ removes it.  Raises FrozenError if the thread is frozen.
  #
  #   t = Thread.new { }.join
  #   t.thread_variable_set(:a, 1)        # => 1
  #   t.freeze.thread_variable_set(:a, 2) # raises FrozenError
  def thread_variable_set(name, object) end

  # :call-seq:
  #   thread_variables -> array
  #
  # Returns the names of the variables of the thread.
  #
  #   t = Thread.new { }.join
  #   t.thread_variable_set("a", 1)
  #   t.thread_variables            # => [:a]
  def thread_variables() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the class with the name, where the block of the thread is, and its status.
  #
  #   t = Thread.new { }.join
  #   t.name = "worker"
  #   t.to_s.match?(/\A#<Thread:0x\h+@worker .*:\d+ dead>\z/) # => true
  def to_s() end

  alias inspect to_s

  # :call-seq:
  #   value -> object
  #
  # Waits until the thread has ended and returns what its block returned; +nil+ if it was killed.  Raises the exception
  # that ended it.
  #
  #   Thread.new { 6 * 7 }.value # => 42
  def value() end

  # :call-seq:
  #   wakeup -> self
  #
  # Lets a thread that sleeps run again, when its turn comes.  Raises ThreadError if it has ended.
  #
  #   t = Thread.new { Thread.stop; :awake }
  #   Thread.pass until t.stop?
  #   t.wakeup.value                         # => :awake
  #   t.wakeup                               # raises ThreadError: killed thread
  def wakeup() end
end
