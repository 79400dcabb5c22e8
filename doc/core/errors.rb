# frozen_string_literal: true

# StandardError is what +rescue+ without a class catches. Errors of programs inherit from it.
#
#   (raise "no" rescue "caught") # => "caught"
class StandardError < Exception
end

# ArgumentError says that the number of arguments is wrong, or that one has a value that cannot be.
#
#   [1].first(-1) # raises ArgumentError: negative array size
#   [1].first(1, 2) # raises ArgumentError: wrong number of arguments (given 2, expected 0..1)
class ArgumentError < StandardError
end

# TypeError says that an argument is of a class that does not fit.
#
#   [1] + 2   # raises TypeError: no implicit conversion of Integer into Array
class TypeError < StandardError
end

# RuntimeError is what +raise+ with nothing but a message raises.
#
#   raise "no" # raises RuntimeError: no
class RuntimeError < StandardError
end

# FrozenError says that an object that is frozen was to be changed; #receiver is the object.
class FrozenError < RuntimeError
  # :call-seq:
  #   receiver -> object
  #
  # Returns the object that was to be changed. Raises ArgumentError if the error was made without one.
  #
  #   begin
  #     "a".freeze << "b"
  #   rescue FrozenError => e
  #     e.receiver
  #   end # => "a"
  #   FrozenError.new("no").receiver # raises ArgumentError: no receiver is available
  def receiver() end

  # :call-seq:
  #   FrozenError.new(message = nil, receiver: nil) -> error
  #
  # Returns an error with the object that #receiver gives.
  #
  #   FrozenError.new("no", receiver: [1]).receiver # => [1]
  def initialize(message = nil, receiver: nil) end
end

# IndexError says that a position is outside of what there is.
#
#   [1, 2].fetch(5) # raises IndexError: index 5 outside of array bounds: -2...2
class IndexError < StandardError
end

# KeyError says that a key is not there: Hash#fetch, ENV.fetch and formats raise it.
class KeyError < IndexError
  # :call-seq:
  #   key -> object
  #
  # Returns the key that was not there. Raises ArgumentError if the error was made without one.
  #
  #   begin
  #     { a: 1 }.fetch(:b)
  #   rescue KeyError => e
  #     e.key
  #   end # => :b
  #   KeyError.new("no").key # raises ArgumentError: no key is available
  def key() end

  # :call-seq:
  #   receiver -> object
  #
  # Returns the object that was asked. Raises ArgumentError if the error was made without one.
  #
  #   begin
  #     { a: 1 }.fetch(:b)
  #   rescue KeyError => e
  #     e.receiver
  #   end # => {a: 1}
  def receiver() end

  # :call-seq:
  #   KeyError.new(message = nil, receiver: nil, key: nil) -> error
  #
  # Returns an error with what #receiver and #key give.
  #
  #   KeyError.new("no", receiver: {}, key: 1).key # => 1
  def initialize(message = nil, receiver: nil, key: nil) end
end

# StopIteration ends an iteration from outside: Enumerator#next raises it behind the last element, and Kernel#loop rescues it.
class StopIteration < IndexError
  # :call-seq:
  #   result -> object
  #
  # Returns what the method that was iterated over returned in the end.
  #
  #   e = [1].each
  #   e.next
  #   begin
  #     e.next
  #   rescue StopIteration => stop
  #     stop.result
  #   end # => [1]
  def result() end
end

# ClosedQueueError says that something was pushed to a Queue that is closed.
#
#   Queue.new.close.push(1) # raises ClosedQueueError: queue closed
class ClosedQueueError < StopIteration
end

# RangeError says that a number is outside of what fits.
#
#   [1] * (2**70) # raises RangeError: bignum too big to convert into 'long'
class RangeError < StandardError
end

# FloatDomainError says that infinity or NaN was to become an Integer or a Rational.
#
#   Float::INFINITY.to_i # raises FloatDomainError: Infinity
class FloatDomainError < RangeError
end

# ZeroDivisionError says that an Integer or a Rational was to be divided by 0.
#
#   1 / 0 # raises ZeroDivisionError: divided by 0
class ZeroDivisionError < StandardError
end

