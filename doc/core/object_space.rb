# frozen_string_literal: true

# Looks at the objects that the garbage collector keeps.
#
# Further methods come with <tt>require "objspace"</tt>.
module ObjectSpace
  # :call-seq:
  #   ObjectSpace._id2ref(id) -> object
  #
  # Returns the object with that +object_id+.  Raises RangeError if there is none (any more).  It is deprecated.
  #
  #   ObjectSpace._id2ref(nil.object_id) # => nil
  def self._id2ref(id) end

  # :call-seq:
  #   ObjectSpace.count_objects(hash = {}) -> hash
  #
  # Returns how many objects there are of each kind, <tt>:TOTAL</tt> and <tt>:FREE</tt> places included; what they are
  # is up to the implementation.  It fills the hash that is given.
  #
  #   counts = ObjectSpace.count_objects
  #   counts[:T_STRING].positive?    # => true
  #   counts[:TOTAL] > counts[:FREE] # => true
  #   ObjectSpace.count_objects(1)   # raises TypeError
  def self.count_objects(hash = {}) end

  # :call-seq:
  #   ObjectSpace.define_finalizer(object, callable) -> array
  #   ObjectSpace.define_finalizer(object) {|id| ... } -> array
  #
  # Has the callable called with the object's id after the object is gone, at the latest when the program ends.  It
  # must not hold the object.  Returns an array of 0 and the callable.  Raises ArgumentError for what has no +call+
  # and for numbers and symbols, FrozenError if the object is frozen.
  #
  #   ObjectSpace.define_finalizer(Object.new, proc { }).first # => 0
  #   ObjectSpace.define_finalizer(Object.new, 1)              # raises ArgumentError
  #   ObjectSpace.define_finalizer(:symbol, proc { })          # raises ArgumentError
  def self.define_finalizer(object, callable = nil) end

  # :call-seq:
  #   ObjectSpace.each_object(module = nil) {|object| ... } -> integer
  #   ObjectSpace.each_object(module = nil) -> enumerator
  #
  # Calls the block with each object there is, of the class or module if one is given, and returns how many those are.
  # Numbers and the like, which are not kept, do not count.
  #
  #   class Rare; end
  #   kept = Rare.new
  #   ObjectSpace.each_object(Rare) { }                # => 1
  #   ObjectSpace.each_object(Rare).first.equal?(kept) # => true
  def self.each_object(module_ = nil) end

  # :call-seq:
  #   ObjectSpace.garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true) -> nil
  #
  # Does what GC.start does.
  #
  #   ObjectSpace.garbage_collect # => nil
  def self.garbage_collect(full_mark: true, immediate_mark: true, immediate_sweep: true) end

  # :call-seq:
  #   ObjectSpace.heap_map(path = nil, collect: true)
  #
  # Writes a page for a browser that shows each place of the heap, what kind of object it holds and how old it is.
  # Without <tt>collect: false</tt> there is a full collection first.  It is Facet's own; CRuby has no such method.
  #
  #   # (not run)
  #   ObjectSpace.heap_map("heap.html")
  def self.heap_map(path = nil, collect: true) end

  # :call-seq:
  #   ObjectSpace.heap_straddle -> hash
  #
  # Returns how many contents of up to 64 bytes there are, in small places of the heap and in larger ones, and how
  # many of them lie on two lines of the cache.  It is Facet's own; CRuby has no such method.
  #
  #   # (not run)
  #   ObjectSpace.heap_straddle[:small_slots][:straddling]
  def self.heap_straddle() end

  # :call-seq:
  #   ObjectSpace.undefine_finalizer(object) -> object
  #
  # Removes what ObjectSpace.define_finalizer has set for the object.
  #
  #   o = Object.new
  #   ObjectSpace.undefine_finalizer(o).equal?(o) # => true
  def self.undefine_finalizer(object) end

  # A table that keeps neither its keys nor its values alive: a pair is gone when one of them is.
  #
  # Keys are the same if they are one object.
  class WeakMap
    # :call-seq:
    #   self[key] -> object or nil
    #
    # Returns the value of the key, +nil+ if there is none.
    #
    #   map = ObjectSpace::WeakMap.new
    #   key = "key"
    #   map[key] = :value
    #   map[key]       # => :value
    #   map["key".dup] # => nil
    def [](key) end

    # :call-seq:
    #   self[key] = object -> object
    #
    # Stores the value under the key.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.size # => 1
    def []=(key, object) end

    # :call-seq:
    #   delete(key) -> object or nil
    #   delete(key) {|key| ... } -> object
    #
    # Removes the pair of the key and returns its value.  If there is none, returns +nil+ or what the block returns.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.delete(1)            # => :one
    #   map.delete(1)            # => nil
    #   map.delete(1) {|k| [k] } # => [1]
    def delete(key) end

    # :call-seq:
    #   each {|key, value| ... } -> self
    #
    # Calls the block with each pair.  Raises LocalJumpError without a block if there is any.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.each {|k, v| print k, v } # prints "1one"
    def each() end
    alias each_pair each

    # :call-seq:
    #   each_key {|key| ... } -> self
    #
    # Calls the block with each key.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.each_key {|k| print k } # prints "1"
    def each_key() end

    # :call-seq:
    #   each_value {|value| ... } -> self
    #
    # Calls the block with each value.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.each_value {|v| print v } # prints "one"
    def each_value() end

    # :call-seq:
    #   key?(key) -> true or false
    #
    # Tells whether the key is there.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = nil
    #   map.key?(1) # => true
    def key?(key) end
    alias include? key?
    alias member? key?

    # :call-seq:
    #   inspect -> string
    #
    # Returns a string with the pairs.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.inspect.sub(/0x\h+/, "0x") # => "#<ObjectSpace::WeakMap:0x: 1 => :one>"
    def inspect() end

    # :call-seq:
    #   keys -> array
    #
    # Returns the keys.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.keys # => [1]
    def keys() end

    # :call-seq:
    #   size -> integer
    #
    # Returns how many pairs there are.
    #
    #   ObjectSpace::WeakMap.new.size # => 0
    def size() end
    alias length size

    # :call-seq:
    #   values -> array
    #
    # Returns the values.
    #
    #   map = ObjectSpace::WeakMap.new
    #   map[1] = :one
    #   map.values # => [:one]
    def values() end
  end

  # A table that does not keep its keys alive: a pair is gone when its key is.
  #
  # Keys are the same if they are +eql?+ and have the same +hash+; #getkey finds the one that is stored.
  class WeakKeyMap
    # :call-seq:
    #   self[key] -> object or nil
    #
    # Returns the value of the key, +nil+ if there is none.
    #
    #   ages = ObjectSpace::WeakKeyMap.new
    #   name = "Ada"
    #   ages[name] = 36
    #   ages["Ada"] # => 36
    def [](key) end

    # :call-seq:
    #   self[key] = object -> object
    #
    # Stores the value under the key.  Raises ArgumentError for a key that is never collected, such as a number.
    #
    #   ages = ObjectSpace::WeakKeyMap.new
    #   ages[1] = 2 # raises ArgumentError
    def []=(key, object) end

    # :call-seq:
    #   clear -> self
    #
    # Removes all pairs.
    #
    #   ages = ObjectSpace::WeakKeyMap.new
    #   name = "Ada"
    #   ages[name] = 36
    #   ages.clear.key?("Ada") # => false
    def clear() end

    # :call-seq:
    #   delete(key) -> object or nil
    #   delete(key) {|key| ... } -> object
    #
    # Removes the pair of the key and returns its value.  If there is none, returns +nil+ or what the block returns.
    #
    #   ages = ObjectSpace::WeakKeyMap.new
    #   name = "Ada"
    #   ages[name] = 36
    #   ages.delete("Ada")           # => 36
    #   ages.delete("Ada") { :none } # => :none
    def delete(key) end

    # :call-seq:
    #   getkey(key) -> object or nil
    #
    # Returns the stored key that is the same, +nil+ if there is none.
    #
    #   ages = ObjectSpace::WeakKeyMap.new
    #   name = "Ada"
    #   ages[name] = 36
    #   ages.getkey("Ada").equal?(name) # => true
    def getkey(key) end

    # :call-seq:
    #   inspect -> string
    #
    # Returns a string that says how many pairs there are.
    #
    #   ObjectSpace::WeakKeyMap.new.inspect.sub(/0x\h+/, "0x") # => "#<ObjectSpace::WeakKeyMap:0x size=0>"
    def inspect() end

    # :call-seq:
    #   key?(key) -> true or false
    #
    # Tells whether the key is there.
    #
    #   ObjectSpace::WeakKeyMap.new.key?("key") # => false
    def key?(key) end
  end
end
