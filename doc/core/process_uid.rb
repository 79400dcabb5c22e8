# frozen_string_literal: true

# The user identities of the process, in a way that is the same on all systems: the real, the effective and, where there
# is one, the saved user.  Process::Sys has the calls of the system, whose rules differ.
#
# Only the superuser may set them freely; others may exchange the ones they have.  Whatever is refused raises Errno::EPERM.
module Process::UID
  # :call-seq:
  #   Process::UID.change_privilege(user) -> integer
  #
  # Sets the real, the effective and the saved user for good, and returns the number.  There is no way back.
  #
  #   Process.wait(fork { exit!(Process::UID.change_privilege(Process.uid) == Process.uid) })
  #   $?.success? # => true
  def self.change_privilege(user) end

  # :call-seq:
  #   Process::UID.eid -> integer
  #
  # Returns the effective user, whose rights the process has.
  #
  #   Process::UID.eid == Process.euid # => true
  def self.eid() end

  # :call-seq:
  #   Process::UID.eid = user
  #
  # Sets the effective user, by number or name.
  #
  #   Process::UID.eid = Process::UID.eid
  #   Process::UID.eid = "no-such-user" # raises ArgumentError
  def self.eid=(user) end

  # :call-seq:
  #   Process::UID.from_name(name) -> integer
  #
  # Returns the number of the user with that name.  Raises ArgumentError if there is none.
  #
  #   Process::UID.from_name("root")          # => 0
  #   Process::UID.from_name("no-such-user") # raises ArgumentError
  def self.from_name(name) end

  # :call-seq:
  #   Process::UID.grant_privilege(user) -> integer
  #
  # Sets the effective user and returns the number; the real and the saved one stay, so that it can go back.
  #
  #   Process::UID.grant_privilege(Process.euid) == Process.euid # => true
  def self.grant_privilege(user) end

  # :call-seq:
  #   Process::UID.re_exchange -> integer
  #
  # Exchanges the real and the effective user, and returns the new effective one.
  #
  #   real = Process::UID.rid
  #   Process::UID.re_exchange == real # => true
  #   Process::UID.re_exchange
  #   Process::UID.rid == real         # => true
  def self.re_exchange() end

  # :call-seq:
  #   Process::UID.re_exchangeable? -> true or false
  #
  # Tells whether this system can exchange the real and the effective user.
  #
  #   Process::UID.re_exchangeable? # => true
  def self.re_exchangeable?() end

  # :call-seq:
  #   Process::UID.rid -> integer
  #
  # Returns the real user.
  #
  #   Process::UID.rid == Process.uid # => true
  def self.rid() end

  # :call-seq:
  #   Process::UID.sid_available? -> true or false
  #
  # Tells whether this system keeps a saved user.
  #
  #   Process::UID.sid_available? # => true
  def self.sid_available?() end

  # :call-seq:
  #   Process::UID.switch -> integer
  #   Process::UID.switch { ... } -> object
  #
  # Goes from the effective user to the real one, or back if it did before, and returns the number it had.  With a block
  # it goes back after it and returns what that returned.  Raises Errno::EPERM if both are the same.
  #
  # (not run)
  #
  #   Process::UID.switch { File.read("mine") }
  def self.switch() end
end
