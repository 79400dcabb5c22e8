# frozen_string_literal: true

# Makes classes whose objects have a fixed list of named values, the members, each with a method to read and one to
# set.
#
# Struct.new makes such a class; its own +new+ takes the values.  For objects that cannot be changed there is Data.
#
#   Point = Struct.new(:x, :y) do
#     def sum = x + y
#   end
#   a = Point.new(1, 2)
#   a.x = 5
#   a.sum # => 7
class Struct
  # :call-seq:
  #   Struct.new(*members, keyword_init: nil) -> class
  #   Struct.new(*members, keyword_init: nil) { ... } -> class
  #   Struct.new(class_name, *members, keyword_init: nil) -> class
  #
  # Returns a new class below Struct with the members; the block is run in it.  With a name, a string, it becomes a
  # constant of Struct.  The class's +new+ (also <tt>[]</tt>) takes the values in order, or keywords alone; with
  # <tt>keyword_init: true</tt> nothing but keywords, with +false+ no keywords.  Missing values are +nil+; too many
  # raise ArgumentError.
  #
  #   point = Struct.new(:x, :y)
  #   point.new(1).to_a                         # => [1, nil]
  #   point.new(y: 2, x: 1).to_a                # => [1, 2]
  #   point[1, 2].y                             # => 2
  #   point.members                             # => [:x, :y]
  #   point.new(1, 2, 3)                        # raises ArgumentError
  #   Struct.new(:x, keyword_init: true).new(1) # raises ArgumentError
  #   Struct.new(:x, :x)                        # raises ArgumentError
  def self.new(*members, keyword_init: nil) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is of the same class and its values are equal (<tt>==</tt>).
  #
  #   point = Struct.new(:x)
  #   point.new(1) == point.new(1.0) # => true
  #   point.new(1) == [1]            # => false
  def ==(other) end

  # :call-seq:
  #   self[member] -> object
  #   self[index] -> object
  #
  # Returns the value of the member, named by a symbol, a string or its number.  Raises NameError or IndexError if
  # there is none.
  #
  #   a = Struct.new(:x, :y).new(1, 2)
  #   a[:y]  # => 2
  #   a["x"] # => 1
  #   a[-1]  # => 2
  #   a[:z]  # raises NameError
  #   a[2]   # raises IndexError
  def [](member) end

  # :call-seq:
  #   self[member] = object -> object
  #   self[index] = object -> object
  #
  # Sets the value of the member, named as for #[].  Raises FrozenError if the object is frozen.
  #
  #   a = Struct.new(:x, :y).new(1, 2)
  #   a[:x] = 5
  #   a.x      # => 5
  #   a[2] = 1 # raises IndexError
  def []=(member, object) end

  # :call-seq:
  #   to_a -> array
  #
  # Returns the values; pattern matching asks +deconstruct+.
  #
  #   Struct.new(:x, :y).new(1, 2).to_a # => [1, 2]
  def to_a() end
  alias deconstruct to_a
  alias values to_a

  # :call-seq:
  #   deconstruct_keys(names) -> hash
  #
  # Returns a hash of the members in the array +names+ to their values, up to the first that is none; of all if it is
  # +nil+.  Pattern matching asks it.
  #
  #   a = Struct.new(:x, :y).new(1, 2)
  #   a.deconstruct_keys([:y]) # => {y: 2}
  #   a.deconstruct_keys(nil)  # => {x: 1, y: 2}
  #   case a; in {x:}; x; end  # => 1
  #   a.deconstruct_keys(1)    # raises TypeError
  def deconstruct_keys(names) end

  # :call-seq:
  #   dig(member, *keys) -> object or nil
  #
  # Takes the value of the member, of that +dig+ with the next key, and so on; returns +nil+ as soon as one is +nil+.
  #
  #   a = Struct.new(:x).new([7, {b: 8}])
  #   a.dig(:x, 1, :b) # => 8
  def dig(member, *keys) end

  # :call-seq:
  #   each {|value| ... } -> self
  #   each -> enumerator
  #
  # Calls the block with each value.
  #
  #   Struct.new(:x, :y).new(1, 2).each {|v| print v } # prints "12"
  def each() end

  # :call-seq:
  #   each_pair {|member, value| ... } -> self
  #   each_pair -> enumerator
  #
  # Calls the block with the name of each member and its value.
  #
  #   Struct.new(:x, :y).new(1, 2).each_pair.to_a # => [[:x, 1], [:y, 2]]
  def each_pair() end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is of the same class and its values are +eql?+.
  #
  #   point = Struct.new(:x)
  #   point.new(1).eql?(point.new(1))   # => true
  #   point.new(1).eql?(point.new(1.0)) # => false
  def eql?(other) end

  # :call-seq:
  #   select {|value| ... } -> array
  #   select -> enumerator
  #
  # Returns an array of the values for which the block returns true.
  #
  #   Struct.new(:x, :y).new(1, 2).select(&:even?) # => [2]
  def select() end
  alias filter select

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for objects that are +eql?+.
  #
  #   point = Struct.new(:x)
  #   point.new(1).hash == point.new(1).hash # => true
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class's name, the members and the +inspect+ of their values.
  #
  #   Struct.new(:x, :y).new(1, "a").inspect # => "#<struct x=1, y=\"a\">"
  def inspect() end
  alias to_s inspect

  # :call-seq:
  #   length -> integer
  #
  # Returns how many members there are.
  #
  #   Struct.new(:x, :y).new.length # => 2
  def length() end
  alias size length

  # :call-seq:
  #   members -> array
  #
  # Returns the names of the members; the class has this method too.
  #
  #   Struct.new(:x, :y).new.members # => [:x, :y]
  def members() end

  # :call-seq:
  #   to_h -> hash
  #   to_h {|member, value| ... } -> hash
  #
  # Returns a hash of the members to their values, or of the pairs that the block returns.
  #
  #   a = Struct.new(:x, :y).new(1, 2)
  #   a.to_h                        # => {x: 1, y: 2}
  #   a.to_h {|name, v| [v, name] } # => {1 => :x, 2 => :y}
  def to_h() end

  # :call-seq:
  #   values_at(*indexes) -> array
  #
  # Returns the values at the numbers or in the ranges.  Raises IndexError for a number that is too great.
  #
  #   a = Struct.new(:x, :y, :z).new(1, 2, 3)
  #   a.values_at(0, -1) # => [1, 3]
  #   a.values_at(1..)   # => [2, 3]
  #   a.values_at(3)     # raises IndexError
  def values_at(*indexes) end
end
