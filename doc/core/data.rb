# frozen_string_literal: true

# Makes classes whose objects have a fixed list of named values that are never changed.
#
# Data.define makes such a class; its +new+ (also <tt>[]</tt>) takes the values in order or as keywords, exactly
# those.  Its objects are frozen.  A class may define +initialize+ anew; it is called with keywords.
#
#   Point = Data.define(:x, :y) do
#     def initialize(x:, y: 0) = super(x: Integer(x), y:)
#   end
#   Point.new("1")        # => #<data Point x=1, y=0>
#   Point.new(x: 1, z: 2) # raises ArgumentError
class Data
  # :call-seq:
  #   Data.define(*members) -> class
  #   Data.define(*members) { ... } -> class
  #
  # Returns a new class below Data with the members; the block is run in it.  Raises ArgumentError if a member is
  # named twice or its name ends with <tt>=</tt>.
  #
  #   point = Data.define(:x, :y)
  #   point.members       # => [:x, :y]
  #   point.new(1, 2).y   # => 2
  #   point[x: 1, y: 2].x # => 1
  #   point.new(1)        # raises ArgumentError
  #   Data.define(:x, :x) # raises ArgumentError
  def self.define(*members) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is of the same class and its values are equal (<tt>==</tt>).
  #
  #   point = Data.define(:x)
  #   point.new(1) == point.new(1.0)         # => true
  #   point.new(1) == Data.define(:x).new(1) # => false
  def ==(other) end

  # :call-seq:
  #   deconstruct -> array
  #
  # Returns the values; pattern matching asks it.
  #
  #   Data.define(:x, :y).new(1, 2).deconstruct # => [1, 2]
  def deconstruct() end

  # :call-seq:
  #   deconstruct_keys(names) -> hash
  #
  # Returns a hash of the members in the array +names+ to their values, up to the first that is none; of all if it is
  # +nil+.  Pattern matching asks it.
  #
  #   a = Data.define(:x, :y).new(1, 2)
  #   a.deconstruct_keys([:y]) # => {y: 2}
  #   a.deconstruct_keys(nil)  # => {x: 1, y: 2}
  #   case a; in {x:}; x; end  # => 1
  def deconstruct_keys(names) end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is of the same class and its values are +eql?+.
  #
  #   point = Data.define(:x)
  #   point.new(1).eql?(point.new(1))   # => true
  #   point.new(1).eql?(point.new(1.0)) # => false
  def eql?(other) end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for objects that are +eql?+.
  #
  #   point = Data.define(:x)
  #   {point.new(1) => :a}[point.new(1)] # => :a
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the class's name, the members and the +inspect+ of their values.
  #
  #   Data.define(:x, :y).new(1, "a").inspect # => "#<data x=1, y=\"a\">"
  def inspect() end
  alias to_s inspect

  # :call-seq:
  #   members -> array
  #
  # Returns the names of the members; the class has this method too.
  #
  #   Data.define(:x, :y).new(1, 2).members # => [:x, :y]
  def members() end

  # :call-seq:
  #   to_h -> hash
  #   to_h {|member, value| ... } -> hash
  #
  # Returns a hash of the members to their values, or of the pairs that the block returns.
  #
  #   a = Data.define(:x, :y).new(1, 2)
  #   a.to_h                        # => {x: 1, y: 2}
  #   a.to_h {|name, v| [v, name] } # => {1 => :x, 2 => :y}
  def to_h() end

  # :call-seq:
  #   with(**values) -> data
  #
  # Returns a copy in which the members named have other values; the object itself if none is named.  Raises
  # ArgumentError for what is no member, and for arguments that are no keywords.
  #
  #   a = Data.define(:x, :y).new(1, 2)
  #   a.with(y: 5).to_h # => {x: 1, y: 5}
  #   a.with.equal?(a)  # => true
  #   a.with(z: 1)      # raises ArgumentError
  #   a.with(1)         # raises ArgumentError
  def with(**values) end
end
