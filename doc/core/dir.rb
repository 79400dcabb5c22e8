# frozen_string_literal: true

# A folder that is open for reading: a stream of the names in it, in no certain order.
#
# The methods of the class work on folders by their paths: they make, remove, list and search them, and change which one is
# the current folder of the process, from which relative paths are seen.  They raise a class below SystemCallError, as
# Errno::ENOENT, if the system refuses.
class Dir
  # :call-seq:
  #   Dir[*patterns, base: nil, sort: true] -> array
  #
  # Returns the paths that one of the patterns covers.  The patterns are those of Dir.glob.
  #
  #   File.write("a.rb", "")
  #   File.write("b.c", "")
  #   Dir["*.rb", "*.c"] # => ["a.rb", "b.c"]
  def self.[](*patterns, base: nil, sort: true) end

  # :call-seq:
  #   Dir.chdir(path = home) -> 0
  #   Dir.chdir(path = home) {|path| ... } -> object
  #
  # Makes +path+ the current folder; without it the one that the environment's +HOME+ or +LOGDIR+ names.  With a block it
  # goes back after it and returns what that returned.  Blocks may be nested, but in one thread: another that calls it
  # meanwhile gets a RuntimeError.
  #
  #   Dir.mkdir("inner")
  #   Dir.chdir("inner") { File.basename(Dir.pwd) } # => "inner"
  #   Dir.chdir("none")                             # raises Errno::ENOENT
  def self.chdir(path = nil) end

  # :call-seq:
  #   Dir.children(path, encoding: nil) -> array
  #
  # Returns the names in the folder, but <tt>.</tt> and <tt>..</tt>, in no certain order.
  #
  #   Dir.mkdir("children")
  #   File.write("children/a", "")
  #   Dir.children("children")     # => ["a"]
  #   Dir.children("none")         # raises Errno::ENOENT
  def self.children(path, encoding: nil) end

  # :call-seq:
  #   Dir.chroot(path) -> 0
  #
  # Makes +path+ the root of this process, so that it sees nothing outside; that is allowed to the superuser only.
  # Raises Errno::EPERM for others.
  #
  #   Dir.chroot("/no such folder") # raises Errno::ENOENT
  #   # (not run)
  #   Dir.chroot("/srv/jail") # => 0
  def self.chroot(path) end

  # :call-seq:
  #   Dir.delete(path) -> 0
  #
  # Removes an empty folder.  Raises Errno::ENOTEMPTY if something is in it.
  #
  #   Dir.mkdir("full")
  #   File.write("full/a", "")
  #   Dir.delete("full")       # raises Errno::ENOTEMPTY
  #   File.delete("full/a")
  #   Dir.delete("full")       # => 0
  def self.delete(path) end

  class << self
    alias rmdir delete
    alias unlink delete
  end

  # :call-seq:
  #   Dir.each_child(path, encoding: nil) {|name| ... } -> nil
  #   Dir.each_child(path, encoding: nil) -> enumerator
  #
  # Passes each name in the folder, but <tt>.</tt> and <tt>..</tt>, in no certain order.
  #
  #   Dir.mkdir("each")
  #   File.write("each/a", "")
  #   Dir.each_child("each").to_a # => ["a"]
  #   Dir.each_child("none") { }  # raises Errno::ENOENT
  def self.each_child(path, encoding: nil) end

  # :call-seq:
  #   Dir.empty?(path) -> true or false
  #
  # Tells whether it is a folder with nothing in it; +false+ for what is no folder.
  #
  #   Dir.mkdir("void")
  #   Dir.empty?("void")   # => true
  #   Dir.empty?("/")      # => false
  #   Dir.empty?("/dev/null") # => false
  #   Dir.empty?("none")   # raises Errno::ENOENT
  def self.empty?(path) end

  # :call-seq:
  #   Dir.entries(path, encoding: nil) -> array
  #
  # Returns the names in the folder, with <tt>.</tt> and <tt>..</tt>, in no certain order.
  #
  #   Dir.mkdir("entries")
  #   Dir.entries("entries").sort # => [".", ".."]
  #   Dir.entries("none")         # raises Errno::ENOENT
  def self.entries(path, encoding: nil) end

  # :call-seq:
  #   Dir.exist?(path) -> true or false
  #
  # Tells whether it is a folder, or a link to one.
  #
  #   Dir.exist?("/")         # => true
  #   Dir.exist?("/dev/null") # => false
  def self.exist?(path) end

  # :call-seq:
  #   Dir.fchdir(descriptor) -> 0
  #   Dir.fchdir(descriptor) { ... } -> object
  #
  # Does what Dir.chdir does, with the descriptor of an open folder.
  #
  #   Dir.mkdir("fchdir")
  #   Dir.open("fchdir") { |d| Dir.fchdir(d.fileno) { File.basename(Dir.pwd) } } # => "fchdir"
  #   Dir.fchdir(99999)                                                         # raises Errno::EBADF
  def self.fchdir(descriptor) end

  # :call-seq:
  #   Dir.for_fd(descriptor) -> dir
  #
  # Returns a Dir on the descriptor of an open folder, which it closes in the end.  Its path is not known.
  #
  #   Dir.mkdir("fd")
  #   File.write("fd/a", "")
  #   folder = Dir.for_fd(IO.sysopen("fd"))
  #   folder.children           # => ["a"]
  #   folder.path               # => nil
  #   folder.close
  def self.for_fd(descriptor) end

  # :call-seq:
  #   Dir.foreach(path, encoding: nil) {|name| ... } -> nil
  #   Dir.foreach(path, encoding: nil) -> enumerator
  #
  # Passes each name in the folder, with <tt>.</tt> and <tt>..</tt>, in no certain order.
  #
  #   Dir.mkdir("foreach")
  #   Dir.foreach("foreach").sort # => [".", ".."]
  def self.foreach(path, encoding: nil) end

  # :call-seq:
  #   Dir.getwd -> string
  #
  # Returns the path of the current folder.
  #
  #   Dir.chdir("/dev") { Dir.getwd } # => "/dev"
  def self.getwd() end

  class << self
    alias pwd getwd
  end

  # :call-seq:
  #   Dir.glob(patterns, flags = 0, base: nil, sort: true) -> array
  #   Dir.glob(patterns, flags = 0, base: nil, sort: true) {|path| ... } -> nil
  #
  # Returns the paths of the files that a pattern covers, or passes them to the block.  +patterns+ is a string or an array.
  # <tt>*</tt> stands for any characters but a slash, <tt>?</tt> for one, <tt>[a-z]</tt> for one of a set, <tt>{a,b}</tt> for
  # one of several, <tt>**/</tt> for folders in folders.  The flags are those of File.fnmatch; names with a dot at the
  # start are only covered by a dot or with +FNM_DOTMATCH+.
  #
  # With +base+ the patterns start in that folder, and so do the paths.  They are sorted within a pattern, unless +sort+
  # is +false+.
  #
  #   Dir.mkdir("lib")
  #   File.write("lib/x.rb", "")
  #   File.write("lib/.y.rb", "")
  #   Dir.glob("lib/*.rb")                             # => ["lib/x.rb"]
  #   Dir.glob("*.{c,rb}", base: "lib")                # => ["x.rb"]
  #   Dir.glob("lib/*.rb", File::FNM_DOTMATCH)         # => ["lib/.y.rb", "lib/x.rb"]
  #   Dir.glob("none*")                                # => []
  def self.glob(patterns, flags = 0, base: nil, sort: true) end

  # :call-seq:
  #   Dir.home(user = nil) -> string
  #
  # Returns the home of the user with that name; without one that of this user, which the environment's +HOME+ may say.
  # Raises ArgumentError if there is no such user.
  #
  #   Dir.home("root")         # => "/root"
  #   Dir.home("nobody-is-so") # raises ArgumentError
  def self.home(user = nil) end

  # :call-seq:
  #   Dir.mkdir(path, permissions = 0777) -> 0
  #
  # Makes a folder, with +permissions+ less File.umask.  The folder above must be there.
  #
  #   Dir.mkdir("made")    # => 0
  #   Dir.mkdir("made")    # raises Errno::EEXIST
  #   Dir.mkdir("none/in") # raises Errno::ENOENT
  def self.mkdir(path, permissions = 0777) end

  # :call-seq:
  #   Dir.new(path, encoding: nil) -> dir
  #
  # Opens a folder.  The names have the encoding given, otherwise that of the file system.
  #
  #   Dir.new("/").path # => "/"
  #   Dir.new("none")   # raises Errno::ENOENT
  def self.new(path, encoding: nil) end

  # :call-seq:
  #   Dir.open(path, encoding: nil) -> dir
  #   Dir.open(path, encoding: nil) {|dir| ... } -> object
  #
  # Opens a folder.  With a block it passes it, closes it when the block is left, and returns what the block returned.
  #
  #   Dir.open("/", &:path) # => "/"
  #   Dir.open("none")      # raises Errno::ENOENT
  def self.open(path, encoding: nil) end

  # :call-seq:
  #   chdir -> 0
  #   chdir { ... } -> object
  #
  # Makes this the current folder, as Dir.chdir does.
  #
  #   Dir.new("/dev").chdir { Dir.pwd } # => "/dev"
  def chdir() end

  # :call-seq:
  #   children -> array
  #
  # Returns the names that are left to read, but <tt>.</tt> and <tt>..</tt>.
  #
  #   Dir.mkdir("names")
  #   File.write("names/a", "")
  #   Dir.new("names").children # => ["a"]
  def children() end

  # :call-seq:
  #   close -> nil
  #
  # Closes the folder.  Does nothing if it is closed; the other methods then raise IOError.
  #
  #   folder = Dir.new("/")
  #   folder.close        # => nil
  #   folder.close        # => nil
  #   folder.read         # raises IOError: closed directory
  def close() end

  # :call-seq:
  #   each {|name| ... } -> self
  #   each -> enumerator
  #
  # Passes each name that is left to read, with <tt>.</tt> and <tt>..</tt>.
  #
  #   Dir.mkdir("each_name")
  #   Dir.new("each_name").each.sort # => [".", ".."]
  def each() end

  # :call-seq:
  #   each_child {|name| ... } -> self
  #   each_child -> enumerator
  #
  # Passes each name that is left to read, but <tt>.</tt> and <tt>..</tt>.
  #
  #   Dir.mkdir("each_child")
  #   Dir.new("each_child").each_child.to_a # => []
  def each_child() end

  # :call-seq:
  #   fileno -> integer
  #
  # Returns the number of the file descriptor.
  #
  #   Dir.new("/").fileno.class # => Integer
  def fileno() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class with the path.
  #
  #   Dir.new("/dev").inspect # => "#<Dir:/dev>"
  def inspect() end

  # :call-seq:
  #   path -> string or nil
  #
  # Returns the path it was opened with; +nil+ for one made by Dir.for_fd.
  #
  #   Dir.new("/dev/..").path # => "/dev/.."
  def path() end

  alias to_path path

  # :call-seq:
  #   pos = position
  #
  # Goes to a position that #tell returned.
  #
  #   folder = Dir.new("/")
  #   place = folder.tell
  #   name = folder.read
  #   folder.pos = place
  #   folder.read == name # => true
  def pos=(position) end

  # :call-seq:
  #   read -> string or nil
  #
  # Returns the next name, or +nil+ at the end.
  #
  #   Dir.mkdir("two")
  #   folder = Dir.new("two")
  #   [folder.read, folder.read].sort # => [".", ".."]
  #   folder.read                     # => nil
  def read() end

  # :call-seq:
  #   rewind -> self
  #
  # Goes to the first name.
  #
  #   folder = Dir.new("/")
  #   name = folder.read
  #   folder.rewind.read == name # => true
  def rewind() end

  # :call-seq:
  #   seek(position) -> self
  #
  # Goes to a position that #tell returned.
  #
  #   folder = Dir.new("/")
  #   place = folder.tell
  #   name = folder.read
  #   folder.seek(place).read == name # => true
  def seek(position) end

  # :call-seq:
  #   tell -> integer
  #
  # Returns the position, a number of which only #seek and #pos= know the meaning.
  #
  #   Dir.new("/").tell # => 0
  def tell() end

  alias pos tell
end
