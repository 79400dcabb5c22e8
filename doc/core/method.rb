# frozen_string_literal: true

# Method is a method of one object, made by Kernel#method: it can be called, passed as a block, asked where it comes from, and
# taken off its object (#unbind).
#
#   up = "hello".method(:upcase)
#   up.call                          # => "HELLO"
#   up.owner                         # => String
#   [1, 4, 9].map(&Math.method(:sqrt)) # => [1.0, 2.0, 3.0]
class Method
  # :call-seq:
  #   self << callable -> proc
  #
  # Returns a lambda that calls +callable+ first and hands its result to this method.
  #
  #   (method(:Integer) << :strip.to_proc).call(" 7 ") # => 7
  def <<(callable) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Returns whether both are the same method of the same object. Two names of one method are equal only if they are
  # aliases.
  #
  #   a = [1]
  #   a.method(:map) == a.method(:map)    # => true
  #   a.method(:map) == [1].method(:map)  # => false
  #   a.method(:map) == a.method(:select) # => false
  def ==(other) end
  alias eql? ==

  # :call-seq:
  #   self >> callable -> proc
  #
  # Returns a lambda that calls this method first and hands its result to +callable+.
  #
  #   (method(:Integer) >> ->(n) { n * 2 }).call("21") # => 42
  def >>(callable) end

  # :call-seq:
  #   arity -> integer
  #
  # Returns how many arguments it takes; where some may be left out, minus one minus the number of those that may not. Of
  # methods written in C with optional arguments it is -1.
  #
  #   def two(a, b) = nil
  #   def some(a, *b) = nil
  #   method(:two).arity       # => 2
  #   method(:some).arity      # => -2
  #   "".method(:sub).arity    # => -1
  def arity() end

  # :call-seq:
  #   call(*arguments, &block) -> object
  #   self[*arguments] -> object
  #   self === argument -> object
  #
  # Calls the method with the arguments and the block, and returns what it returns. By <tt>===</tt> a Method is a
  # condition of +case+.
  #
  #   plus = 3.method(:+)
  #   plus.call(4) # => 7
  #   plus[4]      # => 7
  #   plus.(4)     # => 7
  #   (case "x" when %w[x y].method(:include?) then 1 end) # => 1
  def call(*) end
  alias === call
  alias [] call

  # :call-seq:
  #   clone -> method
  #
  # Returns a copy, with its singleton methods, frozen if the original is.
  #
  #   3.method(:+).freeze.clone.frozen? # => true
  def clone() end

  # :call-seq:
  #   curry(arity = self.arity) -> proc
  #
  # Returns a lambda that collects arguments until there are +arity+ of them, then calls the method; see Proc#curry.
  #
  #   def area(a, b) = a * b
  #   method(:area).curry[3][4]   # => 12
  #   method(:area).curry(3)      # raises ArgumentError: wrong number of arguments (given 3, expected 2)
  def curry(arity = nil) end

  # :call-seq:
  #   dup -> method
  #
  # Returns a copy that is not frozen.
  #
  #   3.method(:+).freeze.dup.frozen? # => false
  def dup() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is equal for Methods that are equal.
  #
  #   a = [1]
  #   a.method(:map).hash == a.method(:map).hash # => true
  def hash() end

  # :call-seq:
  #   name -> symbol
  #
  # Returns the name by which it was asked for.
  #
  #   [].method(:collect).name # => :collect
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
  #   Door.new.method(:unlock).original_name # => :open
  #   Door.new.method(:unlock).name          # => :unlock
  def original_name() end

  # :call-seq:
  #   owner -> module
  #
  # Returns the class or module that defines it.
  #
  #   [].method(:map).owner          # => Array
  #   [].method(:each_slice).owner   # => Enumerable
  def owner() end

  # :call-seq:
  #   parameters -> array
  #
  # Returns for each parameter its kind and name (see Proc#parameters); those of methods in C have none.
  #
  #   def mix(a, b = 1, *c, d:, &e) = nil
  #   method(:mix).parameters   # => [[:req, :a], [:opt, :b], [:rest, :c], [:keyreq, :d], [:block, :e]]
  #   3.method(:+).parameters   # => [[:req]]
  def parameters() end

  # :call-seq:
  #   receiver -> object
  #
  # Returns the object whose method it is.
  #
  #   "ab".method(:upcase).receiver # => "ab"
  def receiver() end

  # :call-seq:
  #   source_location -> array or nil
  #
  # Returns where it is defined, its file and line first; nil for what is not written in Ruby.
  #
  #   eval("def here = 1", nil, "a.rb", 7)
  #   method(:here).source_location.first(2) # => ["a.rb", 7]
  #   "".method(:upcase).source_location     # => nil
  #   Object.remove_method(:here)
  def source_location() end

  # :call-seq:
  #   super_method -> method or nil
  #
  # Returns the method that +super+ in it would call, nil if there is none.
  #
  #   class Base
  #     def who = "base"
  #   end
  #   class Leaf < Base
  #     def who = "leaf"
  #   end
  #   Leaf.new.method(:who).super_method.call # => "base"
  #   Base.new.method(:who).super_method      # => nil
  def super_method() end

  # :call-seq:
  #   to_proc -> proc
  #
  # Returns a lambda that calls the method; <tt>&</tt> before an argument uses it.
  #
  #   [1, 2].each(&method(:print)) # prints "12"
  #   method(:print).to_proc.lambda? # => true
  def to_proc() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the class of the receiver, the name, the parameters and where it is defined.
  #
  #   eval("class Door; def open(a, b = 1) = 1; end", nil, "a.rb", 7)
  #   Door.new.method(:open).to_s # => "#<Method: Door#open(a, b=...) a.rb:7>"
  #   3.method(:+).to_s           # => "#<Method: Integer#+(_)>"
  #   Object.send(:remove_const, :Door)
  def to_s() end
  alias inspect to_s

  # :call-seq:
  #   unbind -> unbound_method
  #
  # Returns the method without its object, to be bound to another one.
  #
  #   up = "ab".method(:upcase).unbind
  #   up.bind("cd").call # => "CD"
  def unbind() end
end
