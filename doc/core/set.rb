# frozen_string_literal: true

# A collection that has each element once.  It keeps the order in which they were added.
#
# Two elements are the same if they are +eql?+ and have the same +hash+, as with the keys of a Hash.  What changes a
# set raises FrozenError if it is frozen.  Operators and most methods take any Enumerable; what asks whether one set
# is part of another takes sets alone.  Methods that take a block return an Enumerator if they are called without one.
#
#   Set[1, 2, 1]          # => Set[1, 2]
#   Set[1, 2].include?(2) # => true
class Set
  # :call-seq:
  #   Set[*objects] -> set
  #
  # Returns a new set of the arguments.
  #
  #   Set[1, 2, 2] # => Set[1, 2]
  def self.[](*objects) end

  # :call-seq:
  #   Set.new(enumerable = nil) -> set
  #   Set.new(enumerable) {|element| ... } -> set
  #
  # Returns a new set of the elements, or of what the block returns for them.  Raises ArgumentError for what cannot be
  # iterated.
  #
  #   Set.new([8, 5, 8])          # => Set[8, 5]
  #   Set.new(1..3) {|n| n * 10 } # => Set[10, 20, 30]
  #   Set.new                     # => Set[]
  #   Set.new(1)                  # raises ArgumentError
  def self.new(enumerable = nil) end

  # :call-seq:
  #   self & enumerable -> set
  #
  # Returns a new set of the elements that are in both.
  #
  #   Set[1, 2, 3] & [2, 3, 4] # => Set[2, 3]
  #   Set[1] & 1               # raises ArgumentError
  def &(enumerable) end
  alias intersection &

  # :call-seq:
  #   self | enumerable -> set
  #
  # Returns a new set of the elements that are in either.
  #
  #   Set[1, 2] | [2, 3] # => Set[1, 2, 3]
  def |(enumerable) end
  alias + |
  alias union |

  # :call-seq:
  #   self - enumerable -> set
  #
  # Returns a new set of the elements that the other does not have.
  #
  #   Set[1, 2, 3] - [2] # => Set[1, 3]
  def -(enumerable) end
  alias difference -

  # :call-seq:
  #   self ^ enumerable -> set
  #
  # Returns a new set of the elements that are in one of the two alone.
  #
  #   (Set[1, 2] ^ [2, 3]).to_a.sort # => [1, 3]
  def ^(enumerable) end

  # :call-seq:
  #   self <=> other -> integer or nil
  #
  # Returns 0 if the two sets are equal, -1 if this is part of the other, 1 if the other is part of this, else +nil+.
  #
  #   Set[1] <=> Set[1, 2] # => -1
  #   Set[1] <=> Set[2]    # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a set with the same elements.
  #
  #   Set[1, 2] == Set[2, 1] # => true
  #   Set[1] == [1]          # => false
  def ==(other) end

  # :call-seq:
  #   include?(object) -> true or false
  #
  # Tells whether the object is in the set; as <tt>===</tt>, <tt>case</tt> asks it.
  #
  #   Set[1, 2].include?(2)                 # => true
  #   Set[1] === 1.0                        # => false
  #   case 3; when Set[1, 3] then :odd; end # => :odd
  def include?(object) end
  alias === include?
  alias member? include?

  # :call-seq:
  #   add(object) -> self
  #
  # Adds the object if it is not there.
  #
  #   Set[1].add(2) << 1  # => Set[1, 2]
  #   Set[].freeze.add(1) # raises FrozenError
  def add(object) end
  alias << add

  # :call-seq:
  #   add?(object) -> self or nil
  #
  # Adds the object; returns +nil+ if it is there already.
  #
  #   Set[1].add?(2) # => Set[1, 2]
  #   Set[1].add?(1) # => nil
  def add?(object) end

  # :call-seq:
  #   classify {|element| ... } -> hash
  #
  # Returns a hash of what the block returns to a set of the elements for which it does.
  #
  #   Set[1, 2, 3].classify(&:odd?) # => {true => Set[1, 3], false => Set[2]}
  def classify() end

  # :call-seq:
  #   clear -> self
  #
  # Removes all elements.
  #
  #   Set[1].clear # => Set[]
  def clear() end

  # :call-seq:
  #   map! {|element| ... } -> self
  #
  # Replaces the elements by what the block returns for them.
  #
  #   Set[1, 2, 3].map! {|n| n / 2 } # => Set[0, 1]
  def map!() end
  alias collect! map!

  # :call-seq:
  #   compare_by_identity -> self
  #
  # Makes that two elements are the same only if they are one object.
  #
  #   s = Set[].compare_by_identity
  #   s << +"a" << +"a"
  #   s.size # => 2
  def compare_by_identity() end

  # :call-seq:
  #   compare_by_identity? -> true or false
  #
  # Tells whether #compare_by_identity was called.
  #
  #   Set[].compare_by_identity? # => false
  def compare_by_identity?() end

  # :call-seq:
  #   delete(object) -> self
  #
  # Removes the object if it is there.
  #
  #   Set[1, 2].delete(1) # => Set[2]
  def delete(object) end

  # :call-seq:
  #   delete?(object) -> self or nil
  #
  # Removes the object; returns +nil+ if it is not there.
  #
  #   Set[1, 2].delete?(1) # => Set[2]
  #   Set[1].delete?(3)    # => nil
  def delete?(object) end

  # :call-seq:
  #   delete_if {|element| ... } -> self
  #
  # Removes the elements for which the block returns true.
  #
  #   Set[1, 2, 3].delete_if(&:odd?) # => Set[2]
  def delete_if() end

  # :call-seq:
  #   disjoint?(enumerable) -> true or false
  #
  # Tells whether the two have no element in common.
  #
  #   Set[1, 2].disjoint?([3]) # => true
  def disjoint?(enumerable) end

  # :call-seq:
  #   divide {|element| ... } -> set
  #   divide {|one, other| ... } -> set
  #
  # Returns a set of sets: of the elements for which the block returns the same, or, if it takes two, of those that
  # are connected by pairs for which it returns true.
  #
  #   Set[1, 2, 3].divide(&:odd?)                            # => Set[Set[1, 3], Set[2]]
  #   Set[1, 2, 5, 6].divide {|a, b| (a - b).abs == 1 }.size # => 2
  def divide() end

  # :call-seq:
  #   each {|element| ... } -> self
  #
  # Calls the block with each element.
  #
  #   Set[1, 2].each {|n| print n } # prints "12"
  def each() end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether there is no element.
  #
  #   Set[].empty? # => true
  def empty?() end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is a set with the same elements.
  #
  #   Set[1].eql?(Set[1]) # => true
  def eql?(other) end

  # :call-seq:
  #   select! {|element| ... } -> self or nil
  #
  # Keeps the elements for which the block returns true.  Returns +nil+ if none is removed.
  #
  #   Set[1, 2].select!(&:odd?) # => Set[1]
  #   Set[1].select!(&:odd?)    # => nil
  def select!() end
  alias filter! select!

  # :call-seq:
  #   flatten -> set
  #
  # Returns a new set with the elements of the sets in this one in their place.  Raises ArgumentError if a set
  # contains itself.
  #
  #   Set[1, Set[2, Set[3]], [4]].flatten # => Set[1, 2, 3, [4]]
  def flatten() end

  # :call-seq:
  #   flatten! -> self or nil
  #
  # Does in place what #flatten does.  Returns +nil+ if there is no set inside.
  #
  #   Set[1, Set[2]].flatten! # => Set[1, 2]
  #   Set[1].flatten!         # => nil
  def flatten!() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for sets that are +eql?+.
  #
  #   Set[1, 2].hash == Set[2, 1].hash # => true
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the set as it is written in a program.
  #
  #   Set[1, "a"].inspect # => "Set[1, \"a\"]"
  def inspect() end
  alias to_s inspect

  # :call-seq:
  #   intersect?(enumerable) -> true or false
  #
  # Tells whether the two have an element in common.
  #
  #   Set[1, 2].intersect?([2]) # => true
  def intersect?(enumerable) end

  # :call-seq:
  #   join(separator = nil) -> string
  #
  # Returns the elements as strings one after the other, the separator in between.
  #
  #   Set[1, 2].join("-") # => "1-2"
  def join(separator = nil) end

  # :call-seq:
  #   keep_if {|element| ... } -> self
  #
  # Removes the elements for which the block does not return true.
  #
  #   Set[1, 2].keep_if(&:odd?) # => Set[1]
  def keep_if() end

  # :call-seq:
  #   merge(*enumerables) -> self
  #
  # Adds the elements of the enumerables.
  #
  #   Set[1].merge([2, 1], 3..4) # => Set[1, 2, 3, 4]
  #   Set[1].merge(2)            # raises ArgumentError
  def merge(*enumerables) end

  # :call-seq:
  #   subset?(other) -> true or false
  #
  # Tells whether all elements are in the set +other+.  Raises ArgumentError if that is no set.
  #
  #   Set[1] <= Set[1]       # => true
  #   Set[1].subset?(Set[2]) # => false
  #   Set[1].subset?([1])    # raises ArgumentError
  def subset?(other) end
  alias <= subset?

  # :call-seq:
  #   superset?(other) -> true or false
  #
  # Tells whether all elements of the set +other+ are in this one.
  #
  #   Set[1, 2] >= Set[1]         # => true
  #   Set[1].superset?(Set[1, 2]) # => false
  def superset?(other) end
  alias >= superset?

  # :call-seq:
  #   proper_subset?(other) -> true or false
  #
  # Tells whether all elements are in the set +other+ and that has more.
  #
  #   Set[1] < Set[1, 2]            # => true
  #   Set[1].proper_subset?(Set[1]) # => false
  def proper_subset?(other) end
  alias < proper_subset?

  # :call-seq:
  #   proper_superset?(other) -> true or false
  #
  # Tells whether all elements of the set +other+ are in this one, which has more.
  #
  #   Set[1, 2] > Set[1]              # => true
  #   Set[1].proper_superset?(Set[1]) # => false
  def proper_superset?(other) end
  alias > proper_superset?

  # :call-seq:
  #   reject! {|element| ... } -> self or nil
  #
  # Removes the elements for which the block returns true.  Returns +nil+ if there is none.
  #
  #   Set[1, 2].reject!(&:odd?) # => Set[2]
  #   Set[2].reject!(&:odd?)    # => nil
  def reject!() end

  # :call-seq:
  #   replace(enumerable) -> self
  #
  # Removes all elements and takes those of +enumerable+.
  #
  #   Set[1].replace([2, 3]) # => Set[2, 3]
  def replace(enumerable) end

  # :call-seq:
  #   reset -> self
  #
  # Puts each element where its present +hash+ says; of those that have become the same one remains.
  #
  #   one = [1]
  #   s = Set[one, [1, 2]]
  #   one << 2
  #   s.reset # => Set[[1, 2]]
  def reset() end

  # :call-seq:
  #   size -> integer
  #
  # Returns how many elements there are.
  #
  #   Set[1, 2, 1].size # => 2
  def size() end
  alias length size

  # :call-seq:
  #   subtract(enumerable) -> self
  #
  # Removes the elements of +enumerable+.
  #
  #   Set[1, 2, 3].subtract([1, 3]) # => Set[2]
  def subtract(enumerable) end

  # :call-seq:
  #   to_a -> array
  #
  # Returns an array of the elements.
  #
  #   Set[2, 1].to_a # => [2, 1]
  def to_a() end

  # :call-seq:
  #   to_set -> set
  #   to_set {|element| ... } -> set
  #
  # Returns the set itself; with a block, a new set of what it returns for the elements.
  #
  #   s = Set[1]
  #   s.to_set.equal?(s) # => true
  def to_set() end
end
