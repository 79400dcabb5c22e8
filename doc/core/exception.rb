# frozen_string_literal: true

# Exception is what +raise+ raises and +rescue+ catches: an object with a message and the place where it was raised. A
# +rescue+ without a class catches StandardError and what inherits from it; the rest (NoMemoryError, SignalException, SystemExit,
# ScriptError) is seldom caught. A program defines its own by inheriting from StandardError.
#
#   class Refused < StandardError
#     def initialize(message = "refused") = super
#   end
#   begin
#     raise Refused
#   rescue Refused => e
#     e.message
#   end # => "refused"
class Exception
  # :call-seq:
  #   self == other -> true or false
  #
  # Returns whether the two are of the same class and have equal messages and backtraces.
  #
  #   RuntimeError.new("a") == RuntimeError.new("a")  # => true
  #   RuntimeError.new("a") == RuntimeError.new("b")  # => false
  #   RuntimeError.new("a") == StandardError.new("a") # => false
  def ==(other) end

  # :call-seq:
  #   backtrace -> array or nil
  #
  # Returns the places that led to the exception, the innermost first, each as <tt>"file:line:in 'method'"</tt>; nil if it
  # was never raised.
  #
  #   RuntimeError.new.backtrace # => nil
  #   begin
  #     eval("raise 'no'", nil, "a.rb", 7)
  #   rescue => e
  #     e.backtrace.first[0, 7]
  #   end # => "a.rb:7:"
  def backtrace() end

  # :call-seq:
  #   backtrace_locations -> array or nil
  #
  # Returns the same places as #backtrace, as Thread::Backtrace::Location objects; nil if it was never raised or
  # #set_backtrace gave it Strings.
  #
  #   begin
  #     eval("raise 'no'", nil, "a.rb", 7)
  #   rescue => e
  #     e.backtrace_locations.first.lineno
  #   end # => 7
  def backtrace_locations() end

  # :call-seq:
  #   cause -> exception or nil
  #
  # Returns the exception that was being rescued when this one was raised, or what <tt>raise ..., cause:</tt> said.
  #
  #   begin
  #     begin
  #       Integer("x")
  #     rescue ArgumentError
  #       raise "no number"
  #     end
  #   rescue => e
  #     e.cause.class
  #   end # => ArgumentError
  def cause() end

  # :call-seq:
  #   detailed_message(highlight: false, **options) -> string
  #
  # Returns the message with the class behind its first line, as it is shown when an exception ends the program. Libraries
  # override it to add to that. With +highlight+ it is marked for a terminal.
  #
  #   RuntimeError.new("no").detailed_message                  # => "no (RuntimeError)"
  #   RuntimeError.new("a\nb").detailed_message                # => "a (RuntimeError)\nb"
  #   RuntimeError.new("").detailed_message                    # => "unhandled exception"
  #   TypeError.new("").detailed_message                       # => "TypeError"
  #   RuntimeError.new("no").detailed_message(highlight: true) # => "\e[1mno (\e[1;4mRuntimeError\e[m\e[1m)\e[m"
  def detailed_message(highlight: false, **) end

  # :call-seq:
  #   exception -> self
  #   exception(message) -> exception
  #
  # Returns the exception itself, or a copy with another message. +raise+ calls it.
  #
  #   e = RuntimeError.new("a")
  #   e.exception.equal?(e)      # => true
  #   e.exception("b").message   # => "b"
  #   e.message                  # => "a"
  def exception(message = self) end

  # :call-seq:
  #   full_message(highlight: false, order: :top) -> string
  #
  # Returns what is shown when the exception ends the program: place, #detailed_message, backtrace and causes.
  # +order+ is +:top+ (the message first) or +:bottom+. Without arguments it is marked if $stderr is a terminal.
  #
  #   e = RuntimeError.new("no")
  #   e.set_backtrace(["a.rb:7:in 'f'", "a.rb:9:in '<main>'"])
  #   e.full_message(highlight: false) # => "a.rb:7:in 'f': no (RuntimeError)\n\tfrom a.rb:9:in '<main>'\n"
  #   e.full_message(order: :left)     # raises ArgumentError
  def full_message(highlight: false, order: :top) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class and the message; the name of the class if the message is empty.
  #
  #   RuntimeError.new("no").inspect   # => "#<RuntimeError: no>"
  #   RuntimeError.new("").inspect     # => "RuntimeError"
  #   RuntimeError.new("a\nb").inspect # => "#<RuntimeError:\"a\\nb\">"
  def inspect() end

  # :call-seq:
  #   message -> string
  #
  # Returns what #to_s returns. A class with a message of its own overrides it.
  #
  #   class TooLong < StandardError
  #     def message = "more than 80"
  #   end
  #   TooLong.new.message            # => "more than 80"
  #   RuntimeError.new("no").message # => "no"
  def message() end

  # :call-seq:
  #   set_backtrace(backtrace) -> backtrace
  #
  # Sets what #backtrace returns: a String, an Array of Strings, nil, or an Array of Thread::Backtrace::Location objects,
  # which #backtrace_locations returns as well. Raises TypeError for anything else.
  #
  #   e = RuntimeError.new
  #   e.set_backtrace(["a.rb:7"])
  #   e.backtrace          # => ["a.rb:7"]
  #   e.set_backtrace([1]) # raises TypeError
  def set_backtrace(backtrace) end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the message, or the name of the class if there is none.
  #
  #   RuntimeError.new("no").to_s # => "no"
  #   RuntimeError.new.to_s       # => "RuntimeError"
  #   RuntimeError.new(7).to_s    # => "7"
  def to_s() end

  # :call-seq:
  #   Exception.exception(*arguments) -> exception
  #
  # Returns Exception.new of the same arguments. <tt>raise Class, message</tt> calls it.
  #
  #   RuntimeError.exception("no") # => #<RuntimeError: no>
  def self.exception(*) end

  # :call-seq:
  #   Exception.new(message = nil) -> exception
  #
  # Returns an exception with that message, which may be any object; it is not raised yet.
  #
  #   Exception.new("no").message # => "no"
  #   Exception.new.message       # => "Exception"
  def initialize(message = nil) end

  # :call-seq:
  #   Exception.to_tty? -> true or false
  #
  # Returns whether $stderr is a terminal, so that messages are marked for one.
  #
  #   saved, $stderr = $stderr, File.open("errors", "w")
  #   Exception.to_tty? # => false
  #   $stderr = saved
  def self.to_tty?() end
end
