# frozen_string_literal: true

# Signal catches signals of the system and knows their names. A signal that is caught runs its handler in the main thread,
# between two steps of the program; Process.kill sends one. Names are written as <tt>"INT"</tt>, <tt>"SIGINT"</tt> or <tt>:INT</tt>.
module Signal
  # :call-seq:
  #   Signal.list -> hash
  #
  # Returns a Hash of the names of all signals, without SIG, and their numbers. EXIT, which is 0, is Ruby's own: its handler
  # runs when the process ends.
  #
  #   Signal.list["EXIT"] # => 0
  #   Signal.list["INT"]  # => 2
  #   Signal.list["KILL"] # => 9
  def self.list() end

  # :call-seq:
  #   Signal.signame(number) -> string or nil
  #
  # Returns the name of a signal without SIG, nil for a number that no signal has.
  #
  #   Signal.signame(15)  # => "TERM"
  #   Signal.signame(0)   # => "EXIT"
  #   Signal.signame(999) # => nil
  def self.signame(number) end

  # :call-seq:
  #   Signal.trap(signal, command) -> object
  #   Signal.trap(signal) {|number| ... } -> object
  #
  # Sets what happens when the signal arrives, and returns what was set before: a Proc, a command, or nil.
  # The command is one of these:
  # - <tt>"IGNORE"</tt>, <tt>"SIG_IGN"</tt>, an empty String or nil: nothing
  # - <tt>"DEFAULT"</tt>, <tt>"SIG_DFL"</tt>: what Ruby does without a handler
  # - <tt>"SYSTEM_DEFAULT"</tt>: what the system does
  # - <tt>"EXIT"</tt>: the program ends
  # - a Proc: it is called with the number of the signal
  #
  # Raises ArgumentError for a signal that is unknown or that Ruby itself needs (SEGV, BUS, ILL, FPE, VTALRM), Errno::EINVAL for
  # KILL and STOP, which the system lets nobody catch.
  #
  #   got = nil
  #   Signal.trap("USR1") { |number| got = Signal.signame(number) } # => "DEFAULT"
  #   Process.kill("USR1", Process.pid)
  #   sleep 0.001 until got
  #   got                               # => "USR1"
  #   Signal.trap("USR1", "DEFAULT").class # => Proc
  #   Signal.trap("KILL") { }           # raises Errno::EINVAL
  #   Signal.trap("SEGV") { }           # raises ArgumentError: can't trap reserved signal: SIGSEGV
  #   Signal.trap("NONE") { }           # raises ArgumentError: unsupported signal 'SIGNONE'
  def self.trap(signal, command = nil) end
end
