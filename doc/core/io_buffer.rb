# frozen_string_literal: true

# A piece of memory as it is: bytes that can be read and written as numbers of a certain size, sliced without a copy, passed
# to streams and mapped from files.
#
# Its memory is its own (internal or, for large ones, mapped), that of a string or of another buffer.  It is freed when the
# buffer is, and a slice of it is then no longer valid.  A locked buffer can be neither resized nor freed.
#
# Numbers have a type: +:U8+, +:S8+ (a byte without and with a sign); +:u16+, +:s16+, +:u32+, +:s32+, +:u64+, +:s64+, +:f32+,
# +:f64+ (the low byte first), and the same in capitals (the high byte first).
class IO::Buffer
  # :call-seq:
  #   IO::Buffer.for(string) -> buffer
  #   IO::Buffer.for(string) {|buffer| ... } -> object
  #
  # Returns a buffer on a frozen copy of the string, which cannot be written.  With a block the buffer is on the string
  # itself, and can be written if that is not frozen; the string is locked meanwhile, and the buffer not valid after it.
  #
  #   IO::Buffer.for("abc").readonly?                   # => true
  #   s = +"abc"
  #   IO::Buffer.for(s) { |b| b.set_value(:U8, 0, 65) }
  #   s                                                 # => "Abc"
  #   IO::Buffer.for(s) { s << "d" }                    # raises RuntimeError
  def self.for(string) end

  # :call-seq:
  #   IO::Buffer.map(file, size = nil, offset = 0, flags = 0) -> buffer
  #
  # Returns a buffer on the bytes of an open file, +size+ of them from +offset+ on.  What is written goes to the file,
  # unless +flags+ has IO::Buffer::PRIVATE; with READONLY nothing can be.  Raises ArgumentError for a size that is not positive.
  #
  #   File.write("a.txt", "hello world")
  #   f = File.open("a.txt")
  #   b = IO::Buffer.map(f, 5, 0, IO::Buffer::READONLY)
  #   b.get_string                                      # => "hello"
  #   b.mapped?                                         # => true
  #   IO::Buffer.map(f, 0)                              # raises ArgumentError
  def self.map(file, size = nil, offset = 0, flags = 0) end

  # :call-seq:
  #   IO::Buffer.new(size = DEFAULT_SIZE, flags = 0) -> buffer
  #
  # Returns a buffer of +size+ bytes, all 0.  Large ones are mapped; +flags+ may say IO::Buffer::INTERNAL or MAPPED.  Raises
  # ArgumentError for a negative size.
  #
  #   IO::Buffer.new(4).get_string # => "\x00\x00\x00\x00"
  #   IO::Buffer.new(0).null?      # => true
  #   IO::Buffer.new(-1)           # raises ArgumentError: Size can't be negative!
  def self.new(size = 0, flags = 0) end

  # :call-seq:
  #   IO::Buffer.size_of(type) -> integer
  #   IO::Buffer.size_of(types) -> integer
  #
  # Returns how many bytes a number of that type takes, or all those of an array of types.  Raises ArgumentError for one that
  # is none.
  #
  #   IO::Buffer.size_of(:f64)        # => 8
  #   IO::Buffer.size_of([:U8, :F64]) # => 9
  #   IO::Buffer.size_of(:such)       # raises ArgumentError: Invalid type name!
  def self.size_of(type) end

  # :call-seq:
  #   IO::Buffer.string(length) {|buffer| ... } -> string
  #
  # Returns a new binary string of +length+ bytes that the block has filled by the buffer.  Raises ArgumentError for a
  # negative length.
  #
  #   IO::Buffer.string(3) { |b| b.set_string("xyz") } # => "xyz"
  #   IO::Buffer.string(-1) { }                        # raises ArgumentError
  def self.string(length) end

  # :call-seq:
  #   self & mask -> buffer
  #
  # Returns a new buffer of the bits that are set in both; the mask is repeated.  Raises IO::Buffer::MaskError for an
  # empty one.
  #
  #   (IO::Buffer.for("1234") & IO::Buffer.for("\xFF\x00")).get_string # => "1\x003\x00"
  #   IO::Buffer.for("1234") & IO::Buffer.for("")                      # raises IO::Buffer::MaskError
  def &(mask) end

  # :call-seq:
  #   self <=> other -> -1, 0 or 1
  #
  # Compares the sizes, and if these are the same the bytes.  Raises TypeError if +other+ is no buffer.
  #
  #   IO::Buffer.for("a") <=> IO::Buffer.for("b")  # => -1
  #   IO::Buffer.for("aa") <=> IO::Buffer.for("b") # => 1
  #   IO::Buffer.for("a") <=> "a"                  # raises TypeError
  def <=>(other) end

  # :call-seq:
  #   self ^ mask -> buffer
  #
  # Returns a new buffer of the bits that are set in one of both alone; the mask is repeated.  Raises IO::Buffer::MaskError
  # for an empty one.
  #
  #   (IO::Buffer.for("12") ^ IO::Buffer.for("1")).get_string # => "\x00\x03"
  def ^(mask) end

  # :call-seq:
  #   and!(mask) -> self
  #
  # Keeps the bits that are set in the mask too, which is repeated.  Raises IO::Buffer::MaskError for an empty mask, and
  # IO::Buffer::AccessError if the buffer cannot be written.
  #
  #   IO::Buffer.new(2).clear(15).and!(IO::Buffer.for("\x03")).get_string # => "\x03\x03"
  #   IO::Buffer.for("a").and!(IO::Buffer.for("b"))                       # raises IO::Buffer::AccessError
  def and!(mask) end

  # :call-seq:
  #   clear(value = 0, offset = 0, length = size - offset) -> self
  #
  # Fills the bytes from +offset+ on with +value+.
  #
  #   IO::Buffer.new(4).clear(7, 1, 2).get_string # => "\x00\a\a\x00"
  #   IO::Buffer.for("a").clear                   # raises IO::Buffer::AccessError
  def clear(value = 0, offset = 0, length = nil) end

  # :call-seq:
  #   copy(source, offset = 0, length = nil, source_offset = 0) -> integer
  #
  # Copies bytes of another buffer to +offset+ and returns how many.  Raises ArgumentError if they do not fit, and
  # IO::Buffer::AccessError if this one cannot be written.
  #
  #   b = IO::Buffer.new(4)
  #   b.copy(IO::Buffer.for("xyz"), 1, 2, 1) # => 2
  #   b.get_string                           # => "\x00yz\x00"
  #   b.copy(IO::Buffer.for("xyz"), 3)       # raises ArgumentError
  def copy(source, offset = 0, length = nil, source_offset = 0) end

  # :call-seq:
  #   each(type, offset = 0, count = nil) {|offset, value| ... } -> self
  #   each(type, offset = 0, count = nil) -> enumerator
  #
  # Passes numbers of one type that follow each other, with where each is: +count+ of them, or as many as there are.
  #
  #   IO::Buffer.for("abcd").each(:U8, 1, 2).to_a # => [[1, 98], [2, 99]]
  #   IO::Buffer.for("abcd").each(:U16).to_a      # => [[0, 24930], [2, 25444]]
  def each(type, offset = 0, count = nil) end

  # :call-seq:
  #   each_byte(offset = 0, count = nil) {|byte| ... } -> self
  #   each_byte(offset = 0, count = nil) -> enumerator
  #
  # Passes the bytes from +offset+ on.
  #
  #   IO::Buffer.for("abc").each_byte.to_a # => [97, 98, 99]
  def each_byte(offset = 0, count = nil) end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether the size is 0.
  #
  #   IO::Buffer.new(0).empty? # => true
  #   IO::Buffer.new(4).empty? # => false
  def empty?() end

  # :call-seq:
  #   external? -> true or false
  #
  # Tells whether the memory is not the buffer's own, as that of a string.
  #
  #   IO::Buffer.for("abc").external? # => true
  #   IO::Buffer.new(4).external?     # => false
  def external?() end

  # :call-seq:
  #   free -> self
  #
  # Gives the memory up; the buffer is then null, and its slices are not valid.  Raises IO::Buffer::LockedError if it is locked.
  #
  #   b = IO::Buffer.new(4)
  #   b.free.null?          # => true
  #   b = IO::Buffer.new(4)
  #   b.locked { b.free }   # raises IO::Buffer::LockedError
  def free() end

  # :call-seq:
  #   get_string(offset = 0, length = size - offset, encoding = nil) -> string
  #
  # Returns a copy of the bytes as a string, binary unless an encoding is given.  Raises ArgumentError if they are not all there.
  #
  #   b = IO::Buffer.for("hello")
  #   b.get_string(1, 2)          # => "el"
  #   b.get_string(1, 9)          # raises ArgumentError
  def get_string(offset = 0, length = nil, encoding = nil) end

  # :call-seq:
  #   get_value(type, offset) -> number
  #
  # Returns the number of that type at +offset+.  Raises ArgumentError if it is not all there.
  #
  #   b = IO::Buffer.for("\x01\xFF")
  #   b.get_value(:S8, 1)            # => -1
  #   b.get_value(:u16, 0)           # => 65281
  #   b.get_value(:U16, 0)           # => 511
  #   b.get_value(:U16, 1)           # raises ArgumentError
  def get_value(type, offset) end

  # :call-seq:
  #   get_values(types, offset) -> array
  #
  # Returns the numbers of these types that follow each other from +offset+ on.  Raises ArgumentError if they are not all there.
  #
  #   IO::Buffer.for("\x01\x00\x02").get_values([:U8, :U16], 0) # => [1, 2]
  def get_values(types, offset) end

  # :call-seq:
  #   hexdump(offset = 0, length = size - offset, width = 16) -> string
  #
  # Returns the bytes for a reader: in hexadecimal and as characters, +width+ on a line.
  #
  #   IO::Buffer.for("abcd").hexdump(0, 4, 8) # => "0x00000000  61 62 63 64             abcd"
  def hexdump(offset = 0, length = nil, width = 16) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns what #to_s returns, and for a buffer that is not too large what #hexdump does.
  #
  #   IO::Buffer.for("abcd").inspect.lines.size # => 2
  def inspect() end

  # :call-seq:
  #   internal? -> true or false
  #
  # Tells whether the memory is the buffer's own and not mapped.
  #
  #   IO::Buffer.new(4).internal? # => true
  def internal?() end

  # :call-seq:
  #   locked { ... } -> object
  #
  # Runs the block with the buffer locked, and returns what it returned.  Raises IO::Buffer::LockedError if it is locked
  # already.
  #
  #   b = IO::Buffer.new(4)
  #   b.locked { b.locked? }   # => true
  #   b.locked { b.resize(8) } # raises IO::Buffer::LockedError
  def locked() end

  # :call-seq:
  #   locked? -> true or false
  #
  # Tells whether the buffer is locked.
  #
  #   IO::Buffer.new(4).locked? # => false
  def locked?() end

  # :call-seq:
  #   mapped? -> true or false
  #
  # Tells whether the memory is mapped by the system.
  #
  #   IO::Buffer.new(4).mapped?                     # => false
  #   IO::Buffer.new(4, IO::Buffer::MAPPED).mapped? # => true
  def mapped?() end

  # :call-seq:
  #   not! -> self
  #
  # Turns each bit over.  Raises IO::Buffer::AccessError if the buffer cannot be written.
  #
  #   IO::Buffer.new(2).not!.get_string # => "\xFF\xFF"
  def not!() end

  # :call-seq:
  #   null? -> true or false
  #
  # Tells whether the buffer has no memory.
  #
  #   IO::Buffer.new(4).null?      # => false
  #   IO::Buffer.new(4).free.null? # => true
  def null?() end

  # :call-seq:
  #   or!(mask) -> self
  #
  # Sets the bits that are set in the mask, which is repeated.  Raises IO::Buffer::MaskError for an empty mask.
  #
  #   IO::Buffer.new(2).or!(IO::Buffer.for("\x03")).get_string # => "\x03\x03"
  def or!(mask) end

  # :call-seq:
  #   pread(io, from, length = nil, offset = 0) -> integer
  #
  # Reads from position +from+ of a stream into the buffer at +offset+: at least +length+ bytes, or as many as fit in one
  # call if it is +nil+.  Returns how many; 0 at the end.  The position of the stream stays.
  #
  #   File.write("a.txt", "hello world")
  #   b = IO::Buffer.new(8)
  #   File.open("a.txt") { |f| b.pread(f, 6, 5) } # => 5
  #   b.get_string(0, 5)                          # => "world"
  def pread(io, from, length = nil, offset = 0) end

  # :call-seq:
  #   private? -> true or false
  #
  # Tells whether the buffer is mapped from a file without changing it.
  #
  #   File.write("a.txt", "hello")
  #   f = File.open("a.txt", "r+")
  #   IO::Buffer.map(f, nil, 0, IO::Buffer::PRIVATE).private? # => true
  def private?() end

  # :call-seq:
  #   pwrite(io, from, length = nil, offset = 0) -> integer
  #
  # Writes bytes of the buffer from +offset+ on at position +from+ of a stream, and returns how many.  The position of the
  # stream stays.
  #
  #   File.open("a.txt", "w") { |f| IO::Buffer.for("data").pwrite(f, 2) } # => 4
  #   File.binread("a.txt")                                               # => "\x00\x00data"
  def pwrite(io, from, length = nil, offset = 0) end

  # :call-seq:
  #   read(io, length = nil, offset = 0) -> integer
  #
  # Reads from a stream into the buffer at +offset+: at least +length+ bytes, or as many as fit in one call if it is +nil+.
  # Returns how many; 0 at the end.  Raises ArgumentError if they would not fit.
  #
  #   File.write("a.txt", "hello world")
  #   b = IO::Buffer.new(8)
  #   File.open("a.txt") { |f| b.read(f) }    # => 8
  #   b.get_string                            # => "hello wo"
  #   File.open("a.txt") { |f| b.read(f, 9) } # raises ArgumentError
  def read(io, length = nil, offset = 0) end

  # :call-seq:
  #   readonly? -> true or false
  #
  # Tells whether the buffer cannot be written.
  #
  #   IO::Buffer.for("abc").readonly? # => true
  #   IO::Buffer.new(4).readonly?     # => false
  def readonly?() end

  # :call-seq:
  #   resize(size) -> self
  #
  # Changes the size; what is new is 0.  Raises IO::Buffer::AccessError if the memory is not its own, and
  # IO::Buffer::LockedError if it is locked.
  #
  #   b = IO::Buffer.new(4).clear(1)
  #   b.resize(2).get_string          # => "\x01\x01"
  #   IO::Buffer.for("abc").resize(2) # raises IO::Buffer::AccessError
  def resize(size) end

  # :call-seq:
  #   set_string(string, offset = 0, length = nil, source_offset = 0) -> integer
  #
  # Copies bytes of a string to +offset+ and returns how many.  Raises ArgumentError if they do not fit, and
  # IO::Buffer::AccessError if the buffer cannot be written.
  #
  #   b = IO::Buffer.new(4)
  #   b.set_string("hey", 1)  # => 3
  #   b.get_string            # => "\x00hey"
  #   b.set_string("hey", 2)  # raises ArgumentError
  def set_string(string, offset = 0, length = nil, source_offset = 0) end

  # :call-seq:
  #   set_value(type, offset, number) -> integer
  #
  # Writes a number as that type at +offset+, and returns the offset behind it.  Of a number that is too large only the low
  # bits count.
  #
  #   b = IO::Buffer.new(4)
  #   b.set_value(:U16, 1, 258) # => 3
  #   b.get_string              # => "\x00\x01\x02\x00"
  #   b.set_value(:U16, 3, 1)   # raises ArgumentError
  def set_value(type, offset, number) end

  # :call-seq:
  #   set_values(types, offset, numbers) -> integer
  #
  # Writes numbers as these types one after the other from +offset+ on, and returns the offset behind them.  Raises
  # ArgumentError if there are not as many of both.
  #
  #   b = IO::Buffer.new(4)
  #   b.set_values([:U8, :U16], 0, [1, 2]) # => 3
  #   b.get_string                         # => "\x01\x00\x02\x00"
  #   b.set_values([:U8], 0, [1, 2])       # raises ArgumentError
  def set_values(types, offset, numbers) end

  # :call-seq:
  #   shared? -> true or false
  #
  # Tells whether other processes see the memory, as that of a file that is mapped.
  #
  #   IO::Buffer.new(4).shared? # => false
  def shared?() end

  # :call-seq:
  #   size -> integer
  #
  # Returns the number of bytes.
  #
  #   IO::Buffer.for("é").size # => 2
  def size() end

  # :call-seq:
  #   slice(offset = 0, length = size - offset) -> buffer
  #
  # Returns a buffer on a part of the same memory: what is written to one is seen in the other.  Raises ArgumentError if the
  # part is not all there.
  #
  #   b = IO::Buffer.new(4)
  #   b.slice(1, 2).clear(7)
  #   b.get_string           # => "\x00\a\a\x00"
  #   b.slice(3, 2)          # raises ArgumentError
  def slice(offset = 0, length = nil) end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the class with the address, the size and the kind of the memory.
  #
  #   IO::Buffer.new(4).to_s.sub(/0x\h+/, "ADDRESS") # => "#<IO::Buffer ADDRESS+4 INTERNAL>"
  def to_s() end

  # :call-seq:
  #   transfer -> buffer
  #
  # Returns a new buffer with the memory of this one, which becomes null.  Raises IO::Buffer::LockedError if it is locked.
  #
  #   b = IO::Buffer.new(4)
  #   b.transfer.size       # => 4
  #   b.null?               # => true
  def transfer() end

  # :call-seq:
  #   valid? -> true or false
  #
  # Tells whether the memory is still there, which it is not for a slice of a buffer that was freed.
  #
  #   b = IO::Buffer.new(4)
  #   part = b.slice(0, 2)
  #   part.valid?           # => true
  #   b.free
  #   part.valid?           # => false
  #   part.get_string       # raises IO::Buffer::InvalidatedError
  def valid?() end

  # :call-seq:
  #   values(type, offset = 0, count = nil) -> array
  #
  # Returns numbers of one type that follow each other from +offset+ on: +count+ of them, or as many as there are.
  #
  #   IO::Buffer.for("abc").values(:U8)  # => [97, 98, 99]
  #   IO::Buffer.for("abc").values(:U16) # => [24930]
  def values(type, offset = 0, count = nil) end

  # :call-seq:
  #   write(io, length = nil, offset = 0) -> integer
  #
  # Writes bytes of the buffer from +offset+ on to a stream: at least +length+, or what one call takes if it is +nil+.
  # Returns how many.
  #
  #   File.open("a.txt", "w") { |f| IO::Buffer.for("data").write(f) } # => 4
  #   File.read("a.txt")                                              # => "data"
  def write(io, length = nil, offset = 0) end

  # :call-seq:
  #   xor!(mask) -> self
  #
  # Turns over the bits that are set in the mask, which is repeated.  Raises IO::Buffer::MaskError for an empty mask.
  #
  #   IO::Buffer.new(2).clear(1).xor!(IO::Buffer.for("\x03")).get_string # => "\x02\x02"
  def xor!(mask) end

  # :call-seq:
  #   self | mask -> buffer
  #
  # Returns a new buffer of the bits that are set in one or both; the mask is repeated.  Raises IO::Buffer::MaskError for an
  # empty one.
  #
  #   (IO::Buffer.for("12") | IO::Buffer.for("\x01")).get_string # => "13"
  def |(mask) end

  # :call-seq:
  #   ~self -> buffer
  #
  # Returns a new buffer with each bit turned over.
  #
  #   (~IO::Buffer.for("\x00\xFF")).get_string # => "\xFF\x00"
  def ~() end
end
