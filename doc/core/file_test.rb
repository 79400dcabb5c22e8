# frozen_string_literal: true

# The questions about files that File answers as well, for those who want them apart: each gives what the method of the
# same name of File gives.  They take a path or a stream.  Included in a class, they are private methods of it.
module FileTest
  # :call-seq:
  #   FileTest.blockdev?(path) -> true or false
  #
  # Tells whether it is a device of blocks, as a disk.
  #
  #   FileTest.blockdev?("/dev/null") # => false
  def self.blockdev?(path) end

  # :call-seq:
  #   FileTest.chardev?(path) -> true or false
  #
  # Tells whether it is a device of characters, as a terminal.
  #
  #   FileTest.chardev?("/dev/null") # => true
  #   FileTest.chardev?("/")         # => false
  def self.chardev?(path) end

  # :call-seq:
  #   FileTest.directory?(path) -> true or false
  #
  # Tells whether it is a folder, or a link to one.
  #
  #   FileTest.directory?("/")    # => true
  #   FileTest.directory?("none") # => false
  def self.directory?(path) end

  # :call-seq:
  #   FileTest.empty?(path) -> true or false
  #
  # Tells whether the file is there and has no bytes.
  #
  #   File.write("a.txt", "")
  #   FileTest.empty?("a.txt") # => true
  #   FileTest.empty?("none")  # => false
  def self.empty?(path) end

  class << self
    alias zero? empty?
  end

  # :call-seq:
  #   FileTest.executable?(path) -> true or false
  #
  # Tells whether the effective user of this process may run the file, or enter the folder.
  #
  #   File.write("a.sh", "")
  #   FileTest.executable?("a.sh") # => false
  #   File.chmod(0755, "a.sh")
  #   FileTest.executable?("a.sh") # => true
  def self.executable?(path) end

  # :call-seq:
  #   FileTest.executable_real?(path) -> true or false
  #
  # Tells whether the real user of this process may run the file, or enter the folder.
  #
  #   FileTest.executable_real?("/")    # => true
  #   FileTest.executable_real?("none") # => false
  def self.executable_real?(path) end

  # :call-seq:
  #   FileTest.exist?(path) -> true or false
  #
  # Tells whether there is something at the path, of whatever kind.  For a link it asks about what that points to.
  #
  #   FileTest.exist?("/")    # => true
  #   FileTest.exist?("none") # => false
  def self.exist?(path) end

  # :call-seq:
  #   FileTest.file?(path) -> true or false
  #
  # Tells whether it is a regular file, or a link to one.
  #
  #   File.write("a.txt", "")
  #   FileTest.file?("a.txt") # => true
  #   FileTest.file?("/")     # => false
  def self.file?(path) end

  # :call-seq:
  #   FileTest.grpowned?(path) -> true or false
  #
  # Tells whether the group of the file is one of this process.
  #
  #   File.write("a.txt", "")
  #   FileTest.grpowned?("a.txt") # => true
  #   FileTest.grpowned?("none")  # => false
  def self.grpowned?(path) end

  # :call-seq:
  #   FileTest.identical?(one, other) -> true or false
  #
  # Tells whether both paths lead to the same file.
  #
  #   File.write("a.txt", "")
  #   File.link("a.txt", "b.txt")
  #   FileTest.identical?("a.txt", "./b.txt") # => true
  #   FileTest.identical?("none", "none")     # => false
  def self.identical?(one, other) end

  # :call-seq:
  #   FileTest.owned?(path) -> true or false
  #
  # Tells whether the effective user of this process owns the file.
  #
  #   File.write("a.txt", "")
  #   FileTest.owned?("a.txt") # => true
  #   FileTest.owned?("none")  # => false
  def self.owned?(path) end

  # :call-seq:
  #   FileTest.pipe?(path) -> true or false
  #
  # Tells whether it is a pipe.
  #
  #   FileTest.pipe?("/")        # => false
  #   FileTest.pipe?(IO.pipe[0]) # => true
  def self.pipe?(path) end

  # :call-seq:
  #   FileTest.readable?(path) -> true or false
  #
  # Tells whether the effective user of this process may read the file.
  #
  #   FileTest.readable?("/")    # => true
  #   FileTest.readable?("none") # => false
  def self.readable?(path) end

  # :call-seq:
  #   FileTest.readable_real?(path) -> true or false
  #
  # Tells whether the real user of this process may read the file.
  #
  #   FileTest.readable_real?("/")    # => true
  #   FileTest.readable_real?("none") # => false
  def self.readable_real?(path) end

  # :call-seq:
  #   FileTest.setgid?(path) -> true or false
  #
  # Tells whether the bit is set by which the file runs with its group.
  #
  #   FileTest.setgid?("none") # => false
  def self.setgid?(path) end

  # :call-seq:
  #   FileTest.setuid?(path) -> true or false
  #
  # Tells whether the bit is set by which the file runs as its owner.
  #
  #   File.write("a.sh", "")
  #   File.chmod(04755, "a.sh")
  #   FileTest.setuid?("a.sh") # => true
  def self.setuid?(path) end

  # :call-seq:
  #   FileTest.size(path) -> integer
  #
  # Returns the number of bytes.
  #
  #   File.write("a.txt", "é")
  #   FileTest.size("a.txt") # => 2
  #   FileTest.size("none")  # raises Errno::ENOENT
  def self.size(path) end

  # :call-seq:
  #   FileTest.size?(path) -> integer or nil
  #
  # Returns the number of bytes; +nil+ if there are none, or no file.
  #
  #   File.write("a.txt", "")
  #   FileTest.size?("a.txt") # => nil
  #   FileTest.size?("none")  # => nil
  def self.size?(path) end

  # :call-seq:
  #   FileTest.socket?(path) -> true or false
  #
  # Tells whether it is a socket.
  #
  #   FileTest.socket?("/") # => false
  def self.socket?(path) end

  # :call-seq:
  #   FileTest.sticky?(path) -> true or false
  #
  # Tells whether the sticky bit is set, as it is for folders where each may only remove what is his.
  #
  #   Dir.mkdir("shared")
  #   File.chmod(01777, "shared")
  #   FileTest.sticky?("shared") # => true
  def self.sticky?(path) end

  # :call-seq:
  #   FileTest.symlink?(path) -> true or false
  #
  # Tells whether it is a symbolic link, be it one that points to nothing.
  #
  #   File.symlink("none", "l6")
  #   FileTest.symlink?("l6") # => true
  #   FileTest.symlink?("/")  # => false
  def self.symlink?(path) end

  # :call-seq:
  #   FileTest.world_readable?(path) -> integer or nil
  #
  # Returns the permissions if all may read the file, otherwise +nil+.
  #
  #   File.write("a.txt", "")
  #   File.chmod(0644, "a.txt")
  #   FileTest.world_readable?("a.txt").to_s(8) # => "644"
  #   FileTest.world_readable?("none")          # => nil
  def self.world_readable?(path) end

  # :call-seq:
  #   FileTest.world_writable?(path) -> integer or nil
  #
  # Returns the permissions if all may write the file, otherwise +nil+.
  #
  #   File.write("a.txt", "")
  #   File.chmod(0644, "a.txt")
  #   FileTest.world_writable?("a.txt") # => nil
  def self.world_writable?(path) end

  # :call-seq:
  #   FileTest.writable?(path) -> true or false
  #
  # Tells whether the effective user of this process may write the file.
  #
  #   File.write("a.txt", "")
  #   FileTest.writable?("a.txt") # => true
  #   FileTest.writable?("none")  # => false
  def self.writable?(path) end

  # :call-seq:
  #   FileTest.writable_real?(path) -> true or false
  #
  # Tells whether the real user of this process may write the file.
  #
  #   File.write("a.txt", "")
  #   FileTest.writable_real?("a.txt") # => true
  #   FileTest.writable_real?("none")  # => false
  def self.writable_real?(path) end
end
