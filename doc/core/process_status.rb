# frozen_string_literal: true

# How a child ended or was stopped: <tt>$?</tt> after Kernel#system, a backtick, IO#close or Process.wait, or a value of
# Process.wait2.  It is frozen and belongs to the thread that waited.
class Process::Status
  # :call-seq:
  #   Process::Status.wait(pid = -1, flags = 0) -> status or nil
  #
  # Waits as Process.wait does and returns the status; <tt>$?</tt> stays as it is.  Without such a child the status has
  # the number -1; with Process::WNOHANG it is +nil+ while none has ended.
  #
  #   Process::Status.wait(spawn("exit 3")).exitstatus # => 3
  def self.wait(pid = -1, flags = 0) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether the status as an integer is the same as +other+.
  #
  #   system("exit 1")
  #   $? == 256        # => true
  #   $? == 1          # => false
  def ==(other) end

  # :call-seq:
  #   coredump? -> true or false
  #
  # Tells whether a core file was written when the process ended.
  #
  #   system("exit 1")
  #   $?.coredump?     # => false
  def coredump?() end

  # :call-seq:
  #   exited? -> true or false
  #
  # Tells whether the process ended of itself, and not by a signal.
  #
  #   system("exit 1")
  #   $?.exited?           # => true
  #   system("kill -9 $$")
  #   $?.exited?           # => false
  def exited?() end

  # :call-seq:
  #   exitstatus -> integer or nil
  #
  # Returns the number the process ended with, from 0 to 255; +nil+ if it did not end of itself.
  #
  #   system("exit 3")
  #   $?.exitstatus        # => 3
  #   system("kill -9 $$")
  #   $?.exitstatus        # => nil
  def exitstatus() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class, the number of the process and what became of it.
  #
  #   system("exit 3")
  #   $?.inspect.sub(/\d+/, "N") # => "#<Process::Status: pid N exit 3>"
  def inspect() end

  # :call-seq:
  #   pid -> integer
  #
  # Returns the number of the process.
  #
  #   pid = spawn("true")
  #   Process.wait2(pid)[1].pid == pid # => true
  def pid() end

  # :call-seq:
  #   signaled? -> true or false
  #
  # Tells whether a signal ended the process.
  #
  #   system("kill -9 $$")
  #   $?.signaled?         # => true
  def signaled?() end

  # :call-seq:
  #   stopped? -> true or false
  #
  # Tells whether the process is stopped, which is only reported with Process::WUNTRACED.
  #
  #   pid = spawn("kill -STOP $$")
  #   status = Process.wait2(pid, Process::WUNTRACED)[1]
  #   Process.kill(:KILL, pid)
  #   status.stopped?              # => true
  #   status.exited?               # => false
  def stopped?() end

  # :call-seq:
  #   stopsig -> integer or nil
  #
  # Returns the number of the signal that stopped the process; +nil+ if it is not stopped.
  #
  #   system("exit 1")
  #   $?.stopsig       # => nil
  def stopsig() end

  # :call-seq:
  #   success? -> true, false or nil
  #
  # Tells whether the process ended with 0; +nil+ if it did not end of itself.
  #
  #   system("exit 0")
  #   $?.success?          # => true
  #   system("exit 1")
  #   $?.success?          # => false
  #   system("kill -9 $$")
  #   $?.success?          # => nil
  def success?() end

  # :call-seq:
  #   termsig -> integer or nil
  #
  # Returns the number of the signal that ended the process; +nil+ if none did.
  #
  #   system("kill -9 $$")
  #   $?.termsig           # => 9
  def termsig() end

  # :call-seq:
  #   to_i -> integer
  #
  # Returns the status as the system packs it into a number.
  #
  #   system("exit 3")
  #   $?.to_i          # => 768
  def to_i() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the number of the process and what became of it.
  #
  #   system("kill -9 $$")
  #   $?.to_s.sub(/\d+/, "N") # => "pid N SIGKILL (signal 9)"
  def to_s() end
end
