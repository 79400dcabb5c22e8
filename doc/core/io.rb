# frozen_string_literal: true

# A stream of bytes to read from, to write to, or both: a file, a pipe, a terminal, a socket.
#
# A stream stands on a file descriptor of the system.  It has two buffers, one for what was read ahead and one for what
# is not yet written; the methods that begin with +sys+ go past them.  Characters read have the external encoding of the
# stream, or its internal encoding if that is set; #read with a length, #sysread and the like give binary strings.
#
# Most methods raise IOError if the stream is closed or is not open in the direction they need, and a class below
# SystemCallError if the system refuses.  File adds what has to do with names and attributes.
class IO
  # :call-seq:
  #   IO.binread(path, length = nil, offset = 0) -> string or nil
  #
  # Returns the bytes of the file at +path+ as a binary string: all from +offset+ on, or at most +length+ of them.
  # Returns +nil+ if +length+ is positive and the file ends before +offset+.
  #
  #   File.write("a.txt", "één")
  #   IO.binread("a.txt")       # => "\xC3\xA9\xC3\xA9n"
  #   IO.binread("a.txt", 2, 3) # => "\xA9n"
  #   IO.binread("a.txt", 2, 9) # => nil
  #   IO.binread("none")        # raises Errno::ENOENT
  def self.binread(path, length = nil, offset = 0) end

  # :call-seq:
  #   IO.binwrite(path, object, offset = nil, **options) -> integer
  #
  # Writes +object+ as a string to the file at +path+ without converting anything, and returns the number of bytes.
  # The file is emptied first, unless an +offset+ is given: then only the bytes from there are replaced.
  #
  #   IO.binwrite("a.txt", "abcdef") # => 6
  #   IO.binwrite("a.txt", "XY", 2)  # => 2
  #   IO.binread("a.txt")            # => "abXYef"
  def self.binwrite(path, object, offset = nil, **options) end

  # :call-seq:
  #   IO.copy_stream(source, target, length = nil, offset = nil) -> integer
  #
  # Copies from +source+ to +target+ and returns the number of bytes copied.  Each is a stream, the path of a file, or an
  # object with +read+ or +readpartial+, or +write+.  At most +length+ bytes are copied; with an +offset+ they are taken
  # from there, and the position of +source+ stays where it was.
  #
  #   File.write("a.txt", "abcdef")
  #   IO.copy_stream("a.txt", "b.txt")       # => 6
  #   IO.copy_stream("a.txt", "c.txt", 3, 2) # => 3
  #   File.read("c.txt")                     # => "cde"
  def self.copy_stream(source, target, length = nil, offset = nil) end

  # :call-seq:
  #   IO.for_fd(descriptor, mode = "r", **options) -> io
  #
  # Does what IO.new does.
  #
  #   r, w = IO.pipe
  #   IO.for_fd(w.fileno, "w", autoclose: false) { |io| io.write("x") }.class # => IO
  def self.for_fd(descriptor, mode = "r", **options) end

  # :call-seq:
  #   IO.foreach(path, separator = $/, limit = nil, **options) {|line| ... } -> nil
  #   IO.foreach(path, separator = $/, limit = nil, **options) -> enumerator
  #
  # Opens the file at +path+, passes each of its lines to the block and closes it.  The arguments mean what they mean for
  # #gets.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   IO.foreach("a.txt").to_a                      # => ["one\n", "two\n"]
  #   IO.foreach("a.txt", chomp: true) { |l| puts l } # prints "one\ntwo\n"
  #   IO.foreach("none") { }                        # raises Errno::ENOENT
  def self.foreach(path, separator = $/, limit = nil, **options) end

  # :call-seq:
  #   IO.new(descriptor, mode = "r", **options) -> io
  #
  # Makes a stream on an open file descriptor.  +mode+ is a string as for File.new or an integer of File::Constants; the
  # options are those of File.new and
  #
  # - +autoclose+: whether the descriptor is closed together with the stream, and when that is collected (+true+);
  # - +path+: what #path and #inspect show.
  #
  # Raises Errno::EBADF if the descriptor is not open, and Errno::EINVAL if it is not open in that mode.
  #
  #   r, w = IO.pipe
  #   out = IO.new(w.fileno, "w", autoclose: false, path: "sink")
  #   out.path       # => "sink"
  #   IO.new(999999) # raises Errno::EBADF
  def self.new(descriptor, mode = "r", **options) end

  # :call-seq:
  #   IO.open(*arguments, **options) -> io
  #   IO.open(*arguments, **options) {|io| ... } -> object
  #
  # Makes a stream as +new+ of the class does.  With a block it passes the stream, closes it when the block is left,
  # and returns what the block returned.
  #
  #   descriptor = IO.sysopen("a.txt", "w")
  #   IO.open(descriptor, "w") { |io| io.write("hello") } # => 5
  #   File.read("a.txt")                                  # => "hello"
  def self.open(*arguments, **options) end

  # :call-seq:
  #   IO.pipe(external = nil, internal = nil, **options) -> [reader, writer]
  #   IO.pipe(external = nil, internal = nil, **options) {|reader, writer| ... } -> object
  #
  # Makes a pipe: what is written to the second stream can be read from the first.  The encodings are those of the reader.
  # A reader comes to the end when all copies of the writer are closed.  With a block both streams are closed after it.
  #
  #   IO.pipe do |reader, writer|
  #     writer << "through"
  #     writer.close
  #     reader.read
  #   end # => "through"
  def self.pipe(external = nil, internal = nil, **options) end

  # :call-seq:
  #   IO.popen(environment = {}, command, mode = "r", **options) -> io
  #   IO.popen(environment = {}, command, mode = "r", **options) {|io| ... } -> object
  #
  # Starts a process and returns a stream on its standard output (mode "r"), its standard input ("w"), or both ("r+").
  # +command+ is a string for the shell, an array of a program and its arguments, or <tt>"-"</tt>, which forks this
  # process: the child gets +nil+.  The options are those of Kernel#spawn and IO.new.
  #
  # With a block it closes the stream after the block, waits for the process and sets <tt>$?</tt>; otherwise #close does.
  #
  #   IO.popen("echo hello", &:read)                                  # => "hello\n"
  #   IO.popen(%w[cat], "r+") { |io| io << "x"; io.close_write; io.read } # => "x"
  #   IO.popen({ "A" => "1" }, "echo $A").read                        # => "1\n"
  #   IO.popen(["no such program"])                                   # raises Errno::ENOENT
  def self.popen(environment = {}, command = nil, mode = "r", **options) end

  # :call-seq:
  #   IO.read(path, length = nil, offset = 0, **options) -> string or nil
  #
  # Returns what the file at +path+ holds, from +offset+ on, at most +length+ bytes.  Returns +nil+ if +length+ is positive
  # and nothing is left there.  The options are those of File.new.
  #
  #   File.write("a.txt", "abcdef")
  #   IO.read("a.txt")       # => "abcdef"
  #   IO.read("a.txt", 2, 3) # => "de"
  #   IO.read("a.txt", 2, 6) # => nil
  #   IO.read("a.txt", -1)   # raises ArgumentError
  def self.read(path, length = nil, offset = 0, **options) end

  # :call-seq:
  #   IO.readlines(path, separator = $/, limit = nil, **options) -> array
  #
  # Returns the lines of the file at +path+.  The arguments mean what they mean for #gets.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   IO.readlines("a.txt")              # => ["one\n", "two\n"]
  #   IO.readlines("a.txt", chomp: true) # => ["one", "two"]
  #   IO.readlines("a.txt", "o")         # => ["o", "ne\ntwo", "\n"]
  def self.readlines(path, separator = $/, limit = nil, **options) end

  # :call-seq:
  #   IO.select(readers, writers = nil, others = nil, timeout = nil) -> array or nil
  #
  # Waits until one of the streams is ready: of +readers+ to be read, of +writers+ to be written, of +others+ for
  # something out of turn.  Returns three arrays of those that are, or +nil+ if +timeout+ seconds went by without one.
  # Each argument but +timeout+ is an array or +nil+.
  #
  #   r, w = IO.pipe
  #   IO.select([r], nil, nil, 0)               # => nil
  #   w << "x"
  #   IO.select([r], [w]) == [[r], [w], []]     # => true
  #   IO.select([r], nil, nil, -1)              # raises ArgumentError
  def self.select(readers, writers = nil, others = nil, timeout = nil) end

  # :call-seq:
  #   IO.sysopen(path, mode = "r", permissions = 0666) -> integer
  #
  # Opens the file at +path+ and returns its descriptor, for IO.new.  The caller has to see that it is closed.
  #
  #   File.write("a.txt", "text")
  #   descriptor = IO.sysopen("a.txt")
  #   IO.new(descriptor).read          # => "text"
  #   IO.sysopen("none")               # raises Errno::ENOENT
  def self.sysopen(path, mode = "r", permissions = 0666) end

  # :call-seq:
  #   IO.try_convert(object) -> io or nil
  #
  # Returns +object+ if it is a stream, what its +to_io+ returns if it has one, and otherwise +nil+.
  #
  #   IO.try_convert($stdout) == $stdout # => true
  #   IO.try_convert("name")             # => nil
  def self.try_convert(object) end

  # :call-seq:
  #   IO.write(path, object, offset = nil, **options) -> integer
  #
  # Writes +object+ as a string to the file at +path+ and returns the number of bytes.  The file is emptied first, unless
  # an +offset+ is given.  The options are those of File.new, so <tt>mode: "a"</tt> appends.
  #
  #   IO.write("a.txt", "abc")            # => 3
  #   IO.write("a.txt", "de", mode: "a")  # => 2
  #   IO.write("a.txt", "X", 1)           # => 1
  #   IO.read("a.txt")                    # => "aXcde"
  def self.write(path, object, offset = nil, **options) end

  # :call-seq:
  #   self << object -> self
  #
  # Writes +object+ as a string and returns the stream, so that calls can follow each other.
  #
  #   $stdout << 1 << " and " << :two # prints "1 and two"
  def <<(object) end

  # :call-seq:
  #   advise(advice, offset = 0, length = 0) -> nil
  #
  # Tells the system how the bytes from +offset+ on will be used: +:normal+, +:sequential+, +:random+, +:willneed+,
  # +:dontneed+ or +:noreuse+.  It need not heed that.  Raises NotImplementedError for any other symbol.
  #
  #   File.write("a.txt", "text")
  #   File.open("a.txt") { |f| f.advise(:sequential) } # => nil
  #   File.open("a.txt") { |f| f.advise(:loud) }       # raises NotImplementedError
  def advise(advice, offset = 0, length = 0) end

  # :call-seq:
  #   autoclose = value
  #
  # Sets whether the descriptor is closed together with the stream.
  #
  #   r, w = IO.pipe
  #   w.autoclose = false
  #   w.autoclose?        # => false
  def autoclose=(value) end

  # :call-seq:
  #   autoclose? -> true or false
  #
  # Tells whether the descriptor is closed together with the stream.
  #
  #   IO.pipe[0].autoclose? # => true
  def autoclose?() end

  # :call-seq:
  #   binmode -> self
  #
  # Makes the stream binary: the external encoding is ASCII-8BIT, and nothing is converted.  There is no way back.
  #
  #   r, w = IO.pipe
  #   r.binmode.external_encoding # => #<Encoding:BINARY (ASCII-8BIT)>
  def binmode() end

  # :call-seq:
  #   binmode? -> true or false
  #
  # Tells whether the stream is binary.
  #
  #   r, w = IO.pipe
  #   r.binmode?         # => false
  #   r.binmode.binmode? # => true
  def binmode?() end

  # :call-seq:
  #   close -> nil
  #
  # Writes what is buffered and closes the stream; for a stream of IO.popen it also waits for the process and sets
  # <tt>$?</tt>.  Does nothing if it is closed already.  Threads that wait on it get an IOError.
  #
  #   r, w = IO.pipe
  #   w.close      # => nil
  #   w.close      # => nil
  #   w.write("x") # raises IOError: closed stream
  def close() end

  # :call-seq:
  #   close_on_exec = value
  #
  # Sets whether programs that this process starts do not get the descriptor.
  #
  #   r, w = IO.pipe
  #   r.close_on_exec = false
  #   r.close_on_exec?        # => false
  def close_on_exec=(value) end

  # :call-seq:
  #   close_on_exec? -> true or false
  #
  # Tells whether programs that this process starts do not get the descriptor: so it is for all but the standard streams.
  #
  #   IO.pipe[0].close_on_exec? # => true
  def close_on_exec?() end

  # :call-seq:
  #   close_read -> nil
  #
  # Closes the half of a stream in two directions that is read.  Does nothing if that is closed.  Raises IOError if
  # the stream has no such half to close.
  #
  #   io = IO.popen("cat", "r+")
  #   io.close_read                                  # => nil
  #   io.read                                        # raises IOError: not opened for reading
  #   File.open("a.txt", "w") { |f| f.close_read }   # raises IOError
  def close_read() end

  # :call-seq:
  #   close_write -> nil
  #
  # Closes the half of a stream in two directions that is written, so that the other side comes to the end.
  # Does nothing if that is closed.  Raises IOError if the stream has no such half to close.
  #
  #   io = IO.popen("cat", "r+")
  #   io << "text"
  #   io.close_write # => nil
  #   io.read        # => "text"
  def close_write() end

  # :call-seq:
  #   closed? -> true or false
  #
  # Tells whether the stream is closed, in both directions if it has two.
  #
  #   r, w = IO.pipe
  #   r.closed? # => false
  #   r.close
  #   r.closed? # => true
  def closed?() end

  # :call-seq:
  #   each_line(separator = $/, limit = nil, chomp: false) {|line| ... } -> self
  #   each_line(separator = $/, limit = nil, chomp: false) -> enumerator
  #
  # Passes each line from the position to the end.  The arguments mean what they mean for #gets, but +limit+ must not
  # be 0.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   File.open("a.txt") { |f| f.each_line.to_a }             # => ["one\n", "two\n"]
  #   File.open("a.txt") { |f| f.each_line(2).to_a }          # => ["on", "e\n", "tw", "o\n"]
  #   File.open("a.txt") { |f| f.each_line(chomp: true).to_a } # => ["one", "two"]
  #   File.open("a.txt") { |f| f.each_line(0) { } }           # raises ArgumentError
  def each_line(separator = $/, limit = nil, chomp: false) end

  alias each each_line

  # :call-seq:
  #   each_byte {|byte| ... } -> self
  #   each_byte -> enumerator
  #
  # Passes each byte from the position to the end, as an integer.
  #
  #   File.write("a.txt", "hé")
  #   File.open("a.txt") { |f| f.each_byte.to_a } # => [104, 195, 169]
  def each_byte() end

  # :call-seq:
  #   each_char {|character| ... } -> self
  #   each_char -> enumerator
  #
  # Passes each character from the position to the end, as a string.
  #
  #   File.write("a.txt", "hé")
  #   File.open("a.txt") { |f| f.each_char.to_a } # => ["h", "é"]
  def each_char() end

  # :call-seq:
  #   each_codepoint {|codepoint| ... } -> self
  #   each_codepoint -> enumerator
  #
  # Passes the codepoint of each character from the position to the end.  Raises ArgumentError at bytes that are no
  # character.
  #
  #   File.write("a.txt", "hé")
  #   File.open("a.txt") { |f| f.each_codepoint.to_a } # => [104, 233]
  #   File.write("a.txt", "\xFF")
  #   File.open("a.txt") { |f| f.each_codepoint { } }  # raises ArgumentError
  def each_codepoint() end

  # :call-seq:
  #   eof? -> true or false
  #
  # Tells whether nothing is left to read.  On a pipe or a socket it waits until a byte comes or the other side closes.
  # Raises IOError if the stream is not open for reading.
  #
  #   File.write("a.txt", "text")
  #   File.open("a.txt") { |f| [f.eof?, f.read, f.eof?] } # => [false, "text", true]
  #   File.open("a.txt", "w") { |f| f.eof? }              # raises IOError
  def eof?() end

  alias eof eof?

  # :call-seq:
  #   external_encoding -> encoding or nil
  #
  # Returns the encoding of the bytes in the stream; +nil+ if it is only written to and none is set.
  #
  #   File.write("a.txt", "")
  #   File.open("a.txt", "r:euc-jp") { |f| f.external_encoding } # => #<Encoding:EUC-JP>
  #   File.open("a.txt", "w") { |f| f.external_encoding }        # => nil
  def external_encoding() end

  # :call-seq:
  #   fcntl(command, argument = 0) -> integer
  #
  # Does the system's +fcntl+ with a command of the library +fcntl+.  A string as the argument is passed by its address.
  #
  #   require "fcntl"
  #   File.write("a.txt", "")
  #   File.open("a.txt") { |f| f.fcntl(Fcntl::F_GETFD) } # => 1
  #   File.open("a.txt") { |f| f.fcntl(12345) }          # raises Errno::EINVAL
  def fcntl(command, argument = 0) end

  # :call-seq:
  #   fdatasync -> 0
  #
  # Writes what is buffered and waits until the bytes of the file, though perhaps not all its attributes, are on the disk.
  #
  #   File.open("a.txt", "w") { |f| f << "x"; f.fdatasync } # => 0
  def fdatasync() end

  # :call-seq:
  #   fileno -> integer
  #
  # Returns the number of the file descriptor.
  #
  #   [$stdout, $stderr].map(&:fileno) # => [1, 2]
  def fileno() end

  alias to_i fileno

  # :call-seq:
  #   flush -> self
  #
  # Hands what is buffered to the system.
  #
  #   File.open("a.txt", "w") { |f| f << "x"; f.flush; File.size("a.txt") } # => 1
  def flush() end

  # :call-seq:
  #   fsync -> 0
  #
  # Writes what is buffered and waits until the file and its attributes are on the disk.  Raises Errno::EINVAL where there
  # is no disk, as for a pipe.
  #
  #   File.open("a.txt", "w") { |f| f << "x"; f.fsync } # => 0
  #   IO.pipe[1].fsync                                  # raises Errno::EINVAL
  def fsync() end

  # :call-seq:
  #   getbyte -> integer or nil
  #
  # Reads a byte; +nil+ at the end.
  #
  #   File.write("a.txt", "é")
  #   File.open("a.txt") { |f| [f.getbyte, f.getbyte, f.getbyte] } # => [195, 169, nil]
  def getbyte() end

  # :call-seq:
  #   getc -> string or nil
  #
  # Reads a character; +nil+ at the end.
  #
  #   File.write("a.txt", "é!")
  #   File.open("a.txt") { |f| [f.getc, f.getc, f.getc] } # => ["é", "!", nil]
  def getc() end

  # :call-seq:
  #   gets(separator = $/, limit = nil, chomp: false) -> string or nil
  #   gets(limit, chomp: false) -> string or nil
  #
  # Reads a line, up to and with +separator+, and sets <tt>$_</tt> to it; +nil+ at the end.  A separator of +nil+ means all
  # that is left, an empty one a paragraph: lines up to an empty one.  At most +limit+ bytes are read, a few more if a
  # character would be cut.  +chomp+ leaves the separator out.
  #
  #   File.write("a.txt", "one\ntwo\n\n\nthree")
  #   f = File.open("a.txt")
  #   f.gets                # => "one\n"
  #   f.gets(2)             # => "tw"
  #   f.gets("")            # => "o\n\n"
  #   f.gets(chomp: true)   # => "three"
  #   f.gets                # => nil
  def gets(separator = $/, limit = nil, chomp: false) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class with the path, or else the number of the descriptor, and whether the stream is closed.
  #
  #   f = File.open("a.txt", "w")
  #   f.inspect                   # => "#<File:a.txt>"
  #   f.close
  #   f.inspect                   # => "#<File:a.txt (closed)>"
  def inspect() end

  # :call-seq:
  #   internal_encoding -> encoding or nil
  #
  # Returns the encoding that what is read is converted to; +nil+ if nothing is converted.
  #
  #   File.write("a.txt", "")
  #   File.open("a.txt", "r:euc-jp:utf-8") { |f| f.internal_encoding } # => #<Encoding:UTF-8>
  #   File.open("a.txt") { |f| f.internal_encoding }                   # => nil
  def internal_encoding() end

  # :call-seq:
  #   ioctl(command, argument = 0) -> integer
  #
  # Does the system's +ioctl+, whose commands depend on the device.  A string as the argument is passed by its address and
  # may be changed.
  #
  #   r, w = IO.pipe
  #   w << "abc"
  #   w.flush
  #   count = [0].pack("i")
  #   r.ioctl(0x541B, count) # => 0
  #   count.unpack1("i")     # => 3
  def ioctl(command, argument = 0) end

  # :call-seq:
  #   isatty -> true or false
  #
  # Tells whether the stream is a terminal.
  #
  #   IO.pipe[0].isatty # => false
  def isatty() end

  alias tty? isatty

  # :call-seq:
  #   lineno -> integer
  #
  # Returns how many lines #gets, #each_line and their like have read.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   File.open("a.txt") { |f| f.gets; f.gets; f.lineno } # => 2
  #   File.open("a.txt", "w") { |f| f.lineno }            # raises IOError
  def lineno() end

  # :call-seq:
  #   lineno = integer
  #
  # Sets the number of lines read; the position does not change.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   File.open("a.txt") { |f| f.lineno = 10; f.gets; f.lineno } # => 11
  def lineno=(integer) end

  # :call-seq:
  #   path -> string or nil
  #
  # Returns the path the stream was opened with, or that was given to IO.new; otherwise +nil+.
  #
  #   IO.pipe[0].path                          # => nil
  #   File.open("a.txt", "w") { |f| f.path }   # => "a.txt"
  def path() end

  alias to_path path

  # :call-seq:
  #   pid -> integer or nil
  #
  # Returns the id of the process at the other side of a stream of IO.popen; +nil+ for other streams.
  #
  #   $stdin.pid                              # => nil
  #   IO.popen("true") { |io| io.pid.class }  # => Integer
  def pid() end

  # :call-seq:
  #   pos -> integer
  #
  # Returns the position in bytes.  Raises Errno::ESPIPE for a stream that has none, as a pipe.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   File.open("a.txt") { |f| f.gets; f.pos } # => 4
  #   IO.pipe[0].pos                           # raises Errno::ESPIPE
  def pos() end

  alias tell pos

  # :call-seq:
  #   pos = integer
  #
  # Goes to the position, counted in bytes from the start.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   File.open("a.txt") { |f| f.pos = 4; f.gets } # => "two\n"
  #   File.open("a.txt") { |f| f.pos = -1 }        # raises Errno::EINVAL
  def pos=(integer) end

  # :call-seq:
  #   pread(length, offset, buffer = nil) -> string
  #
  # Returns at most +length+ bytes from +offset+ on, read past the buffer; the position stays.  With a +buffer+ these
  # replace what it holds, and it is returned.  Raises EOFError if there is nothing at +offset+.
  #
  #   File.write("a.txt", "abcdef")
  #   File.open("a.txt") { |f| [f.pread(3, 2), f.pos] } # => ["cde", 0]
  #   File.open("a.txt") { |f| f.pread(3, 6) }          # raises EOFError
  def pread(length, offset, buffer = nil) end

  # :call-seq:
  #   print(*objects) -> nil
  #
  # Writes the objects as strings, <tt>$,</tt> between and <tt>$\\</tt> after them where these are set.  Without an argument
  # it writes <tt>$_</tt>.
  #
  #   $stdout.print("a", 1, nil) # prints "a1"
  def print(*objects) end

  # :call-seq:
  #   printf(format, *arguments) -> nil
  #
  # Writes what Kernel#format makes of the arguments.
  #
  #   $stdout.printf("%03d|%s", 7, :x) # prints "007|x"
  def printf(format, *arguments) end

  # :call-seq:
  #   putc(object) -> object
  #
  # Writes the first character of a string, or the byte with the number +object+ modulo 256, and returns +object+.
  #
  #   $stdout.putc("été") # prints "é"
  #   $stdout.putc(65)    # prints "A"
  #   $stdout.putc(nil)   # raises TypeError
  def putc(object) end

  # :call-seq:
  #   puts(*objects) -> nil
  #
  # Writes each object as a string with a newline after it, unless it ends with one.  Of an array it writes the elements,
  # nested ones too, of an empty one nothing; without an argument a newline.
  #
  #   $stdout.puts("a", ["b\n", [1]], nil) # prints "a\nb\n1\n\n"
  #   $stdout.puts([])                     # prints ""
  def puts(*objects) end

  # :call-seq:
  #   pwrite(object, offset) -> integer
  #
  # Writes +object+ as a string from +offset+ on, past the buffer, and returns the number of bytes; the position stays.
  #
  #   File.open("a.txt", "w+") { |f| f << "abcdef"; f.flush; f.pwrite("XY", 1) } # => 2
  #   File.read("a.txt")                                                       # => "aXYdef"
  def pwrite(object, offset) end

  # :call-seq:
  #   read(length = nil, buffer = nil) -> string or nil
  #
  # Without a +length+ it returns all that is left, in the encoding of the stream; at the end an empty string.  With one it
  # returns that many bytes, fewer only if the stream ends, as a binary string; at the end +nil+, but an empty string
  # for 0.  With a +buffer+ the bytes replace what that holds, and it is returned.
  #
  #   File.write("a.txt", "één")
  #   File.open("a.txt") { |f| [f.read, f.read, f.read(1)] } # => ["één", "", nil]
  #   File.open("a.txt") { |f| f.read(3) }                   # => "\xC3\xA9\xC3"
  #   File.open("a.txt") { |f| f.read(-1) }                  # raises ArgumentError
  def read(length = nil, buffer = nil) end

  # :call-seq:
  #   read_nonblock(length, buffer = nil, exception: true) -> string, :wait_readable or nil
  #
  # Returns at most +length+ bytes that are there, without waiting.  If none are there it raises IO::EAGAINWaitReadable,
  # and EOFError at the end; with <tt>exception: false</tt> it returns +:wait_readable+ and +nil+.
  #
  #   r, w = IO.pipe
  #   r.read_nonblock(5, exception: false) # => :wait_readable
  #   r.read_nonblock(5)                   # raises IO::EAGAINWaitReadable
  #   w << "abc"
  #   r.read_nonblock(5)                   # => "abc"
  #   w.close
  #   r.read_nonblock(5)                   # raises EOFError
  def read_nonblock(length, buffer = nil, exception: true) end

  # :call-seq:
  #   readbyte -> integer
  #
  # Reads a byte.  Raises EOFError at the end.
  #
  #   File.write("a.txt", "a")
  #   File.open("a.txt") { |f| f.readbyte }               # => 97
  #   File.open("a.txt") { |f| f.readbyte; f.readbyte }   # raises EOFError
  def readbyte() end

  # :call-seq:
  #   readchar -> string
  #
  # Reads a character.  Raises EOFError at the end.
  #
  #   File.write("a.txt", "é")
  #   File.open("a.txt") { |f| f.readchar }               # => "é"
  #   File.open("a.txt") { |f| f.readchar; f.readchar }   # raises EOFError
  def readchar() end

  # :call-seq:
  #   readline(separator = $/, limit = nil, chomp: false) -> string
  #
  # Reads a line as #gets does.  Raises EOFError at the end.
  #
  #   File.write("a.txt", "one\n")
  #   File.open("a.txt") { |f| f.readline(chomp: true) }  # => "one"
  #   File.open("a.txt") { |f| f.readline; f.readline }   # raises EOFError: end of file reached
  def readline(separator = $/, limit = nil, chomp: false) end

  # :call-seq:
  #   readlines(separator = $/, limit = nil, chomp: false) -> array
  #
  # Returns the lines from the position to the end.  The arguments mean what they mean for #gets, but +limit+ must not
  # be 0.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   File.open("a.txt") { |f| f.gets; f.readlines } # => ["two\n"]
  #   File.open("a.txt") { |f| f.readlines(0) }      # raises ArgumentError
  def readlines(separator = $/, limit = nil, chomp: false) end

  alias to_a readlines

  # :call-seq:
  #   readpartial(length, buffer = nil) -> string
  #
  # Returns at most +length+ bytes as soon as there are some, first those read ahead; it waits only if there are none.
  # Raises EOFError at the end.
  #
  #   r, w = IO.pipe
  #   w << "abc"
  #   r.readpartial(10) # => "abc"
  #   w.close
  #   r.readpartial(10) # raises EOFError
  def readpartial(length, buffer = nil) end

  # :call-seq:
  #   reopen(io) -> self
  #   reopen(path, mode = nil, **options) -> self
  #
  # Lets the stream go on with what +io+ stands on, or with the file at +path+; +mode+ is as it was if none is given.
  # The number of the descriptor is kept for the standard streams.
  #
  #   File.write("a.txt", "first")
  #   File.write("b.txt", "second")
  #   f = File.open("a.txt")
  #   f.reopen("b.txt").read        # => "second"
  #   f.reopen("none")              # raises Errno::ENOENT
  def reopen(path, mode = nil, **options) end

  # :call-seq:
  #   rewind -> 0
  #
  # Goes to the start and sets #lineno to 0.  Raises Errno::ESPIPE for a stream without a position.
  #
  #   File.write("a.txt", "one\n")
  #   File.open("a.txt") { |f| f.gets; [f.rewind, f.lineno, f.gets] } # => [0, 0, "one\n"]
  #   IO.pipe[0].rewind                                              # raises Errno::ESPIPE
  def rewind() end

  # :call-seq:
  #   seek(offset, whence = :SET) -> 0
  #
  # Goes to +offset+, counted in bytes from the start (+:SET+ or IO::SEEK_SET), from the position (+:CUR+) or from the end
  # (+:END+).  Raises Errno::EINVAL before the start; behind the end is allowed.
  #
  #   File.write("a.txt", "abcdef")
  #   f = File.open("a.txt")
  #   f.seek(-2, :END)              # => 0
  #   f.read                        # => "ef"
  #   f.seek(-9, IO::SEEK_CUR)      # raises Errno::EINVAL
  def seek(offset, whence = :SET) end

  # :call-seq:
  #   set_encoding(external, internal = nil, **options) -> self
  #
  # Sets the encodings: two encodings or their names, or one string <tt>"external:internal"</tt>.  +nil+ stands for the
  # default.  The options are those of String#encode.
  #
  #   File.binwrite("a.txt", "\xE9")
  #   File.open("a.txt") { |f| f.set_encoding("iso-8859-1:utf-8").read } # => "é"
  #   File.open("a.txt") { |f| f.set_encoding("iso-8859-1").read }       # => "\xE9"
  def set_encoding(external, internal = nil, **options) end

  # :call-seq:
  #   set_encoding_by_bom -> encoding or nil
  #
  # Reads a byte order mark, if there is one, sets the external encoding to what it says, and returns that; otherwise +nil+.
  # Raises ArgumentError if the stream is not binary or has an encoding.
  #
  #   File.binwrite("a.txt", "\xEF\xBB\xBFtext")
  #   File.open("a.txt", "rb") { |f| [f.set_encoding_by_bom, f.read] } # => [#<Encoding:UTF-8>, "text"]
  #   File.open("a.txt") { |f| f.set_encoding_by_bom }                 # raises ArgumentError
  def set_encoding_by_bom() end

  # :call-seq:
  #   stat -> stat
  #
  # Returns a File::Stat about what is open.
  #
  #   IO.pipe[0].stat.pipe?                                      # => true
  #   File.open("a.txt", "w") { |f| f << "abc"; f.flush; f.stat.size } # => 3
  def stat() end

  # :call-seq:
  #   sync -> true or false
  #
  # Tells whether each write goes to the system at once.
  #
  #   File.open("a.txt", "w") { |f| f.sync } # => false
  #   $stderr.sync                           # => true
  def sync() end

  # :call-seq:
  #   sync = value
  #
  # Sets whether each write goes to the system at once.
  #
  #   File.open("a.txt", "w") { |f| f.sync = true; f << "x"; File.size("a.txt") } # => 1
  def sync=(value) end

  # :call-seq:
  #   sysread(length, buffer = nil) -> string
  #
  # Reads at most +length+ bytes by one call of the system.  Raises EOFError at the end, and IOError if bytes were read
  # ahead.
  #
  #   File.write("a.txt", "one\ntwo\n")
  #   File.open("a.txt") { |f| f.sysread(3) }         # => "one"
  #   File.open("a.txt") { |f| f.gets; f.sysread(3) } # raises IOError
  def sysread(length, buffer = nil) end

  # :call-seq:
  #   sysseek(offset, whence = IO::SEEK_SET) -> integer
  #
  # Goes to a position as #seek does, without heed of the buffer, and returns the new one.  Raises IOError if bytes were
  # read ahead; warns if some are not yet written.
  #
  #   File.write("a.txt", "abcdef")
  #   File.open("a.txt") { |f| [f.sysseek(-2, IO::SEEK_END), f.sysread(9)] } # => [4, "ef"]
  #   File.open("a.txt") { |f| f.getc; f.sysseek(0) }                        # raises IOError
  def sysseek(offset, whence = IO::SEEK_SET) end

  # :call-seq:
  #   syswrite(object) -> integer
  #
  # Writes +object+ as a string by one call of the system, and returns how many bytes that took.  Warns if bytes written
  # before are still in the buffer.
  #
  #   File.open("a.txt", "w") { |f| [f.syswrite("abc"), File.size("a.txt")] } # => [3, 3]
  def syswrite(object) end

  # :call-seq:
  #   timeout -> number or nil
  #
  # Returns how many seconds a read or a write waits at most; +nil+ if there is no limit.
  #
  #   IO.pipe[0].timeout # => nil
  def timeout() end

  # :call-seq:
  #   timeout = seconds
  #
  # Sets how many seconds a read or a write waits at most before it raises IO::TimeoutError; +nil+ for no limit.
  #
  #   r, w = IO.pipe
  #   r.timeout = 0.01
  #   r.read(1)        # raises IO::TimeoutError
  def timeout=(seconds) end

  # :call-seq:
  #   to_io -> self
  #
  # Returns the stream itself.
  #
  #   $stdout.to_io.equal?($stdout) # => true
  def to_io() end

  # :call-seq:
  #   ungetbyte(integer or string) -> nil
  #
  # Puts bytes back, so that they are read next: that with the number +integer+ modulo 256, or those of a string.
  # The file does not change.  +nil+ does nothing.
  #
  #   File.write("a.txt", "bc")
  #   File.open("a.txt") { |f| f.ungetbyte(97); f.read }  # => "abc"
  #   File.open("a.txt") { |f| f.ungetbyte("xy"); f.read } # => "xybc"
  def ungetbyte(bytes) end

  # :call-seq:
  #   ungetc(integer or string) -> nil
  #
  # Puts characters back, so that they are read next: that with the codepoint +integer+, or those of a string.
  # The file does not change.  +nil+ does nothing.
  #
  #   File.write("a.txt", "té")
  #   File.open("a.txt") { |f| f.ungetc(0xe9); f.read } # => "été"
  def ungetc(characters) end

  # :call-seq:
  #   wait(events, timeout) -> integer, false or nil
  #   wait(timeout = nil, mode = :read) -> self or nil
  #
  # Waits until the stream is ready.  With +events+, a sum of IO::READABLE, IO::WRITABLE and IO::PRIORITY, it returns those
  # that came.  With a +mode+ (+:read+, +:write+, +:read_write+) it returns the stream.  After +timeout+ seconds without one
  # it gives nothing true.
  #
  #   r, w = IO.pipe
  #   w.wait(IO::WRITABLE, 0)   # => 4
  #   r.wait(0)                 # => nil
  #   w.wait(0, :write) == w    # => true
  def wait(events, timeout = nil) end

  # :call-seq:
  #   wait_priority(timeout = nil) -> self or nil
  #
  # Waits until there is something out of turn to read; +nil+ after +timeout+ seconds.
  #
  #   IO.pipe[0].wait_priority(0) # => nil
  def wait_priority(timeout = nil) end

  # :call-seq:
  #   wait_readable(timeout = nil) -> self or nil
  #
  # Waits until reading would not wait; +nil+ after +timeout+ seconds.  Raises IOError if the stream is not open for
  # reading.
  #
  #   r, w = IO.pipe
  #   r.wait_readable(0)      # => nil
  #   w << "x"
  #   r.wait_readable(0) == r # => true
  #   w.wait_readable(0)      # raises IOError
  def wait_readable(timeout = nil) end

  # :call-seq:
  #   wait_writable(timeout = nil) -> self or nil
  #
  # Waits until writing would not wait; +nil+ after +timeout+ seconds.  Raises IOError if the stream is not open for
  # writing.
  #
  #   r, w = IO.pipe
  #   w.wait_writable(0) == w # => true
  #   r.wait_writable(0)      # raises IOError
  def wait_writable(timeout = nil) end

  # :call-seq:
  #   write(*objects) -> integer
  #
  # Writes the objects as strings, converted to the external encoding if one is set, and returns the number of bytes.
  # Nothing comes between them.
  #
  #   $stdout.write("a", 1, nil)                                      # prints "a1"
  #   File.open("a.txt", "w") { |f| f.write("é", 12) }                # => 4
  #   File.open("a.txt", "w:iso-8859-1") { |f| f.write("é") }         # => 1
  #   File.open("a.txt", "r") { |f| f.write("x") }                    # raises IOError: not opened for writing
  def write(*objects) end

  # :call-seq:
  #   write_nonblock(object, exception: true) -> integer or :wait_writable
  #
  # Writes as much of +object+ as fits without waiting, past the buffer, and returns the number of bytes.  If nothing
  # fits it raises IO::EAGAINWaitWritable, or returns +:wait_writable+ with <tt>exception: false</tt>.
  #
  #   r, w = IO.pipe
  #   w.write_nonblock("abc")                                # => 3
  #   nil until w.write_nonblock("x" * 65536, exception: false) == :wait_writable
  #   w.write_nonblock("abc" * 9999)                         # raises IO::EAGAINWaitWritable
  def write_nonblock(object, exception: true) end
end
