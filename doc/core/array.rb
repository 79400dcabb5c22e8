# frozen_string_literal: true

# A list of objects, found by their index, which counts from 0; a negative index counts from the end, -1 is the last.
#
# An array grows as needed and may hold objects of all kinds, +nil+ too.  Reading beyond the end gives +nil+, writing
# there fills the gap with +nil+.  What changes an array raises FrozenError if it is frozen.  Methods that take a
# block return an Enumerator if they are called without one, where nothing else is said.  What is not here, Enumerable
# has.
class Array
  # :call-seq:
  #   Array[*objects] -> array
  #
  # Returns a new array of the arguments; for a subclass, one of that class.
  #
  #   Array[1, "two", nil] # => [1, "two", nil]
  #   Array[]              # => []
  def self.[](*objects) end

  # :call-seq:
  #   Array.new(size = 0, value = nil) -> array
  #   Array.new(array) -> array
  #   Array.new(size) {|index| ... } -> array
  #
  # Returns an array of +size+ elements: each is +value+, the same object, or what the block gives for its index.  Of
  # an array it makes a copy.  Raises ArgumentError if +size+ is negative.
  #
  #   Array.new(2)              # => [nil, nil]
  #   Array.new(3, 0)           # => [0, 0, 0]
  #   Array.new(3) {|i| i * i } # => [0, 1, 4]
  #   Array.new([7, 8])         # => [7, 8]
  #   Array.new(-1)             # raises ArgumentError
  def self.new(size = 0, value = nil) end

  # :call-seq:
  #   Array.try_convert(object) -> array or nil
  #
  # Returns +object+ if it is an array, else what its +to_ary+ gives, +nil+ if it has no such method.  Raises
  # TypeError if +to_ary+ gives neither an array nor +nil+.
  #
  #   Array.try_convert([1]) # => [1]
  #   Array.try_convert(1)   # => nil
  def self.try_convert(object) end

  # :call-seq:
  #   self & other -> array
  #
  # Returns the elements that are in both arrays, each once, in the order of this one.  Elements are the same if they
  # are +eql?+ and have the same +hash+.
  #
  #   [3, 1, 1, 2] & [1, 2, 5] # => [1, 2]
  #   [1] & [1.0]              # => []
  def &(other) end

  # :call-seq:
  #   self * count -> array
  #   self * separator -> string
  #
  # Returns an array that holds the elements +count+ times over; with a string, does what #join does.  Raises
  # ArgumentError if +count+ is negative.
  #
  #   [1, 2] * 2   # => [1, 2, 1, 2]
  #   [1, 2] * "-" # => "1-2"
  #   [1] * -1     # raises ArgumentError
  def *(count) end

  # :call-seq:
  #   self + other -> array
  #
  # Returns a new array of the elements of this one and then those of +other+.  Raises TypeError if +other+ is no
  # array.
  #
  #   [1, 2] + [2, 3] # => [1, 2, 2, 3]
  #   [1] + nil       # raises TypeError
  def +(other) end

  # :call-seq:
  #   self - other -> array
  #
  # Returns the elements that +other+ does not have; what is here twice stays twice.  Compares as #& does.
  #
  #   [1, 1, 2, 3] - [2] # => [1, 1, 3]
  def -(other) end

  # :call-seq:
  #   self << object -> self
  #
  # Adds +object+ at the end.
  #
  #   [1] << 2 << [3] # => [1, 2, [3]]
  #   [1].freeze << 2 # raises FrozenError
  def <<(object) end

  # :call-seq:
  #   self <=> other -> integer or nil
  #
  # Compares the elements in turn with <tt><=></tt> and returns the first result that is not 0; if there is none,
  # compares the lengths.  Returns +nil+ if +other+ is no array or two elements cannot be compared.
  #
  #   [1, 2] <=> [1, 3] # => -1
  #   [1, 2] <=> [1]    # => 1
  #   [1] <=> ["a"]     # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is an array as long as this one, with elements that are equal (<tt>==</tt>) one by one.
  #
  #   [1, 2] == [1.0, 2] # => true
  #   [1, 2] == [2, 1]   # => false
  def ==(other) end

  # :call-seq:
  #   self[index] -> object or nil
  #   self[start, length] -> array or nil
  #   self[range] -> array or nil
  #   self[arithmetic_sequence] -> array or nil
  #
  # Returns the element at +index+, +nil+ if there is none; or a new array of those from +start+ on, at most +length+,
  # or of those in the range.  A start at the very end gives an empty array, one beyond it +nil+.  Raises RangeError
  # if an arithmetic sequence with a step leaves the array.
  #
  #   a = %w[a b c d]
  #   a[1]         # => "b"
  #   a[-1]        # => "d"
  #   a[9]         # => nil
  #   a[1, 2]      # => ["b", "c"]
  #   a[2..]       # => ["c", "d"]
  #   a[4, 1]      # => []
  #   a[5, 1]      # => nil
  #   a[(0..) % 2] # => ["a", "c"]
  def [](index, length = nil) end
  alias slice []

  # :call-seq:
  #   self[index] = object -> object
  #   self[start, length] = object or array -> object or array
  #   self[range] = object or array -> object or array
  #
  # Replaces the element at +index+, or those from +start+ on or in the range by +object+, or by the elements of an
  # array.  Raises IndexError if a negative index lies before the beginning, RangeError if a range does so.
  #
  #   a = [1, 2, 3]
  #   a[0] = :a
  #   a[1, 2] = [7, 8, 9]
  #   a         # => [:a, 7, 8, 9]
  #   a[5] = 0
  #   a         # => [:a, 7, 8, 9, nil, 0]
  #   a[1..] = []
  #   a         # => [:a]
  #   a[-2] = 1 # raises IndexError
  def []=(index, length = nil, object) end

  # :call-seq:
  #   all? -> true or false
  #   all?(pattern) -> true or false
  #   all? {|element| ... } -> true or false
  #
  # Tells whether all elements are true, match the pattern with <tt>===</tt>, or have the block return true.  It is
  # +true+ of an empty array.
  #
  #   [4, false].all?          # => false
  #   [1, 2].all?(Integer)     # => true
  #   [1, 2].all? {|n| n > 1 } # => false
  #   ["a", 0].all?            # => true
  def all?(pattern = nil) end

  # :call-seq:
  #   any? -> true or false
  #   any?(pattern) -> true or false
  #   any? {|element| ... } -> true or false
  #
  # Tells whether some element is true, matches the pattern with <tt>===</tt>, or has the block return true.
  #
  #   [nil, 1].any?            # => true
  #   %w[ab cd].any?(/c/)      # => true
  #   [1, 2].any? {|n| n > 2 } # => false
  def any?(pattern = nil) end

  # :call-seq:
  #   assoc(key) -> array or nil
  #
  # Returns the first element that is an array with +key+ (<tt>==</tt>) as its first element, +nil+ if there is none.
  #
  #   [[:a, 1], 2, [:b, 3]].assoc(:b) # => [:b, 3]
  def assoc(key) end

  # :call-seq:
  #   at(index) -> object or nil
  #
  # Returns the element at +index+, +nil+ if there is none.  Unlike #[] it takes no range.
  #
  #   [1, 2].at(-2) # => 1
  #   [1, 2].at(2)  # => nil
  #   [1].at(0..)   # raises TypeError
  def at(index) end

  # :call-seq:
  #   bsearch {|element| ... } -> object or nil
  #
  # Finds an element of a sorted array by halving.  The block returns +true+ for the one sought and all after it, else
  # +false+ or +nil+; or a number: 0 for one that is sought, positive if it lies further back, negative if before.
  #
  #   [1, 4, 7, 9].bsearch {|n| n >= 5 } # => 7
  #   [1, 4, 7].bsearch {|n| 4 <=> n }   # => 4
  #   [1, 4].bsearch {|n| n > 9 }        # => nil
  #   [1, 4].bsearch { "a" }             # raises TypeError
  def bsearch() end

  # :call-seq:
  #   bsearch_index {|element| ... } -> integer or nil
  #
  # Does what #bsearch does, but returns the index.
  #
  #   [1, 4, 7, 9].bsearch_index {|n| n >= 5 } # => 2
  def bsearch_index() end

  # :call-seq:
  #   clear -> self
  #
  # Removes all elements.
  #
  #   [1, 2].clear # => []
  def clear() end

  # :call-seq:
  #   map {|element| ... } -> array
  #
  # Returns a new array of what the block returns for each element.
  #
  #   [1, 2, 3].map {|n| n * 2 } # => [2, 4, 6]
  #   [1, 2].map.class           # => Enumerator
  def map() end
  alias collect map

  # :call-seq:
  #   map! {|element| ... } -> self
  #
  # Replaces each element by what the block returns for it.
  #
  #   a = [1, 2]
  #   a.map!(&:to_s) # => ["1", "2"]
  #   a              # => ["1", "2"]
  def map!() end
  alias collect! map!

  # :call-seq:
  #   combination(count) {|array| ... } -> self
  #   combination(count) -> enumerator
  #
  # Calls the block with each choice of +count+ elements, in the order of the array, which are told apart by their
  # place.  There is none if +count+ is negative or greater than the length.
  #
  #   [1, 2, 3].combination(2).to_a # => [[1, 2], [1, 3], [2, 3]]
  #   [1, 2].combination(0).to_a    # => [[]]
  #   [1, 2].combination(3).to_a    # => []
  def combination(count) end

  # :call-seq:
  #   compact -> array
  #
  # Returns a new array without the elements that are +nil+; +false+ stays.
  #
  #   [1, nil, false].compact # => [1, false]
  def compact() end

  # :call-seq:
  #   compact! -> self or nil
  #
  # Removes the elements that are +nil+.  Returns +nil+ if there is none.
  #
  #   [1, nil].compact! # => [1]
  #   [1].compact!      # => nil
  def compact!() end

  # :call-seq:
  #   concat(*arrays) -> self
  #
  # Adds the elements of the arrays at the end.
  #
  #   [1].concat([2, 3], [4]) # => [1, 2, 3, 4]
  #   [1].concat(2)           # raises TypeError
  def concat(*arrays) end

  # :call-seq:
  #   count -> integer
  #   count(object) -> integer
  #   count {|element| ... } -> integer
  #
  # Returns how many elements there are, are equal to +object+, or have the block return true.
  #
  #   [1, 2, 1].count          # => 3
  #   [1, 2, 1].count(1)       # => 2
  #   [1, 2, 1].count(&:even?) # => 1
  def count(object = nil) end

  # :call-seq:
  #   cycle(times = nil) {|element| ... } -> nil
  #   cycle(times = nil) -> enumerator
  #
  # Calls the block with each element in turn, +times+ times over, or for ever if that is +nil+.
  #
  #   [1, 2].cycle(2).to_a   # => [1, 2, 1, 2]
  #   [1, 2].cycle.first(3)  # => [1, 2, 1]
  #   [1].cycle(0) { raise } # => nil
  def cycle(times = nil) end

  # :call-seq:
  #   deconstruct -> self
  #
  # Returns the array itself; pattern matching asks it.
  #
  #   [1, 2].deconstruct                     # => [1, 2]
  #   case [1, 2]; in [first, *]; first; end # => 1
  def deconstruct() end

  # :call-seq:
  #   delete(object) -> object or nil
  #   delete(object) {|object| ... } -> object
  #
  # Removes all elements equal to +object+ and returns the last of them; if there is none, +nil+ or what the block
  # returns.
  #
  #   a = [1, 2, 1]
  #   a.delete(1)           # => 1
  #   a                     # => [2]
  #   a.delete(9)           # => nil
  #   a.delete(9) { :none } # => :none
  def delete(object) end

  # :call-seq:
  #   delete_at(index) -> object or nil
  #
  # Removes the element at +index+ and returns it, +nil+ if there is none.
  #
  #   a = [1, 2, 3]
  #   a.delete_at(-2) # => 2
  #   a               # => [1, 3]
  #   a.delete_at(5)  # => nil
  def delete_at(index) end

  # :call-seq:
  #   delete_if {|element| ... } -> self
  #
  # Removes the elements for which the block returns true.  #reject! does the same, but tells whether there was any.
  #
  #   [1, 2, 3].delete_if(&:odd?) # => [2]
  def delete_if() end

  # :call-seq:
  #   find(if_none = nil) {|element| ... } -> object or nil
  #
  # Returns the first element for which the block returns true.  If there is none, returns what calling +if_none+
  # gives, or +nil+.
  #
  #   [1, 2, 4].find(&:even?)         # => 2
  #   [1].find(&:even?)               # => nil
  #   [1].find(-> { :none }, &:even?) # => :none
  def find(if_none = nil) end
  alias detect find

  # :call-seq:
  #   difference(*arrays) -> array
  #
  # Returns the elements that none of the arrays has; a copy if there are no arguments.
  #
  #   [1, 2, 3, 3].difference([1], [2]) # => [3, 3]
  def difference(*arrays) end

  # :call-seq:
  #   dig(index, *keys) -> object or nil
  #
  # Takes the element at +index+, of that +dig+ with the next key, and so on; returns +nil+ as soon as one is +nil+.
  # Raises TypeError if something on the way has no +dig+.
  #
  #   [1, [2, {a: 3}]].dig(1, 1, :a) # => 3
  #   [1].dig(5, 0)                  # => nil
  #   [1].dig(0, 0)                  # raises TypeError
  def dig(index, *keys) end

  # :call-seq:
  #   drop(count) -> array
  #
  # Returns a new array without the first +count+ elements.  Raises ArgumentError if +count+ is negative.
  #
  #   [1, 2, 3].drop(1) # => [2, 3]
  #   [1].drop(5)       # => []
  #   [1].drop(-1)      # raises ArgumentError
  def drop(count) end

  # :call-seq:
  #   drop_while {|element| ... } -> array
  #
  # Returns a new array of the elements from the first on for which the block returns false or +nil+.
  #
  #   [1, 3, 4, 5].drop_while(&:odd?) # => [4, 5]
  def drop_while() end

  # :call-seq:
  #   each {|element| ... } -> self
  #
  # Calls the block with each element in turn.  Elements added meanwhile are visited too.
  #
  #   [1, 2].each {|n| print n } # prints "12"
  def each() end

  # :call-seq:
  #   each_index {|index| ... } -> self
  #
  # Calls the block with each index in turn.
  #
  #   %w[a b].each_index {|i| print i } # prints "01"
  def each_index() end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether there is no element.
  #
  #   [].empty?    # => true
  #   [nil].empty? # => false
  def empty?() end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is an array as long as this one, with elements that are +eql?+ one by one.
  #
  #   [1].eql?([1])   # => true
  #   [1].eql?([1.0]) # => false
  def eql?(other) end

  # :call-seq:
  #   fetch(index) -> object
  #   fetch(index, default) -> object
  #   fetch(index) {|index| ... } -> object
  #
  # Returns the element at +index+.  If there is none, returns +default+ or what the block gives, else raises
  # IndexError.
  #
  #   [1, 2].fetch(-1)           # => 2
  #   [1].fetch(5, :none)        # => :none
  #   [1].fetch(5) {|i| i * 10 } # => 50
  #   [1].fetch(5)               # raises IndexError
  def fetch(index, default = nil) end

  # :call-seq:
  #   fetch_values(*indexes) -> array
  #   fetch_values(*indexes) {|index| ... } -> array
  #
  # Returns the elements at the indexes, found as #fetch does.
  #
  #   %w[a b c].fetch_values(0, -1)     # => ["a", "c"]
  #   %w[a].fetch_values(0, 4) {|i| i } # => ["a", 4]
  #   %w[a].fetch_values(4)             # raises IndexError
  def fetch_values(*indexes) end

  # :call-seq:
  #   fill(object, start = nil, length = nil) -> self
  #   fill(object, range) -> self
  #   fill(start = nil, length = nil) {|index| ... } -> self
  #   fill(range) {|index| ... } -> self
  #
  # Replaces all elements, +length+ from +start+ on, or those in the range by +object+ or by what the block returns
  # for the index.  The array grows if needed.
  #
  #   [1, 2, 3].fill(0)             # => [0, 0, 0]
  #   [1, 2, 3].fill(0, 1)          # => [1, 0, 0]
  #   [1, 2].fill(9, 1, 3)          # => [1, 9, 9, 9]
  #   [1, 2, 3].fill(1..) {|i| -i } # => [1, -1, -2]
  def fill(object, start = nil, length = nil) end

  # :call-seq:
  #   select {|element| ... } -> array
  #
  # Returns a new array of the elements for which the block returns true.
  #
  #   [1, 2, 3].select(&:odd?) # => [1, 3]
  def select() end
  alias filter select

  # :call-seq:
  #   select! {|element| ... } -> self or nil
  #
  # Keeps the elements for which the block returns true.  Returns +nil+ if none is removed.
  #
  #   [1, 2, 3].select!(&:odd?) # => [1, 3]
  #   [1, 3].select!(&:odd?)    # => nil
  def select!() end
  alias filter! select!

  # :call-seq:
  #   find_index(object) -> integer or nil
  #   find_index {|element| ... } -> integer or nil
  #
  # Returns the index of the first element that is equal to +object+ or for which the block returns true, +nil+ if
  # there is none.
  #
  #   %w[a b b].find_index("b")  # => 1
  #   [1, 2].find_index(&:even?) # => 1
  #   [1].find_index(2)          # => nil
  def find_index(object = nil) end
  alias index find_index

  # :call-seq:
  #   first -> object or nil
  #   first(count) -> array
  #
  # Returns the first element, +nil+ if there is none; or a new array of the first +count+.  Raises ArgumentError if
  # +count+ is negative.
  #
  #   [1, 2, 3].first    # => 1
  #   [1, 2, 3].first(2) # => [1, 2]
  #   [].first           # => nil
  #   [1].first(-1)      # raises ArgumentError
  def first(count = nil) end

  # :call-seq:
  #   flatten(depth = nil) -> array
  #
  # Returns a new array with the elements of the arrays in this one in their place, down to +depth+ levels, all if it
  # is +nil+ or negative.  Raises ArgumentError if an array contains itself.
  #
  #   [1, [2, [3]]].flatten    # => [1, 2, 3]
  #   [1, [2, [3]]].flatten(1) # => [1, 2, [3]]
  def flatten(depth = nil) end

  # :call-seq:
  #   flatten!(depth = nil) -> self or nil
  #
  # Does in place what #flatten does.  Returns +nil+ if there is no array inside.
  #
  #   [1, [2]].flatten! # => [1, 2]
  #   [1].flatten!      # => nil
  def flatten!(depth = nil) end

  # :call-seq:
  #   freeze -> self
  #
  # Makes that the array cannot be changed any more; its elements can.
  #
  #   a = ["x"].freeze
  #   a.push(1) # raises FrozenError
  #   a.frozen? # => true
  def freeze() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for arrays that are +eql?+.
  #
  #   [1, "a"].hash == [1, "a"].hash # => true
  def hash() end

  # :call-seq:
  #   include?(object) -> true or false
  #
  # Tells whether an element is equal (<tt>==</tt>) to +object+.
  #
  #   [1, 2].include?(2.0) # => true
  #   [1, 2].include?(3)   # => false
  def include?(object) end

  # :call-seq:
  #   insert(index, *objects) -> self
  #
  # Puts the objects before the element at +index+, or after it if +index+ is negative.  Raises IndexError if a
  # negative index lies before the beginning.
  #
  #   [1, 2].insert(1, :a, :b) # => [1, :a, :b, 2]
  #   [1, 2].insert(-2, :a)    # => [1, :a, 2]
  #   [1].insert(3, 4)         # => [1, nil, nil, 4]
  #   [1].insert(-3, 4)        # raises IndexError
  def insert(index, *objects) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the +inspect+ of the elements in brackets; an array inside itself is shown as <tt>[...]</tt>.
  #
  #   puts [1, "a", nil].inspect # prints "[1, \"a\", nil]\n"
  #   a = [1]
  #   a << a                     # => [1, [...]]
  def inspect() end
  alias to_s inspect

  # :call-seq:
  #   intersect?(other) -> true or false
  #
  # Tells whether the two have an element in common, compared as #& does.
  #
  #   [1, 2].intersect?([2, 3]) # => true
  #   [1, 2].intersect?([3])    # => false
  def intersect?(other) end

  # :call-seq:
  #   intersection(*arrays) -> array
  #
  # Returns the elements that are in all of the arrays, each once.
  #
  #   [1, 1, 2, 3].intersection([1, 3, 4], [3, 1]) # => [1, 3]
  def intersection(*arrays) end

  # :call-seq:
  #   join(separator = $,) -> string
  #
  # Returns the elements as strings one after the other, the separator in between; those of arrays inside too.  Raises
  # ArgumentError if an array contains itself.
  #
  #   [1, [2, 3]].join      # => "123"
  #   [1, [2, 3]].join("-") # => "1-2-3"
  #   [nil, :a].join(",")   # => ",a"
  def join(separator = $,) end

  # :call-seq:
  #   keep_if {|element| ... } -> self
  #
  # Removes the elements for which the block does not return true.
  #
  #   [1, 2, 3].keep_if(&:even?) # => [2]
  def keep_if() end

  # :call-seq:
  #   last -> object or nil
  #   last(count) -> array
  #
  # Returns the last element, +nil+ if there is none; or a new array of the last +count+.  Raises ArgumentError if
  # +count+ is negative.
  #
  #   [1, 2, 3].last    # => 3
  #   [1, 2, 3].last(2) # => [2, 3]
  #   [].last           # => nil
  def last(count = nil) end

  # :call-seq:
  #   length -> integer
  #
  # Returns how many elements there are.
  #
  #   [1, nil, [2, 3]].length # => 3
  def length() end
  alias size length

  # :call-seq:
  #   max -> object or nil
  #   max(count) -> array
  #   max {|one, other| ... } -> object or nil
  #   max(count) {|one, other| ... } -> array
  #
  # Returns the greatest element by <tt><=></tt> or by what the block returns, +nil+ if there is none; or the +count+
  # greatest, from the greatest down.  Raises ArgumentError if two cannot be compared.
  #
  #   [2, 3, 1].max                            # => 3
  #   [2, 3, 1].max(2)                         # => [3, 2]
  #   %w[aa b].max {|a, b| a.size <=> b.size } # => "aa"
  #   [].max                                   # => nil
  #   [1, "a"].max                             # raises ArgumentError
  def max(count = nil) end

  # :call-seq:
  #   min -> object or nil
  #   min(count) -> array
  #   min {|one, other| ... } -> object or nil
  #   min(count) {|one, other| ... } -> array
  #
  # Returns the least element by <tt><=></tt> or by what the block returns, +nil+ if there is none; or the +count+
  # least, from the least up.  Raises ArgumentError if two cannot be compared.
  #
  #   [2, 3, 1].min                   # => 1
  #   [2, 3, 1].min(2)                # => [1, 2]
  #   [2, 3, 1].min {|a, b| b <=> a } # => 3
  def min(count = nil) end

  # :call-seq:
  #   minmax -> array
  #   minmax {|one, other| ... } -> array
  #
  # Returns the least and the greatest element, two times +nil+ if there is none.
  #
  #   [2, 3, 1].minmax # => [1, 3]
  #   [].minmax        # => [nil, nil]
  def minmax() end

  # :call-seq:
  #   none? -> true or false
  #   none?(pattern) -> true or false
  #   none? {|element| ... } -> true or false
  #
  # Tells whether no element is true, matches the pattern with <tt>===</tt>, or has the block return true.
  #
  #   [false, false].none?   # => true
  #   [1, "a"].none?(String) # => false
  #   [1, 3].none?(&:even?)  # => true
  def none?(pattern = nil) end

  # :call-seq:
  #   one? -> true or false
  #   one?(pattern) -> true or false
  #   one? {|element| ... } -> true or false
  #
  # Tells whether exactly one element is true, matches the pattern with <tt>===</tt>, or has the block return true.
  #
  #   [nil, 1].one?        # => true
  #   [1, 2].one?(Integer) # => false
  #   [1, 2].one?(&:even?) # => true
  def one?(pattern = nil) end

  # :call-seq:
  #   pack(template, buffer: nil) -> string
  #
  # Writes the elements into a binary string, each as a letter of the template says, or after the string +buffer+.
  # String#unpack reads such a string.  Raises ArgumentError if there are too few elements or the template is wrong.
  #
  #   [111, 107].pack("C*")         # => "ok"
  #   [1, 2].pack("S>L<")           # => "\x00\x01\x02\x00\x00\x00"
  #   ["abc"].pack("m0")            # => "YWJj"
  #   [8364].pack("U")              # => "€"
  #   [67].pack("C", buffer: +"AB") # => "ABC"
  #   [1].pack("CC")                # raises ArgumentError
  def pack(template, buffer: nil) end

  # :call-seq:
  #   permutation(count = length) {|array| ... } -> self
  #   permutation(count = length) -> enumerator
  #
  # Calls the block with each row of +count+ elements that can be made of the array; they are told apart by their
  # place.
  #
  #   [1, 2, 3].permutation(2).first(3) # => [[1, 2], [1, 3], [2, 1]]
  #   [1, 2].permutation.to_a           # => [[1, 2], [2, 1]]
  #   [1, 2].permutation(3).to_a        # => []
  def permutation(count = length) end

  # :call-seq:
  #   pop -> object or nil
  #   pop(count) -> array
  #
  # Removes the last element and returns it, +nil+ if there is none; or an array of the last +count+.
  #
  #   a = [1, 2, 3, 4]
  #   a.pop     # => 4
  #   a.pop(2)  # => [2, 3]
  #   a         # => [1]
  #   [].pop    # => nil
  #   a.pop(-1) # raises ArgumentError
  def pop(count = nil) end

  # :call-seq:
  #   product(*arrays) -> array
  #   product(*arrays) {|array| ... } -> self
  #
  # Returns all arrays that take one element of this array and of each of the others, or calls the block with each.
  #
  #   [1, 2].product([:a, :b]) # => [[1, :a], [1, :b], [2, :a], [2, :b]]
  #   [1, 2].product           # => [[1], [2]]
  #   [1, 2].product([])       # => []
  def product(*arrays) end

  # :call-seq:
  #   push(*objects) -> self
  #
  # Adds the objects at the end.
  #
  #   [1].push(2, [3]) # => [1, 2, [3]]
  def push(*objects) end
  alias append push

  # :call-seq:
  #   rassoc(value) -> array or nil
  #
  # Returns the first element that is an array with +value+ (<tt>==</tt>) as its second element, +nil+ if there is
  # none.
  #
  #   [[:a, 1], [:b, 2]].rassoc(2) # => [:b, 2]
  def rassoc(value) end

  # :call-seq:
  #   reject {|element| ... } -> array
  #
  # Returns a new array of the elements for which the block does not return true.
  #
  #   [1, 2, 3].reject(&:odd?) # => [2]
  def reject() end

  # :call-seq:
  #   reject! {|element| ... } -> self or nil
  #
  # Removes the elements for which the block returns true.  Returns +nil+ if there is none.
  #
  #   [1, 2, 3].reject!(&:odd?) # => [2]
  #   [2].reject!(&:odd?)       # => nil
  def reject!() end

  # :call-seq:
  #   repeated_combination(count) {|array| ... } -> self
  #   repeated_combination(count) -> enumerator
  #
  # Does what #combination does, but may choose an element more than once.
  #
  #   [1, 2].repeated_combination(2).to_a # => [[1, 1], [1, 2], [2, 2]]
  def repeated_combination(count) end

  # :call-seq:
  #   repeated_permutation(count) {|array| ... } -> self
  #   repeated_permutation(count) -> enumerator
  #
  # Does what #permutation does, but may take an element more than once.
  #
  #   [1, 2].repeated_permutation(2).to_a # => [[1, 1], [1, 2], [2, 1], [2, 2]]
  def repeated_permutation(count) end

  # :call-seq:
  #   replace(other) -> self
  #
  # Removes all elements and takes those of +other+.
  #
  #   [1, 2].replace([3]) # => [3]
  #   [1].replace(nil)    # raises TypeError
  def replace(other) end

  # :call-seq:
  #   reverse -> array
  #
  # Returns a new array of the elements from the last to the first.
  #
  #   [1, 2, 3].reverse # => [3, 2, 1]
  def reverse() end

  # :call-seq:
  #   reverse! -> self
  #
  # Puts the elements into the reverse order.
  #
  #   [1, 2, 3].reverse! # => [3, 2, 1]
  def reverse!() end

  # :call-seq:
  #   reverse_each {|element| ... } -> self
  #
  # Calls the block with each element, from the last to the first.
  #
  #   [1, 2].reverse_each {|n| print n } # prints "21"
  def reverse_each() end

  # :call-seq:
  #   rfind(if_none = nil) {|element| ... } -> object or nil
  #
  # Returns the last element for which the block returns true.  If there is none, returns what calling +if_none+
  # gives, or +nil+.
  #
  #   [2, 4, 5].rfind(&:even?)         # => 4
  #   [1].rfind(-> { :none }, &:even?) # => :none
  def rfind(if_none = nil) end

  # :call-seq:
  #   rindex(object) -> integer or nil
  #   rindex {|element| ... } -> integer or nil
  #
  # Returns the index of the last element that is equal to +object+ or for which the block returns true, +nil+ if
  # there is none.
  #
  #   %w[a b b c].rindex("b") # => 2
  #   [1, 2].rindex(&:zero?)  # => nil
  def rindex(object = nil) end

  # :call-seq:
  #   rotate(count = 1) -> array
  #
  # Returns a new array that begins with the element at +count+; those before it come at the end.
  #
  #   [1, 2, 3, 4].rotate     # => [2, 3, 4, 1]
  #   [1, 2, 3, 4].rotate(-1) # => [4, 1, 2, 3]
  #   [1, 2, 3].rotate(5)     # => [3, 1, 2]
  def rotate(count = 1) end

  # :call-seq:
  #   rotate!(count = 1) -> self
  #
  # Does in place what #rotate does.
  #
  #   [1, 2, 3].rotate!(2) # => [3, 1, 2]
  def rotate!(count = 1) end

  # :call-seq:
  #   sample(random: Random) -> object or nil
  #   sample(count, random: Random) -> array
  #
  # Returns an element taken at random, +nil+ if there is none; or +count+ of them, from places that differ.  Raises
  # ArgumentError if +count+ is negative.
  #
  #   [7].sample               # => 7
  #   [1, 2, 3].sample(5).sort # => [1, 2, 3]
  #   [].sample                # => nil
  def sample(count = nil, random: Random) end

  # :call-seq:
  #   shift -> object or nil
  #   shift(count) -> array
  #
  # Removes the first element and returns it, +nil+ if there is none; or an array of the first +count+.
  #
  #   a = [1, 2, 3, 4]
  #   a.shift    # => 1
  #   a.shift(2) # => [2, 3]
  #   a          # => [4]
  def shift(count = nil) end

  # :call-seq:
  #   shuffle(random: Random) -> array
  #
  # Returns a new array of the elements in a random order.
  #
  #   [1, 2, 3].shuffle.sort                                               # => [1, 2, 3]
  #   a = (1..9).to_a
  #   a.shuffle(random: Random.new(1)) == a.shuffle(random: Random.new(1)) # => true
  def shuffle(random: Random) end

  # :call-seq:
  #   shuffle!(random: Random) -> self
  #
  # Puts the elements into a random order.
  #
  #   [1, 2, 3].shuffle!.sum # => 6
  def shuffle!(random: Random) end

  # :call-seq:
  #   slice!(index) -> object or nil
  #   slice!(start, length) -> array or nil
  #   slice!(range) -> array or nil
  #
  # Removes what #[] with the same arguments returns, and returns it.
  #
  #   a = [1, 2, 3, 4]
  #   a.slice!(0)    # => 1
  #   a.slice!(1, 2) # => [3, 4]
  #   a              # => [2]
  #   a.slice!(7..)  # => nil
  def slice!(index, length = nil) end

  # :call-seq:
  #   sort -> array
  #   sort {|one, other| ... } -> array
  #
  # Returns a new array of the elements in ascending order by <tt><=></tt>, or by what the block returns: a negative
  # number, 0, or a positive one.  The order of equal elements is open.  Raises ArgumentError if two cannot be
  # compared.
  #
  #   [2, 3, 1].sort                   # => [1, 2, 3]
  #   [2, 3, 1].sort {|a, b| b <=> a } # => [3, 2, 1]
  #   [1, "a"].sort                    # raises ArgumentError
  def sort() end

  # :call-seq:
  #   sort! -> self
  #   sort! {|one, other| ... } -> self
  #
  # Does in place what #sort does.
  #
  #   [2, 1].sort! # => [1, 2]
  def sort!() end

  # :call-seq:
  #   sort_by! {|element| ... } -> self
  #
  # Sorts the elements by what the block returns for each, which it is called once for.
  #
  #   %w[ccc a bb].sort_by!(&:size) # => ["a", "bb", "ccc"]
  def sort_by!() end

  # :call-seq:
  #   sum(start = 0) -> object
  #   sum(start = 0) {|element| ... } -> object
  #
  # Returns +start+ plus all elements, or plus what the block returns for them.  Floats are added so that rounding
  # errors do not add up.  Raises TypeError if they cannot be added.
  #
  #   [1, 2, 3].sum        # => 6
  #   [0.1, 0.2, 0.3].sum  # => 0.6
  #   [[1], [2]].sum([])   # => [1, 2]
  #   %w[a bb].sum(&:size) # => 3
  #   ["a"].sum            # raises TypeError
  def sum(start = 0) end

  # :call-seq:
  #   take(count) -> array
  #
  # Returns a new array of the first +count+ elements.  Raises ArgumentError if +count+ is negative.
  #
  #   [1, 2, 3].take(2) # => [1, 2]
  #   [1].take(-1)      # raises ArgumentError
  def take(count) end

  # :call-seq:
  #   take_while {|element| ... } -> array
  #
  # Returns a new array of the elements before the first for which the block returns false or +nil+.
  #
  #   [1, 3, 4, 5].take_while(&:odd?) # => [1, 3]
  def take_while() end

  # :call-seq:
  #   to_a -> array
  #
  # Returns the array itself; of a subclass's object, an Array with its elements.
  #
  #   a = [1]
  #   a.to_a.equal?(a)               # => true
  #   Class.new(Array)[1].to_a.class # => Array
  def to_a() end

  # :call-seq:
  #   to_ary -> self
  #
  # Returns the array itself; an object with this method is taken for an array.
  #
  #   [1].to_ary # => [1]
  def to_ary() end

  # :call-seq:
  #   to_h -> hash
  #   to_h {|element| ... } -> hash
  #
  # Returns a hash of the elements, or of what the block returns for them, which must be arrays of a key and a value.
  # Raises TypeError for one that is no array, ArgumentError for one of another length.
  #
  #   [[:a, 1], [:b, 2]].to_h       # => {a: 1, b: 2}
  #   [1, 2].to_h {|n| [n, n * n] } # => {1 => 1, 2 => 4}
  #   [1].to_h                      # raises TypeError
  #   [[1]].to_h                    # raises ArgumentError
  def to_h() end

  # :call-seq:
  #   transpose -> array
  #
  # Takes the array for the rows of a table and returns its columns.  Raises IndexError if the rows differ in length.
  #
  #   [[1, 2], [3, 4], [5, 6]].transpose # => [[1, 3, 5], [2, 4, 6]]
  #   [[1], [2, 3]].transpose            # raises IndexError
  def transpose() end

  # :call-seq:
  #   union(*arrays) -> array
  #
  # Returns the elements that are in any of the arrays, each once, in the order they come first.
  #
  #   [1, 2].union([2, 3], [4]) # => [1, 2, 3, 4]
  def union(*arrays) end

  # :call-seq:
  #   uniq -> array
  #   uniq {|element| ... } -> array
  #
  # Returns a new array with only the first of the elements that are the same (+eql?+), or for which the block returns
  # the same.
  #
  #   [1, 2, 1, 1.0].uniq    # => [1, 2, 1.0]
  #   [1, 2, 3].uniq(&:odd?) # => [1, 2]
  def uniq() end

  # :call-seq:
  #   uniq! -> self or nil
  #   uniq! {|element| ... } -> self or nil
  #
  # Does in place what #uniq does.  Returns +nil+ if nothing is removed.
  #
  #   [1, 1].uniq! # => [1]
  #   [1, 2].uniq! # => nil
  def uniq!() end

  # :call-seq:
  #   unshift(*objects) -> self
  #
  # Puts the objects before the first element.
  #
  #   [3].unshift(1, 2) # => [1, 2, 3]
  def unshift(*objects) end
  alias prepend unshift

  # :call-seq:
  #   values_at(*indexes) -> array
  #
  # Returns the elements at the indexes or in the ranges, +nil+ where there is none.  Raises RangeError if a range
  # begins before the beginning.
  #
  #   %w[a b c].values_at(0, -1, 5) # => ["a", "c", nil]
  #   %w[a b c].values_at(1..3)     # => ["b", "c", nil]
  #   %w[a].values_at(-3..1)        # raises RangeError
  def values_at(*indexes) end

  # :call-seq:
  #   zip(*others) -> array
  #   zip(*others) {|array| ... } -> nil
  #
  # Returns arrays of an element and those at the same index of the others, +nil+ where one is too short; or calls the
  # block with each.
  #
  #   [1, 2].zip([:a, :b], ["x"]) # => [[1, :a, "x"], [2, :b, nil]]
  #   [1].zip([2]) {|a| p a }     # prints "[1, 2]\n"
  #   [1].zip(2)                  # raises TypeError
  def zip(*others) end

  # :call-seq:
  #   self | other -> array
  #
  # Returns the elements of both arrays, each once, in the order they come first.
  #
  #   [1, 2, 1] | [3, 2] # => [1, 2, 3]
  def |(other) end
end
