# frozen_string_literal: true

# The path of a file or a folder as an object: text that cannot change, and the methods of File, Dir, IO and FileTest on it.
#
# Methods on the text (#+, #join, #cleanpath, #relative_path_from) do not look at the files.  The others ask the system and
# raise what the method of File or Dir of the same name raises, as Errno::ENOENT.  Paths compare as their text does.
class Pathname
  # :call-seq:
  #   Pathname.getwd -> pathname
  #
  # Returns the current folder.
  #
  #   Pathname.getwd.to_s == Dir.pwd # => true
  def self.getwd() end

  class << self
    alias pwd getwd
  end

  # :call-seq:
  #   Pathname.glob(patterns, flags = 0, base: nil, sort: true) -> array
  #   Pathname.glob(patterns, flags = 0, base: nil, sort: true) {|path| ... } -> nil
  #
  # Returns the paths that a pattern covers, or passes them to the block; see Dir.glob.
  #
  #   File.write("g.rb", "")
  #   Pathname.glob("g*.rb") # => [#<Pathname:g.rb>]
  #   Pathname.glob("none*") # => []
  def self.glob(patterns, flags = 0, base: nil, sort: true) end

  # :call-seq:
  #   Pathname.new(path) -> pathname
  #
  # Returns the path of a string, of an object with +to_path+, or of another Pathname.  Raises ArgumentError if it has a null
  # byte, and TypeError for any other object.
  #
  #   Pathname.new("a/b.rb") # => #<Pathname:a/b.rb>
  #   Pathname.new("a\0b")   # raises ArgumentError
  #   Pathname.new(nil)      # raises TypeError
  def self.new(path) end

  # :call-seq:
  #   self + other -> pathname
  #
  # Returns the path with +other+ behind it: leading <tt>..</tt> of that take parts away, and if it starts at the root it is all.
  #
  #   Pathname.new("a/b") + "c"    # => #<Pathname:a/b/c>
  #   Pathname.new("a/b") + "../c" # => #<Pathname:a/c>
  #   Pathname.new("a/b") + "/c"   # => #<Pathname:/c>
  def +(other) end

  alias / +

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares the text, where a slash is before any other character; +nil+ if +other+ is no Pathname.
  #
  #   Pathname.new("a/b") <=> Pathname.new("a.b") # => -1
  #   Pathname.new("a") <=> "a"                   # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a Pathname with the same text.
  #
  #   Pathname.new("a") == Pathname.new("a")   # => true
  #   Pathname.new("a") == Pathname.new("./a") # => false
  #   Pathname.new("a") == "a"                 # => false
  def ==(other) end

  alias === ==
  alias eql? ==

  # :call-seq:
  #   absolute? -> true or false
  #
  # Tells whether the path starts at the root.
  #
  #   Pathname.new("/a").absolute? # => true
  #   Pathname.new("a").absolute?  # => false
  def absolute?() end

  # :call-seq:
  #   ascend {|path| ... } -> nil
  #   ascend -> enumerator
  #
  # Passes this path, then the one above, and so on.
  #
  #   Pathname.new("/a/b").ascend.map(&:to_s) # => ["/a/b", "/a", "/"]
  #   Pathname.new("a/b").ascend.map(&:to_s)  # => ["a/b", "a"]
  def ascend() end

  # :call-seq:
  #   atime -> time
  #
  # Returns when the file was last read, as far as the system notes that.
  #
  #   File.write("a.txt", "text")
  #   File.utime(100, 200, "a.txt")
  #   Pathname.new("a.txt").atime.to_i # => 100
  def atime() end

  # :call-seq:
  #   basename(suffix = "") -> pathname
  #
  # Returns the last part, without +suffix+ if it ends so; see File.basename.
  #
  #   Pathname.new("/a/b.rb").basename        # => #<Pathname:b.rb>
  #   Pathname.new("/a/b.rb").basename(".rb") # => #<Pathname:b>
  def basename(suffix = "") end

  # :call-seq:
  #   binread(length = nil, offset = 0) -> string or nil
  #
  # Returns the bytes of the file as a binary string; see IO.binread.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").binread(2, 1) # => "ex"
  #   Pathname.new("none").binread        # raises Errno::ENOENT
  def binread(length = nil, offset = 0) end

  # :call-seq:
  #   binwrite(object, offset = nil, **options) -> integer
  #
  # Writes to the file without converting anything, and returns the number of bytes; see IO.binwrite.
  #
  #   Pathname.new("a.txt").binwrite("abc") # => 3
  #   Pathname.new("a.txt").binread         # => "abc"
  def binwrite(object, offset = nil, **options) end

  # :call-seq:
  #   birthtime -> time
  #
  # Returns when the file was made.  Raises NotImplementedError where the system does not note that.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").birthtime.class # => Time
  def birthtime() end

  # :call-seq:
  #   blockdev? -> true or false
  #
  # Tells whether it is a device of blocks, as a disk.
  #
  #   Pathname.new("/").blockdev? # => false
  def blockdev?() end

  # :call-seq:
  #   chardev? -> true or false
  #
  # Tells whether it is a device of characters, as a terminal.
  #
  #   Pathname.new("/dev/null").chardev? # => true
  def chardev?() end

  # :call-seq:
  #   children(with_directory = true) -> array
  #
  # Returns what is in the folder, as paths with this one in front, or just the names if +with_directory+ is +false+.
  #
  #   Dir.mkdir("children")
  #   File.write("children/x", "")
  #   Pathname.new("children").children        # => [#<Pathname:children/x>]
  #   Pathname.new("children").children(false) # => [#<Pathname:x>]
  #   Pathname.new("none").children            # raises Errno::ENOENT
  def children(with_directory = true) end

  # :call-seq:
  #   chmod(permissions) -> integer
  #
  # Sets the permissions of the file.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").chmod(0600) # => 1
  #   File.stat("a.txt").mode.to_s(8)   # => "100600"
  def chmod(permissions) end

  # :call-seq:
  #   chown(user, group) -> integer
  #
  # Sets the owner and the group, by their numbers; +nil+ or -1 leaves one as it is.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").chown(nil, nil) # => 1
  def chown(user, group) end

  # :call-seq:
  #   cleanpath(keep_links = false) -> pathname
  #
  # Returns the path without <tt>.</tt>, <tt>..</tt> and double slashes where that can be said from the text.  As a part before
  # <tt>..</tt> could be a link, <tt>cleanpath(true)</tt> leaves such.
  #
  #   Pathname.new("a//b/../c/.").cleanpath  # => #<Pathname:a/c>
  #   Pathname.new("a/../b").cleanpath(true) # => #<Pathname:a/../b>
  #   Pathname.new("").cleanpath             # => #<Pathname:.>
  def cleanpath(keep_links = false) end

  # :call-seq:
  #   ctime -> time
  #
  # Returns when the attributes of the file last changed.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").ctime == File.ctime("a.txt") # => true
  def ctime() end

  # :call-seq:
  #   delete -> integer
  #
  # Removes the file, or the folder if it is empty.
  #
  #   File.write("d.txt", "")
  #   Pathname.new("d.txt").delete
  #   File.exist?("d.txt")         # => false
  #   Pathname.new("d.txt").delete # raises Errno::ENOENT
  def delete() end

  alias unlink delete

  # :call-seq:
  #   descend {|path| ... } -> nil
  #   descend -> enumerator
  #
  # Passes the first part, then that with the next one, and so on to this path.
  #
  #   Pathname.new("/a/b").descend.map(&:to_s) # => ["/", "/a", "/a/b"]
  def descend() end

  # :call-seq:
  #   directory? -> true or false
  #
  # Tells whether it is a folder, or a link to one.
  #
  #   Pathname.new("/").directory?    # => true
  #   Pathname.new("none").directory? # => false
  def directory?() end

  # :call-seq:
  #   dirname -> pathname
  #
  # Returns the path without its last part; see File.dirname.
  #
  #   Pathname.new("/a/b.rb").dirname # => #<Pathname:/a>
  #   Pathname.new("b.rb").dirname    # => #<Pathname:.>
  def dirname() end

  # :call-seq:
  #   each_child(with_directory = true) {|path| ... } -> array
  #   each_child(with_directory = true) -> enumerator
  #
  # Passes what #children returns, one after the other.
  #
  #   Dir.mkdir("each_child")
  #   File.write("each_child/x", "")
  #   Pathname.new("each_child").each_child.to_a # => [#<Pathname:each_child/x>]
  def each_child(with_directory = true) end

  # :call-seq:
  #   each_entry {|path| ... } -> nil
  #   each_entry -> enumerator
  #
  # Passes the names in the folder as paths, with <tt>.</tt> and <tt>..</tt>.
  #
  #   Dir.mkdir("each_entry")
  #   Pathname.new("each_entry").each_entry.map(&:to_s).sort # => [".", ".."]
  def each_entry() end

  # :call-seq:
  #   each_filename {|name| ... } -> nil
  #   each_filename -> enumerator
  #
  # Passes each part of the path as a string, but not the root.
  #
  #   Pathname.new("/a/b.rb").each_filename.to_a # => ["a", "b.rb"]
  def each_filename() end

  # :call-seq:
  #   each_line(separator = $/, limit = nil, **options) {|line| ... } -> nil
  #   each_line(separator = $/, limit = nil, **options) -> enumerator
  #
  # Passes each line of the file; see IO.foreach.
  #
  #   File.write("l.txt", "one\ntwo\n")
  #   Pathname.new("l.txt").each_line.to_a # => ["one\n", "two\n"]
  def each_line(separator = $/, limit = nil, **options) end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether it is a file without bytes, or a folder with nothing in it.
  #
  #   Dir.mkdir("void")
  #   Pathname.new("void").empty? # => true
  #   Pathname.new("/").empty?    # => false
  def empty?() end

  # :call-seq:
  #   entries -> array
  #
  # Returns the names in the folder as paths, with <tt>.</tt> and <tt>..</tt>.
  #
  #   Dir.mkdir("entries")
  #   Pathname.new("entries").entries.map(&:to_s).sort # => [".", ".."]
  def entries() end

  # :call-seq:
  #   executable? -> true or false
  #
  # Tells whether the effective user of this process may run the file, or enter the folder.
  #
  #   Pathname.new("/").executable?    # => true
  #   Pathname.new("none").executable? # => false
  def executable?() end

  # :call-seq:
  #   executable_real? -> true or false
  #
  # Tells whether the real user of this process may run the file, or enter the folder.
  #
  #   Pathname.new("/").executable_real?    # => true
  #   Pathname.new("none").executable_real? # => false
  def executable_real?() end

  # :call-seq:
  #   exist? -> true or false
  #
  # Tells whether there is something at the path.
  #
  #   Pathname.new("/").exist?    # => true
  #   Pathname.new("none").exist? # => false
  def exist?() end

  # :call-seq:
  #   expand_path(folder = Dir.pwd) -> pathname
  #
  # Returns the absolute path, seen from +folder+; see File.expand_path.
  #
  #   Pathname.new("../c").expand_path("/a/b") # => #<Pathname:/a/c>
  def expand_path(folder = Dir.pwd) end

  # :call-seq:
  #   extname -> string
  #
  # Returns the extension with its dot; an empty string if there is none.
  #
  #   Pathname.new("a/b.tar.gz").extname # => ".gz"
  def extname() end

  # :call-seq:
  #   file? -> true or false
  #
  # Tells whether it is a regular file, or a link to one.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").file? # => true
  #   Pathname.new("/").file?     # => false
  def file?() end

  # :call-seq:
  #   fnmatch(pattern, flags = 0) -> true or false
  #
  # Tells whether +pattern+ covers the path; see File.fnmatch.
  #
  #   Pathname.new("a/b.rb").fnmatch("a/*.rb") # => true
  def fnmatch(pattern, flags = 0) end

  alias fnmatch? fnmatch

  # :call-seq:
  #   freeze -> self
  #
  # Freezes the object and the text it holds.
  #
  #   Pathname.new("a").freeze.frozen? # => true
  def freeze() end

  # :call-seq:
  #   ftype -> string
  #
  # Returns the kind, as "file" or "directory"; see File.ftype.
  #
  #   Pathname.new("/").ftype    # => "directory"
  #   Pathname.new("none").ftype # raises Errno::ENOENT
  def ftype() end

  # :call-seq:
  #   glob(patterns, flags = 0) -> array
  #   glob(patterns, flags = 0) {|path| ... } -> nil
  #
  # Returns the paths in this folder that a pattern covers, with it in front, or passes them to the block.
  #
  #   Dir.mkdir("globbed")
  #   File.write("globbed/x.rb", "")
  #   Pathname.new("globbed").glob("*.rb") # => [#<Pathname:globbed/x.rb>]
  def glob(patterns, flags = 0) end

  # :call-seq:
  #   grpowned? -> true or false
  #
  # Tells whether the group of the file is one of this process.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").grpowned? # => true
  def grpowned?() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for paths that are #eql?.
  #
  #   Pathname.new("a").hash == Pathname.new("a").hash # => true
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class with the path.
  #
  #   Pathname.new("a/b").inspect # => "#<Pathname:a/b>"
  def inspect() end

  # :call-seq:
  #   join(*paths) -> pathname
  #
  # Returns the paths one behind the other, as #+ does.
  #
  #   Pathname.new("a").join("b", "../c") # => #<Pathname:a/c>
  #   Pathname.new("a").join("/b", "c")   # => #<Pathname:/b/c>
  #   Pathname.new("a").join              # => #<Pathname:a>
  def join(*paths) end

  # :call-seq:
  #   lchmod(permissions) -> integer
  #
  # Does what #chmod does, but to a link itself, where links have permissions.
  #
  #   Pathname.new("none").lchmod(0644) # raises Errno::ENOENT
  def lchmod(permissions) end

  # :call-seq:
  #   lchown(user, group) -> integer
  #
  # Does what #chown does, but to a link itself.
  #
  #   File.symlink("none", "lchown")
  #   Pathname.new("lchown").lchown(nil, nil) # => 1
  def lchown(user, group) end

  # :call-seq:
  #   lstat -> stat
  #
  # Returns a File::Stat, of a link itself and not of what it points to.
  #
  #   File.symlink("none", "lstat")
  #   Pathname.new("lstat").lstat.symlink? # => true
  #   Pathname.new("lstat").stat           # raises Errno::ENOENT
  def lstat() end

  # :call-seq:
  #   lutime(atime, mtime) -> integer
  #
  # Does what #utime does, but to a link itself.
  #
  #   File.symlink("none", "lutime")
  #   Pathname.new("lutime").lutime(100, 200) # => 1
  #   File.lstat("lutime").mtime.to_i         # => 200
  def lutime(atime, mtime) end

  # :call-seq:
  #   make_link(path) -> 0
  #
  # Makes this path a second name of the file at +path+.
  #
  #   File.write("first", "text")
  #   Pathname.new("second").make_link("first") # => 0
  #   File.read("second")                       # => "text"
  def make_link(path) end

  # :call-seq:
  #   make_symlink(target) -> 0
  #
  # Makes a symbolic link at this path that points to +target+.
  #
  #   Pathname.new("made").make_symlink("none") # => 0
  #   File.readlink("made")                     # => "none"
  #   Pathname.new("made").make_symlink("none") # raises Errno::EEXIST
  def make_symlink(target) end

  # :call-seq:
  #   mkdir(permissions = 0777) -> 0
  #
  # Makes a folder, with +permissions+ less File.umask.
  #
  #   Pathname.new("mkdir").mkdir # => 0
  #   Pathname.new("mkdir").mkdir # raises Errno::EEXIST
  def mkdir(permissions = 0777) end

  # :call-seq:
  #   mkpath(mode: nil) -> self
  #
  # Makes a folder and those above it that are missing.
  #
  #   Pathname.new("x/y/z").mkpath
  #   File.directory?("x/y/z") # => true
  def mkpath(mode: nil) end

  # :call-seq:
  #   mountpoint? -> true or false
  #
  # Tells whether the path is where a file system is mounted.
  #
  #   Pathname.new("/").mountpoint?    # => true
  #   Pathname.new("none").mountpoint? # => false
  def mountpoint?() end

  # :call-seq:
  #   mtime -> time
  #
  # Returns when the file was last written.
  #
  #   File.write("a.txt", "text")
  #   File.utime(100, 200, "a.txt")
  #   Pathname.new("a.txt").mtime.to_i # => 200
  def mtime() end

  # :call-seq:
  #   open(mode = "r", permissions = 0666, **options) -> file
  #   open(mode = "r", permissions = 0666, **options) {|file| ... } -> object
  #
  # Opens the file; see File.open.  With a block it closes it after that.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").open(&:read) # => "text"
  #   Pathname.new("none").open          # raises Errno::ENOENT
  def open(mode = "r", permissions = 0666, **options) end

  # :call-seq:
  #   opendir -> dir
  #   opendir {|dir| ... } -> object
  #
  # Opens the folder; see Dir.open.  With a block it closes it after that.
  #
  #   Pathname.new("/").opendir(&:path) # => "/"
  def opendir() end

  # :call-seq:
  #   owned? -> true or false
  #
  # Tells whether the effective user of this process owns the file.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").owned? # => true
  def owned?() end

  # :call-seq:
  #   parent -> pathname
  #
  # Returns the folder above, by the text of the path.
  #
  #   Pathname.new("a/b").parent # => #<Pathname:a>
  #   Pathname.new("..").parent  # => #<Pathname:../..>
  #   Pathname.new("/").parent   # => #<Pathname:/>
  def parent() end

  # :call-seq:
  #   path -> string
  #
  # Returns the text of the path itself, for the methods of another Pathname: it is protected.  #to_s gives a copy to all.
  #
  #   Pathname.new("a").path # raises NoMethodError
  def path() end

  # :call-seq:
  #   pipe? -> true or false
  #
  # Tells whether it is a pipe.
  #
  #   Pathname.new("/").pipe? # => false
  def pipe?() end

  # :call-seq:
  #   read(length = nil, offset = 0, **options) -> string or nil
  #
  # Returns what the file holds; see IO.read.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").read       # => "text"
  #   Pathname.new("a.txt").read(2, 1) # => "ex"
  #   Pathname.new("none").read        # raises Errno::ENOENT
  def read(length = nil, offset = 0, **options) end

  # :call-seq:
  #   readable? -> true or false
  #
  # Tells whether the effective user of this process may read the file.
  #
  #   Pathname.new("/").readable?    # => true
  #   Pathname.new("none").readable? # => false
  def readable?() end

  # :call-seq:
  #   readable_real? -> true or false
  #
  # Tells whether the real user of this process may read the file.
  #
  #   Pathname.new("/").readable_real?    # => true
  #   Pathname.new("none").readable_real? # => false
  def readable_real?() end

  # :call-seq:
  #   readlines(separator = $/, limit = nil, **options) -> array
  #
  # Returns the lines of the file; see IO.readlines.
  #
  #   File.write("r.txt", "one\ntwo\n")
  #   Pathname.new("r.txt").readlines(chomp: true) # => ["one", "two"]
  def readlines(separator = $/, limit = nil, **options) end

  # :call-seq:
  #   readlink -> pathname
  #
  # Returns what the symbolic link points to.  Raises Errno::EINVAL if it is no link.
  #
  #   File.symlink("none", "readlink")
  #   Pathname.new("readlink").readlink # => #<Pathname:none>
  #   Pathname.new("/").readlink        # raises Errno::EINVAL
  def readlink() end

  # :call-seq:
  #   realdirpath(folder = nil) -> pathname
  #
  # Returns the absolute path without links.  All but its last part must exist.
  #
  #   Pathname.new("/dev/../none").realdirpath # => #<Pathname:/none>
  #   Pathname.new("/none/none").realdirpath   # raises Errno::ENOENT
  def realdirpath(folder = nil) end

  # :call-seq:
  #   realpath(folder = nil) -> pathname
  #
  # Returns the absolute path without links.  All its parts must exist.
  #
  #   Pathname.new("/dev/..").realpath # => #<Pathname:/>
  #   Pathname.new("/none").realpath   # raises Errno::ENOENT
  def realpath(folder = nil) end

  # :call-seq:
  #   relative? -> true or false
  #
  # Tells whether the path does not start at the root.
  #
  #   Pathname.new("a").relative?  # => true
  #   Pathname.new("/a").relative? # => false
  def relative?() end

  # :call-seq:
  #   relative_path_from(base) -> pathname
  #
  # Returns the path that leads from the folder +base+ to this one, by the text.  Raises ArgumentError if one of both starts at
  # the root and the other not, or if +base+ has a <tt>..</tt> that cannot be undone.
  #
  #   Pathname.new("/a/b/c").relative_path_from("/a/d") # => #<Pathname:../b/c>
  #   Pathname.new("a").relative_path_from("a")         # => #<Pathname:.>
  #   Pathname.new("/a").relative_path_from("b")        # raises ArgumentError
  def relative_path_from(base) end

  # :call-seq:
  #   rename(path) -> 0
  #
  # Gives the file another name or place; this object stays as it is.
  #
  #   File.write("old", "text")
  #   Pathname.new("old").rename("new") # => 0
  #   File.read("new")                  # => "text"
  def rename(path) end

  # :call-seq:
  #   rmdir -> 0
  #
  # Removes the folder, which must be empty.
  #
  #   Dir.mkdir("rmdir")
  #   Pathname.new("rmdir").rmdir # => 0
  #   Pathname.new("rmdir").rmdir # raises Errno::ENOENT
  def rmdir() end

  # :call-seq:
  #   root? -> true or false
  #
  # Tells whether the path is the root, by the text.
  #
  #   Pathname.new("/").root?     # => true
  #   Pathname.new("/a/..").root? # => false
  def root?() end

  # :call-seq:
  #   setgid? -> true or false
  #
  # Tells whether the bit is set by which the file runs with its group.
  #
  #   Pathname.new("/").setgid? # => false
  def setgid?() end

  # :call-seq:
  #   setuid? -> true or false
  #
  # Tells whether the bit is set by which the file runs as its owner.
  #
  #   Pathname.new("/").setuid? # => false
  def setuid?() end

  # :call-seq:
  #   size -> integer
  #
  # Returns the number of bytes.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").size # => 4
  #   Pathname.new("none").size  # raises Errno::ENOENT
  def size() end

  # :call-seq:
  #   size? -> integer or nil
  #
  # Returns the number of bytes; +nil+ if there are none, or no file.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").size? # => 4
  #   Pathname.new("none").size?  # => nil
  def size?() end

  # :call-seq:
  #   socket? -> true or false
  #
  # Tells whether it is a socket.
  #
  #   Pathname.new("/").socket? # => false
  def socket?() end

  # :call-seq:
  #   split -> [pathname, pathname]
  #
  # Returns what #dirname and #basename return.
  #
  #   Pathname.new("/a/b.rb").split # => [#<Pathname:/a>, #<Pathname:b.rb>]
  def split() end

  # :call-seq:
  #   stat -> stat
  #
  # Returns a File::Stat with the attributes of the file.
  #
  #   Pathname.new("/").stat.directory? # => true
  #   Pathname.new("none").stat         # raises Errno::ENOENT
  def stat() end

  # :call-seq:
  #   sticky? -> true or false
  #
  # Tells whether the sticky bit is set, as it is for folders where each may only remove what is his.
  #
  #   Dir.mkdir("shared")
  #   File.chmod(01777, "shared")
  #   Pathname.new("shared").sticky? # => true
  def sticky?() end

  # :call-seq:
  #   sub(pattern, replacement) -> pathname
  #   sub(pattern) {|match| ... } -> pathname
  #
  # Returns the path with the first match of +pattern+ in the text replaced; see String#sub.
  #
  #   Pathname.new("lib/a.rb").sub("lib", "test")      # => #<Pathname:test/a.rb>
  #   Pathname.new("a.rb").sub(/\w+/) { |s| s.upcase } # => #<Pathname:A.rb>
  def sub(pattern, replacement = nil) end

  # :call-seq:
  #   sub_ext(extension) -> pathname
  #
  # Returns the path with another extension, added if there is none.
  #
  #   Pathname.new("a/b.rb").sub_ext(".txt") # => #<Pathname:a/b.txt>
  #   Pathname.new("a/b").sub_ext(".txt")    # => #<Pathname:a/b.txt>
  def sub_ext(extension) end

  # :call-seq:
  #   symlink? -> true or false
  #
  # Tells whether it is a symbolic link.
  #
  #   File.symlink("none", "symlink")
  #   Pathname.new("symlink").symlink? # => true
  #   Pathname.new("/").symlink?       # => false
  def symlink?() end

  # :call-seq:
  #   sysopen(mode = "r", permissions = 0666) -> integer
  #
  # Opens the file and returns its descriptor; see IO.sysopen.
  #
  #   File.write("a.txt", "text")
  #   IO.new(Pathname.new("a.txt").sysopen).read # => "text"
  def sysopen(mode = "r", permissions = 0666) end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the path as a string, a new one each time.
  #
  #   Pathname.new("a/b").to_s    # => "a/b"
  #   Pathname.new("a/b").to_path # => "a/b"
  def to_s() end

  alias to_path to_s

  # :call-seq:
  #   truncate(size) -> 0
  #
  # Cuts the file to +size+ bytes, or fills it up to there with null bytes.
  #
  #   File.write("t.txt", "text")
  #   Pathname.new("t.txt").truncate(2) # => 0
  #   File.read("t.txt")                # => "te"
  def truncate(size) end

  # :call-seq:
  #   utime(atime, mtime) -> integer
  #
  # Sets when the file was last read and written.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").utime(100, 200) # => 1
  #   File.mtime("a.txt").to_i              # => 200
  def utime(atime, mtime) end

  # :call-seq:
  #   world_readable? -> integer or nil
  #
  # Returns the permissions if all may read the file, otherwise +nil+.
  #
  #   Pathname.new("/dev/null").world_readable? # => 438
  #   Pathname.new("none").world_readable?      # => nil
  def world_readable?() end

  # :call-seq:
  #   world_writable? -> integer or nil
  #
  # Returns the permissions if all may write the file, otherwise +nil+.
  #
  #   Pathname.new("/dev/null").world_writable? # => 438
  #   Pathname.new("none").world_writable?      # => nil
  def world_writable?() end

  # :call-seq:
  #   writable? -> true or false
  #
  # Tells whether the effective user of this process may write the file.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").writable? # => true
  #   Pathname.new("none").writable?  # => false
  def writable?() end

  # :call-seq:
  #   writable_real? -> true or false
  #
  # Tells whether the real user of this process may write the file.
  #
  #   File.write("a.txt", "text")
  #   Pathname.new("a.txt").writable_real? # => true
  #   Pathname.new("none").writable_real?  # => false
  def writable_real?() end

  # :call-seq:
  #   write(object, offset = nil, **options) -> integer
  #
  # Writes to the file and returns the number of bytes; see IO.write.
  #
  #   Pathname.new("w.txt").write("abc")  # => 3
  #   Pathname.new("w.txt").write("X", 1) # => 1
  #   Pathname.new("w.txt").read          # => "aXc"
  def write(object, offset = nil, **options) end

  # :call-seq:
  #   zero? -> true or false
  #
  # Tells whether the file is there and has no bytes.
  #
  #   File.write("z.txt", "")
  #   Pathname.new("z.txt").zero? # => true
  #   Pathname.new("none").zero?  # => false
  def zero?() end
end