# FiberError says that a Fiber was asked for what it cannot do now, for example to go on after its end.
#
#   f = Fiber.new { 1 }
#   f.resume # => 1
#   f.resume # raises FiberError
class FiberError < StandardError
end

# ThreadError says that a Thread, a Mutex or a Queue was asked for what it cannot do now.
#
#   Mutex.new.unlock # raises ThreadError
class ThreadError < StandardError
end

# RegexpError says that a pattern is none.
#
#   Regexp.new("(") # raises RegexpError
class RegexpError < StandardError
end

# IOError says that an IO cannot do what it was asked for: it is closed, or not open for that.
#
#   File.open("a", "w") { |f| f.read } # raises IOError: not opened for reading
class IOError < StandardError
end

# EOFError says that an IO was at its end where more was to be read.
#
#   File.write("a", "")
#   File.open("a") { |f| f.readline } # raises EOFError: end of file reached
class EOFError < IOError
end

# EncodingError is what the errors of encodings inherit from (Encoding::CompatibilityError, Encoding::UndefinedConversionError, ...).
class EncodingError < StandardError
end

# LocalJumpError says that a block is missing, or that +break+, +return+ or +yield+ has nowhere to go.
class LocalJumpError < StandardError
  # :call-seq:
  #   exit_value -> object
  #
  # Returns the value that was to be carried by +break+ or +return+.
  #
  #   def kept(&block) = block
  #   begin
  #     kept { break 7 }.call
  #   rescue LocalJumpError => e
  #     [e.exit_value, e.reason]
  #   end # => [7, :break]
  def exit_value() end

  # :call-seq:
  #   reason -> symbol
  #
  # Returns what could not be done: +:break+, +:return+, +:next+, +:redo+, +:retry+ or +:noreason+ (a block that was called is
  # not there).
  #
  #   def none = yield
  #   begin
  #     none
  #   rescue LocalJumpError => e
  #     e.reason
  #   end # => :noreason
  def reason() end
end

# NameError says that a variable, constant or method is not known.
class NameError < StandardError
  # :call-seq:
  #   local_variables -> array
  #
  # Returns the names of the local variables where the error was raised; did_you_mean looks for similar ones.
  #
  #   def lost = (near = 1; nearr)
  #   begin
  #     lost
  #   rescue NameError => e
  #     e.local_variables
  #   end # => [:near]
  def local_variables() end

  # :call-seq:
  #   name -> symbol or nil
  #
  # Returns the name that is not known.
  #
  #   begin
  #     Object.const_get(:Nowhere)
  #   rescue NameError => e
  #     e.name
  #   end # => :Nowhere
  def name() end

  # :call-seq:
  #   receiver -> object
  #
  # Returns the object in which the name was looked for. Raises ArgumentError if the error was made without one.
  #
  #   begin
  #     3.fly
  #   rescue NameError => e
  #     e.receiver
  #   end # => 3
  #   NameError.new("no").receiver # raises ArgumentError: no receiver is available
  def receiver() end

  # :call-seq:
  #   NameError.new(message = nil, name = nil, receiver: nil) -> error
  #
  # Returns an error with what #name and #receiver give.
  #
  #   NameError.new("no", :here).name # => :here
  def initialize(message = nil, name = nil, receiver: nil) end
end

# NoMethodError says that an object has no method of that name, or a private one.
#
#   nil.upcase # raises NoMethodError: undefined method 'upcase' for nil
class NoMethodError < NameError
  # :call-seq:
  #   args -> array
  #
  # Returns the arguments of the call.
  #
  #   begin
  #     3.fly(:high, 2)
  #   rescue NoMethodError => e
  #     e.args
  #   end # => [:high, 2]
  def args() end

  # :call-seq:
  #   private_call? -> true or false
  #
  # Returns whether the call could have reached a private method: it had no receiver, or +self+.
  #
  #   begin
  #     3.fly
  #   rescue NoMethodError => e
  #     e.private_call?
  #   end # => false
  #   begin
  #     fly(1)
  #   rescue NoMethodError => e
  #     e.private_call?
  #   end # => true
  def private_call?() end

  # :call-seq:
  #   NoMethodError.new(message = nil, name = nil, args = [], private = false, receiver: nil) -> error
  #
  # Returns an error with what the readers give.
  #
  #   NoMethodError.new("no", :fly, [1]).args # => [1]
  def initialize(message = nil, name = nil, args = [], private = false, receiver: nil) end
