# frozen_string_literal: true

# A stream on a file, and the methods that have to do with paths and with the attributes of files.
#
# Those of the class take paths: strings, or objects with +to_path+ or +to_str+.  Some only work on the text of a path
# (File.join, File.basename, File.expand_path); the others ask the system, and raise a class below SystemCallError, as
# Errno::ENOENT, if it refuses.  The tests whose names end in <tt>?</tt> return +false+ instead; they take a stream as well.
# A symbolic link stands for what it points to, but for File.lstat, File.readlink and the methods that begin with +l+.
class File
  # :call-seq:
  #   File.absolute_path(path, folder = Dir.pwd) -> string
  #
  # Returns the absolute path, seen from +folder+, without <tt>.</tt> and <tt>..</tt>.  Other than File.expand_path it takes
  # a leading <tt>~</tt> as any character.
  #
  #   File.absolute_path("b/../c", "/a") # => "/a/c"
  #   File.absolute_path("~x", "/a")     # => "/a/~x"
  def self.absolute_path(path, folder = Dir.pwd) end

  # :call-seq:
  #   File.absolute_path?(path) -> true or false
  #
  # Tells whether the path starts at the root.
  #
  #   File.absolute_path?("/a") # => true
  #   File.absolute_path?("~")  # => false
  def self.absolute_path?(path) end

  # :call-seq:
  #   File.atime(path) -> time
  #
  # Returns when the file was last read, as far as the system notes that.
  #
  #   File.write("a.txt", "")
  #   File.utime(Time.at(100), Time.at(200), "a.txt")
  #   File.atime("a.txt") == Time.at(100)             # => true
  #   File.atime("none")                              # raises Errno::ENOENT
  def self.atime(path) end

  # :call-seq:
  #   File.basename(path, suffix = "") -> string
  #
  # Returns the last part of a path, without slashes after it; without +suffix+, if it ends so and is not just that.
  # The suffix <tt>".*"</tt> stands for any extension.
  #
  #   File.basename("/a/b.rb")        # => "b.rb"
  #   File.basename("/a/b.rb", ".rb") # => "b"
  #   File.basename("/a/b.rb", ".*")  # => "b"
  #   File.basename("/")              # => "/"
  def self.basename(path, suffix = "") end

  # :call-seq:
  #   File.birthtime(path) -> time
  #
  # Returns when the file was made.  Raises NotImplementedError where the system does not note that.
  #
  #   File.write("a.txt", "")
  #   File.birthtime("a.txt").class # => Time
  #   File.birthtime("none")        # raises Errno::ENOENT
  def self.birthtime(path) end

  # :call-seq:
  #   File.blockdev?(path) -> true or false
  #
  # Tells whether it is a device of blocks, as a disk.
  #
  #   File.blockdev?("/dev/null") # => false
  def self.blockdev?(path) end

  # :call-seq:
  #   File.chardev?(path) -> true or false
  #
  # Tells whether it is a device of characters, as a terminal.
  #
  #   File.chardev?("/dev/null") # => true
  #   File.chardev?("/")         # => false
  def self.chardev?(path) end

  # :call-seq:
  #   File.chmod(permissions, *paths) -> integer
  #
  # Sets the permissions of the files and returns how many they are.  At the first that cannot be changed it raises.
  #
  #   File.write("a.txt", "")
  #   File.chmod(0640, "a.txt")               # => 1
  #   File.stat("a.txt").mode.to_s(8)         # => "100640"
  #   File.chmod(0640, "none")                # raises Errno::ENOENT
  def self.chmod(permissions, *paths) end

  # :call-seq:
  #   File.chown(user, group, *paths) -> integer
  #
  # Sets the owner and the group, by their numbers, and returns how many files they are.  +nil+ or -1 leaves one as it is.
  #
  #   File.write("a.txt", "")
  #   File.chown(nil, -1, "a.txt") # => 1
  #   File.chown(nil, nil, "none") # raises Errno::ENOENT
  def self.chown(user, group, *paths) end

  # :call-seq:
  #   File.ctime(path) -> time
  #
  # Returns when the attributes of the file last changed.
  #
  #   File.write("a.txt", "")
  #   File.ctime("a.txt") == File.stat("a.txt").ctime # => true
  def self.ctime(path) end

  # :call-seq:
  #   File.delete(*paths) -> integer
  #
  # Removes the files and returns how many they are.  At the first that cannot be removed it raises.
  #
  #   File.write("a.txt", "")
  #   File.delete("a.txt")    # => 1
  #   File.delete("a.txt")    # raises Errno::ENOENT
  def self.delete(*paths) end

  class << self
    alias unlink delete
  end

  # :call-seq:
  #   File.directory?(path) -> true or false
  #
  # Tells whether it is a folder, or a link to one.
  #
  #   File.directory?("/")    # => true
  #   File.directory?("none") # => false
  def self.directory?(path) end

  # :call-seq:
  #   File.dirname(path, levels = 1) -> string
  #
  # Returns the path without its last part, or without as many as +levels+ says; <tt>"."</tt> if nothing is left.  Raises
  # ArgumentError if +levels+ is negative.
  #
  #   File.dirname("/a/b/c.rb")    # => "/a/b"
  #   File.dirname("/a/b/c.rb", 2) # => "/a"
  #   File.dirname("c.rb")         # => "."
  #   File.dirname("a", -1)        # raises ArgumentError
  def self.dirname(path, levels = 1) end

  # :call-seq:
  #   File.empty?(path) -> true or false
  #
  # Tells whether the file is there and has no bytes.
  #
  #   File.write("a.txt", "")
  #   File.empty?("a.txt")    # => true
  #   File.empty?("none")     # => false
  def self.empty?(path) end

  class << self
    alias zero? empty?
  end

  # :call-seq:
  #   File.executable?(path) -> true or false
  #
  # Tells whether the effective user of this process may run the file, or enter the folder.
  #
  #   File.write("a.sh", "")
  #   File.executable?("a.sh") # => false
  #   File.chmod(0755, "a.sh")
  #   File.executable?("a.sh") # => true
  def self.executable?(path) end

  # :call-seq:
  #   File.executable_real?(path) -> true or false
  #
  # Tells whether the real user of this process may run the file, or enter the folder.
  #
  #   File.executable_real?("/")    # => true
  #   File.executable_real?("none") # => false
  def self.executable_real?(path) end

  # :call-seq:
  #   File.exist?(path) -> true or false
  #
  # Tells whether there is something at the path, of whatever kind.  For a link it asks about what that points to.
  #
  #   File.exist?("/")    # => true
  #   File.exist?("none") # => false
  def self.exist?(path) end

  # :call-seq:
  #   File.expand_path(path, folder = Dir.pwd) -> string
  #
  # Returns the absolute path, seen from +folder+, without <tt>.</tt> and <tt>..</tt>.  A leading <tt>~</tt> is the home
  # of this user, <tt>~name</tt> that of another.  The file need not be there.  Raises ArgumentError if the user or the home
  # is not known.
  #
  #   File.expand_path("../c", "/a/b")     # => "/a/c"
  #   File.expand_path("/x/./y//z/..")     # => "/x/y"
  #   File.expand_path("~nobody-is-so/x")  # raises ArgumentError
  def self.expand_path(path, folder = Dir.pwd) end

  # :call-seq:
  #   File.extname(path) -> string
  #
  # Returns the extension with its dot; an empty string if there is none.  A dot in front of the name begins none.
  #
  #   File.extname("a/b.tar.gz") # => ".gz"
  #   File.extname("x/.hidden")  # => ""
  #   File.extname("a.")         # => "."
  def self.extname(path) end

  # :call-seq:
  #   File.file?(path) -> true or false
  #
  # Tells whether it is a regular file, or a link to one.
  #
  #   File.write("a.txt", "")
  #   File.file?("a.txt")     # => true
  #   File.file?("/")         # => false
  def self.file?(path) end

  # :call-seq:
  #   File.fnmatch(pattern, path, flags = 0) -> true or false
  #
  # Tells whether +pattern+ covers the whole of +path+, which need not exist.  <tt>*</tt> stands for any characters,
  # <tt>?</tt> for one, <tt>[a-z]</tt> and <tt>[^a-z]</tt> for one of or not of a set, <tt>**/</tt> for folders; a backslash
  # takes the meaning away.  The flags are constants of File::Constants:
  #
  # - +FNM_PATHNAME+: <tt>*</tt> and <tt>?</tt> do not cover a slash, <tt>**/</tt> has its meaning;
  # - +FNM_DOTMATCH+: <tt>*</tt> and <tt>?</tt> cover a dot at the start;
  # - +FNM_CASEFOLD+: capitals do not matter;
  # - +FNM_NOESCAPE+: a backslash is a character;
  # - +FNM_EXTGLOB+: <tt>{a,b}</tt> stands for one of several.
  #
  # Examples:
  #
  #   File.fnmatch("*.rb", "a/b.rb")                           # => true
  #   File.fnmatch("*.rb", "a/b.rb", File::FNM_PATHNAME)       # => false
  #   File.fnmatch("**/*.rb", "a/b/c.rb", File::FNM_PATHNAME)  # => true
  #   File.fnmatch("*", ".a")                                  # => false
  #   File.fnmatch("{a,b}", "b", File::FNM_EXTGLOB)            # => true
  def self.fnmatch(pattern, path, flags = 0) end

  class << self
    alias fnmatch? fnmatch
  end

  # :call-seq:
  #   File.ftype(path) -> string
  #
  # Returns the kind: "file", "directory", "characterSpecial", "blockSpecial", "fifo", "link", "socket" or "unknown".
  # It does not follow a link.
  #
  #   File.ftype("/")         # => "directory"
  #   File.ftype("/dev/null") # => "characterSpecial"
  #   File.ftype("none")      # raises Errno::ENOENT
  def self.ftype(path) end

  # :call-seq:
  #   File.grpowned?(path) -> true or false
  #
  # Tells whether the group of the file is one of this process.
  #
  #   File.write("a.txt", "")
  #   File.grpowned?("a.txt") # => true
  #   File.grpowned?("none")  # => false
  def self.grpowned?(path) end

  # :call-seq:
  #   File.identical?(one, other) -> true or false
  #
  # Tells whether both paths lead to the same file.
  #
  #   File.write("a.txt", "")
  #   File.link("a.txt", "b.txt")
  #   File.identical?("a.txt", "./b.txt") # => true
  #   File.identical?("none", "none")     # => false
  def self.identical?(one, other) end

  # :call-seq:
  #   File.join(*parts) -> string
  #
  # Returns a path of the parts, with one slash between two.  Elements of arrays are parts.  Raises ArgumentError if one
  # holds a null byte, or an array itself.
  #
  #   File.join("a", "b", "c.rb") # => "a/b/c.rb"
  #   File.join("a/", ["/b", ""]) # => "a/b/"
  #   File.join                   # => ""
  #   File.join("a\0")            # raises ArgumentError
  def self.join(*parts) end

  # :call-seq:
  #   File.lchmod(permissions, *paths) -> integer
  #
  # Does what File.chmod does, but to a link itself.  Raises NotImplementedError or a class below SystemCallError where
  # links have no permissions of their own.
  #
  #   File.lchmod(0644, "none") # raises Errno::ENOENT
  def self.lchmod(permissions, *paths) end

  # :call-seq:
  #   File.lchown(user, group, *paths) -> integer
  #
  # Does what File.chown does, but to a link itself.
  #
  #   File.symlink("none", "link")
  #   File.lchown(nil, nil, "link") # => 1
  #   File.chown(nil, nil, "link")  # raises Errno::ENOENT
  def self.lchown(user, group, *paths) end

  # :call-seq:
  #   File.link(path, new_path) -> 0
  #
  # Gives the file a second name.  Raises Errno::EEXIST if that is taken.
  #
  #   File.write("a.txt", "text")
  #   File.link("a.txt", "c.txt") # => 0
  #   File.read("c.txt")          # => "text"
  #   File.link("a.txt", "c.txt") # raises Errno::EEXIST
  def self.link(path, new_path) end

  # :call-seq:
  #   File.lstat(path) -> stat
  #
  # Returns a File::Stat, of a link itself and not of what it points to.
  #
  #   File.symlink("none", "l1")
  #   File.lstat("l1").symlink? # => true
  #   File.stat("l1")           # raises Errno::ENOENT
  def self.lstat(path) end

  # :call-seq:
  #   File.lutime(atime, mtime, *paths) -> integer
  #
  # Does what File.utime does, but to a link itself.
  #
  #   File.symlink("none", "l2")
  #   File.lutime(Time.at(100), Time.at(200), "l2") # => 1
  #   File.lstat("l2").mtime.to_i                   # => 200
  def self.lutime(atime, mtime, *paths) end

  # :call-seq:
  #   File.mkfifo(path, permissions = 0666) -> 0
  #
  # Makes a named pipe.  Raises Errno::EEXIST if the path is taken.
  #
  #   File.mkfifo("pipe")  # => 0
  #   File.pipe?("pipe")   # => true
  #   File.mkfifo("pipe")  # raises Errno::EEXIST
  def self.mkfifo(path, permissions = 0666) end

  # :call-seq:
  #   File.mtime(path) -> time
  #
  # Returns when the file was last written.
  #
  #   File.write("a.txt", "")
  #   File.utime(Time.at(100), Time.at(200), "a.txt")
  #   File.mtime("a.txt").to_i                        # => 200
  def self.mtime(path) end

  # :call-seq:
  #   File.new(path, mode = "r", permissions = 0666, **options) -> file
  #
  # Opens the file at +path+.  +mode+ is "r" (read), "w" (write, emptied first), "a" (write at the end), each with "+" for
  # both directions, "b" (binary), "t" (text), "x" (with "w": it must be new); encodings may follow after a colon, as in
  # "r:euc-jp:utf-8".  It may also be a sum of File::Constants.  A file that is made gets +permissions+, less File.umask.
  #
  # The options are +mode+, +flags+, +perm+, +external_encoding+, +internal_encoding+, +encoding+, +textmode+, +binmode+,
  # +autoclose+ and those of String#encode.  Raises ArgumentError for a mode that is none.
  #
  #   f = File.new("a.txt", "w+")
  #   f << "text"
  #   f.rewind
  #   f.read                   # => "text"
  #   File.new("none")         # raises Errno::ENOENT
  #   File.new("a.txt", "wx")  # raises Errno::EEXIST
  #   File.new("a.txt", "q")   # raises ArgumentError
  def self.new(path, mode = "r", permissions = 0666, **options) end

  # :call-seq:
  #   File.owned?(path) -> true or false
  #
  # Tells whether the effective user of this process owns the file.
  #
  #   File.write("a.txt", "")
  #   File.owned?("a.txt") # => true
  #   File.owned?("none")  # => false
  def self.owned?(path) end

  # :call-seq:
  #   File.path(path) -> string
  #
  # Returns the path as a string, by +to_path+ or +to_str+.  Raises TypeError for an object with neither.
  #
  #   File.path("a/../b") # => "a/../b"
  #   File.path(1)        # raises TypeError
  def self.path(path) end

  # :call-seq:
  #   File.pipe?(path) -> true or false
  #
  # Tells whether it is a pipe.
  #
  #   File.pipe?("/")        # => false
  #   File.pipe?(IO.pipe[0]) # => true
  def self.pipe?(path) end

  # :call-seq:
  #   File.readable?(path) -> true or false
  #
  # Tells whether the effective user of this process may read the file.
  #
  #   File.readable?("/")    # => true
  #   File.readable?("none") # => false
  def self.readable?(path) end

  # :call-seq:
  #   File.readable_real?(path) -> true or false
  #
  # Tells whether the real user of this process may read the file.
  #
  #   File.readable_real?("/")    # => true
  #   File.readable_real?("none") # => false
  def self.readable_real?(path) end

  # :call-seq:
  #   File.readlink(path) -> string
  #
  # Returns what a symbolic link points to, as it is written there.  Raises Errno::EINVAL if it is no link.
  #
  #   File.symlink("../none", "l3")
  #   File.readlink("l3")           # => "../none"
  #   File.readlink("/")              # raises Errno::EINVAL
  def self.readlink(path) end

  # :call-seq:
  #   File.realdirpath(path, folder = nil) -> string
  #
  # Returns the absolute path without links.  All but its last part must exist.
  #
  #   File.realdirpath("/dev/../none") # => "/none"
  #   File.realdirpath("/none/none")   # raises Errno::ENOENT
  def self.realdirpath(path, folder = nil) end

  # :call-seq:
  #   File.realpath(path, folder = nil) -> string
  #
  # Returns the absolute path without links.  All its parts must exist.
  #
  #   Dir.mkdir("sub")
  #   File.symlink("sub", "l4")
  #   File.basename(File.realpath("l4")) # => "sub"
  #   File.realpath("/none")               # raises Errno::ENOENT
  def self.realpath(path, folder = nil) end

  # :call-seq:
  #   File.rename(path, new_path) -> 0
  #
  # Gives the file another name or place, in the same file system.  A file that has the name is replaced.
  #
  #   File.write("old", "text")
  #   File.rename("old", "new") # => 0
  #   File.read("new")            # => "text"
  #   File.rename("old", "new") # raises Errno::ENOENT
  def self.rename(path, new_path) end

  # :call-seq:
  #   File.setgid?(path) -> true or false
  #
  # Tells whether the bit is set by which the file runs with its group.
  #
  #   File.setgid?("none") # => false
  def self.setgid?(path) end

  # :call-seq:
  #   File.setuid?(path) -> true or false
  #
  # Tells whether the bit is set by which the file runs as its owner.
  #
  #   File.write("a.sh", "")
  #   File.chmod(04755, "a.sh")
  #   File.setuid?("a.sh")      # => true
  def self.setuid?(path) end

  # :call-seq:
  #   File.size(path) -> integer
  #
  # Returns the number of bytes.
  #
  #   File.write("a.txt", "é")
  #   File.size("a.txt")       # => 2
  #   File.size("none")        # raises Errno::ENOENT
  def self.size(path) end

  # :call-seq:
  #   File.size?(path) -> integer or nil
  #
  # Returns the number of bytes; +nil+ if there are none, or no file.
  #
  #   File.write("a.txt", "")
  #   File.size?("a.txt")     # => nil
  #   File.size?("none")      # => nil
  def self.size?(path) end

  # :call-seq:
  #   File.socket?(path) -> true or false
  #
  # Tells whether it is a socket.
  #
  #   File.socket?("/") # => false
  def self.socket?(path) end

  # :call-seq:
  #   File.split(path) -> [folder, name]
  #
  # Returns what File.dirname and File.basename return.
  #
  #   File.split("/a/b.rb") # => ["/a", "b.rb"]
  #   File.split("b.rb")    # => [".", "b.rb"]
  def self.split(path) end

  # :call-seq:
  #   File.stat(path) -> stat
  #
  # Returns a File::Stat with the attributes of the file.
  #
  #   File.write("a.txt", "text")
  #   File.stat("a.txt").size     # => 4
  #   File.stat("none")           # raises Errno::ENOENT
  def self.stat(path) end

  # :call-seq:
  #   File.sticky?(path) -> true or false
  #
  # Tells whether the sticky bit is set, as it is for folders where each may only remove what is his.
  #
  #   Dir.mkdir("shared")
  #   File.chmod(01777, "shared")
  #   File.sticky?("shared")      # => true
  def self.sticky?(path) end

  # :call-seq:
  #   File.symlink(target, path) -> 0
  #
  # Makes a symbolic link at +path+ that points to +target+, which need not exist.  Raises Errno::EEXIST if +path+ is taken.
  #
  #   File.symlink("none", "l5") # => 0
  #   File.symlink("none", "l5") # raises Errno::EEXIST
  def self.symlink(target, path) end

  # :call-seq:
  #   File.symlink?(path) -> true or false
  #
  # Tells whether it is a symbolic link, be it one that points to nothing.
  #
  #   File.symlink("none", "l6")
  #   File.symlink?("l6")        # => true
  #   File.symlink?("/")           # => false
  def self.symlink?(path) end

  # :call-seq:
  #   File.truncate(path, size) -> 0
  #
  # Cuts the file to +size+ bytes, or fills it up to there with null bytes.
  #
  #   File.write("a.txt", "text")
  #   File.truncate("a.txt", 2)   # => 0
  #   File.read("a.txt")          # => "te"
  #   File.truncate("a.txt", -1)  # raises Errno::EINVAL
  def self.truncate(path, size) end

  # :call-seq:
  #   File.umask(mask = nil) -> integer
  #
  # Returns the permissions that new files of this process do not get, and sets them to +mask+ if one is given.
  #
  #   old = File.umask(022)
  #   File.umask(077)       # => 18
  #   File.umask            # => 63
  #   File.umask(old)
  def self.umask(mask = nil) end

  # :call-seq:
  #   File.utime(atime, mtime, *paths) -> integer
  #
  # Sets when the files were last read and written, and returns how many they are.  The times are Time objects or seconds;
  # +nil+ stands for now.
  #
  #   File.write("a.txt", "")
  #   File.utime(100, Time.at(200), "a.txt") # => 1
  #   File.mtime("a.txt").to_i               # => 200
  #   File.utime(1, 2, "none")               # raises Errno::ENOENT
  def self.utime(atime, mtime, *paths) end

  # :call-seq:
  #   File.world_readable?(path) -> integer or nil
  #
  # Returns the permissions if all may read the file, otherwise +nil+.
  #
  #   File.write("a.txt", "")
  #   File.chmod(0644, "a.txt")
  #   File.world_readable?("a.txt").to_s(8) # => "644"
  #   File.world_readable?("none")          # => nil
  def self.world_readable?(path) end

  # :call-seq:
  #   File.world_writable?(path) -> integer or nil
  #
  # Returns the permissions if all may write the file, otherwise +nil+.
  #
  #   File.write("a.txt", "")
  #   File.chmod(0644, "a.txt")
  #   File.world_writable?("a.txt") # => nil
  def self.world_writable?(path) end

  # :call-seq:
  #   File.writable?(path) -> true or false
  #
  # Tells whether the effective user of this process may write the file.
  #
  #   File.write("a.txt", "")
  #   File.writable?("a.txt") # => true
  #   File.writable?("none")  # => false
  def self.writable?(path) end

  # :call-seq:
  #   File.writable_real?(path) -> true or false
  #
  # Tells whether the real user of this process may write the file.
  #
  #   File.write("a.txt", "")
  #   File.writable_real?("a.txt") # => true
  #   File.writable_real?("none")  # => false
  def self.writable_real?(path) end

  # :call-seq:
  #   atime -> time
  #
  # Returns when the file was last read, as far as the system notes that.
  #
  #   f = File.new("a.txt", "w")
  #   File.utime(100, 200, "a.txt")
  #   f.atime.to_i                  # => 100
  def atime() end

  # :call-seq:
  #   birthtime -> time
  #
  # Returns when the file was made.  Raises NotImplementedError where the system does not note that.
  #
  #   f = File.new("a.txt", "w")
  #   f.birthtime == File.birthtime("a.txt") # => true
  def birthtime() end

  # :call-seq:
  #   chmod(permissions) -> 0
  #
  # Sets the permissions.
  #
  #   f = File.new("a.txt", "w")
  #   f.chmod(0600)          # => 0
  #   f.stat.mode.to_s(8)    # => "100600"
  def chmod(permissions) end

  # :call-seq:
  #   chown(user, group) -> 0
  #
  # Sets the owner and the group, by their numbers; +nil+ or -1 leaves one as it is.
  #
  #   File.new("a.txt", "w").chown(nil, nil) # => 0
  def chown(user, group) end

  # :call-seq:
  #   ctime -> time
  #
  # Returns when the attributes of the file last changed.
  #
  #   f = File.new("a.txt", "w")
  #   f.ctime == f.stat.ctime    # => true
  def ctime() end

  # :call-seq:
  #   flock(operation) -> 0 or false
  #
  # Locks the file against others that lock it: File::LOCK_SH with others, LOCK_EX alone, LOCK_UN no more.  It waits
  # until that can be, unless LOCK_NB is added: then it returns +false+.
  #
  #   one = File.new("a.txt", "w")
  #   other = File.new("a.txt")
  #   one.flock(File::LOCK_EX)                   # => 0
  #   other.flock(File::LOCK_SH | File::LOCK_NB) # => false
  #   one.flock(File::LOCK_UN)                   # => 0
  def flock(operation) end

  # :call-seq:
  #   lstat -> stat
  #
  # Returns a File::Stat of what is at the path, without following a link.
  #
  #   File.write("a.txt", "text")
  #   File.symlink("a.txt", "l7")
  #   File.new("l7").lstat.symlink? # => true
  #   File.new("l7").stat.symlink?  # => false
  def lstat() end

  # :call-seq:
  #   mtime -> time
  #
  # Returns when the file was last written.
  #
  #   f = File.new("a.txt", "w")
  #   File.utime(100, 200, "a.txt")
  #   f.mtime.to_i                  # => 200
  def mtime() end

  # :call-seq:
  #   size -> integer
  #
  # Writes what is buffered and returns the number of bytes.
  #
  #   f = File.new("a.txt", "w")
  #   f << "text"
  #   f.size                     # => 4
  def size() end

  # :call-seq:
  #   truncate(size) -> 0
  #
  # Cuts the file to +size+ bytes, or fills it up to there with null bytes.  Raises IOError if it is not open for writing.
  #
  #   f = File.new("a.txt", "w")
  #   f << "text"
  #   f.truncate(2)              # => 0
  #   File.read("a.txt")         # => "te"
  #   File.new("a.txt").truncate(0) # raises IOError
  def truncate(size) end
end
