# frozen_string_literal: true

# The virtual machine itself.
class RubyVM
  # The compiler of hot code to machine code, under the name by which programs turn CRuby's compiler on.
  #
  # The module exists only where the compiler can run.  It starts by itself when the thread has used 50 ms of processor time;
  # <tt>ruby --jit</tt> turns it on from the start, and <tt>--disable-jit</tt> keeps it off until ::enable is called.
  module YJIT
    # :call-seq:
    #   RubyVM::YJIT.enable(mem_size: nil, call_threshold: nil, stats: false, log: false) -> true or false
    #
    # Turns the compiler on; code that was loaded before is counted from now on.  Returns +false+ if it was on already.
    # +mem_size+ limits the machine code, in MiB; +call_threshold+ is the number of calls after which a method is compiled.
    # +stats+ prints counts at the end, +log+ what is compiled, both to standard error.
    #
    #   # (not run)
    #   RubyVM::YJIT.enable(mem_size: 64) # => true
    def self.enable(mem_size: nil, call_threshold: nil, stats: false, log: false) end

    # :call-seq:
    #   RubyVM::YJIT.enabled? -> true or false
    #
    # Returns whether the compiler is on.
    #
    #   RubyVM::YJIT.enabled?.class == FalseClass || RubyVM::YJIT.enabled? # => true
    def self.enabled?() end

    # :call-seq:
    #   RubyVM::YJIT.log_enabled? -> true or false
    #
    # Returns whether what is compiled is printed.
    #
    #   RubyVM::YJIT.log_enabled? # => false
    def self.log_enabled?() end

    # :call-seq:
    #   RubyVM::YJIT.reset_stats! -> nil
    #
    # Sets the counters of events to 0.
    #
    #   RubyVM::YJIT.reset_stats! # => nil
    def self.reset_stats!() end

    # :call-seq:
    #   RubyVM::YJIT.runtime_stats -> hash or nil
    #   RubyVM::YJIT.runtime_stats(key) -> integer or nil
    #
    # Returns the counters by name, or the one that +key+ names: bytes of machine code, numbers of what was compiled.
    # Returns +nil+ while the compiler is off, and for a +key+ that is not counted.
    #
    #   RubyVM::YJIT.runtime_stats(:no_such_counter) # => nil
    #   RubyVM::YJIT.runtime_stats("key")            # raises TypeError: non-symbol given
    def self.runtime_stats(key = nil) end

    # :call-seq:
    #   RubyVM::YJIT.stats_enabled? -> true or false
    #
    # Returns whether counts are printed at the end.
    #
    #   RubyVM::YJIT.stats_enabled? # => false
    def self.stats_enabled?() end
  end
end