end

# NoMatchingPatternError says that +case+ with +in+, or <tt>=></tt>, found no pattern that matches.
#
#   5 => String # raises NoMatchingPatternError: 5
class NoMatchingPatternError < StandardError
end

# NoMatchingPatternKeyError says that a Hash lacks a key that a pattern wants.
class NoMatchingPatternKeyError < NoMatchingPatternError
  # :call-seq:
  #   key -> object
  #
  # Returns the key that the pattern wanted. Raises ArgumentError if the error was made without one.
  #
  #   begin
  #     { a: 1 } => { b: }
  #   rescue NoMatchingPatternKeyError => e
  #     e.key
  #   end # => :b
  def key() end

  # :call-seq:
  #   matchee -> object
  #
  # Returns the Hash that was matched. Raises ArgumentError if the error was made without one.
  #
  #   begin
  #     { a: 1 } => { b: }
  #   rescue NoMatchingPatternKeyError => e
  #     e.matchee
  #   end # => {a: 1}
  def matchee() end

  # :call-seq:
  #   NoMatchingPatternKeyError.new(message = nil, matchee: nil, key: nil) -> error
  #
  # Returns an error with what #matchee and #key give.
  #
  #   NoMatchingPatternKeyError.new("no", matchee: {}, key: :a).key # => :a
  def initialize(message = nil, matchee: nil, key: nil) end
end

# UncaughtThrowError says that Kernel#throw found no +catch+ for its tag.
class UncaughtThrowError < ArgumentError
  # :call-seq:
  #   tag -> object
  #
  # Returns the tag that was thrown.
  #
  #   begin
  #     throw :out, 3
  #   rescue UncaughtThrowError => e
  #     e.tag
  #   end # => :out
  def tag() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the message with the tag in it.
  #
  #   begin
  #     throw :out
  #   rescue UncaughtThrowError => e
  #     e.to_s
  #   end # => "uncaught throw :out"
  def to_s() end

  # :call-seq:
  #   value -> object
  #
  # Returns the value that was thrown, nil if there was none.
  #
  #   begin
  #     throw :out, 3
  #   rescue UncaughtThrowError => e
  #     e.value
  #   end # => 3
  def value() end

  # :call-seq:
  #   UncaughtThrowError.new(tag, value, *arguments) -> error
  #
  # Returns an error with what #tag and #value give; the further arguments are those of Exception.new, a format with a place
  # for the tag.
  #
  #   UncaughtThrowError.new(:out, 1, "no %p").message # => "no :out"
  def initialize(tag, value, *) end
end

# SystemCallError is what the errors of the system inherit from: Errno::ENOENT for a file that is not there, and so on. Each class below
# Errno has its number as +Errno+.
#
#   File.read("nothing")  # raises Errno::ENOENT: No such file or directory @ rb_sysopen - nothing
#   Errno::ENOTDIR::Errno # => 20
class SystemCallError < StandardError
  # :call-seq:
  #   errno -> integer or nil
  #
  # Returns the system's number of the error.
  #
  #   Errno::ENOENT.new.errno # => 2
  def errno() end

  # :call-seq:
  #   SystemCallError === other -> true or false
  #
  # Returns whether +other+ is an error of the system; below Errno, whether it is one of the same number.
  #
  #   SystemCallError === Errno::EPERM.new # => true
  #   Errno::EAGAIN === Errno::EWOULDBLOCK.new # => true
  def self.===(other) end

  # :call-seq:
  #   SystemCallError.new(number) -> error
  #   SystemCallError.new(message, number = nil, place = nil) -> error
  #
  # Returns an error of the class that belongs to the number; the system's words for it stand in front of the message.
  #
  #   SystemCallError.new(2)                 # => #<Errno::ENOENT: No such file or directory>
  #   SystemCallError.new("here", 2).message # => "No such file or directory - here"
  #   SystemCallError.new("here").message    # => "unknown error - here"
  def initialize(message = nil, number = nil, place = nil) end
end

# Errno holds a class for each error that the system numbers, all of them below SystemCallError.
#
#   Errno::EPIPE.superclass   # => SystemCallError
#   Errno::EACCES.new.message # => "Permission denied"
module Errno
end

