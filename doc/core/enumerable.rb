# frozen_string_literal: true

# What can be done with the elements of a collection, for classes that say with a method +each+ which those are.
#
# A class includes it and defines +each+, which calls its block with each element; for some methods the elements need
# <tt><=></tt>.  If +each+ yields several values at once, most methods take them as one array.  Methods that take a
# block return an Enumerator if they are called without one, where nothing else is said.
#
#   class Countdown
#     include Enumerable
#
#     def each = [3, 2, 1].each { yield it }
#   end
#   Countdown.new.sort        # => [1, 2, 3]
#   Countdown.new.include?(2) # => true
module Enumerable
  # :call-seq:
  #   all? -> true or false
  #   all?(pattern) -> true or false
  #   all? {|element| ... } -> true or false
  #
  # Tells whether all elements are true, match the pattern with <tt>===</tt>, or have the block return true.  It stops
  # at the first that does not.
  #
  #   (1..3).all?               # => true
  #   (1..3).all?(Integer)      # => true
  #   (1..).all? {|n| n < 100 } # => false
  def all?(pattern = nil) end

  # :call-seq:
  #   any? -> true or false
  #   any?(pattern) -> true or false
  #   any? {|element| ... } -> true or false
  #
  # Tells whether some element is true, matches the pattern with <tt>===</tt>, or has the block return true.  It stops
  # at the first that does.
  #
  #   (1..).any? {|n| n > 9 } # => true
  #   (1..3).any?(String)     # => false
  def any?(pattern = nil) end

  # :call-seq:
  #   chain(*enumerables) -> enumerator
  #
  # Returns an Enumerator::Chain that gives these elements and then those of the others.
  #
  #   (1..2).chain([:a]).to_a # => [1, 2, :a]
  def chain(*enumerables) end

  # :call-seq:
  #   chunk {|element| ... } -> enumerator
  #
  # Returns an enumerator of the runs of elements for which the block returns the same: arrays of that value and the
  # elements.  For +nil+ or <tt>:_separator</tt> the element is dropped, for <tt>:_alone</tt> it makes a run by
  # itself.
  #
  #   [1, 3, 4, 6, 7].chunk(&:even?).to_a     # => [[false, [1, 3]], [true, [4, 6]], [false, [7]]]
  #   [1, 1, 2].chunk { :_alone }.map(&:last) # => [[1], [1], [2]]
  def chunk() end

  # :call-seq:
  #   chunk_while {|before, after| ... } -> enumerator
  #
  # Returns an enumerator of arrays of elements; a new array begins where the block does not return true for two
  # neighbours.
  #
  #   [1, 2, 4, 5, 7].chunk_while {|a, b| b == a + 1 }.to_a # => [[1, 2], [4, 5], [7]]
  def chunk_while() end

  # :call-seq:
  #   map {|element| ... } -> array
  #
  # Returns an array of what the block returns for each element.
  #
  #   (1..3).map {|n| n * n } # => [1, 4, 9]
  def map() end
  alias collect map

  # :call-seq:
  #   flat_map {|element| ... } -> array
  #
  # Does what #map does, but an array that the block returns adds its elements rather than itself.
  #
  #   (1..3).flat_map {|n| [n, -n] } # => [1, -1, 2, -2, 3, -3]
  #   (1..2).flat_map {|n| [[n]] }   # => [[1], [2]]
  def flat_map() end
  alias collect_concat flat_map

  # :call-seq:
  #   compact -> array
  #
  # Returns an array of the elements that are not +nil+.
  #
  #   [1, nil, false].each.compact # => [1, false]
  def compact() end

  # :call-seq:
  #   count -> integer
  #   count(object) -> integer
  #   count {|element| ... } -> integer
  #
  # Returns how many elements there are, are equal to +object+, or have the block return true.
  #
  #   (2..8).count         # => 7
  #   (2..8).count(5)      # => 1
  #   (2..8).count(&:odd?) # => 3
  def count(object = nil) end

  # :call-seq:
  #   cycle(times = nil) {|element| ... } -> nil
  #   cycle(times = nil) -> enumerator
  #
  # Calls the block with each element in turn, +times+ times over, or for ever if that is +nil+.  The elements are
  # kept from the first time.
  #
  #   (1..2).cycle(2).to_a  # => [1, 2, 1, 2]
  #   (1..2).cycle.first(3) # => [1, 2, 1]
  def cycle(times = nil) end

  # :call-seq:
  #   find(if_none = nil) {|element| ... } -> object or nil
  #
  # Returns the first element for which the block returns true.  If there is none, returns what calling +if_none+
  # gives, or +nil+.
  #
  #   (1..).find {|n| n * n > 20 }       # => 5
  #   (1..3).find(-> { 0 }) {|n| n > 5 } # => 0
  def find(if_none = nil) end
  alias detect find

  # :call-seq:
  #   drop(count) -> array
  #
  # Returns an array of all but the first +count+ elements.  Raises ArgumentError if +count+ is negative.
  #
  #   (1..4).drop(2)  # => [3, 4]
  #   (1..4).drop(-1) # raises ArgumentError
  def drop(count) end

  # :call-seq:
  #   drop_while {|element| ... } -> array
  #
  # Returns an array of the elements from the first on for which the block returns false or +nil+.
  #
  #   (1..5).drop_while {|n| n % 3 != 0 } # => [3, 4, 5]
  def drop_while() end

  # :call-seq:
  #   each_cons(count) {|array| ... } -> self
  #   each_cons(count) -> enumerator
  #
  # Calls the block with each +count+ neighbours, an array.  Raises ArgumentError if +count+ is not positive.
  #
  #   (1..4).each_cons(3).to_a # => [[1, 2, 3], [2, 3, 4]]
  #   (1..2).each_cons(3).to_a # => []
  #   (1..2).each_cons(0)      # raises ArgumentError
  def each_cons(count) end

  # :call-seq:
  #   each_entry(*args) {|element| ... } -> self
  #
  # Calls the block with each element; several values that +each+ yields at once become one array.  The arguments are
  # passed to +each+.
  #
  #   pairs = Class.new { include Enumerable; def each = yield(1, 2) }.new
  #   pairs.each_entry.to_a # => [[1, 2]]
  def each_entry(*args) end

  # :call-seq:
  #   each_slice(count) {|array| ... } -> self
  #   each_slice(count) -> enumerator
  #
  # Calls the block with arrays of +count+ elements; the last may have fewer.  Raises ArgumentError if +count+ is not
  # positive.
  #
  #   (1..5).each_slice(2).to_a # => [[1, 2], [3, 4], [5]]
  #   (1..5).each_slice(0)      # raises ArgumentError
  def each_slice(count) end

  # :call-seq:
  #   each_with_index(*args) {|element, index| ... } -> self
  #
  # Calls the block with each element and its number, from 0 on.  The arguments are passed to +each+.
  #
  #   ("a".."c").each_with_index.to_a # => [["a", 0], ["b", 1], ["c", 2]]
  def each_with_index(*args) end

  # :call-seq:
  #   each_with_object(object) {|element, object| ... } -> object
  #
  # Calls the block with each element and always the same object, which it returns.
  #
  #   (1..3).each_with_object([]) {|n, list| list.unshift(n) } # => [3, 2, 1]
  def each_with_object(object) end

  # :call-seq:
  #   to_a(*args) -> array
  #
  # Returns an array of the elements.  The arguments are passed to +each+.
  #
  #   (1..3).to_a # => [1, 2, 3]
  def to_a(*args) end
  alias entries to_a

  # :call-seq:
  #   select {|element| ... } -> array
  #
  # Returns an array of the elements for which the block returns true.
  #
  #   (1..4).select(&:even?) # => [2, 4]
  def select() end
  alias filter select
  alias find_all select

  # :call-seq:
  #   filter_map {|element| ... } -> array
  #
  # Returns an array of what the block returns for the elements, without +nil+ and +false+.
  #
  #   (1..4).filter_map {|n| n * 10 if n.even? } # => [20, 40]
  def filter_map() end

  # :call-seq:
  #   find_index(object) -> integer or nil
  #   find_index {|element| ... } -> integer or nil
  #
  # Returns the number, from 0 on, of the first element that is equal to +object+ or for which the block returns true,
  # +nil+ if there is none.
  #
  #   ("a".."c").find_index("b")            # => 1
  #   (1..3).each_entry.find_index(&:zero?) # => nil
  def find_index(object = nil) end

  # :call-seq:
  #   first -> object or nil
  #   first(count) -> array
  #
  # Returns the first element, +nil+ if there is none; or an array of the first +count+.  No more are asked for.
  #
  #   {a: 1, b: 2}.first    # => [:a, 1]
  #   {a: 1, b: 2}.first(1) # => [[:a, 1]]
  #   {}.first              # => nil
  #   {}.first(-1)          # raises ArgumentError
  def first(count = nil) end

  # :call-seq:
  #   grep(pattern) -> array
  #   grep(pattern) {|element| ... } -> array
  #
  # Returns an array of the elements that match the pattern with <tt>===</tt>, or of what the block returns for them.
  #
  #   %w[ant bee cat].grep(/[ae]/)   # => ["ant", "bee", "cat"]
  #   [1, :a, 2.5].grep(Numeric)     # => [1, 2.5]
  #   (1..9).grep(3..4) {|n| n * n } # => [9, 16]
  def grep(pattern) end

  # :call-seq:
  #   grep_v(pattern) -> array
  #   grep_v(pattern) {|element| ... } -> array
  #
  # Does what #grep does with the elements that do not match.
  #
  #   [1, :a, 2.5].grep_v(Numeric) # => [:a]
  def grep_v(pattern) end

  # :call-seq:
  #   group_by {|element| ... } -> hash
  #
  # Returns a hash of what the block returns to an array of the elements for which it does.
  #
  #   (1..5).group_by {|n| n % 3 } # => {1 => [1, 4], 2 => [2, 5], 0 => [3]}
  def group_by() end

  # :call-seq:
  #   include?(object) -> true or false
  #
  # Tells whether an element is equal (<tt>==</tt>) to +object+.
  #
  #   [1, 2].each.include?(2.0) # => true
  def include?(object) end
  alias member? include?

  # :call-seq:
  #   inject {|memo, element| ... } -> object
  #   inject(initial) {|memo, element| ... } -> object
  #   inject(name) -> object
  #   inject(initial, name) -> object
  #
  # Calls the block with what it returned the time before and the next element, or the method +name+ of the former
  # with the latter, and returns the last result.  It begins with +initial+, else with the first element.  Without
  # elements it returns +initial+ or +nil+.
  #
  #   (1..4).inject(:*)                     # => 24
  #   (1..4).inject(10) {|sum, n| sum + n } # => 20
  #   (1..4).inject(100, :-)                # => 90
  #   [].inject(:+)                         # => nil
  def inject(initial = nil, name = nil) end
  alias reduce inject

  # :call-seq:
  #   lazy -> lazy
  #
  # Returns an Enumerator::Lazy, whose methods take an element only when it is needed.
  #
  #   (1..).lazy.map {|n| n * 2 }.select {|n| n % 3 == 0 }.first(2) # => [6, 12]
  def lazy() end

  # :call-seq:
  #   max -> object or nil
  #   max(count) -> array
  #   max {|one, other| ... } -> object or nil
  #   max(count) {|one, other| ... } -> array
  #
  # Returns the greatest element by <tt><=></tt> or by what the block returns, +nil+ if there is none; or the +count+
  # greatest, from the greatest down.  Raises ArgumentError if two cannot be compared.
  #
  #   [2, 3, 1].each.max                # => 3
  #   [2, 3, 1].each.max(2)             # => [3, 2]
  #   [2, 3].each.max {|a, b| b <=> a } # => 2
  #   [1, "a"].each.max                 # raises ArgumentError
  def max(count = nil) end

  # :call-seq:
  #   max_by {|element| ... } -> object or nil
  #   max_by(count) {|element| ... } -> array
  #
  # Returns the element for which the block returns the greatest, +nil+ if there is none; or the +count+ of those,
  # from the greatest down.
  #
  #   %w[a ccc bb].max_by(&:size)    # => "ccc"
  #   %w[a ccc bb].max_by(2, &:size) # => ["ccc", "bb"]
  def max_by(count = nil) end

  # :call-seq:
  #   min -> object or nil
  #   min(count) -> array
  #   min {|one, other| ... } -> object or nil
  #   min(count) {|one, other| ... } -> array
  #
  # Returns the least element by <tt><=></tt> or by what the block returns, +nil+ if there is none; or the +count+
  # least, from the least up.  Raises ArgumentError if two cannot be compared.
  #
  #   [2, 3, 1].each.min    # => 1
  #   [2, 3, 1].each.min(2) # => [1, 2]
  #   [].each.min           # => nil
  def min(count = nil) end

  # :call-seq:
  #   min_by {|element| ... } -> object or nil
  #   min_by(count) {|element| ... } -> array
  #
  # Returns the element for which the block returns the least, +nil+ if there is none; or the +count+ of those, from
  # the least up.
  #
  #   %w[ccc a bb].min_by(&:size)    # => "a"
  #   %w[ccc a bb].min_by(2, &:size) # => ["a", "bb"]
  def min_by(count = nil) end

  # :call-seq:
  #   minmax -> array
  #   minmax {|one, other| ... } -> array
  #
  # Returns the least and the greatest element, two times +nil+ if there is none.
  #
  #   {b: 1, a: 2}.minmax # => [[:a, 2], [:b, 1]]
  #   {}.minmax           # => [nil, nil]
  def minmax() end

  # :call-seq:
  #   minmax_by {|element| ... } -> array
  #
  # Returns the elements for which the block returns the least and the greatest, two times +nil+ if there is none.
  #
  #   %w[bb ccc a].minmax_by(&:size) # => ["a", "ccc"]
  def minmax_by() end

  # :call-seq:
  #   none? -> true or false
  #   none?(pattern) -> true or false
  #   none? {|element| ... } -> true or false
  #
  # Tells whether no element is true, matches the pattern with <tt>===</tt>, or has the block return true.
  #
  #   (1..3).none? {|n| n > 3 } # => true
  #   (1..3).none?(2..)         # => false
  def none?(pattern = nil) end

  # :call-seq:
  #   one? -> true or false
  #   one?(pattern) -> true or false
  #   one? {|element| ... } -> true or false
  #
  # Tells whether exactly one element is true, matches the pattern with <tt>===</tt>, or has the block return true.
  #
  #   (1..3).one? {|n| n > 2 } # => true
  #   (1..3).one?(Integer)     # => false
  def one?(pattern = nil) end

  # :call-seq:
  #   partition {|element| ... } -> array
  #
  # Returns two arrays: the elements for which the block returns true, and the others.
  #
  #   (1..5).partition(&:even?) # => [[2, 4], [1, 3, 5]]
  def partition() end

  # :call-seq:
  #   reject {|element| ... } -> array
  #
  # Returns an array of the elements for which the block does not return true.
  #
  #   (1..5).reject(&:even?) # => [1, 3, 5]
  def reject() end

  # :call-seq:
  #   reverse_each(*args) {|element| ... } -> self
  #
  # Calls the block with each element from the last to the first; they are first put into an array.  The arguments are
  # passed to +each+.
  #
  #   {a: 1, b: 2}.reverse_each {|pair| print pair.first } # prints "ba"
  def reverse_each(*args) end

  # :call-seq:
  #   slice_after(pattern) -> enumerator
  #   slice_after {|element| ... } -> enumerator
  #
  # Returns an enumerator of arrays of elements; one ends with each element that matches the pattern or for which the
  # block returns true.
  #
  #   (1..5).slice_after(&:even?).to_a # => [[1, 2], [3, 4], [5]]
  #   %w[a . b].slice_after(".").to_a  # => [["a", "."], ["b"]]
  def slice_after(pattern = nil) end

  # :call-seq:
  #   slice_before(pattern) -> enumerator
  #   slice_before {|element| ... } -> enumerator
  #
  # Returns an enumerator of arrays of elements; one begins with each element that matches the pattern or for which
  # the block returns true.
  #
  #   (1..5).slice_before(&:even?).to_a # => [[1], [2, 3], [4, 5]]
  def slice_before(pattern = nil) end

  # :call-seq:
  #   slice_when {|before, after| ... } -> enumerator
  #
  # Returns an enumerator of arrays of elements; a new array begins where the block returns true for two neighbours.
  #
  #   [1, 2, 4, 9].slice_when {|a, b| b > a + 1 }.to_a # => [[1, 2], [4], [9]]
  def slice_when() end

  # :call-seq:
  #   sort -> array
  #   sort {|one, other| ... } -> array
  #
  # Returns an array of the elements in ascending order by <tt><=></tt>, or by what the block returns.  The order of
  # equal elements is open.  Raises ArgumentError if two cannot be compared.
  #
  #   {b: 1, a: 2}.sort             # => [[:a, 2], [:b, 1]]
  #   (1..3).sort {|a, b| b <=> a } # => [3, 2, 1]
  #   [1, :a].each.sort             # raises ArgumentError
  def sort() end

  # :call-seq:
  #   sort_by {|element| ... } -> array
  #
  # Returns an array of the elements in ascending order of what the block returns for them, which it is called once
  # for.
  #
  #   %w[ccc a bb].sort_by(&:size) # => ["a", "bb", "ccc"]
  def sort_by() end

  # :call-seq:
  #   sum(start = 0) -> object
  #   sum(start = 0) {|element| ... } -> object
  #
  # Returns +start+ plus all elements, or plus what the block returns for them.  Floats are added so that rounding
  # errors do not add up.
  #
  #   (1..4).sum                   # => 10
  #   {a: 1, b: 2}.sum {|k, v| v } # => 3
  #   [3, 0.1, 0.2].each.sum       # => 3.3
  def sum(start = 0) end

  # :call-seq:
  #   take(count) -> array
  #
  # Returns an array of the first +count+ elements.  Raises ArgumentError if +count+ is negative.
  #
  #   (1..).take(2)   # => [1, 2]
  #   (1..2).take(-1) # raises ArgumentError
  def take(count) end

  # :call-seq:
  #   take_while {|element| ... } -> array
  #
  # Returns an array of the elements before the first for which the block returns false or +nil+.
  #
  #   (1..).take_while {|n| n < 4 } # => [1, 2, 3]
  def take_while() end

  # :call-seq:
  #   tally -> hash
  #   tally(hash) -> hash
  #
  # Returns a hash of each element to how often it is there.  With +hash+ the numbers are added to those in it.
  #
  #   %w[a b a].tally           # => {"a" => 2, "b" => 1}
  #   %w[a c].tally({"a" => 5}) # => {"a" => 6, "c" => 1}
  #   %w[a].tally({"a" => nil}) # raises TypeError
  def tally(hash = nil) end

  # :call-seq:
  #   to_h(*args) -> hash
  #   to_h(*args) {|element| ... } -> hash
  #
  # Returns a hash of the elements, or of what the block returns for them, which must be arrays of a key and a value.
  # The other arguments are passed to +each+.  Raises TypeError for one that is no array.
  #
  #   (1..2).to_h {|n| [n, n * n] } # => {1 => 1, 2 => 4}
  #   [[:a, 1]].each.to_h           # => {a: 1}
  #   (1..2).to_h                   # raises TypeError
  def to_h(*args) end

  # :call-seq:
  #   to_set -> set
  #   to_set {|element| ... } -> set
  #
  # Returns a Set of the elements, or of what the block returns for them.
  #
  #   [1, 2, 1].to_set           # => Set[1, 2]
  #   (1..4).to_set {|n| n % 2 } # => Set[1, 0]
  def to_set() end

  # :call-seq:
  #   uniq -> array
  #   uniq {|element| ... } -> array
  #
  # Returns an array with only the first of the elements that are the same (+eql?+), or for which the block returns
  # the same.
  #
  #   [1, 2, 1].each.uniq      # => [1, 2]
  #   (1..5).uniq {|n| n % 3 } # => [1, 2, 3]
  def uniq() end

  # :call-seq:
  #   zip(*others) -> array
  #   zip(*others) {|array| ... } -> nil
  #
  # Returns arrays of an element and those at the same place of the others, +nil+ where one is too short; or calls the
  # block with each.
  #
  #   (1..3).zip(4..5, "a".."c")  # => [[1, 4, "a"], [2, 5, "b"], [3, nil, "c"]]
  #   (1..2).zip(3..4) {|a| p a } # prints "[1, 3]\n[2, 4]\n"
  #   (1..2).zip(3)               # raises TypeError
  def zip(*others) end
end
