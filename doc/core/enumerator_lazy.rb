# frozen_string_literal: true

# The classes of iterations; Lazy is here.
class Enumerator
  # An iteration whose methods do nothing until an element is needed; so they can be strung together on what is very
  # long or has no end, without arrays in between.
  #
  # Enumerable#lazy makes it.  #first, #each, #to_a (#force) and what else must know an element starts the iteration.
  #
  #   evens = (1..).lazy.select(&:even?)
  #   evens.map {|n| n * n }.first(3) # => [4, 16, 36]
  class Lazy < Enumerator
    # :call-seq:
    #   Enumerator::Lazy.new(object, size = nil) {|yielder, *values| ... } -> lazy
    #
    # Returns a lazy enumerator of what the block passes to the yielder; it is called with each element of +object+.
    #
    #   twice = Enumerator::Lazy.new(1..3) {|y, n| y << n << n }
    #   twice.first(4)            # => [1, 1, 2, 2]
    #   Enumerator::Lazy.new([1]) # raises ArgumentError
    def self.new(object, size = nil) end

    # :call-seq:
    #   chain(*enumerables) -> lazy
    #
    # Returns a lazy enumerator of these elements and then those of the others.
    #
    #   (1..2).lazy.chain([3]).to_a # => [1, 2, 3]
    def chain(*enumerables) end
    alias + chain

    # :call-seq:
    #   chunk {|element| ... } -> lazy
    #
    # Does lazily what Enumerable#chunk does.
    #
    #   (1..).lazy.chunk {|n| n / 3 }.first(2) # => [[0, [1, 2]], [1, [3, 4, 5]]]
    def chunk() end

    # :call-seq:
    #   chunk_while {|before, after| ... } -> lazy
    #
    # Does lazily what Enumerable#chunk_while does.
    #
    #   (1..).lazy.chunk_while {|a, b| b % 3 != 0 }.first(2) # => [[1, 2], [3, 4, 5]]
    def chunk_while() end

    # :call-seq:
    #   map {|element| ... } -> lazy
    #
    # Gives what the block returns for each element.
    #
    #   (1..).lazy.map {|n| n * 2 }.first(2) # => [2, 4]
    #   (1..).lazy.map                       # raises ArgumentError
    def map() end
    alias collect map

    # :call-seq:
    #   flat_map {|element| ... } -> lazy
    #
    # Gives what the block returns for each element, the elements of an array or another lazy enumerator one by one.
    #
    #   (1..).lazy.flat_map {|n| [n, -n] }.first(3) # => [1, -1, 2]
    def flat_map() end
    alias collect_concat flat_map

    # :call-seq:
    #   compact -> lazy
    #
    # Leaves out the elements that are +nil+.
    #
    #   [1, nil, 2].lazy.compact.to_a # => [1, 2]
    def compact() end

    # :call-seq:
    #   drop(count) -> lazy
    #
    # Leaves out the first +count+ elements.  Raises ArgumentError if +count+ is negative.
    #
    #   (1..).lazy.drop(5).first # => 6
    def drop(count) end

    # :call-seq:
    #   drop_while {|element| ... } -> lazy
    #
    # Begins with the first element for which the block returns false or +nil+.
    #
    #   (1..).lazy.drop_while {|n| n < 4 }.first(2) # => [4, 5]
    def drop_while() end

    # :call-seq:
    #   eager -> enumerator
    #
    # Returns an Enumerator of the same elements whose methods are not lazy.
    #
    #   (1..3).lazy.map {|n| n * 2 }.eager.map {|n| n + 1 } # => [3, 5, 7]
    def eager() end

    # :call-seq:
    #   to_enum(method = :each, *args) -> lazy
    #   to_enum(method = :each, *args) {|*args| ... } -> lazy
    #
    # Returns a lazy enumerator that calls the method with the arguments; the block gives its size.
    #
    #   (1..).lazy.to_enum(:each_slice, 2).first(2) # => [[1, 2], [3, 4]]
    def to_enum(method = :each, *args) end
    alias enum_for to_enum

    # :call-seq:
    #   select {|element| ... } -> lazy
    #
    # Gives the elements for which the block returns true.
    #
    #   (1..).lazy.select(&:even?).first(2) # => [2, 4]
    #   (1..).lazy.select                   # raises ArgumentError
    def select() end
    alias filter select
    alias find_all select

    # :call-seq:
    #   filter_map {|element| ... } -> lazy
    #
    # Gives what the block returns for the elements, without +nil+ and +false+.
    #
    #   (1..).lazy.filter_map {|n| n * 10 if n.even? }.first(2) # => [20, 40]
    def filter_map() end

    # :call-seq:
    #   to_a -> array
    #   force -> array
    #
    # Runs the iteration and returns an array of the elements.
    #
    #   (1..3).lazy.map {|n| -n }.force # => [-1, -2, -3]
    def to_a() end
    alias force to_a

    # :call-seq:
    #   grep(pattern) -> lazy
    #   grep(pattern) {|element| ... } -> lazy
    #
    # Gives the elements that match the pattern with <tt>===</tt>, or what the block returns for them.
    #
    #   (1..).lazy.grep(5..).first(2)           # => [5, 6]
    #   (1..).lazy.grep(5..) {|n| n * 2 }.first # => 10
    def grep(pattern) end

    # :call-seq:
    #   grep_v(pattern) -> lazy
    #   grep_v(pattern) {|element| ... } -> lazy
    #
    # Does what #grep does with the elements that do not match.
    #
    #   (1..).lazy.grep_v(2..4).first(2) # => [1, 5]
    def grep_v(pattern) end

    # :call-seq:
    #   lazy -> self
    #
    # Returns the lazy enumerator itself.
    #
    #   l = [1].lazy
    #   l.lazy.equal?(l) # => true
    def lazy() end

    # :call-seq:
    #   reject {|element| ... } -> lazy
    #
    # Gives the elements for which the block does not return true.
    #
    #   (1..).lazy.reject(&:even?).first(2) # => [1, 3]
    def reject() end

    # :call-seq:
    #   slice_after(pattern) -> lazy
    #   slice_after {|element| ... } -> lazy
    #
    # Does lazily what Enumerable#slice_after does.
    #
    #   (1..).lazy.slice_after(&:even?).first(2) # => [[1, 2], [3, 4]]
    def slice_after(pattern = nil) end

    # :call-seq:
    #   slice_before(pattern) -> lazy
    #   slice_before {|element| ... } -> lazy
    #
    # Does lazily what Enumerable#slice_before does.
    #
    #   (1..).lazy.slice_before(&:even?).first(2) # => [[1], [2, 3]]
    def slice_before(pattern = nil) end

    # :call-seq:
    #   slice_when {|before, after| ... } -> lazy
    #
    # Does lazily what Enumerable#slice_when does.
    #
    #   (1..).lazy.slice_when {|a, b| b % 3 == 0 }.first(2) # => [[1, 2], [3, 4, 5]]
    def slice_when() end

    # :call-seq:
    #   take(count) -> lazy
    #
    # Gives the first +count+ elements.  Raises ArgumentError if +count+ is negative.
    #
    #   (1..).lazy.take(2).to_a # => [1, 2]
    #   (1..).lazy.take(-1)     # raises ArgumentError
    def take(count) end

    # :call-seq:
    #   take_while {|element| ... } -> lazy
    #
    # Gives the elements before the first for which the block returns false or +nil+.
    #
    #   (1..).lazy.take_while {|n| n < 3 }.to_a # => [1, 2]
    def take_while() end

    # :call-seq:
    #   uniq -> lazy
    #   uniq {|element| ... } -> lazy
    #
    # Gives only the first of the elements that are the same (+eql?+), or for which the block returns the same.
    #
    #   [1, 2, 1].lazy.uniq.to_a              # => [1, 2]
    #   (1..).lazy.uniq {|n| n % 3 }.first(3) # => [1, 2, 3]
    def uniq() end

    # :call-seq:
    #   with_index(start = 0) -> lazy
    #   with_index(start = 0) {|element, index| ... } -> lazy
    #
    # Gives each element with its number, from +start+ on, as an array; with a block, gives the elements and calls the
    # block for each on the way.
    #
    #   ("a"..).lazy.with_index(1).first(2)                # => [["a", 1], ["b", 2]]
    #   ("a"..).lazy.with_index {|s, i| print i }.first(2) # prints "01"
    def with_index(start = 0) end
    alias each_with_index with_index

    # :call-seq:
    #   zip(*others) -> lazy
    #   zip(*others) {|array| ... } -> nil
    #
    # Gives arrays of an element and those at the same place of the others, +nil+ where one is too short.  With a
    # block it does at once what Enumerable#zip does.
    #
    #   (1..).lazy.zip("a".."b").first(3) # => [[1, "a"], [2, "b"], [3, nil]]
    def zip(*others) end
  end
end