# ScriptError is what the errors of programs as such inherit from; +rescue+ without a class does not catch it.
class ScriptError < Exception
end

# NotImplementedError says that the system cannot do it, or that a class leaves it to its subclasses.
#
#   NotImplementedError.superclass # => ScriptError
class NotImplementedError < ScriptError
end

# LoadError says that a file to be required or loaded is not there.
class LoadError < ScriptError
  # :call-seq:
  #   path -> string
  #
  # Returns what was to be loaded, as it was written.
  #
  #   begin
  #     load "./nothing.rb"
  #   rescue LoadError => e
  #     e.path
  #   end # => "./nothing.rb"
  attr_reader :path
end

# SyntaxError says that a text is no program.
#
#   eval("1 +") # raises SyntaxError
class SyntaxError < ScriptError
  # :call-seq:
  #   path -> string or nil
  #
  # Returns the file in which the fault is.
  #
  #   begin
  #     eval("1 +", nil, "a.rb")
  #   rescue SyntaxError => e
  #     e.path
  #   end # => "a.rb"
  def path() end

  # :call-seq:
  #   SyntaxError.new(message = "compile error") -> error
  #
  # Returns an error with that message.
  #
  #   SyntaxError.new.message # => "compile error"
  def initialize(message = nil) end
end

# SystemExit is raised by Kernel#exit and Kernel#abort, so that +ensure+ runs; what is not rescued ends the program.
class SystemExit < Exception
  # :call-seq:
  #   status -> integer
  #
  # Returns the number that the system is told at the end.
  #
  #   begin
  #     exit(3)
  #   rescue SystemExit => e
  #     e.status
  #   end # => 3
  def status() end

  # :call-seq:
  #   success? -> true or false
  #
  # Returns whether the status is 0.
  #
  #   begin
  #     exit(false)
  #   rescue SystemExit => e
  #     e.success?
  #   end # => false
  def success?() end

  # :call-seq:
  #   SystemExit.new(status = true, message = nil) -> error
  #
  # Returns one with that status: an Integer, true (0) or false (1).
  #
  #   SystemExit.new(2, "done").status # => 2
  #   SystemExit.new(false).status     # => 1
  #   SystemExit.new.message           # => "SystemExit"
  def initialize(status = true, message = nil) end
end

# SignalException is raised in the main thread when a signal arrives that nobody traps.
#
#   begin
#     Process.kill("TERM", Process.pid)
#     sleep
#   rescue SignalException => e
#     e.message
#   end # => "SIGTERM"
class SignalException < Exception
  # :call-seq:
  #   signm -> string
  #
  # Returns the name of the signal, or the message if it was given one.
  #
  #   SignalException.new("INT").signm # => "SIGINT"
  def signm() end

  # :call-seq:
  #   signo -> integer
  #
  # Returns the number of the signal.
  #
  #   SignalException.new("INT").signo # => 2
  def signo() end

  # :call-seq:
  #   SignalException.new(name) -> exception
  #   SignalException.new(number, message = nil) -> exception
  #
  # Returns one for the signal. Raises ArgumentError for one that there is not.
  #
  #   SignalException.new(15).message    # => "SIGTERM"
  #   SignalException.new("SIGHUP").signo # => 1
  #   SignalException.new("NONE")        # raises ArgumentError: unsupported signal 'SIGNONE'
  def initialize(signal, message = nil) end
end

# Interrupt is raised in the main thread when SIGINT arrives, which Ctrl-C sends.
class Interrupt < SignalException
  # :call-seq:
  #   Interrupt.new(message = "Interrupt") -> exception
  #
  # Returns one with that message.
  #
  #   Interrupt.new.signo         # => 2
  #   Interrupt.new("no").message # => "no"
  def initialize(message = "Interrupt") end
end

# SecurityError says that something is not allowed. Nothing in the core raises it any more.
#
#   SecurityError.superclass # => Exception
class SecurityError < Exception
end

# NoMemoryError says that the system gave no more memory.
#
#   NoMemoryError.superclass # => Exception
class NoMemoryError < Exception
end

# SystemStackError says that calls are nested too deeply.
#
#   def deeper = deeper + 1
#   deeper # raises SystemStackError: stack level too deep
class SystemStackError < Exception
end
