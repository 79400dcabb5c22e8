# frozen_string_literal: true

# Binding is a place in a running program with its local variables and +self+: Kernel#binding returns that of the caller,
# Proc#binding that of a block. Programs given as Strings run there (#eval), and see and change its variables.
#
#   def counter = (count = 1; binding)
#   place = counter
#   place.eval("count += 1")       # => 2
#   place.local_variable_get(:count) # => 2
class Binding
  # :call-seq:
  #   clone -> binding
  #
  # Returns a copy with its singleton methods. The variables that are there are shared, those that come are not.
  #
  #   a = 1
  #   b = binding.clone
  #   b.local_variable_set(:a, 2)
  #   a # => 2
  def clone() end

  # :call-seq:
  #   dup -> binding
  #
  # Returns a copy. The variables that are there are shared, those that come are not.
  #
  #   one = proc { }.binding
  #   two = one.dup
  #   two.local_variable_set(:fresh, 1)
  #   one.local_variable_defined?(:fresh) # => false
  def dup() end

  # :call-seq:
  #   eval(string, file = "(eval at ...)", line = 1) -> object
  #
  # Runs the String as a program in this place and returns the value of its last expression. Variables that it makes
  # stay in the Binding. +file+ and +line+ are what messages and backtraces say.
  # Raises SyntaxError for what is no program.
  #
  #   a = 20
  #   binding.eval("a + 1")               # => 21
  #   binding.eval("__FILE__", "a.rb")    # => "a.rb"
  #   binding.eval("1 +")                 # raises SyntaxError
  def eval(string, file = nil, line = 1) end

  # :call-seq:
  #   implicit_parameter_defined?(name) -> true or false
  #
  # Returns whether the block whose place it is has the parameter without being told: +:it+, or one of +:_1+ to +:_9+.
  # Raises NameError for any other name.
  #
  #   [5].map { it; binding.implicit_parameter_defined?(:it) } # => [true]
  #   [5].map { it; binding.implicit_parameter_defined?(:_1) } # => [false]
  #   binding.implicit_parameter_defined?(:a)                  # raises NameError
  def implicit_parameter_defined?(name) end

  # :call-seq:
  #   implicit_parameter_get(name) -> object
  #
  # Returns the value of +:it+ or of one of +:_1+ to +:_9+.
  # Raises NameError if the block uses no such parameter.
  #
  #   [5].map { it; binding.implicit_parameter_get(:it) }     # => [5]
  #   [5].map { _1; binding.implicit_parameter_get(:_1) }     # => [5]
  #   [5].map { binding.implicit_parameter_get(:it) }         # raises NameError
  def implicit_parameter_get(name) end

  # :call-seq:
  #   implicit_parameters -> array
  #
  # Returns the names of the parameters that the block has without being told.
  #
  #   [5].map { it; binding.implicit_parameters }.first        # => [:it]
  #   { a: 1 }.map { _2; binding.implicit_parameters }.first   # => [:_1, :_2]
  #   binding.implicit_parameters                              # => []
  def implicit_parameters() end

  # :call-seq:
  #   irb(show_code: true) -> object
  #
  # Starts IRB in this place, after showing the lines around it: the variables and +self+ are those of the program, which goes
  # on when IRB is left.
  #
  #   # (not run)
  #   def total(prices)
  #     binding.irb
  #     prices.sum
  #   end
  def irb(show_code: true) end

  # :call-seq:
  #   local_variable_defined?(name) -> true or false
  #
  # Returns whether a local variable can be seen from the place.
  # Raises NameError for what cannot be one.
  #
  #   depth = 12
  #   binding.local_variable_defined?(:depth) # => true
  #   binding.local_variable_defined?(:width) # => false
  #   binding.local_variable_defined?(:Depth) # raises NameError
  def local_variable_defined?(name) end

  # :call-seq:
  #   local_variable_get(name) -> object
  #
  # Returns the value of a local variable; also of one whose name is a word of the language.
  # Raises NameError if there is none.
  #
  #   def pick(if:) = binding.local_variable_get(:if)
  #   pick(if: 3)                        # => 3
  #   binding.local_variable_get(:other) # raises NameError
  def local_variable_get(name) end

  # :call-seq:
  #   local_variable_set(name, value) -> value
  #
  # Sets a local variable and returns the value. One that was not there is seen only through this Binding.
  #
  #   a = 1
  #   b = binding
  #   b.local_variable_set(:a, 2)
  #   a                           # => 2
  #   b.local_variable_set(:fresh, 3)
  #   b.eval("fresh")             # => 3
  def local_variable_set(name, value) end

  # :call-seq:
  #   local_variables -> array
  #
  # Returns the names of the local variables that can be seen from the place, the innermost first.
  #
  #   def place(a) = (b = a; binding)
  #   place(1).local_variables # => [:a, :b]
  def local_variables() end

  # :call-seq:
  #   receiver -> object
  #
  # Returns what +self+ is in the place.
  #
  #   "ab".instance_eval { binding }.receiver # => "ab"
  def receiver() end

  # :call-seq:
  #   source_location -> array
  #
  # Returns the file and the line of the place.
  #
  #   eval("binding", nil, "a.rb", 7).source_location # => ["a.rb", 7]
  def source_location() end
end
