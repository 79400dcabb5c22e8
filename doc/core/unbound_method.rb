# frozen_string_literal: true

# UnboundMethod is a method without an object, made by Module#instance_method or Method#unbind. It is bound to an object of
# the class that defines it (#bind), or called on one straight away (#bind_call). A module's method goes with any object.
#
#   size = Array.instance_method(:size)
#   size.bind_call([1, 2, 3]) # => 3
class UnboundMethod
  # :call-seq:
  #   self == other -> true or false
  #
  # Returns whether both are the same method, whatever class they were asked for by.
  #
  #   Class.new(String).instance_method(:upcase) == String.instance_method(:upcase) # => true
  #   Array.instance_method(:map) == Array.instance_method(:select)    # => false
  def ==(other) end
  alias eql? ==

  # :call-seq:
  #   arity -> integer
  #
  # Returns how many arguments it takes, as Method#arity does.
  #
  #   String.instance_method(:upcase).arity  # => -1
  #   String.instance_method(:replace).arity # => 1
  def arity() end

  # :call-seq:
  #   bind(object) -> method
  #
  # Returns the Method of that object. Raises TypeError if it is not of the class that defines the method.
  #
  #   up = String.instance_method(:upcase)
  #   up.bind("ab").call # => "AB"
  #   up.bind(3)         # raises TypeError: bind argument must be an instance of String
  def bind(object) end

  # :call-seq:
  #   bind_call(object, *arguments, &block) -> object
  #
  # Calls the method on the object with the arguments and returns what it returns, without a Method in between.
  #
  #   Kernel.instance_method(:class).bind_call(BasicObject.new) # => BasicObject
  #   String.instance_method(:*).bind_call("ab", 2)             # => "abab"
  def bind_call(object, *) end

  # :call-seq:
  #   clone -> unbound_method
  #
  # Returns a copy, with its singleton methods, frozen if the original is.
  #
  #   String.instance_method(:upcase).freeze.clone.frozen? # => true
  def clone() end

  # :call-seq:
  #   dup -> unbound_method
  #
  # Returns a copy that is not frozen.
  #
  #   String.instance_method(:upcase).freeze.dup.frozen? # => false
  def dup() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is equal for methods that are equal.
  #
  #   String.instance_method(:upcase).hash == String.instance_method(:upcase).hash # => true
  def hash() end

  # :call-seq:
  #   name -> symbol
  #
  # Returns the name by which it was asked for.
  #
  #   Array.instance_method(:collect).name # => :collect
  def name() end

  # :call-seq:
  #   original_name -> symbol
  #
  # Returns the name under which it was defined, before any alias.
  #
  #   class Door
  #     def open = 1
  #     alias unlock open
  #   end
  #   Door.instance_method(:unlock).original_name # => :open
  def original_name() end

  # :call-seq:
  #   owner -> module
  #
  # Returns the class or module that defines it.
  #
  #   String.instance_method(:between?).owner # => Comparable
  def owner() end

  # :call-seq:
  #   parameters -> array
  #
  # Returns for each parameter its kind and name, see Proc#parameters.
  #
  #   class Door
  #     def open(key, slowly: false) = 1
  #   end
  #   Door.instance_method(:open).parameters # => [[:req, :key], [:key, :slowly]]
  def parameters() end

  # :call-seq:
  #   source_location -> array or nil
  #
  # Returns where it is defined, its file and line first; nil for what is not written in Ruby.
  #
  #   String.instance_method(:upcase).source_location # => nil
  def source_location() end

  # :call-seq:
  #   super_method -> unbound_method or nil
  #
  # Returns the method that +super+ in it would call, nil if there is none.
  #
  #   Integer.instance_method(:to_s).super_method.owner # => Kernel
  #   Kernel.instance_method(:to_s).super_method        # => nil
  def super_method() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the class that defines it, the name, the parameters and where that is.
  #
  #   String.instance_method(:replace).to_s # => "#<UnboundMethod: String#replace(_)>"
  def to_s() end
  alias inspect to_s
end
