# frozen_string_literal: true

# What a backtrace is made of; programs meet Thread::Backtrace::Location.
class Thread::Backtrace
  # :call-seq:
  #   Thread::Backtrace.limit -> integer
  #
  # Returns how many lines of a backtrace are printed at most, as the option <tt>--backtrace-limit</tt> says; -1 for all.
  #
  #   Thread::Backtrace.limit # => -1
  def self.limit() end
end
