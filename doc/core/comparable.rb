# frozen_string_literal: true

# Comparable gives a class the comparison operators once it defines <tt><=></tt>, which returns a negative Integer, 0
# or a positive Integer, or nil where two objects have no order.
#
#   class Size
#     include Comparable
#     attr_reader :bytes
#     def initialize(bytes) = @bytes = bytes
#     def <=>(other) = other.is_a?(Size) ? bytes <=> other.bytes : nil
#     def inspect = "#{bytes} bytes"
#   end
#   Size.new(3) < Size.new(4)                        # => true
#   [Size.new(9), Size.new(2)].min                   # => 2 bytes
#   Size.new(7).between?(Size.new(1), Size.new(7))   # => true
module Comparable
  # :call-seq:
  #   self < other -> true or false
  #
  # Returns whether <tt>self <=> other</tt> is negative.
  # Raises ArgumentError if it is nil.
  #
  #   "ant" < "bee" # => true
  #   "bee" < "bee" # => false
  #   "ant" < 1     # raises ArgumentError: comparison of String with 1 failed
  def <(other) end

  # :call-seq:
  #   self <= other -> true or false
  #
  # Returns whether <tt>self <=> other</tt> is negative or 0.
  # Raises ArgumentError if it is nil.
  #
  #   "bee" <= "bee" # => true
  #   "cat" <= "bee" # => false
  #   "cat" <= nil   # raises ArgumentError: comparison of String with nil failed
  def <=(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Returns whether <tt>self <=> other</tt> is 0; false if it is nil. An object equals itself without a comparison.
  #
  #   class Grade
  #     include Comparable
  #     def initialize(points) = @points = points
  #     def rank = @points / 10
  #     def <=>(other) = other.is_a?(Grade) ? rank <=> other.rank : nil
  #   end
  #   Grade.new(31) == Grade.new(38) # => true
  #   Grade.new(31) == Grade.new(40) # => false
  #   Grade.new(31) == 3             # => false
  def ==(other) end

  # :call-seq:
  #   self > other -> true or false
  #
  # Returns whether <tt>self <=> other</tt> is positive.
  # Raises ArgumentError if it is nil.
  #
  #   "cat" > "bee" # => true
  #   "cat" > :bee  # raises ArgumentError: comparison of String with :bee failed
  def >(other) end

  # :call-seq:
  #   self >= other -> true or false
  #
  # Returns whether <tt>self <=> other</tt> is positive or 0.
  # Raises ArgumentError if it is nil.
  #
  #   "bee" >= "bee" # => true
  #   "ant" >= "bee" # => false
  def >=(other) end

  # :call-seq:
  #   between?(min, max) -> true or false
  #
  # Returns whether the object is neither less than +min+ nor greater than +max+; both ends belong to it.
  # Raises ArgumentError where it cannot be compared with one of them.
  #
  #   5.between?(5, 8)         # => true
  #   9.between?(5, 8)         # => false
  #   "kiwi".between?("a", "k") # => false
  def between?(min, max) end

  # :call-seq:
  #   clamp(min, max) -> object
  #   clamp(range) -> object
  #
  # Returns the object if it lies between the two ends, else the end that it is past. An end that is nil is open.
  # Raises ArgumentError if +min+ is greater than +max+, or if the Range leaves its end out.
  #
  #   12.clamp(0, 10)  # => 10
  #   -3.clamp(0, 10)  # => 0
  #   12.clamp(20..)   # => 20
  #   12.clamp(..10)   # => 10
  #   12.clamp(nil, 9) # => 9
  #   12.clamp(0...10) # raises ArgumentError: cannot clamp with an exclusive range
  #   12.clamp(9, 3)   # raises ArgumentError: min argument must be less than or equal to max argument
  def clamp(...) end
end
