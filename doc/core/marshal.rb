# frozen_string_literal: true

# Marshal turns objects, with all that they refer to, into bytes and back. An object that occurs several times, or inside
# itself, does so again after loading. What cannot be written are IOs, Procs, Methods, Threads, objects with singleton methods,
# and classes without a name. Loading bytes from a stranger is not safe: they may make objects of any class.
#
# A class may say what is written of it: +marshal_dump+ returns an object from which +marshal_load+ fills a new one;
# or +_dump+ returns a String from which the class's own +_load+ makes an object.
#
#   class Account
#     attr_reader :name
#     def initialize(name) = (@name = name; @opened = Time.now)
#     def marshal_dump = @name
#     def marshal_load(name) = @name = name
#   end
#   Marshal.load(Marshal.dump(Account.new("Ada"))).name # => "Ada"
module Marshal
  # The first number of the format, 4: bytes with another one cannot be loaded.
  MAJOR_VERSION = 4

  # The second number of the format, 8: bytes with a greater one cannot be loaded, with a smaller one they can.
  MINOR_VERSION = 8

  # :call-seq:
  #   Marshal.dump(object, limit = -1) -> string
  #   Marshal.dump(object, io, limit = -1) -> io
  #
  # Returns the object as bytes, or writes them to +io+ (what has +write+) and returns that.
  # At most +limit+ levels of objects inside objects are written; a negative one is no limit.
  # Raises ArgumentError past the limit, TypeError for an object that cannot be written.
  #
  #   Marshal.dump([1, "a"]).bytesize         # => 15
  #   Marshal.load(Marshal.dump([1, [:b, 2.5]])) # => [1, [:b, 2.5]]
  #   Marshal.dump([[]], 1)                   # raises ArgumentError: exceed depth limit
  #   Marshal.dump(proc { })                  # raises TypeError: no _dump_data is defined for class Proc
  #   File.open("data", "wb") { |f| Marshal.dump({ a: 1 }, f) }
  #   File.open("data", "rb") { |f| Marshal.load(f) } # => {a: 1}
  def self.dump(object, *) end

  # :call-seq:
  #   Marshal.load(source, proc = nil, freeze: false) -> object
  #
  # Returns the object whose bytes stand in +source+: a String, or what has +getbyte+ and +read+. +proc+ is called with each
  # object once it is complete, the outermost last; what it returns takes the object's place. With +freeze+ all but
  # classes and modules are frozen, and equal Strings are one object.
  # Raises ArgumentError if bytes are missing, TypeError for another format.
  #
  #   bytes = Marshal.dump(["a", 2])
  #   Marshal.load(bytes)                     # => ["a", 2]
  #   Marshal.load(bytes, freeze: true).frozen? # => true
  #   Marshal.load(bytes, ->(o) { o.is_a?(Integer) ? o * 10 : o }) # => ["a", 20]
  #   Marshal.load("")                        # raises ArgumentError: marshal data too short
  #   Marshal.load("\x03\x00i\x00")           # raises TypeError: incompatible marshal file format (can't be read)
  def self.load(source, proc = nil, freeze: false) end

  class << self
    alias restore load
  end
end
