# frozen_string_literal: true

# The environment of the process: an object like a Hash, whose names and values are strings.
#
# Setting a value changes what programs get that are started from here.  Names and values must be strings, or
# TypeError is raised; a name that is empty or has a <tt>=</tt> raises Errno::EINVAL, one with a null byte
# ArgumentError.  Strings that are read are frozen.  Enumerable's methods can be called as well.
#
#   ENV["GREETING"] = "hi"
#   `echo $GREETING`     # => "hi\n"
#   ENV["GREETING"] = nil
#   ENV.key?("GREETING") # => false
class ENV
  # :call-seq:
  #   ENV[name] -> string or nil
  #
  # Returns the value, +nil+ if there is none.
  #
  #   ENV["A"] = "1"
  #   ENV["A"]    # => "1"
  #   ENV["NONE"] # => nil
  #   ENV[:A]     # raises TypeError
  def self.[](name) end

  # :call-seq:
  #   ENV[name] = value -> value
  #   ENV.store(name, value) -> value
  #
  # Sets the value; +nil+ removes it.
  #
  #   ENV["A"] = "1"
  #   ENV.store("A", "2") # => "2"
  #   ENV["A"]            # => "2"
  #   ENV["A"] = 1        # raises TypeError
  #   ENV["A=B"] = "1"    # raises Errno::EINVAL
  def self.[]=(name, value) end

  # :call-seq:
  #   ENV.assoc(name) -> array or nil
  #
  # Returns the name and its value as an array, +nil+ if there is none.
  #
  #   ENV["A"] = "1"
  #   ENV.assoc("A") # => ["A", "1"]
  def self.assoc(name) end

  # :call-seq:
  #   ENV.clear -> ENV
  #
  # Removes all values.
  #
  #   saved = ENV.to_h
  #   ENV.clear.size # => 0
  #   ENV.replace(saved)
  def self.clear() end

  # :call-seq:
  #   ENV.clone
  #
  # Raises TypeError, since there is one environment alone; #to_h makes a Hash.
  #
  #   ENV.clone # raises TypeError
  def self.clone() end

  # :call-seq:
  #   ENV.delete(name) -> string or nil
  #   ENV.delete(name) {|name| ... } -> object
  #
  # Removes the value and returns it.  If there is none, returns +nil+ or what the block returns.
  #
  #   ENV["A"] = "1"
  #   ENV.delete("A")            # => "1"
  #   ENV.delete("A")            # => nil
  #   ENV.delete("A") { "none" } # => "none"
  def self.delete(name) end

  # :call-seq:
  #   ENV.delete_if {|name, value| ... } -> ENV
  #
  # Removes the values for which the block returns true.
  #
  #   ENV["A"] = "1"
  #   ENV.delete_if {|name, value| name == "A" }
  #   ENV["A"] # => nil
  def self.delete_if() end

  # :call-seq:
  #   ENV.dup
  #
  # Raises TypeError, since there is one environment alone; #to_h makes a Hash.
  #
  #   ENV.dup # raises TypeError
  def self.dup() end

  # :call-seq:
  #   ENV.each {|name, value| ... } -> ENV
  #   ENV.each_pair {|name, value| ... } -> ENV
  #
  # Calls the block with each name and its value.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.each {|name, value| print name, value } # prints "A1"
  def self.each() end

  # :call-seq:
  #   ENV.each_key {|name| ... } -> ENV
  #
  # Calls the block with each name.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.each_key {|name| print name } # prints "A"
  def self.each_key() end

  # :call-seq:
  #   ENV.each_value {|value| ... } -> ENV
  #
  # Calls the block with each value.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.each_value {|value| print value } # prints "1"
  def self.each_value() end

  # :call-seq:
  #   ENV.empty? -> true or false
  #
  # Tells whether there is no value.
  #
  #   ENV.replace({})
  #   ENV.empty? # => true
  def self.empty?() end

  # :call-seq:
  #   ENV.except(*names) -> hash
  #
  # Returns a Hash of all but the names.
  #
  #   ENV.replace({"A" => "1", "B" => "2"})
  #   ENV.except("A") # => {"B" => "2"}
  def self.except(*names) end

  # :call-seq:
  #   ENV.fetch(name) -> string
  #   ENV.fetch(name, default) -> object
  #   ENV.fetch(name) {|name| ... } -> object
  #
  # Returns the value.  If there is none, returns +default+ or what the block returns, else raises KeyError.
  #
  #   ENV.fetch("NONE", "1")     # => "1"
  #   ENV.fetch("NONE") {|n| n } # => "NONE"
  #   ENV.fetch("NONE")          # raises KeyError
  def self.fetch(name, default = nil) end

  # :call-seq:
  #   ENV.select {|name, value| ... } -> hash
  #
  # Returns a Hash of the values for which the block returns true.
  #
  #   ENV.replace({"A" => "1", "B" => "2"})
  #   ENV.select {|name, value| value == "2" } # => {"B" => "2"}
  def self.select() end

  # :call-seq:
  #   ENV.select! {|name, value| ... } -> ENV or nil
  #
  # Keeps the values for which the block returns true.  Returns +nil+ if none is removed.
  #
  #   ENV.replace({"A" => "1", "B" => "2"})
  #   ENV.select! {|name, value| value == "2" }
  #   ENV.to_h             # => {"B" => "2"}
  #   ENV.select! { true } # => nil
  def self.select!() end

  # :call-seq:
  #   ENV.freeze
  #
  # Raises TypeError: the environment cannot be frozen.
  #
  #   ENV.freeze # raises TypeError
  def self.freeze() end

  # :call-seq:
  #   ENV.key?(name) -> true or false
  #
  # Tells whether there is a value of that name.
  #
  #   ENV["A"] = ""
  #   ENV.key?("A")        # => true
  #   ENV.include?("NONE") # => false
  def self.key?(name) end

  # :call-seq:
  #   ENV.value?(value) -> true, false or nil
  #
  # Tells whether a name has that value; +nil+ if it is no string.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.value?("1") # => true
  #   ENV.value?(1)   # => nil
  def self.value?(value) end

  # :call-seq:
  #   ENV.inspect -> string
  #
  # Returns what Hash#inspect gives of its pairs.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.inspect # => "{\"A\" => \"1\"}"
  def self.inspect() end

  # :call-seq:
  #   ENV.invert -> hash
  #
  # Returns a Hash of the values to their names.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.invert # => {"1" => "A"}
  def self.invert() end

  # :call-seq:
  #   ENV.keep_if {|name, value| ... } -> ENV
  #
  # Removes the values for which the block does not return true.
  #
  #   ENV.replace({"A" => "1", "B" => "2"})
  #   ENV.keep_if {|name, value| name == "A" }.keys # => ["A"]
  def self.keep_if() end

  # :call-seq:
  #   ENV.key(value) -> string or nil
  #
  # Returns the first name with that value, +nil+ if there is none.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.key("1") # => "A"
  #   ENV.key("2") # => nil
  def self.key(value) end

  # :call-seq:
  #   ENV.keys -> array
  #
  # Returns the names.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.keys # => ["A"]
  def self.keys() end

  # :call-seq:
  #   ENV.length -> integer
  #
  # Returns how many values there are.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.size # => 1
  def self.length() end

  # :call-seq:
  #   ENV.update(*hashes) -> ENV
  #   ENV.update(*hashes) {|name, old, new| ... } -> ENV
  #
  # Sets the values of the hashes; for a name that is there already, what the block returns.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.update({"A" => "2", "B" => "3"}) {|name, old, new| old + new }
  #   ENV.to_h # => {"A" => "12", "B" => "3"}
  def self.update(*hashes) end

  # :call-seq:
  #   ENV.rassoc(value) -> array or nil
  #
  # Returns the first name with that value, and the value, as an array; +nil+ if there is none.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.rassoc("1") # => ["A", "1"]
  def self.rassoc(value) end

  # :call-seq:
  #   ENV.rehash -> nil
  #
  # Does nothing; it is there since a Hash has it.
  #
  #   ENV.rehash # => nil
  def self.rehash() end

  # :call-seq:
  #   ENV.reject {|name, value| ... } -> hash
  #
  # Returns a Hash of the values for which the block does not return true.
  #
  #   ENV.replace({"A" => "1", "B" => "2"})
  #   ENV.reject {|name, value| value == "2" } # => {"A" => "1"}
  def self.reject() end

  # :call-seq:
  #   ENV.reject! {|name, value| ... } -> ENV or nil
  #
  # Removes the values for which the block returns true.  Returns +nil+ if there is none.
  #
  #   ENV.reject! { false } # => nil
  def self.reject!() end

  # :call-seq:
  #   ENV.replace(hash) -> ENV
  #
  # Sets the values of the hash and removes all others.  Nothing changes if one of them is no string.
  #
  #   ENV.replace({"A" => "1"}).to_h # => {"A" => "1"}
  #   ENV.replace({"A" => 1})        # raises TypeError
  def self.replace(hash) end

  # :call-seq:
  #   ENV.shift -> array or nil
  #
  # Removes the first value and returns it with its name as an array; +nil+ if there is none.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.shift # => ["A", "1"]
  #   ENV.shift # => nil
  def self.shift() end

  # :call-seq:
  #   ENV.slice(*names) -> hash
  #
  # Returns a Hash of those of the names that have a value.
  #
  #   ENV.replace({"A" => "1", "B" => "2"})
  #   ENV.slice("B", "C") # => {"B" => "2"}
  def self.slice(*names) end

  # :call-seq:
  #   ENV.to_a -> array
  #
  # Returns arrays of a name and its value.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.to_a # => [["A", "1"]]
  def self.to_a() end

  # :call-seq:
  #   ENV.to_h -> hash
  #   ENV.to_h {|name, value| ... } -> hash
  #
  # Returns a Hash of the names to their values, or of the pairs that the block returns.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.to_h                               # => {"A" => "1"}
  #   ENV.to_h {|name, v| [name.to_sym, v] } # => {A: "1"}
  def self.to_h() end

  # :call-seq:
  #   ENV.to_hash -> hash
  #
  # Returns a Hash of the names to their values.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.to_hash # => {"A" => "1"}
  def self.to_hash() end

  # :call-seq:
  #   ENV.to_s -> string
  #
  # Returns <tt>"ENV"</tt>.
  #
  #   ENV.to_s # => "ENV"
  def self.to_s() end

  # :call-seq:
  #   ENV.values -> array
  #
  # Returns the values.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.values # => ["1"]
  def self.values() end

  # :call-seq:
  #   ENV.values_at(*names) -> array
  #
  # Returns the values of the names, +nil+ where there is none.
  #
  #   ENV.replace({"A" => "1"})
  #   ENV.values_at("A", "B") # => ["1", nil]
  def self.values_at(*names) end

  class << self
    alias each_pair each
    alias filter select
    alias filter! select!
    alias has_key? key?
    alias has_value? value?
    alias include? key?
    alias member? key?
    alias merge! update
    alias size length
    alias store []=
  end
end
