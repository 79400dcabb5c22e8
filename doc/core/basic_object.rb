# frozen_string_literal: true

# BasicObject is the root of all classes, with hardly a method: a class that passes on what it does not know (by
# +method_missing+) inherits from it, so that nothing of Kernel stands in its way. Constants are not found from inside
# either, unless they are written <tt>::String</tt>.
#
#   class Recorder < BasicObject
#     def calls = @calls ||= []
#     def method_missing(name, *arguments) = calls << [name, *arguments]
#     def respond_to_missing?(...) = true
#   end
#   r = Recorder.new
#   r.puts("a")
#   r.class
#   r.calls # => [[:puts, "a"], [:class]]
class BasicObject
  # :call-seq:
  #   !object -> true or false
  #
  # Returns false for every object but nil and false. <tt>not object</tt> calls it as well.
  #
  #   !nil    # => true
  #   !0      # => false
  #   (not 1) # => false
  def !() end

  # :call-seq:
  #   self != other -> true or false
  #
  # Returns the contrary of <tt>self == other</tt>; a class that defines #== needs no more.
  #
  #   1 != 2   # => true
  #   1 != 1.0 # => false
  def !=(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Returns whether the two are the same object. Most classes override it to compare contents; #equal? stays.
  #
  #   a = Object.new
  #   a == a     # => true
  #   a == a.dup # => false
  #   "a" == "a" # => true
  def ==(other) end

  # :call-seq:
  #   __id__ -> integer
  #
  # Returns an Integer that no other living object has; the same at each call. Kernel#object_id is the same method with
  # a name that classes may override.
  #
  #   a = "x"
  #   a.__id__ == a.object_id  # => true
  #   a.__id__ == a.dup.__id__ # => false
  def __id__() end

  # :call-seq:
  #   __send__(name, *arguments, **options, &block) -> object
  #
  # Calls the method of that name, private ones too, and returns what it returns. Kernel#send does the same, but
  # a class may mean something else by +send+.
  #
  #   3.__send__(:+, 4)        # => 7
  #   "ab".__send__("upcase")  # => "AB"
  #   3.__send__               # raises ArgumentError: no method name given
  def __send__(name, ...) end

  # :call-seq:
  #   equal?(other) -> true or false
  #
  # Returns whether the two are the same object. Unlike #== it is not overridden.
  #
  #   a = "x"
  #   a.equal?(a)     # => true
  #   a.equal?("x")   # => false
  #   1.equal?(1)     # => true
  #   :a.equal?(:a)   # => true
  def equal?(other) end

  # :call-seq:
  #   instance_eval(string, file = "(eval)", line = 1) -> object
  #   instance_eval {|object| ... } -> object
  #
  # Runs the block, or the String as a program, with the object as +self+: its instance variables and private methods are
  # at hand, and +def+ defines singleton methods. Returns the value of the last expression.
  # Raises ArgumentError unless exactly one of block and String is given.
  #
  #   o = Object.new
  #   o.instance_eval { @a = 1 }
  #   o.instance_eval("@a + 1")     # => 2
  #   o.instance_eval { |x| x == self } # => true
  #   o.instance_eval { def one = 1 }
  #   o.one                         # => 1
  #   o.instance_eval               # raises ArgumentError: wrong number of arguments (given 0, expected 1..3)
  def instance_eval(...) end

  # :call-seq:
  #   instance_exec(*arguments) {|*arguments| ... } -> object
  #
  # Runs the block with the object as +self+, as #instance_eval does, and hands the arguments to it.
  # Raises LocalJumpError without a block.
  #
  #   "abc".instance_exec(2) { |n| upcase * n } # => "ABCABC"
  #   "abc".instance_exec(2)                    # raises LocalJumpError
  def instance_exec(*arguments) end

  # :call-seq:
  #   BasicObject.new -> object
  #
  # Returns a new object. A class that wants arguments defines +initialize+, which receives them.
  #
  #   BasicObject.instance_method(:initialize).arity # => 0
  #   (BasicObject === BasicObject.new)               # => true
  #   BasicObject.new(1)                            # raises ArgumentError: wrong number of arguments (given 1, expected 0)
  def initialize() end

  private

  # :call-seq:
  #   method_missing(name, *arguments) -> object
  #
  # Called where a method is not there or not visible, with its name and arguments. This one raises NoMethodError, or
  # NameError for a name that might have been a variable. A class that overrides it should override
  # +respond_to_missing?+ as well and call +super+ for names that are not its own.
  #
  #   class Point
  #     def initialize(pairs) = @pairs = pairs
  #     def method_missing(name, *) = @pairs.fetch(name) { super }
  #     def respond_to_missing?(name, all = false) = @pairs.key?(name) || super
  #   end
  #   Point.new({ x: 3 }).x                # => 3
  #   Point.new({ x: 3 }).respond_to?(:x)  # => true
  #   Point.new({}).y                      # raises NoMethodError
  def method_missing(name, ...) end

  # :call-seq:
  #   singleton_method_added(name)
  #
  # Called after a singleton method was defined on the object. This one does nothing.
  #
  #   o = Object.new
  #   def o.singleton_method_added(name) = (@names ||= []) << name
  #   def o.one = 1
  #   o.instance_variable_get(:@names) # => [:singleton_method_added, :one]
  def singleton_method_added(name) end

  # :call-seq:
  #   singleton_method_removed(name)
  #
  # Called after a singleton method of the object was removed (Module#remove_method). This one does nothing.
  #
  #   o = Object.new
  #   def o.one = 1
  #   def o.singleton_method_removed(name) = @gone = name
  #   o.singleton_class.remove_method(:one)
  #   o.instance_variable_get(:@gone) # => :one
  def singleton_method_removed(name) end

  # :call-seq:
  #   singleton_method_undefined(name)
  #
  # Called after a singleton method of the object was undefined (Module#undef_method). This one does nothing.
  #
  #   o = Object.new
  #   def o.one = 1
  #   def o.singleton_method_undefined(name) = @gone = name
  #   o.singleton_class.undef_method(:one)
  #   o.instance_variable_get(:@gone) # => :one
  def singleton_method_undefined(name) end
end
