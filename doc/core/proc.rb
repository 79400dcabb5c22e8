# frozen_string_literal: true

# Proc is a block as an object: it keeps the local variables and +self+ of the place where it was written, and runs when it is
# called. A lambda (<tt>-> { }</tt>, Kernel#lambda) checks its arguments as a method does, and +return+ leaves only
# itself. Any other Proc fills missing arguments with nil, drops those that are too many, takes an Array apart if it
# wants several, and +return+ leaves the method in which it was written.
#
#   add = ->(a, b) { a + b }
#   add.(1, 2)                       # => 3
#   pair = proc { |a, b| [a, b] }
#   pair.call(1)                     # => [1, nil]
#   pair.call([1, 2])                # => [1, 2]
#   %w[a b].map(&:upcase)            # => ["A", "B"]
class Proc
  # :call-seq:
  #   self << callable -> proc
  #
  # Returns a lambda that calls +callable+ first and hands its result to this Proc.
  # Raises TypeError for what has no +call+.
  #
  #   double = ->(x) { x * 2 }
  #   succ = ->(x) { x + 1 }
  #   (double << succ).call(3) # => 8
  #   double << 3              # raises TypeError: callable object is expected
  def <<(callable) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Returns whether the two come from the same block with the same variables: a Proc and its copy.
  #
  #   a = proc { 1 }
  #   a == a.dup       # => true
  #   a == proc { 1 }  # => false
  def ==(other) end
  alias eql? ==

  # :call-seq:
  #   self >> callable -> proc
  #
  # Returns a Proc that calls this one first and hands its result to +callable+: a Proc, a Method, anything with +call+.
  #
  #   double = ->(x) { x * 2 }
  #   (double >> :to_s.to_proc).call(4) # => "8"
  #   (double >> method(:Float)).call(4) # => 8.0
  def >>(callable) end

  # :call-seq:
  #   arity -> integer
  #
  # Returns how many arguments it takes; where some may be left out, minus one minus the number of those that may not. In
  # a Proc that is no lambda, parameters with a default do not count as such: only a rest parameter makes it negative.
  #
  #   ->(a, b) { }.arity        # => 2
  #   ->(a, b = 1) { }.arity    # => -2
  #   ->(*a) { }.arity          # => -1
  #   ->(k:) { }.arity          # => 1
  #   proc { |a, b = 1| }.arity # => 1
  #   proc { |a = 1| }.arity    # => 0
  #   proc { |;k| }.arity       # => 0
  def arity() end

  # :call-seq:
  #   binding -> binding
  #
  # Returns the Binding of the place where the block was written.
  # Raises ArgumentError for a Proc that was made from a method of C or a Symbol.
  #
  #   count = 3
  #   proc { }.binding.local_variable_get(:count) # => 3
  #   :upcase.to_proc.binding                     # raises ArgumentError: Can't create Binding from C level Proc
  def binding() end

  # :call-seq:
  #   call(*arguments, &block) -> object
  #   self.(*arguments) -> object
  #   self[*arguments] -> object
  #   self === argument -> object
  #
  # Runs the block with the arguments and returns the value of its last expression, or what +next+ gives. A lambda raises
  # ArgumentError for a wrong number of arguments. By <tt>===</tt> a Proc is a condition of +case+.
  #
  #   half = ->(n) { n / 2 }
  #   half.call(14) # => 7
  #   half.(14)     # => 7
  #   half[14]      # => 7
  #   half.call     # raises ArgumentError: wrong number of arguments (given 0, expected 1)
  #   even = :even?.to_proc
  #   (case 4 when even then "even" end)            # => "even"
  def call(*) end
  alias === call
  alias [] call
  alias yield call

  # :call-seq:
  #   clone(freeze: nil) -> proc
  #
  # Returns a copy, with its singleton methods, frozen if the original is.
  #
  #   a = proc { 1 }.freeze
  #   a.clone.call    # => 1
  #   a.clone.frozen? # => true
  def clone(freeze: nil) end

  # :call-seq:
  #   curry(arity = self.arity) -> proc
  #
  # Returns a lambda that collects arguments, one or more at a call, until there are +arity+ of them, and then calls this Proc.
  # Raises ArgumentError if a lambda cannot be called with so many.
  #
  #   add = ->(a, b, c) { a + b + c }
  #   add.curry[1][2][3]       # => 6
  #   add.curry[1, 2].call(3)  # => 6
  #   add.curry(2)             # raises ArgumentError: wrong number of arguments (given 2, expected 3)
  #   ->(*a) { a.sum }.curry(2)[1][2] # => 3
  def curry(arity = nil) end

  # :call-seq:
  #   dup -> proc
  #
  # Returns a copy that is not frozen; it shares the variables of the original.
  #
  #   a = proc { 1 }.freeze
  #   a.dup.frozen? # => false
  def dup() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is equal for Procs that are equal (#==).
  #
  #   a = proc { }
  #   a.hash == a.dup.hash # => true
  def hash() end

  # :call-seq:
  #   lambda? -> true or false
  #
  # Returns whether it checks its arguments and keeps +return+ to itself as a method does.
  #
  #   -> { }.lambda?                # => true
  #   proc { |n| n }.lambda?        # => false
  #   :upcase.to_proc.lambda?       # => true
  #   method(:puts).to_proc.lambda? # => true
  def lambda?() end

  # :call-seq:
  #   parameters(lambda: nil) -> array
  #
  # Returns for each parameter its kind and name: +:req+, +:opt+, +:rest+, +:keyreq+, +:key+, +:keyrest+, +:nokey+ or +:block+.
  # Those of a Proc that is not a lambda are all optional; +lambda+ says how to see it.
  #
  #   ->(a, b = 1, *c, d:, e: 2, **f, &g) { }.parameters
  #     .map(&:first)                            # => [:req, :opt, :rest, :keyreq, :key, :keyrest, :block]
  #   proc { |x| }.parameters                    # => [[:opt, :x]]
  #   proc { |x| }.parameters(lambda: true)      # => [[:req, :x]]
  def parameters(lambda: nil) end

  # :call-seq:
  #   ruby2_keywords -> self
  #
  # Marks a Proc that takes <tt>*arguments</tt> and no keywords, as Module#ruby2_keywords does a method: keywords are passed on
  # as keywords where the Array is passed on.
  #
  #   goal = ->(a, key: 0) { [a, key] }
  #   pass = proc { |*arguments| goal.call(*arguments) }.ruby2_keywords
  #   pass.call(1, key: 2) # => [1, 2]
  def ruby2_keywords() end

  # :call-seq:
  #   source_location -> array or nil
  #
  # Returns where the block stands, its file and line first; nil for what is not written in Ruby.
  #
  #   eval("proc { }", nil, "a.rb", 7).source_location.first(2) # => ["a.rb", 7]
  #   :upcase.to_proc.source_location                           # => nil
  def source_location() end

  # :call-seq:
  #   to_proc -> self
  #
  # Returns the Proc itself; <tt>&</tt> before an argument calls it.
  #
  #   a = proc { 1 }
  #   a.to_proc.equal?(a) # => true
  def to_proc() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns its class, its address, where it stands, and whether it is a lambda.
  #
  #   eval("-> { }", nil, "a.rb", 7).to_s.sub(/0x\h+/, "0x1") # => "#<Proc:0x1 a.rb:7 (lambda)>"
  def to_s() end
  alias inspect to_s

  # :call-seq:
  #   Proc.new {|*arguments| ... } -> proc
  #
  # Returns the block as a Proc, not as a lambda; Kernel#proc does the same.
  # Raises ArgumentError without a block.
  #
  #   Proc.new { |a, b| [b, a] }.call(1, 2) # => [2, 1]
  #   Proc.new                              # raises ArgumentError: tried to create Proc object without a block
  def self.new(*) end
end
