# frozen_string_literal: true

# The group identities of the process, in a way that is the same on all systems: the real, the effective and, where there
# is one, the saved group.  Process::Sys has the calls of the system, whose rules differ.
#
# Only the superuser may set them freely; others may exchange the ones they have.  Whatever is refused raises Errno::EPERM.
module Process::GID
  # :call-seq:
  #   Process::GID.change_privilege(group) -> integer
  #
  # Sets the real, the effective and the saved group for good, and returns the number.  There is no way back.
  #
  #   Process.wait(fork { exit!(Process::GID.change_privilege(Process.gid) == Process.gid) })
  #   $?.success? # => true
  def self.change_privilege(group) end

  # :call-seq:
  #   Process::GID.eid -> integer
  #
  # Returns the effective group, whose rights the process has.
  #
  #   Process::GID.eid == Process.egid # => true
  def self.eid() end

  # :call-seq:
  #   Process::GID.eid = group
  #
  # Sets the effective group, by number or name.
  #
  #   Process::GID.eid = Process::GID.eid
  #   Process::GID.eid = "no-such-group" # raises ArgumentError
  def self.eid=(group) end

  # :call-seq:
  #   Process::GID.from_name(name) -> integer
  #
  # Returns the number of the group with that name.  Raises ArgumentError if there is none.
  #
  #   Process::GID.from_name("root")          # => 0
  #   Process::GID.from_name("no-such-group") # raises ArgumentError
  def self.from_name(name) end

  # :call-seq:
  #   Process::GID.grant_privilege(group) -> integer
  #
  # Sets the effective group and returns the number; the real and the saved one stay, so that it can go back.
  #
  #   Process::GID.grant_privilege(Process.egid) == Process.egid # => true
  def self.grant_privilege(group) end

  # :call-seq:
  #   Process::GID.re_exchange -> integer
  #
  # Exchanges the real and the effective group, and returns the new effective one.
  #
  #   real = Process::GID.rid
  #   Process::GID.re_exchange == real # => true
  #   Process::GID.re_exchange
  #   Process::GID.rid == real         # => true
  def self.re_exchange() end

  # :call-seq:
  #   Process::GID.re_exchangeable? -> true or false
  #
  # Tells whether this system can exchange the real and the effective group.
  #
  #   Process::GID.re_exchangeable? # => true
  def self.re_exchangeable?() end

  # :call-seq:
  #   Process::GID.rid -> integer
  #
  # Returns the real group.
  #
  #   Process::GID.rid == Process.gid # => true
  def self.rid() end

  # :call-seq:
  #   Process::GID.sid_available? -> true or false
  #
  # Tells whether this system keeps a saved group.
  #
  #   Process::GID.sid_available? # => true
  def self.sid_available?() end

  # :call-seq:
  #   Process::GID.switch -> integer
  #   Process::GID.switch { ... } -> object
  #
  # Goes from the effective group to the real one, or back if it did before, and returns the number it had.  With a block
  # it goes back after it and returns what that returned.  Raises Errno::EPERM if both are the same.
  #
  # (not run)
  #
  #   Process::GID.switch { File.read("mine") }
  def self.switch() end
end
