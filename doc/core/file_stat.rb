# frozen_string_literal: true

# What the system knows of a file at one moment: its kind, size, times, owner and permissions.
#
# IO#stat, File.stat and File.lstat return one.  It does not change when the file does.  Two can be compared by the time of
# the last writing (see Comparable).
class File::Stat
  # :call-seq:
  #   File::Stat.new(path) -> stat
  #
  # Returns the attributes of what is at +path+, or what a link there points to.  Raises Errno::ENOENT if there is nothing.
  #
  #   File.write("a.txt", "text")
  #   File::Stat.new("a.txt").size # => 4
  #   File::Stat.new("none")       # raises Errno::ENOENT
  def self.new(path) end

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares when the files were last written; +nil+ if +other+ is no File::Stat.
  #
  #   File.write("a.txt", "")
  #   File.write("b.txt", "")
  #   File.utime(1, 100, "a.txt")
  #   File.stat("a.txt") <=> File.stat("b.txt") # => -1
  #   File.stat("a.txt") <=> 100                # => nil
  def <=>(other) end

  # :call-seq:
  #   atime -> time
  #
  # Returns when the file was last read, as far as the system notes that.
  #
  #   File.write("a.txt", "")
  #   File.utime(100, 200, "a.txt")
  #   File.stat("a.txt").atime.to_i # => 100
  def atime() end

  # :call-seq:
  #   birthtime -> time
  #
  # Returns when the file was made.  Raises NotImplementedError where the system does not note that.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").birthtime.class # => Time
  def birthtime() end

  # :call-seq:
  #   blksize -> integer or nil
  #
  # Returns how many bytes the file system likes to read or write at a time; +nil+ where that is not known.
  #
  #   File.stat("/").blksize.positive? # => true
  def blksize() end

  # :call-seq:
  #   blockdev? -> true or false
  #
  # Tells whether it is a device of blocks, as a disk.
  #
  #   File.stat("/").blockdev? # => false
  def blockdev?() end

  # :call-seq:
  #   blocks -> integer or nil
  #
  # Returns how many units of 512 bytes the file takes on the disk; +nil+ where that is not known.
  #
  #   File.stat("/dev/null").blocks # => 0
  def blocks() end

  # :call-seq:
  #   chardev? -> true or false
  #
  # Tells whether it is a device of characters, as a terminal.
  #
  #   File.stat("/dev/null").chardev? # => true
  def chardev?() end

  # :call-seq:
  #   ctime -> time
  #
  # Returns when the attributes of the file last changed.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").ctime == File.ctime("a.txt") # => true
  def ctime() end

  # :call-seq:
  #   dev -> integer
  #
  # Returns the number of the device that the file is on.
  #
  #   Dir.mkdir("d")
  #   File.stat("d").dev == File.stat(".").dev # => true
  def dev() end

  # :call-seq:
  #   dev_major -> integer
  #
  # Returns the part of #dev that says what kind of device it is.
  #
  #   File.stat("/").dev_major.class # => Integer
  def dev_major() end

  # :call-seq:
  #   dev_minor -> integer
  #
  # Returns the part of #dev that tells devices of one kind apart.
  #
  #   File.stat("/").dev_minor.class # => Integer
  def dev_minor() end

  # :call-seq:
  #   directory? -> true or false
  #
  # Tells whether it is a folder.
  #
  #   File.stat("/").directory? # => true
  def directory?() end

  # :call-seq:
  #   executable? -> true or false
  #
  # Tells whether the effective user of this process may run the file, or enter the folder.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").executable? # => false
  #   File.stat("/").executable?     # => true
  def executable?() end

  # :call-seq:
  #   executable_real? -> true or false
  #
  # Tells whether the real user of this process may run the file, or enter the folder.
  #
  #   File.stat("/").executable_real? # => true
  def executable_real?() end

  # :call-seq:
  #   file? -> true or false
  #
  # Tells whether it is a regular file.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").file? # => true
  #   File.stat("/").file?     # => false
  def file?() end

  # :call-seq:
  #   ftype -> string
  #
  # Returns the kind: "file", "directory", "characterSpecial", "blockSpecial", "fifo", "link", "socket" or "unknown".
  #
  #   File.stat("/").ftype     # => "directory"
  #   IO.pipe[0].stat.ftype    # => "fifo"
  def ftype() end

  # :call-seq:
  #   gid -> integer
  #
  # Returns the number of the group that the file belongs to.
  #
  #   File.stat("/").gid # => 0
  def gid() end

  # :call-seq:
  #   grpowned? -> true or false
  #
  # Tells whether the group of the file is one of this process.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").grpowned? # => true
  def grpowned?() end

  # :call-seq:
  #   ino -> integer
  #
  # Returns the number of the file on its device.
  #
  #   File.write("a.txt", "")
  #   File.link("a.txt", "linked.txt")
  #   File.stat("linked.txt").ino == File.stat("a.txt").ino # => true
  def ino() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class and the attributes, numbers of permissions in octal.
  #
  #   File.stat("/dev/null").inspect[/mode=\w+/] # => "mode=020666"
  def inspect() end

  # :call-seq:
  #   mode -> integer
  #
  # Returns the permissions, and above them the kind of the file.
  #
  #   File.write("a.txt", "")
  #   File.chmod(0644, "a.txt")
  #   File.stat("a.txt").mode.to_s(8) # => "100644"
  def mode() end

  # :call-seq:
  #   mtime -> time
  #
  # Returns when the file was last written.
  #
  #   File.write("a.txt", "")
  #   File.utime(100, 200, "a.txt")
  #   File.stat("a.txt").mtime.to_i # => 200
  def mtime() end

  # :call-seq:
  #   nlink -> integer
  #
  # Returns how many names the file has.
  #
  #   File.write("one", "")
  #   File.link("one", "two")
  #   File.stat("one").nlink  # => 2
  def nlink() end

  # :call-seq:
  #   owned? -> true or false
  #
  # Tells whether the effective user of this process owns the file.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").owned? # => true
  def owned?() end

  # :call-seq:
  #   pipe? -> true or false
  #
  # Tells whether it is a pipe.
  #
  #   IO.pipe[0].stat.pipe? # => true
  def pipe?() end

  # :call-seq:
  #   rdev -> integer or nil
  #
  # Returns the number of the device that the file is, for a device; +nil+ where that is not known.
  #
  #   File.stat("/dev/null").rdev # => 259
  def rdev() end

  # :call-seq:
  #   rdev_major -> integer or nil
  #
  # Returns the part of #rdev that says what kind of device it is.
  #
  #   File.stat("/dev/null").rdev_major # => 1
  def rdev_major() end

  # :call-seq:
  #   rdev_minor -> integer or nil
  #
  # Returns the part of #rdev that tells devices of one kind apart.
  #
  #   File.stat("/dev/null").rdev_minor # => 3
  def rdev_minor() end

  # :call-seq:
  #   readable? -> true or false
  #
  # Tells whether the effective user of this process may read the file.
  #
  #   File.stat("/").readable? # => true
  def readable?() end

  # :call-seq:
  #   readable_real? -> true or false
  #
  # Tells whether the real user of this process may read the file.
  #
  #   File.stat("/").readable_real? # => true
  def readable_real?() end

  # :call-seq:
  #   setgid? -> true or false
  #
  # Tells whether the bit is set by which the file runs with its group.
  #
  #   File.stat("/").setgid? # => false
  def setgid?() end

  # :call-seq:
  #   setuid? -> true or false
  #
  # Tells whether the bit is set by which the file runs as its owner.
  #
  #   File.write("a.sh", "")
  #   File.chmod(04755, "a.sh")
  #   File.stat("a.sh").setuid? # => true
  def setuid?() end

  # :call-seq:
  #   size -> integer
  #
  # Returns the number of bytes.
  #
  #   File.write("a.txt", "é")
  #   File.stat("a.txt").size # => 2
  def size() end

  # :call-seq:
  #   size? -> integer or nil
  #
  # Returns the number of bytes; +nil+ if there are none.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").size? # => nil
  def size?() end

  # :call-seq:
  #   socket? -> true or false
  #
  # Tells whether it is a socket.
  #
  #   File.stat("/").socket? # => false
  def socket?() end

  # :call-seq:
  #   sticky? -> true or false
  #
  # Tells whether the sticky bit is set, as it is for folders where each may only remove what is his.
  #
  #   Dir.mkdir("shared")
  #   File.chmod(01777, "shared")
  #   File.stat("shared").sticky? # => true
  def sticky?() end

  # :call-seq:
  #   symlink? -> true or false
  #
  # Tells whether it is a symbolic link, which only File.lstat and File#lstat give.
  #
  #   File.symlink("none", "link")
  #   File.lstat("link").symlink? # => true
  #   File.stat("/").symlink?     # => false
  def symlink?() end

  # :call-seq:
  #   uid -> integer
  #
  # Returns the number of the user who owns the file.
  #
  #   File.stat("/").uid # => 0
  def uid() end

  # :call-seq:
  #   world_readable? -> integer or nil
  #
  # Returns the permissions if all may read the file, otherwise +nil+.
  #
  #   File.write("a.txt", "")
  #   File.chmod(0644, "a.txt")
  #   File.stat("a.txt").world_readable? # => 420
  def world_readable?() end

  # :call-seq:
  #   world_writable? -> integer or nil
  #
  # Returns the permissions if all may write the file, otherwise +nil+.
  #
  #   File.stat("/dev/null").world_writable? # => 438
  #   File.stat("/").world_writable?         # => nil
  def world_writable?() end

  # :call-seq:
  #   writable? -> true or false
  #
  # Tells whether the effective user of this process may write the file.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").writable? # => true
  def writable?() end

  # :call-seq:
  #   writable_real? -> true or false
  #
  # Tells whether the real user of this process may write the file.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").writable_real? # => true
  def writable_real?() end

  # :call-seq:
  #   zero? -> true or false
  #
  # Tells whether the file has no bytes.
  #
  #   File.write("a.txt", "")
  #   File.stat("a.txt").zero? # => true
  def zero?() end
end
