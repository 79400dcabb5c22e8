# frozen_string_literal: true

# An iteration as an object: it can be passed on, be combined with the methods of Enumerable, or asked for one element
# after the other.
#
# Most methods that take a block return one if they are called without; Kernel#to_enum makes one of any method.  What
# #next gives comes from a fiber in which the iteration waits.
#
#   e = %w[a b].each
#   e.with_index(1).to_a # => [["a", 1], ["b", 2]]
#   e.next               # => "a"
#   e.next               # => "b"
#   e.next               # raises StopIteration
class Enumerator
  # :call-seq:
  #   Enumerator.new(size = nil) {|yielder| ... } -> enumerator
  #
  # Returns an enumerator whose elements are what the block passes to the Yielder.  +size+ is what #size returns: a
  # number or something to be called.
  #
  #   squares = Enumerator.new {|y| n = 0; loop { y << (n += 1)**2 } }
  #   squares.first(3)           # => [1, 4, 9]
  #   Enumerator.new(5) { }.size # => 5
  #   Enumerator.new             # raises ArgumentError
  def self.new(size = nil) end

  # :call-seq:
  #   Enumerator.produce(initial = nothing, size: Infinity) {|before| ... } -> enumerator
  #
  # Returns an enumerator of +initial+ and then what the block returns for the element before, without end unless it
  # raises StopIteration.  Without +initial+ the block is called with +nil+ for the first.
  #
  #   Enumerator.produce(1) {|n| n * 2 }.take(4)                             # => [1, 2, 4, 8]
  #   Enumerator.produce(3) {|n| n > 1 ? n - 1 : raise(StopIteration) }.to_a # => [3, 2, 1]
  #   Enumerator.produce(1, size: 9, &:succ).size                            # => 9
  def self.produce(initial = nil, size: Float::INFINITY) end

  # :call-seq:
  #   Enumerator.product(*enumerables) -> enumerator
  #   Enumerator.product(*enumerables) {|array| ... } -> enumerator
  #
  # Returns an Enumerator::Product of all arrays that take one element of each, or calls the block with each.
  #
  #   Enumerator.product(1..2, [:a, :b]).to_a # => [[1, :a], [1, :b], [2, :a], [2, :b]]
  def self.product(*enumerables) end

  # :call-seq:
  #   self + other -> enumerator
  #
  # Returns an Enumerator::Chain that gives these elements and then those of the other.
  #
  #   ([1].each + [2]).to_a # => [1, 2]
  def +(other) end

  # :call-seq:
  #   each {|element| ... } -> object
  #   each(*args) -> enumerator
  #   each(*args) {|element| ... } -> object
  #
  # Runs the iteration with the block and returns what the method behind returns.  Without a block and arguments it
  # returns itself; arguments are added to those of the method.
  #
  #   [1, 2].each_slice(1).each {|a| print a }   # prints "[1][2]"
  #   "abcd".enum_for(:each_line).each("b").to_a # => ["ab", "cd"]
  def each(*args) end

  # :call-seq:
  #   each_with_index {|element, index| ... } -> object
  #   each_with_index -> enumerator
  #
  # Calls the block with each element and its number, from 0 on; the iteration gets what the block returns.
  #
  #   %w[a b].map.each_with_index {|s, i| s * i } # => ["", "b"]
  def each_with_index() end

  # :call-seq:
  #   with_object(object) {|element, object| ... } -> object
  #   with_object(object) -> enumerator
  #
  # Calls the block with each element and always the same object, which it returns.
  #
  #   [1, 2].each.with_object([]) {|n, list| list.unshift(n) } # => [2, 1]
  def with_object(object) end
  alias each_with_object with_object

  # :call-seq:
  #   feed(object) -> nil
  #
  # Sets what the yield that waits after #next will return inside the iteration.  Raises TypeError if that is set
  # already.
  #
  #   e = Enumerator.new {|y| p y.yield(1); y << 2 }
  #   e.next         # => 1
  #   e.feed(:fed)   # => nil
  #   e.feed(:again) # raises TypeError
  #   e.next         # prints ":fed\n"
  def feed(object) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns a string with the object, the method and its arguments.
  #
  #   [1].each_slice(2).inspect # => "#<Enumerator: [1]:each_slice(2)>"
  def inspect() end

  # :call-seq:
  #   next -> object
  #
  # Returns the next element; several values that are yielded at once become an array.  Raises StopIteration at the
  # end, whose +result+ is what the iteration returned.
  #
  #   e = [1].each
  #   e.next # => 1
  #   e.next # raises StopIteration
  def next() end

  # :call-seq:
  #   next_values -> array
  #
  # Does what #next does, but returns an array of what is yielded, so that nothing and +nil+ differ.
  #
  #   e = Enumerator.new {|y| y.yield; y.yield nil; y.yield 1, 2 }
  #   e.next_values # => []
  #   e.next_values # => [nil]
  #   e.next_values # => [1, 2]
  def next_values() end

  # :call-seq:
  #   peek -> object
  #
  # Returns what #next will return, which stays the next.  Raises StopIteration at the end.
  #
  #   e = [1, 2].each
  #   e.peek # => 1
  #   e.next # => 1
  #   e.peek # => 2
  def peek() end

  # :call-seq:
  #   peek_values -> array
  #
  # Returns what #next_values will return, which stays the next.
  #
  #   [1].each.peek_values # => [1]
  def peek_values() end

  # :call-seq:
  #   rewind -> self
  #
  # Makes #next begin anew.
  #
  #   e = [1, 2].each
  #   e.next
  #   e.rewind.next # => 1
  def rewind() end

  # :call-seq:
  #   size -> integer, Infinity or nil
  #
  # Returns how many elements there are, +nil+ if that is not known without iterating.
  #
  #   [1, 2].each_slice(2).size # => 1
  #   loop.size                 # => Infinity
  #   "ab".each_line.size       # => nil
  def size() end

  # :call-seq:
  #   with_index(start = 0) {|element, index| ... } -> object
  #   with_index(start = 0) -> enumerator
  #
  # Calls the block with each element and its number, from +start+ on; the iteration gets what the block returns.
  #
  #   %w[a b].map.with_index(1) {|s, i| "#{i}#{s}" } # => ["1a", "2b"]
  #   %w[a b].each.with_index.to_a                   # => [["a", 0], ["b", 1]]
  def with_index(start = 0) end

  # Takes the elements of an Enumerator that is made with a block.
  class Yielder
    # :call-seq:
    #   Enumerator::Yielder.new {|*values| ... } -> yielder
    #
    # Returns a yielder that passes what it gets to the block.  Enumerator.new makes one by itself.
    #
    #   Enumerator::Yielder.new {|n| n + 1 }.yield(2) # => 3
    def self.new() end

    # :call-seq:
    #   self << object -> self
    #
    # Passes on an element.
    #
    #   Enumerator.new {|y| y << 1 << 2 }.to_a # => [1, 2]
    def <<(object) end

    # :call-seq:
    #   to_proc -> proc
    #
    # Returns a lambda that does what #yield does.
    #
    #   Enumerator.new {|y| [1, 2].each(&y) }.to_a # => [1, 2]
    def to_proc() end

    # :call-seq:
    #   yield(*objects) -> object
    #
    # Passes on an element, an array of them if there are several.  Returns what the block of the iteration returns.
    #
    #   Enumerator.new {|y| y.yield(1); y.yield(2, 3) }.to_a # => [1, [2, 3]]
    def yield(*objects) end
  end

  # The elements of several enumerables one after the other; Enumerable#chain and Enumerator#+ make it.
  class Chain < Enumerator
    # :call-seq:
    #   Enumerator::Chain.new(*enumerables) -> chain
    #
    # Returns a chain of the enumerables.
    #
    #   Enumerator::Chain.new(1..2, [3]).to_a # => [1, 2, 3]
    def self.new(*enumerables) end

    # :call-seq:
    #   self + other -> chain
    #
    # Returns a chain of this and the other.
    #
    #   ([1].chain([2]) + [3]).to_a # => [1, 2, 3]
    def +(other) end

    # :call-seq:
    #   each(*args) {|element| ... } -> self
    #   each(*args) -> enumerator
    #
    # Calls the block with each element of each enumerable, to whose +each+ the arguments are passed.
    #
    #   [1].chain([2]).each {|n| print n } # prints "12"
    def each(*args) end

    # :call-seq:
    #   inspect -> string
    #
    # Returns a string with the enumerables.
    #
    #   [1].chain([2]).inspect # => "#<Enumerator::Chain: [[1], [2]]>"
    def inspect() end

    # :call-seq:
    #   rewind -> self
    #
    # Calls +rewind+ of the enumerables that were iterated, the last first, if they have it.
    #
    #   c = [1].chain([2])
    #   c.rewind.to_a # => [1, 2]
    def rewind() end

    # :call-seq:
    #   size -> integer, Infinity or nil
    #
    # Returns the sum of the sizes, +nil+ if one is not known.
    #
    #   [1].chain(2..4).size # => 4
    def size() end
  end

  # All arrays that take one element of each of several enumerables; Enumerator.product makes it.
  class Product < Enumerator
    # :call-seq:
    #   Enumerator::Product.new(*enumerables) -> product
    #
    # Returns a product of the enumerables, which must have +each_entry+.
    #
    #   Enumerator::Product.new([1, 2], [3]).to_a # => [[1, 3], [2, 3]]
    def self.new(*enumerables) end

    # :call-seq:
    #   each {|array| ... } -> self
    #   each -> self
    #
    # Calls the block with each array; the last element changes first.
    #
    #   Enumerator::Product.new(1..2, 3..4).each {|a| print a.sum } # prints "4556"
    def each() end

    # :call-seq:
    #   inspect -> string
    #
    # Returns a string with the enumerables.
    #
    #   Enumerator::Product.new([1]).inspect # => "#<Enumerator::Product: [[1]]>"
    def inspect() end

    # :call-seq:
    #   rewind -> self
    #
    # Calls +rewind+ of the enumerables, the last first, if they have it.
    #
    #   Enumerator::Product.new([1, 2]).rewind.first # => [1]
    def rewind() end

    # :call-seq:
    #   size -> integer, Infinity or nil
    #
    # Returns the product of the sizes, +nil+ if one is not known.
    #
    #   Enumerator::Product.new(1..3, 1..4).size # => 12
    def size() end
  end

  # The numbers from a beginning on with a fixed step; Range#step, Range#% and Numeric#step make it.
  class ArithmeticSequence < Enumerator
    # :call-seq:
    #   self == other -> true or false
    #
    # Tells whether +other+ is a sequence with the same beginning, end and step that includes its end as this one
    # does.
    #
    #   (1..9).step(2) == ((1..9) % 2) # => true
    #   (1..9).step(2) == 1.step(9, 3) # => false
    def ==(other) end
    alias === ==
    alias eql? ==

    # :call-seq:
    #   begin -> number
    #
    # Returns the beginning.
    #
    #   (1..9).step(2).begin # => 1
    def begin() end

    # :call-seq:
    #   each {|number| ... } -> self
    #
    # Calls the block with each number.
    #
    #   (1..9).step(4).each {|n| print n } # prints "159"
    def each() end

    # :call-seq:
    #   end -> number or nil
    #
    # Returns the end, +nil+ if there is none.
    #
    #   (1..8).step(2).end # => 8
    #   1.step.end         # => nil
    def end() end

    # :call-seq:
    #   exclude_end? -> true or false
    #
    # Tells whether the end is not part of it.
    #
    #   (1...9).step(2).exclude_end? # => true
    def exclude_end?() end

    # :call-seq:
    #   first -> number or nil
    #   first(count) -> array
    #
    # Returns the first number, +nil+ if there is none; or an array of the first +count+.
    #
    #   (1..9).step(2).first # => 1
    #   1.step.first(2)      # => [1, 2]
    def first(count = nil) end

    # :call-seq:
    #   hash -> integer
    #
    # Returns a number that is the same for equal sequences.
    #
    #   1.step(9, 2).hash == (1..9).step(2).hash # => true
    def hash() end

    # :call-seq:
    #   inspect -> string
    #
    # Returns the sequence as it was made.
    #
    #   (1..9).step(2).inspect # => "((1..9).step(2))"
    #   1.step(9, 2).inspect   # => "(1.step(9, 2))"
    def inspect() end
    alias to_s inspect

    # :call-seq:
    #   last -> number or nil
    #   last(count) -> array
    #
    # Returns the last number, +nil+ if there is none; or an array of the last +count+.
    #
    #   (1..8).step(2).last    # => 7
    #   (1..8).step(2).last(2) # => [5, 7]
    def last(count = nil) end

    # :call-seq:
    #   size -> integer or Infinity
    #
    # Returns how many numbers there are.
    #
    #   (1..8).step(2).size # => 4
    #   1.step.size         # => Infinity
    def size() end

    # :call-seq:
    #   step -> number
    #
    # Returns the step.
    #
    #   (1..8).step(2).step # => 2
    def step() end
  end
end
