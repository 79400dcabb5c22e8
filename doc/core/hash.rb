# frozen_string_literal: true

# A table that finds a value by its key.  The order of the pairs is that in which the keys were first stored.
#
# Two keys are the same if they are +eql?+ and have the same +hash+; a String that is a key is copied and frozen.  A
# key that is not there gives the default: +nil+, another object, or what a default block returns.  What changes a
# hash raises FrozenError if it is frozen; a key cannot be added while the hash is iterated.  Methods that take a
# block return an Enumerator if they are called without one, where nothing else is said.  What is not here, Enumerable
# has.
class Hash
  # :call-seq:
  #   Hash[*keys_and_values] -> hash
  #   Hash[pairs] -> hash
  #   Hash[hash] -> hash
  #
  # Returns a new hash of keys and values in turn, of an array of pairs, or of another hash, without its default.
  # Raises ArgumentError if the number of arguments is odd or an element is no pair.
  #
  #   Hash[:a, 1, :b, 2]       # => {a: 1, b: 2}
  #   Hash[[[:a, 1], [:b, 2]]] # => {a: 1, b: 2}
  #   Hash[{a: 1}]             # => {a: 1}
  #   Hash[1, 2, 3]            # raises ArgumentError
  def self.[](*keys_and_values) end

  # :call-seq:
  #   Hash.new(default = nil, capacity: 0) -> hash
  #   Hash.new(capacity: 0) {|hash, key| ... } -> hash
  #
  # Returns an empty hash, which gives +default+ for a key that is not there, always the same object, or what the
  # block returns.  The block may store it.  +capacity+ says for how many pairs there shall be room.  Raises
  # ArgumentError if a default and a block are given.
  #
  #   Hash.new(0)[:a]   # => 0
  #   h = Hash.new {|hash, key| hash[key] = key.to_s }
  #   h[:a]             # => "a"
  #   h                 # => {a: "a"}
  #   Hash.new(0) { 1 } # raises ArgumentError
  def self.new(default = nil, capacity: 0) end

  # :call-seq:
  #   Hash.ruby2_keywords_hash(hash) -> hash
  #
  # Returns a copy of +hash+ with the mark that Module#ruby2_keywords gives: as the last of splatted arguments it is
  # passed as keywords.
  #
  #   def keywords(**options) = options
  #   args = [Hash.ruby2_keywords_hash({a: 1})]
  #   keywords(*args) # => {a: 1}
  def self.ruby2_keywords_hash(hash) end

  # :call-seq:
  #   Hash.ruby2_keywords_hash?(hash) -> true or false
  #
  # Tells whether +hash+ has the mark of Hash.ruby2_keywords_hash.
  #
  #   Hash.ruby2_keywords_hash?({})                           # => false
  #   Hash.ruby2_keywords_hash?(Hash.ruby2_keywords_hash({})) # => true
  def self.ruby2_keywords_hash?(hash) end

  # :call-seq:
  #   Hash.try_convert(object) -> hash or nil
  #
  # Returns +object+ if it is a hash, else what its +to_hash+ gives, +nil+ if it has no such method.
  #
  #   Hash.try_convert({a: 1}) # => {a: 1}
  #   Hash.try_convert([])     # => nil
  def self.try_convert(object) end

  # :call-seq:
  #   self < other -> true or false
  #
  # Tells whether +other+ has all pairs of this hash and more.
  #
  #   {a: 1} < {b: 2, a: 1} # => true
  #   {a: 1} < {a: 1}       # => false
  def <(other) end

  # :call-seq:
  #   self <= other -> true or false
  #
  # Tells whether +other+ has all pairs of this hash.
  #
  #   {a: 1} <= {a: 1}       # => true
  #   {a: 1} <= {a: 2, b: 1} # => false
  def <=(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a hash with the same keys and values that are equal (<tt>==</tt>).  Neither order nor
  # default matters.
  #
  #   {a: 1, b: 2} == {b: 2, a: 1.0} # => true
  #   {a: 1} == [[:a, 1]]            # => false
  def ==(other) end

  # :call-seq:
  #   self > other -> true or false
  #
  # Tells whether this hash has all pairs of +other+ and more.
  #
  #   {a: 1, b: 2} > {a: 1} # => true
  def >(other) end

  # :call-seq:
  #   self >= other -> true or false
  #
  # Tells whether this hash has all pairs of +other+.
  #
  #   {a: 1} >= {}     # => true
  #   {a: 1} >= {b: 1} # => false
  def >=(other) end

  # :call-seq:
  #   self[key] -> object
  #
  # Returns the value of +key+, the default if it is not there.
  #
  #   {a: 1}[:a]    # => 1
  #   {a: 1}[:b]    # => nil
  #   {1 => 2}[1.0] # => nil
  def [](key) end

  # :call-seq:
  #   self[key] = value -> value
  #   store(key, value) -> value
  #
  # Stores +value+ under +key+, at the end if the key is new.  Raises RuntimeError if the key is new and the hash is
  # being iterated.
  #
  #   h = {a: 1, b: 2}
  #   h[:a] = 3
  #   h.store(:c, 4)         # => 4
  #   h                      # => {a: 3, b: 2, c: 4}
  #   h.each { h[:new] = 1 } # raises RuntimeError
  def []=(key, value) end
  alias store []=

  # :call-seq:
  #   any? -> true or false
  #   any?(pattern) -> true or false
  #   any? {|key, value| ... } -> true or false
  #
  # Tells whether there is a pair, one that matches the pattern with <tt>===</tt> as an array, or one for which the
  # block returns true.
  #
  #   {nil => nil}.any?           # => true
  #   {a: 1}.any?([:a, 1])        # => true
  #   {a: 1}.any? {|k, v| v > 1 } # => false
  def any?(pattern = nil) end

  # :call-seq:
  #   assoc(key) -> array or nil
  #
  # Returns the stored key and its value as an array, +nil+ if the key is not there.
  #
  #   {a: 1}.assoc(:a) # => [:a, 1]
  #   {a: 1}.assoc(:b) # => nil
  def assoc(key) end

  # :call-seq:
  #   clear -> self
  #
  # Removes all pairs; the default stays.
  #
  #   {a: 1}.clear # => {}
  def clear() end

  # :call-seq:
  #   compact -> hash
  #
  # Returns a copy without the pairs whose value is +nil+.
  #
  #   {a: nil, b: false}.compact # => {b: false}
  def compact() end

  # :call-seq:
  #   compact! -> self or nil
  #
  # Removes the pairs whose value is +nil+.  Returns +nil+ if there is none.
  #
  #   {a: nil}.compact! # => {}
  #   {a: 1}.compact!   # => nil
  def compact!() end

  # :call-seq:
  #   compare_by_identity -> self
  #
  # Makes that two keys are the same only if they are one object.  Raises RuntimeError while the hash is iterated.
  #
  #   h = {}.compare_by_identity
  #   h[+"a"] = 1
  #   h[+"a"] = 2
  #   h.size # => 2
  #   h["a"] # => nil
  def compare_by_identity() end

  # :call-seq:
  #   compare_by_identity? -> true or false
  #
  # Tells whether #compare_by_identity was called.
  #
  #   {}.compare_by_identity?                     # => false
  #   {}.compare_by_identity.compare_by_identity? # => true
  def compare_by_identity?() end

  # :call-seq:
  #   deconstruct_keys(keys) -> self
  #
  # Returns the hash itself; pattern matching asks it.
  #
  #   {a: 1}.deconstruct_keys([:a])      # => {a: 1}
  #   case {a: 1, b: 2}; in {a:}; a; end # => 1
  def deconstruct_keys(keys) end

  # :call-seq:
  #   default -> object
  #   default(key) -> object
  #
  # Returns the default; with a key, what the default block returns for it, if there is one.
  #
  #   Hash.new(7).default                   # => 7
  #   Hash.new {|h, k| k.to_s }.default     # => nil
  #   Hash.new {|h, k| k.to_s }.default(:a) # => "a"
  def default(key = nil) end

  # :call-seq:
  #   self.default = object -> object
  #
  # Sets the default; a default block is forgotten.
  #
  #   h = {}
  #   h.default = 0
  #   h[:a] # => 0
  def default=(object) end

  # :call-seq:
  #   default_proc -> proc or nil
  #
  # Returns the default block, +nil+ if there is none.
  #
  #   {}.default_proc                               # => nil
  #   Hash.new {|h, k| k }.default_proc.call({}, 2) # => 2
  def default_proc() end

  # :call-seq:
  #   self.default_proc = proc -> proc
  #
  # Sets the default block; the default is forgotten.  +nil+ removes it.  Raises TypeError for what is no proc, and
  # for a lambda that does not take two arguments.
  #
  #   h = Hash.new(1)
  #   h.default_proc = ->(hash, key) { key * 2 }
  #   h[4]               # => 8
  #   h.default_proc = 1 # raises TypeError
  def default_proc=(proc) end

  # :call-seq:
  #   delete(key) -> object or nil
  #   delete(key) {|key| ... } -> object
  #
  # Removes the pair of +key+ and returns its value.  If it is not there, returns +nil+ or what the block returns,
  # never the default.
  #
  #   h = {a: 1}
  #   h.delete(:a)            # => 1
  #   h.delete(:a)            # => nil
  #   h.delete(:a) {|k| [k] } # => [:a]
  def delete(key) end

  # :call-seq:
  #   delete_if {|key, value| ... } -> self
  #
  # Removes the pairs for which the block returns true.
  #
  #   {a: 1, b: 2}.delete_if {|k, v| v > 1 } # => {a: 1}
  def delete_if() end

  # :call-seq:
  #   dig(key, *keys) -> object or nil
  #
  # Takes the value of +key+, of that +dig+ with the next key, and so on; returns +nil+ as soon as one is +nil+.
  # Raises TypeError if something on the way has no +dig+.
  #
  #   {a: {b: [7, 8]}}.dig(:a, :b, 1) # => 8
  #   {a: 1}.dig(:x, :y)              # => nil
  #   {a: 1}.dig(:a, :y)              # raises TypeError
  def dig(key, *keys) end

  # :call-seq:
  #   each {|key, value| ... } -> self
  #   each_pair {|key, value| ... } -> self
  #
  # Calls the block with each pair.  Values may be replaced meanwhile and pairs removed.
  #
  #   {a: 1, b: 2}.each {|k, v| print k, v } # prints "a1b2"
  #   {a: 1}.each_pair.to_a                  # => [[:a, 1]]
  def each() end
  alias each_pair each

  # :call-seq:
  #   each_key {|key| ... } -> self
  #
  # Calls the block with each key.
  #
  #   {a: 1, b: 2}.each_key {|k| print k } # prints "ab"
  def each_key() end

  # :call-seq:
  #   each_value {|value| ... } -> self
  #
  # Calls the block with each value.
  #
  #   {a: 1, b: 2}.each_value {|v| print v } # prints "12"
  def each_value() end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether there is no pair.
  #
  #   Hash.new(7).empty? # => true
  #   {a: nil}.empty?    # => false
  def empty?() end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is a hash with the same keys and values that are +eql?+.
  #
  #   {a: 1}.eql?({a: 1})   # => true
  #   {a: 1}.eql?({a: 1.0}) # => false
  def eql?(other) end

  # :call-seq:
  #   except(*keys) -> hash
  #
  # Returns a copy without the pairs of the keys, and without a default.
  #
  #   {a: 1, b: 2}.except(:a, :z) # => {b: 2}
  def except(*keys) end

  # :call-seq:
  #   fetch(key) -> object
  #   fetch(key, default) -> object
  #   fetch(key) {|key| ... } -> object
  #
  # Returns the value of +key+.  If it is not there, returns +default+ or what the block returns, else raises
  # KeyError.  The default of the hash is not asked.
  #
  #   {a: 1}.fetch(:a)          # => 1
  #   {a: 1}.fetch(:b, 0)       # => 0
  #   {a: 1}.fetch(:b) {|k| k } # => :b
  #   Hash.new(1).fetch(:b)     # raises KeyError
  def fetch(key, default = nil) end

  # :call-seq:
  #   fetch_values(*keys) -> array
  #   fetch_values(*keys) {|key| ... } -> array
  #
  # Returns the values of the keys, found as #fetch does.
  #
  #   {a: 1, b: 2}.fetch_values(:b, :a)    # => [2, 1]
  #   {a: 1}.fetch_values(:a, :c) {|k| k } # => [1, :c]
  #   {a: 1}.fetch_values(:c)              # raises KeyError
  def fetch_values(*keys) end

  # :call-seq:
  #   select {|key, value| ... } -> hash
  #
  # Returns a new hash of the pairs for which the block returns true.
  #
  #   {a: 1, b: 2}.select {|k, v| v > 1 } # => {b: 2}
  def select() end
  alias filter select

  # :call-seq:
  #   select! {|key, value| ... } -> self or nil
  #
  # Keeps the pairs for which the block returns true.  Returns +nil+ if none is removed.
  #
  #   {a: 1, b: 2}.select! {|k, v| v > 1 } # => {b: 2}
  #   {b: 2}.select! {|k, v| v > 1 }       # => nil
  def select!() end
  alias filter! select!

  # :call-seq:
  #   flatten(depth = 1) -> array
  #
  # Returns an array of the keys and values in turn; with a greater depth, values that are arrays are flattened as
  # Array#flatten does.  With 0 it is an array of the pairs.
  #
  #   {a: 1, b: [2]}.flatten    # => [:a, 1, :b, [2]]
  #   {a: 1, b: [2]}.flatten(2) # => [:a, 1, :b, 2]
  #   {a: 1}.flatten(0)         # => [[:a, 1]]
  def flatten(depth = 1) end

  # :call-seq:
  #   freeze -> self
  #
  # Makes that the hash cannot be changed any more; its values can.
  #
  #   h = {a: 1}.freeze
  #   h[:b] = 2 # raises FrozenError
  def freeze() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for hashes that are +eql?+.
  #
  #   {a: 1, b: 2}.hash == {b: 2, a: 1}.hash # => true
  def hash() end

  # :call-seq:
  #   key?(key) -> true or false
  #
  # Tells whether the key is there.
  #
  #   {a: nil}.key?(:a)    # => true
  #   {a: 1}.include?("a") # => false
  def key?(key) end
  alias has_key? key?
  alias include? key?
  alias member? key?

  # :call-seq:
  #   value?(value) -> true or false
  #
  # Tells whether a value is equal (<tt>==</tt>) to +value+.
  #
  #   {a: 1}.value?(1.0) # => true
  #   {a: 1}.value?(:a)  # => false
  def value?(value) end
  alias has_value? value?

  # :call-seq:
  #   inspect -> string
  #
  # Returns the hash as it is written in a program, made of the +inspect+ of keys and values; one inside itself is
  # shown as <tt>{...}</tt>.
  #
  #   puts({a: 1, "b" => 2, "c d": 3}.inspect) # prints "{a: 1, \"b\" => 2, \"c d\": 3}\n"
  #   {}.inspect                               # => "{}"
  def inspect() end
  alias to_s inspect

  # :call-seq:
  #   invert -> hash
  #
  # Returns a new hash with the values as keys and the keys as values.  Of keys with one value the last remains.
  #
  #   {a: 1, b: 2}.invert # => {1 => :a, 2 => :b}
  #   {a: 1, b: 1}.invert # => {1 => :b}
  def invert() end

  # :call-seq:
  #   keep_if {|key, value| ... } -> self
  #
  # Removes the pairs for which the block does not return true.
  #
  #   {a: 1, b: 2}.keep_if {|k, v| k == :a } # => {a: 1}
  def keep_if() end

  # :call-seq:
  #   key(value) -> object or nil
  #
  # Returns the first key whose value is equal (<tt>==</tt>) to +value+, +nil+ if there is none.
  #
  #   {a: 1, b: 1}.key(1) # => :a
  #   {a: 1}.key(2)       # => nil
  def key(value) end

  # :call-seq:
  #   keys -> array
  #
  # Returns the keys.
  #
  #   {a: 1, "b" => 2}.keys # => [:a, "b"]
  def keys() end

  # :call-seq:
  #   length -> integer
  #
  # Returns how many pairs there are.
  #
  #   {a: 1, b: 2}.length # => 2
  def length() end
  alias size length

  # :call-seq:
  #   merge(*hashes) -> hash
  #   merge(*hashes) {|key, old, new| ... } -> hash
  #
  # Returns a copy to which the pairs of the hashes are added.  For a key that is there already the new value is
  # taken, or what the block returns.
  #
  #   {a: 1, b: 2}.merge({b: 3}, {c: 4})                # => {a: 1, b: 3, c: 4}
  #   {a: 1}.merge({a: 2}) {|key, old, new| old + new } # => {a: 3}
  #   {a: 1}.merge                                      # => {a: 1}
  def merge(*hashes) end

  # :call-seq:
  #   update(*hashes) -> self
  #   update(*hashes) {|key, old, new| ... } -> self
  #
  # Adds the pairs of the hashes, as #merge does in a copy.
  #
  #   h = {a: 1}
  #   h.update({b: 2}) # => {a: 1, b: 2}
  #   h.merge!({a: 5}) {|key, old, new| [old, new] }
  #   h                # => {a: [1, 5], b: 2}
  def update(*hashes) end
  alias merge! update

  # :call-seq:
  #   rassoc(value) -> array or nil
  #
  # Returns the first key whose value is equal (<tt>==</tt>) to +value+, and that value, as an array; +nil+ if there
  # is none.
  #
  #   {a: 1, b: 2}.rassoc(2) # => [:b, 2]
  def rassoc(value) end

  # :call-seq:
  #   rehash -> self
  #
  # Puts each pair where the present +hash+ of its key says; needed if keys have changed.  Raises RuntimeError while
  # the hash is iterated.
  #
  #   key = [1]
  #   h = {key => :value}
  #   key << 2
  #   h[[1, 2]]        # => nil
  #   h.rehash[[1, 2]] # => :value
  def rehash() end

  # :call-seq:
  #   reject {|key, value| ... } -> hash
  #
  # Returns a new hash of the pairs for which the block does not return true.
  #
  #   {a: 1, b: 2}.reject {|k, v| v > 1 } # => {a: 1}
  def reject() end

  # :call-seq:
  #   reject! {|key, value| ... } -> self or nil
  #
  # Removes the pairs for which the block returns true.  Returns +nil+ if there is none.
  #
  #   {a: 1, b: 2}.reject! {|k, v| v > 1 } # => {a: 1}
  #   {a: 1}.reject! {|k, v| v > 1 }       # => nil
  def reject!() end

  # :call-seq:
  #   replace(other) -> self
  #
  # Removes all pairs and takes those of +other+; the default stays as it is.
  #
  #   {a: 1}.replace({b: 2}) # => {b: 2}
  #   {a: 1}.replace(nil)    # raises TypeError
  def replace(other) end

  # :call-seq:
  #   shift -> array or nil
  #
  # Removes the first pair and returns it as an array; +nil+ if there is none.
  #
  #   h = {a: 1, b: 2}
  #   h.shift  # => [:a, 1]
  #   h        # => {b: 2}
  #   {}.shift # => nil
  def shift() end

  # :call-seq:
  #   slice(*keys) -> hash
  #
  # Returns a new hash of the pairs of those keys that are there, in the order of the arguments.
  #
  #   {a: 1, b: 2, c: 3}.slice(:c, :a, :z) # => {c: 3, a: 1}
  def slice(*keys) end

  # :call-seq:
  #   to_a -> array
  #
  # Returns an array of the pairs, each an array of key and value.
  #
  #   {a: 1, b: 2}.to_a # => [[:a, 1], [:b, 2]]
  def to_a() end

  # :call-seq:
  #   to_h -> hash
  #   to_h {|key, value| ... } -> hash
  #
  # Returns the hash itself, of a subclass's object a Hash with its pairs; or a new hash of the pairs that the block
  # returns.
  #
  #   {a: 1}.to_h                       # => {a: 1}
  #   {a: 1}.to_h {|k, v| [v, k.to_s] } # => {1 => "a"}
  #   {a: 1}.to_h { 1 }                 # raises TypeError
  def to_h() end

  # :call-seq:
  #   to_hash -> self
  #
  # Returns the hash itself; an object with this method is taken for a hash.
  #
  #   {a: 1}.to_hash # => {a: 1}
  def to_hash() end

  # :call-seq:
  #   to_proc -> proc
  #
  # Returns a lambda that takes a key and returns its value.
  #
  #   %i[a b].map(&{a: 1, b: 2}) # => [1, 2]
  #   {}.to_proc.lambda?         # => true
  def to_proc() end

  # :call-seq:
  #   transform_keys(names) -> hash
  #   transform_keys {|key| ... } -> hash
  #   transform_keys(names) {|key| ... } -> hash
  #
  # Returns a new hash with other keys: those that the hash +names+ has for them, else what the block returns; without
  # a block they stay.
  #
  #   {a: 1, b: 2}.transform_keys(&:to_s)          # => {"a" => 1, "b" => 2}
  #   {a: 1, b: 2}.transform_keys({a: :x})         # => {x: 1, b: 2}
  #   {a: 1, b: 2}.transform_keys({a: :x}, &:to_s) # => {x: 1, "b" => 2}
  def transform_keys(names = nil) end

  # :call-seq:
  #   transform_keys!(names) -> self
  #   transform_keys! {|key| ... } -> self
  #   transform_keys!(names) {|key| ... } -> self
  #
  # Does in place what #transform_keys does.
  #
  #   {a: 1}.transform_keys!(&:to_s) # => {"a" => 1}
  def transform_keys!(names = nil) end

  # :call-seq:
  #   transform_values {|value| ... } -> hash
  #
  # Returns a new hash with the same keys and what the block returns for each value.
  #
  #   {a: 1, b: 2}.transform_values {|v| v * 10 } # => {a: 10, b: 20}
  def transform_values() end

  # :call-seq:
  #   transform_values! {|value| ... } -> self
  #
  # Replaces each value by what the block returns for it.
  #
  #   {a: 1}.transform_values!(&:to_s) # => {a: "1"}
  def transform_values!() end

  # :call-seq:
  #   values -> array
  #
  # Returns the values.
  #
  #   {a: 1, b: 2}.values # => [1, 2]
  def values() end

  # :call-seq:
  #   values_at(*keys) -> array
  #
  # Returns the values of the keys, the default for one that is not there.
  #
  #   {a: 1, b: 2}.values_at(:b, :z) # => [2, nil]
  def values_at(*keys) end
end
