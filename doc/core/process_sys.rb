# frozen_string_literal: true

# The calls of the system for users and groups, as they are: what each may do differs between systems, and those that a
# system lacks raise NotImplementedError.  Process::UID and Process::GID are easier to use.  The superuser may set anything,
# others only what they already are; what is refused raises Errno::EPERM.
module Process::Sys
  # :call-seq:
  #   Process::Sys.getegid -> integer
  #
  # Returns the effective group.
  #
  #   Process::Sys.getegid == Process.egid # => true
  def self.getegid() end

  # :call-seq:
  #   Process::Sys.getgid -> integer
  #
  # Returns the real group.
  #
  #   Process::Sys.getgid == Process.gid # => true
  def self.getgid() end

  # :call-seq:
  #   Process::Sys.geteuid -> integer
  #
  # Returns the effective user.
  #
  #   Process::Sys.geteuid == Process.euid # => true
  def self.geteuid() end

  # :call-seq:
  #   Process::Sys.getuid -> integer
  #
  # Returns the real user.
  #
  #   Process::Sys.getuid == Process.uid # => true
  def self.getuid() end

  # :call-seq:
  #   Process::Sys.setegid(group) -> nil
  #
  # Sets the effective group.
  #
  #   Process::Sys.setegid(Process.egid) # => nil
  def self.setegid(group) end

  # :call-seq:
  #   Process::Sys.setgid(group) -> nil
  #
  # Sets the effective group; the real and the saved one too if it is the superuser who asks.
  #
  #   Process.wait(fork { exit!(Process::Sys.setgid(Process.gid).nil?) })
  #   $?.success? # => true
  def self.setgid(group) end

  # :call-seq:
  #   Process::Sys.setregid(real, effective) -> nil
  #
  # Sets the real and the effective group; -1 leaves one as it is.
  #
  #   Process::Sys.setregid(-1, -1) # => nil
  def self.setregid(real, effective) end

  # :call-seq:
  #   Process::Sys.setresgid(real, effective, saved) -> nil
  #
  # Sets the real, the effective and the saved group; -1 leaves one as it is.
  #
  #   Process::Sys.setresgid(-1, -1, -1) # => nil
  def self.setresgid(real, effective, saved) end

  # :call-seq:
  #   Process::Sys.seteuid(user) -> nil
  #
  # Sets the effective user.
  #
  #   Process::Sys.seteuid(Process.euid) # => nil
  def self.seteuid(user) end

  # :call-seq:
  #   Process::Sys.setuid(user) -> nil
  #
  # Sets the effective user; the real and the saved one too if it is the superuser who asks.
  #
  #   Process.wait(fork { exit!(Process::Sys.setuid(Process.uid).nil?) })
  #   $?.success? # => true
  def self.setuid(user) end

  # :call-seq:
  #   Process::Sys.setreuid(real, effective) -> nil
  #
  # Sets the real and the effective user; -1 leaves one as it is.
  #
  #   Process::Sys.setreuid(-1, -1) # => nil
  def self.setreuid(real, effective) end

  # :call-seq:
  #   Process::Sys.setresuid(real, effective, saved) -> nil
  #
  # Sets the real, the effective and the saved user; -1 leaves one as it is.
  #
  #   Process::Sys.setresuid(-1, -1, -1) # => nil
  def self.setresuid(real, effective, saved) end
end
