# frozen_string_literal: true

# The thread of Process.detach, which waits for a child.  Its #value is the child's Process::Status.
class Process::Waiter < Thread
  # :call-seq:
  #   pid -> integer
  #
  # Returns the number of the child.
  #
  #   pid = spawn("exit 1")
  #   waiter = Process.detach(pid)
  #   waiter.pid == pid       # => true
  #   waiter.value.exitstatus # => 1
  def pid() end
end
