# frozen_string_literal: true

# What concerns processes: starting and ending them, waiting for them, sending them signals, their users, groups and limits,
# and the clocks of the system.
#
# A process has a number (#pid), a parent, a group of processes, a session, and four identities: real and effective user,
# real and effective group.  The methods raise a class below SystemCallError, as Errno::EPERM or Errno::ESRCH, if the system
# refuses, and NotImplementedError where the system lacks the call.
module Process
  # :call-seq:
  #   Process._fork -> integer
  #
  # Forks without doing anything else: Kernel#fork, Process.fork and IO.popen with "-" call it, so that a library that
  # has to do something around a fork overrides it and calls +super+.  Returns 0 in the child and its number in the
  # parent.
  #
  # (not run)
  #
  #   Process.singleton_class.prepend(Module.new { def _fork = super.tap { |pid| puts "child" if pid == 0 } })
  def self._fork() end

  # :call-seq:
  #   Process.abort(message = nil)
  #
  # Ends the process with status 1, after writing +message+ to standard error (Kernel#abort).  It raises SystemExit.
  #
  #   Process.abort rescue p $!    # raises SystemExit
  #   begin
  #     Process.abort("over")
  #   rescue SystemExit => e
  #     e.status
  #   end # warns "over\n"
  def self.abort(message = nil) end

  # :call-seq:
  #   Process.argv0 -> string
  #
  # Returns the name of the script as it was at the start, frozen; setting <tt>$0</tt> does not change it.
  #
  #   Process.argv0.frozen? # => true
  def self.argv0() end

  # :call-seq:
  #   Process.clock_getres(clock, unit = :float_second) -> number
  #
  # Returns the step of a clock.  The units are those of Process.clock_gettime, and +:hertz+.
  #
  #   Process.clock_getres(Process::CLOCK_MONOTONIC, :nanosecond) # => 1
  #   Process.clock_getres(12345)                                 # raises Errno::EINVAL
  def self.clock_getres(clock, unit = :float_second) end

  # :call-seq:
  #   Process.clock_gettime(clock, unit = :float_second) -> number
  #
  # Returns the time of a clock: Process::CLOCK_REALTIME (since 1970), CLOCK_MONOTONIC (from some moment, never set back),
  # CLOCK_PROCESS_CPUTIME_ID or CLOCK_THREAD_CPUTIME_ID (processor time), and others of the system.  The unit is
  # +:float_second+, +:float_millisecond+, +:float_microsecond+, or for an integer +:second+, +:millisecond+, +:microsecond+,
  # +:nanosecond+.
  #
  #   before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  #   before <= Process.clock_gettime(Process::CLOCK_MONOTONIC)         # => true
  #   Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond).class # => Integer
  #   Process.clock_gettime(Process::CLOCK_REALTIME, :day)              # raises ArgumentError
  def self.clock_gettime(clock, unit = :float_second) end

  # :call-seq:
  #   Process.daemon(stay = false, keep = false) -> 0
  #
  # Goes on in a child without a terminal, while the parent ends.  The current folder becomes the root unless +stay+, and
  # the standard streams become <tt>/dev/null</tt> unless +keep+.
  #
  # (not run)
  #
  #   Process.daemon
  def self.daemon(stay = false, keep = false) end

  # :call-seq:
  #   Process.detach(pid) -> thread
  #
  # Starts a thread that waits for the child, so that it leaves no zombie.  Its #value is the Process::Status, its #pid the
  # child's number.
  #
  #   thread = Process.detach(spawn("exit 3"))
  #   thread.value.exitstatus                  # => 3
  #   thread.class                             # => Process::Waiter
  def self.detach(pid) end

  # :call-seq:
  #   Process.egid -> integer
  #
  # Returns the effective group.
  #
  #   Process.egid == Process::GID.eid # => true
  def self.egid() end

  # :call-seq:
  #   Process.egid = group
  #
  # Sets the effective group, by number or name.  Raises Errno::EPERM if that is not allowed.
  #
  #   Process.egid = Process.egid
  #   Process.egid = "no-such-group" # raises ArgumentError
  def self.egid=(group) end

  # :call-seq:
  #   Process.euid -> integer
  #
  # Returns the effective user, whose rights the process has.
  #
  #   Process.euid == Process::UID.eid # => true
  def self.euid() end

  # :call-seq:
  #   Process.euid = user
  #
  # Sets the effective user, by number or name.  Raises Errno::EPERM if that is not allowed.
  #
  #   Process.euid = Process.euid
  #   Process.euid = "nobody-is-so" # raises ArgumentError
  def self.euid=(user) end

  # :call-seq:
  #   Process.exec(environment = {}, command, *arguments, **options)
  #
  # Replaces this process by another program (Kernel#exec).  It does not return.  Raises a class below SystemCallError if the
  # program cannot be run.
  #
  #   Process.exec("no such program", "x") # raises Errno::ENOENT
  def self.exec(environment = {}, command = nil, *arguments, **options) end

  # :call-seq:
  #   Process.exit(status = true)
  #
  # Ends the process by raising SystemExit: with 0 for +true+, 1 for +false+, or the integer (Kernel#exit).
  #
  #   Process.exit(3)     # raises SystemExit
  #   begin
  #     Process.exit(false)
  #   rescue SystemExit => e
  #     e.status
  #   end # => 1
  def self.exit(status = true) end

  # :call-seq:
  #   Process.exit!(status = true)
  #
  # Ends the process at once: no +ensure+, no +at_exit+, nothing buffered is written (Kernel#exit!).
  #
  #   Process.wait(fork { Process.exit!(4) })
  #   $?.exitstatus                           # => 4
  def self.exit!(status = true) end

  # :call-seq:
  #   Process.fork -> integer or nil
  #   Process.fork { ... } -> integer
  #
  # Makes a copy of the process, in which only the current thread runs.  Returns the child's number in the parent and +nil+
  # in the child; with a block the child runs that and ends.
  #
  #   Process.wait(Process.fork { exit(2) })
  #   $?.exitstatus                          # => 2
  def self.fork() end

  # :call-seq:
  #   Process.getpgid(pid) -> integer
  #
  # Returns the group of the process; 0 stands for this one.
  #
  #   Process.getpgid(0) == Process.getpgrp # => true
  #   Process.getpgid(1 << 30)              # raises Errno::ESRCH
  def self.getpgid(pid) end

  # :call-seq:
  #   Process.getpgrp -> integer
  #
  # Returns the group of this process.
  #
  #   Process.getpgrp.class # => Integer
  def self.getpgrp() end

  # :call-seq:
  #   Process.getpriority(kind, id) -> integer
  #
  # Returns the priority of a process (Process::PRIO_PROCESS), a group of them (PRIO_PGRP) or a user (PRIO_USER); an +id+ of
  # 0 stands for the own one.  The lower the number, the sooner it runs.
  #
  #   Process.getpriority(Process::PRIO_PROCESS, 0).between?(-20, 19) # => true
  #   Process.getpriority(Process::PRIO_PROCESS, 1 << 30)             # raises Errno::ESRCH
  def self.getpriority(kind, id) end

  # :call-seq:
  #   Process.getrlimit(resource) -> [current, maximum]
  #
  # Returns the limits for a resource: the number of a constant Process::RLIMIT_..., or its name as +:NOFILE+.
  #
  #   Process.getrlimit(:NOFILE) == Process.getrlimit(Process::RLIMIT_NOFILE) # => true
  #   Process.getrlimit(:SUCH)                                                # raises ArgumentError
  def self.getrlimit(resource) end

  # :call-seq:
  #   Process.getsid(pid = 0) -> integer
  #
  # Returns the session of the process; 0 stands for this one.
  #
  #   Process.getsid == Process.getsid(Process.pid) # => true
  #   Process.getsid(1 << 30)                       # raises Errno::ESRCH
  def self.getsid(pid = 0) end

  # :call-seq:
  #   Process.gid -> integer
  #
  # Returns the real group.
  #
  #   Process.gid == Process::GID.rid # => true
  def self.gid() end

  # :call-seq:
  #   Process.gid = group
  #
  # Sets the real group, by number or name.  Raises Errno::EPERM if that is not allowed.
  #
  #   Process.gid = Process.gid
  #   Process.gid = "no-such-group" # raises ArgumentError
  def self.gid=(group) end

  # :call-seq:
  #   Process.groups -> array
  #
  # Returns the further groups that the process is in.
  #
  #   Process.groups.all?(Integer) # => true
  def self.groups() end

  # :call-seq:
  #   Process.groups = groups
  #
  # Sets the further groups, by numbers or names.  That is allowed to the superuser only.
  #
  #   Process.groups = 1               # raises TypeError
  #   Process.groups = ["no-such-group"] # raises ArgumentError
  def self.groups=(groups) end

  # :call-seq:
  #   Process.initgroups(user, group) -> array
  #
  # Sets the further groups to those of the user with that name, and +group+, and returns them.  That is allowed to the
  # superuser only.
  #
  # (not run)
  #
  #   Process.initgroups("www", 33) # => [33, 1000]
  def self.initgroups(user, group) end

  # :call-seq:
  #   Process.kill(signal, *pids) -> integer
  #
  # Sends a signal to the processes and returns how many they are.  +signal+ is a name, with or without <tt>SIG</tt>, or a
  # number; a minus in front means groups of processes.  0 only asks whether they are there.  Raises Errno::ESRCH if one
  # is not, Errno::EPERM if it is another user's, ArgumentError for a signal that is none.
  #
  #   Process.kill(0, Process.pid)     # => 1
  #   pid = spawn("sleep 9")
  #   Process.kill(:TERM, pid)         # => 1
  #   Process.wait(pid)
  #   $?.termsig                       # => 15
  #   Process.kill("SUCH", pid)        # raises ArgumentError
  def self.kill(signal, *pids) end

  # :call-seq:
  #   Process.last_status -> status or nil
  #
  # Returns what <tt>$?</tt> is: the status of the child that this thread last waited for.
  #
  #   system("exit 2")
  #   Process.last_status.exitstatus # => 2
  def self.last_status() end

  # :call-seq:
  #   Process.maxgroups -> integer
  #
  # Returns how many groups Process.groups and Process.groups= deal with.
  #
  #   Process.maxgroups # => 65536
  def self.maxgroups() end

  # :call-seq:
  #   Process.maxgroups = integer
  #
  # Sets how many groups Process.groups and Process.groups= deal with, at most 65536.  Raises ArgumentError if that is not
  # positive.
  #
  #   Process.maxgroups = 0 # raises ArgumentError
  def self.maxgroups=(integer) end

  # :call-seq:
  #   Process.pid -> integer
  #
  # Returns the number of this process.
  #
  #   Process.pid == $$ # => true
  def self.pid() end

  # :call-seq:
  #   Process.ppid -> integer
  #
  # Returns the number of the parent.
  #
  #   pid = Process.pid
  #   r, w = IO.pipe
  #   Process.wait(fork { w.write(Process.ppid == pid); w.close })
  #   w.close
  #   r.read  # => "true"
  def self.ppid() end

  # :call-seq:
  #   Process.setpgid(pid, group) -> 0
  #
  # Moves the process into a group of processes; 0 stands for this process, and for a group with its number.
  #
  #   Process.setpgid(1 << 30, 0) # raises Errno::ESRCH
  def self.setpgid(pid, group) end

  # :call-seq:
  #   Process.setpgrp -> 0
  #
  # Makes this process the head of a new group of processes.
  #
  #   Process.wait(fork { Process.setpgrp; exit!(Process.getpgrp == Process.pid) })
  #   $?.success? # => true
  def self.setpgrp() end

  # :call-seq:
  #   Process.setpriority(kind, id, priority) -> 0
  #
  # Sets the priority of a process, a group of them or a user (see Process.getpriority).  Only the superuser may lower the
  # number.
  #
  #   now = Process.getpriority(Process::PRIO_PROCESS, 0)
  #   Process.setpriority(Process::PRIO_PROCESS, 0, now)       # => 0
  #   Process.setpriority(Process::PRIO_PROCESS, 1 << 30, 0)   # raises Errno::ESRCH
  def self.setpriority(kind, id, priority) end

  # :call-seq:
  #   Process.setproctitle(title) -> title
  #
  # Sets what +ps+ shows of the process; <tt>$0</tt> stays as it is.
  #
  #   Process.wait(fork { exit!(Process.setproctitle("worker 1") == "worker 1") })
  #   $?.success? # => true
  def self.setproctitle(title) end

  # :call-seq:
  #   Process.setrlimit(resource, current, maximum = current) -> nil
  #
  # Sets the limits for a resource.  A limit is an integer or Process::RLIM_INFINITY, which may be given as +:INFINITY+.
  # Only the superuser may raise the maximum.
  #
  #   Process.setrlimit(:CORE, *Process.getrlimit(:CORE)) # => nil
  #   Process.setrlimit(:SUCH, 1)                         # raises ArgumentError
  def self.setrlimit(resource, current, maximum = current) end

  # :call-seq:
  #   Process.setsid -> integer
  #
  # Makes this process the head of a new session without a terminal, and returns its number.  Raises Errno::EPERM if it is
  # the head of a group already.
  #
  #   Process.wait(fork { exit!(Process.setsid == Process.pid) })
  #   $?.success? # => true
  def self.setsid() end

  # :call-seq:
  #   Process.spawn(environment = {}, command, *arguments, **options) -> integer
  #
  # Starts a program and returns its number without waiting for it (Kernel#spawn, where the options are).
  #
  #   Process.wait(Process.spawn("exit 5"))
  #   $?.exitstatus                         # => 5
  #   Process.spawn("no such program", "x") # raises Errno::ENOENT
  def self.spawn(environment = {}, command = nil, *arguments, **options) end

  # :call-seq:
  #   Process.times -> tms
  #
  # Returns a Process::Tms: how much processor time this process and its children that ended have used.
  #
  #   Process.times.utime.class # => Float
  def self.times() end

  # :call-seq:
  #   Process.uid -> integer
  #
  # Returns the real user, who started the process.
  #
  #   Process.uid == Process::UID.rid # => true
  def self.uid() end

  # :call-seq:
  #   Process.uid = user
  #
  # Sets the real user, by number or name.  Raises Errno::EPERM if that is not allowed.
  #
  #   Process.uid = Process.uid
  #   Process.uid = "nobody-is-so" # raises ArgumentError
  def self.uid=(user) end

  # :call-seq:
  #   Process.wait(pid = -1, flags = 0) -> integer or nil
  #
  # Waits until a child ends, sets <tt>$?</tt> to its status, and returns its number.  +pid+ is the child's; -1 means any, 0
  # any of this process's group, below -1 any of the group with that number.  With Process::WNOHANG it returns +nil+ if none
  # has ended yet; Process::WUNTRACED reports stopped ones too.  Raises Errno::ECHILD if there is no such child.
  #
  #   pid = spawn("exit 2")
  #   Process.wait(pid) == pid # => true
  #   $?.exitstatus            # => 2
  #   Process.wait(pid)        # raises Errno::ECHILD
  def self.wait(pid = -1, flags = 0) end

  class << self
    alias waitpid wait
  end

  # :call-seq:
  #   Process.wait2(pid = -1, flags = 0) -> [integer, status] or nil
  #
  # Does what Process.wait does and returns the child's number with its Process::Status.
  #
  #   Process.wait2(spawn("exit 2"))[1].exitstatus # => 2
  def self.wait2(pid = -1, flags = 0) end

  class << self
    alias waitpid2 wait2
  end

  # :call-seq:
  #   Process.waitall -> array
  #
  # Waits for all children and returns of each its number and its Process::Status.
  #
  #   2.times { |i| spawn("exit #{i}") }
  #   Process.waitall.map { |_, status| status.exitstatus }.sort # => [0, 1]
  #   Process.waitall                                            # => []
  def self.waitall() end

  # :call-seq:
  #   Process.warmup -> true
  #
  # Tells the VM that the program is loaded and will now run for long, or fork: it collects garbage and tidies the heap.
  #
  #   Process.warmup # => true
  def self.warmup() end
end
