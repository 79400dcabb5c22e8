# frozen_string_literal: true

# The values from a beginning to an end: <tt>1..3</tt> with the end, <tt>1...3</tt> without.
#
# Both must be comparable with <tt><=></tt>.  Either may be +nil+: <tt>(1..)</tt> has no end, <tt>(..3)</tt> no
# beginning.  To be iterated, the beginning must have a +succ+ method.  Ranges are frozen, except for those of a
# subclass and copies by +dup+.
class Range
  # :call-seq:
  #   Range.new(first, last, exclude_end = false) -> range
  #
  # Returns the range from +first+ to +last+, without +last+ if +exclude_end+ is true.  Raises ArgumentError if the two
  # cannot be compared.
  #
  #   Range.new(1, 3)       # => 1..3
  #   Range.new(1, 3, true) # => 1...3
  #   Range.new(5, nil)     # => 5..
  #   Range.new(1, "a")     # raises ArgumentError
  def self.new(first, last, exclude_end = false) end

  # :call-seq:
  #   self % step -> arithmetic_sequence or enumerator
  #   self % step {|value| ... } -> self
  #
  # Does what #step does, as an operator.
  #
  #   ((1..10) % 4).to_a # => [1, 5, 9]
  def %(step) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a range with equal ends that includes its end as this one does.
  #
  #   (4..9) == (4..9.0) # => true
  #   (4..9) == (4...9)  # => false
  #   (4..5) == [4, 5]   # => false
  def ==(other) end

  # :call-seq:
  #   self === object -> true or false
  #
  # Tells whether #cover? is true of +object+; <tt>case</tt> asks it.  It is +false+ if it cannot be compared.
  #
  #   (1..3) === 2.5                                              # => true
  #   (1..3) === "2"                                              # => false
  #   case 15 when ..9 then "one digit" when 10.. then "more" end # => "more"
  def ===(object) end

  # :call-seq:
  #   begin -> object
  #
  # Returns the beginning, +nil+ if there is none.
  #
  #   (1..3).begin # => 1
  #   (..3).begin  # => nil
  def begin() end

  # :call-seq:
  #   bsearch {|value| ... } -> object or nil
  #   bsearch -> enumerator
  #
  # Finds a number by halving the range again and again.  If the block returns +true+ or +false+ (or +nil+), it must do
  # so for all values from some point on, and the first of those is returned.  If it returns a number, then that is
  # positive where the value sought is greater, negative where it is less, and a value that gives 0 is returned.
  # Returns +nil+ if there is no such value.  Raises TypeError if the ends are not numbers.
  #
  #   (0..100).bsearch {|n| n * n >= 50 } # => 8
  #   (0..9).bsearch {|n| 4 <=> n }       # => 4
  #   (0.0..10.0).bsearch {|x| x >= 2.5 } # => 2.5
  #   (1..).bsearch {|n| 2**n > 1000 }    # => 10
  #   ("a".."c").bsearch { true }         # raises TypeError
  def bsearch() end

  # :call-seq:
  #   count -> integer or Infinity
  #   count(object) -> integer
  #   count {|value| ... } -> integer
  #
  # Returns how many values there are, Infinity if an end is missing; how many are equal to +object+; or for how many
  # the block is true.
  #
  #   (1..5).count          # => 5
  #   (6..).count           # => Infinity
  #   (1..5).count(3)       # => 1
  #   (1..5).count(&:even?) # => 2
  def count(object = nil) end

  # :call-seq:
  #   cover?(object) -> true or false
  #   cover?(range) -> true or false
  #
  # Tells whether +object+ is between the ends, by comparison alone, or whether all of +range+ is in this one.
  #
  #   ("a".."d").cover?("bb") # => true
  #   (1..5).cover?(2..3)     # => true
  #   (1..5).cover?(2...7)    # => false
  #   (1..5).cover?("2")      # => false
  def cover?(object) end

  # :call-seq:
  #   each {|value| ... } -> self
  #   each -> enumerator
  #
  # Calls the block with each value from the beginning on, forever if there is no end.  Without a block it returns an
  # Enumerator.  Raises TypeError if the beginning has no +succ+ method.
  #
  #   (1..3).each {|n| print n } # prints "123"
  #   ("a".."c").each.to_a       # => ["a", "b", "c"]
  #   (1.5..2).each {}           # raises TypeError
  #   (..3).each {}              # raises TypeError
  def each() end

  # :call-seq:
  #   end -> object
  #
  # Returns the end, whether it is included or not; +nil+ if there is none.
  #
  #   (1...3).end # => 3
  #   (1..).end   # => nil
  def end() end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is a range whose ends are #eql? to these and that includes its end as this one does.
  #
  #   (4..9).eql?(4..9)   # => true
  #   (4..9).eql?(4..9.0) # => false
  def eql?(other) end

  # :call-seq:
  #   exclude_end? -> true or false
  #
  # Tells whether the end does not belong to the range.
  #
  #   (1...3).exclude_end? # => true
  #   (1..3).exclude_end?  # => false
  def exclude_end?() end

  # :call-seq:
  #   first -> object
  #   first(count) -> array
  #
  # Returns the beginning, or the first +count+ values in an array.  Raises RangeError if there is no beginning.
  #
  #   (1..5).first     # => 1
  #   (1..).first(3)   # => [1, 2, 3]
  #   (..5).first      # raises RangeError
  #   (1..5).first(-1) # raises ArgumentError
  def first(count = nil) end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for ranges that are #eql?.
  #
  #   (1..2).hash == (1..2).hash # => true
  def hash() end

  # :call-seq:
  #   include?(object) -> true or false
  #
  # Tells whether +object+ is one of the values: between the ends for numbers and times, for others one that #each
  # would give.  Raises TypeError where that cannot be found out as an end is missing.
  #
  #   (1..3).include?(2.5)      # => true
  #   ("a".."d").include?("c")  # => true
  #   ("a".."d").include?("bb") # => false
  #   ("a"..).include?("b")     # raises TypeError
  def include?(object) end

  alias member? include?

  # :call-seq:
  #   inspect -> string
  #
  # Returns both ends, inspected, with dots between them.
  #
  #   ("a".."b").inspect # => "\"a\"..\"b\""
  #   (12..).inspect     # => "12.."
  #   (nil..nil).inspect # => "nil..nil"
  def inspect() end

  # :call-seq:
  #   last -> object
  #   last(count) -> array
  #
  # Returns the end, even if it is excluded, or the last +count+ values in an array.  Raises RangeError if there is no
  # end.
  #
  #   (1...5).last    # => 5
  #   (1...5).last(2) # => [3, 4]
  #   (1..).last      # raises RangeError
  def last(count = nil) end

  # :call-seq:
  #   max -> object or nil
  #   max(count) -> array
  #   max {|a, b| ... } -> object or nil
  #   max(count) {|a, b| ... } -> array
  #
  # Returns the greatest value, or the +count+ greatest; a block compares two values.  Without a block the end decides,
  # and no value is visited.  Returns +nil+ if the range is empty.  Raises RangeError if there is no end.
  #
  #   (1..3).max                            # => 3
  #   (1...3).max                           # => 2
  #   (3..1).max                            # => nil
  #   (1..3).max(2)                         # => [3, 2]
  #   (-3..2).max {|a, b| a.abs <=> b.abs } # => -3
  #   (1..).max                             # raises RangeError
  #   (1...2.5).max                         # raises TypeError
  def max(count = nil) end

  # :call-seq:
  #   min -> object or nil
  #   min(count) -> array
  #   min {|a, b| ... } -> object or nil
  #   min(count) {|a, b| ... } -> array
  #
  # Returns the least value, or the +count+ least; a block compares two values.  Returns +nil+ if the range is empty.
  # Raises RangeError if there is no beginning.
  #
  #   (1..3).min                            # => 1
  #   (3..1).min                            # => nil
  #   (1..).min(2)                          # => [1, 2]
  #   (-3..2).min {|a, b| a.abs <=> b.abs } # => 0
  #   (..3).min                             # raises RangeError
  def min(count = nil) end

  # :call-seq:
  #   minmax -> [object, object]
  #   minmax {|a, b| ... } -> [object, object]
  #
  # Returns what #min and #max return.
  #
  #   (1..3).minmax # => [1, 3]
  #   (3..1).minmax # => [nil, nil]
  #   (1..).minmax  # raises RangeError
  def minmax() end

  # :call-seq:
  #   overlap?(range) -> true or false
  #
  # Tells whether both ranges have a value in common.  Raises TypeError if +range+ is not one.
  #
  #   (2..6).overlap?(6..9)  # => true
  #   (2...6).overlap?(6..9) # => false
  #   (2..6).overlap?(5..4)  # => false
  #   (2..6).overlap?(2)     # raises TypeError
  def overlap?(range) end

  # :call-seq:
  #   reverse_each {|value| ... } -> self
  #   reverse_each -> enumerator
  #
  # Calls the block with each value from the end back to the beginning, forever if there is no beginning and the end is
  # an integer.  Without a block it returns an Enumerator.  Raises TypeError if there is no end.
  #
  #   (1..3).reverse_each {|n| print n } # prints "321"
  #   (..3).reverse_each.first(2)        # => [3, 2]
  #   (1..).reverse_each {}              # raises TypeError
  def reverse_each() end

  # :call-seq:
  #   size -> integer, Infinity or nil
  #
  # Returns how many values there are if the beginning is an integer; +nil+ for other ends.  Raises TypeError if the
  # beginning is a number that cannot be iterated from, or missing.
  #
  #   (1..10).size    # => 10
  #   (1..3.5).size   # => 3
  #   (7..).size      # => Infinity
  #   ("a".."c").size # => nil
  #   (0.5..2).size   # raises TypeError
  def size() end

  # :call-seq:
  #   step(step = 1) {|value| ... } -> self
  #   step(step = 1) -> arithmetic_sequence or enumerator
  #
  # Calls the block with the beginning and then with the last value plus +step+, as long as the end is not passed.  For
  # strings an integer +step+ takes every so many-th of the successors.  For ends that are neither numbers nor strings
  # +step+ must be given.  Without a block it returns an Enumerator::ArithmeticSequence for numbers, an Enumerator for
  # others.  Raises ArgumentError if +step+ is 0.
  #
  #   (1..10).step(3).to_a          # => [1, 4, 7, 10]
  #   (1.0..2.0).step(0.5).to_a     # => [1.0, 1.5, 2.0]
  #   ("a".."e").step(2).to_a       # => ["a", "c", "e"]
  #   ("a".."aaa").step("a").to_a   # => ["a", "aa", "aaa"]
  #   (1..3).step(2) {|n| print n } # prints "13"
  #   (1..3).step(0)                # raises ArgumentError
  def step(step = 1) end

  # :call-seq:
  #   to_a -> array
  #
  # Returns the values in an array.  Raises RangeError if there is no end, TypeError if they cannot be iterated.
  #
  #   (6..8).to_a   # => [6, 7, 8]
  #   (4..1).to_a   # => []
  #   (1..).to_a    # raises RangeError
  #   (0.5..2).to_a # raises TypeError
  def to_a() end

  alias entries to_a

  # :call-seq:
  #   to_s -> string
  #
  # Returns both ends, converted by +to_s+, with dots between them.
  #
  #   ("a"..."b").to_s # => "a...b"
  #   (12..).to_s      # => "12.."
  def to_s() end

  # :call-seq:
  #   to_set -> set
  #   to_set {|value| ... } -> set
  #
  # Returns the values in a Set.  Raises RangeError if there is no end.
  #
  #   (1..3).to_set # => Set[1, 2, 3]
  #   (1..).to_set  # raises RangeError
  def to_set() end
end
