# frozen_string_literal: true

# Module holds methods and constants. A module is included in classes (Module#include) or prepended to them, and is a place
# for names (<tt>Process::Status</tt>). Each Class is a Module as well: what stands here holds for both.
# Inside a +module+ or +class+ body, +self+ is the module, so that its private methods are called as if they were words of
# the language: +include+, +private+, +attr_reader+, +define_method+.
#
#   module Polite
#     def greet = "Good day, #{name}"
#   end
#   class Guest
#     include Polite
#     attr_reader :name
#     def initialize(name) = @name = name
#   end
#   Guest.new("Ida").greet   # => "Good day, Ida"
#   Guest.include?(Polite)   # => true
class Module
  # :call-seq:
  #   self < other -> true, false or nil
  #
  # Returns whether this module inherits from or includes the other one: true if it does, false if it is the same or it is
  # the other way round, nil if neither has to do with the other.
  # Raises TypeError if +other+ is no module.
  #
  #   Integer < Comparable # => true
  #   Comparable < Integer # => false
  #   Integer < Integer    # => false
  #   Integer < String     # => nil
  #   Integer < 1          # raises TypeError: compared with non class/module
  def <(other) end

  # :call-seq:
  #   self <= other -> true, false or nil
  #
  # Returns what #< does, but true if the two are the same.
  #
  #   Integer <= Integer # => true
  #   Integer <= Numeric # => true
  #   Numeric <= Integer # => false
  #   Integer <= String  # => nil
  def <=(other) end

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Returns -1 if this module inherits from or includes +other+, 1 if it is the other way round, 0 if they are the same, nil
  # if they have nothing to do with each other or +other+ is no module.
  #
  #   Integer <=> Numeric # => -1
  #   Numeric <=> Integer # => 1
  #   Integer <=> Integer # => 0
  #   Integer <=> String  # => nil
  #   Integer <=> 3       # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Returns whether the two are the same module.
  #
  #   String == "a".class       # => true
  #   Module.new == Module.new  # => false
  def ==(other) end

  # :call-seq:
  #   self === object -> true or false
  #
  # Returns whether +object+ is an instance of this module or of one that inherits from or includes it. +case+ and +rescue+
  # ask it; it works for objects that have no +is_a?+, too.
  #
  #   Numeric === 1.5      # => true
  #   Comparable === "a"   # => true
  #   String === :a        # => false
  def ===(object) end

  # :call-seq:
  #   self > other -> true, false or nil
  #
  # Returns whether +other+ inherits from or includes this module, nil if they have nothing to do with each other.
  # Raises TypeError if +other+ is no module.
  #
  #   Comparable > String # => true
  #   String > Comparable # => false
  #   String > Integer    # => nil
  def >(other) end

  # :call-seq:
  #   self >= other -> true, false or nil
  #
  # Returns what #> does, but true if the two are the same.
  #
  #   String >= String    # => true
  #   Object >= String    # => true
  #   String >= Integer   # => nil
  def >=(other) end

  # :call-seq:
  #   alias_method(new_name, old_name) -> symbol
  #
  # Gives a method a second name and returns that. The new name keeps the method it names now, even when the old one is
  # defined again. Raises NameError if there is no method of the old name.
  #
  #   class Door
  #     def open = "open"
  #     alias_method :unlock, :open # => :unlock
  #     def open = "opened twice"
  #   end
  #   Door.new.unlock                 # => "open"
  #   Door.alias_method(:shut, :slam) # raises NameError: undefined method 'slam' for class 'Door'
  def alias_method(new_name, old_name) end

  # :call-seq:
  #   ancestors -> array
  #
  # Returns the modules in which a method is looked for, in that order: those that were prepended, the module itself, those
  # that it includes, its superclass and so on.
  #
  #   Comparable.ancestors             # => [Comparable]
  #   Integer.ancestors.first(3)       # => [Integer, Numeric, Comparable]
  #   m = Module.new { def self.inspect = "M" }
  #   Class.new { prepend m }.ancestors.first.equal?(m) # => true
  def ancestors() end

  # :call-seq:
  #   attr(*names) -> array
  #
  # Defines a reader for each name, as #attr_reader does, and returns the names of the methods.
  #
  #   class Pen
  #     attr :colour # => [:colour]
  #     def initialize(colour) = @colour = colour
  #   end
  #   Pen.new("red").colour # => "red"
  def attr(*names) end

  # :call-seq:
  #   attr_accessor(*names) -> array
  #
  # Defines for each name a method that returns the instance variable of that name, and one with <tt>=</tt> that sets it.
  # Returns the names of the methods. Raises NameError for what cannot be a name.
  #
  #   class Lamp
  #     attr_accessor :watts
  #   end
  #   lamp = Lamp.new
  #   lamp.watts              # => nil
  #   lamp.watts = 40
  #   lamp.watts              # => 40
  #   Lamp.attr_accessor(:on, "off") # => [:on, :on=, :off, :off=]
  #   Lamp.attr_accessor("1") # raises NameError: invalid attribute name '1'
  def attr_accessor(*names) end

  # :call-seq:
  #   attr_reader(*names) -> array
  #
  # Defines for each name a method that returns the instance variable of that name, nil if it was never set. Returns the
  # names. Below +private+ the methods are private.
  #
  #   class Box
  #     attr_reader :width, :height
  #     def initialize(width) = @width = width
  #   end
  #   Box.new(3).width  # => 3
  #   Box.new(3).height # => nil
  def attr_reader(*names) end

  # :call-seq:
  #   attr_writer(*names) -> array
  #
  # Defines for each name a method with <tt>=</tt> that sets the instance variable of that name. Returns the names of the
  # methods.
  #
  #   class Tap
  #     attr_writer :flow # => [:flow=]
  #   end
  #   t = Tap.new
  #   t.flow = 2
  #   t.instance_variable_get(:@flow) # => 2
  def attr_writer(*names) end

  # :call-seq:
  #   autoload(name, file) -> nil
  #
  # Has +file+ required when the constant is first asked for in this module. Nothing happens if the constant is there
  # already. Raises NameError for what cannot be a constant, ArgumentError for an empty file name.
  #
  #   File.write("late.rb", "module Late; Part = :loaded; end")
  #   module Late; end
  #   Late.autoload(:Part, File.expand_path("late.rb")) # => nil
  #   Late::Part                      # => :loaded
  #   Late.autoload(:part, "late")    # raises NameError
  def autoload(name, file) end

  # :call-seq:
  #   autoload?(name, inherit = true) -> string or nil
  #
  # Returns the file that #autoload was given for the constant if it is not loaded yet, else nil. With +inherit+
  # false, only this module is asked and not its ancestors.
  #
  #   module Late; end
  #   Late.autoload(:Part, "late_part")
  #   Late.autoload?(:Part)  # => "late_part"
  #   Late.autoload?(:Other) # => nil
  def autoload?(name, inherit = true) end

  # :call-seq:
  #   class_eval(string, file = "(eval)", line = 1) -> object
  #   class_eval {|module| ... } -> object
  #
  # Runs the block, or the String as a program, as if it stood in the module's body: +self+ is the module and +def+ defines
  # its methods. Constants of a block are looked up where the block stands. Returns the value of the last expression.
  #
  #   String.class_eval { instance_method(:upcase).name } # => :upcase
  #   class Plain; end
  #   Plain.class_eval { def one = 1 }
  #   Plain.class_eval("def two = one + 1; name") # => "Plain"
  #   Plain.new.two                               # => 2
  def class_eval(...) end
  alias module_eval class_eval

  # :call-seq:
  #   class_exec(*arguments) {|*arguments| ... } -> object
  #
  # Runs the block as #class_eval does and hands the arguments to it.
  # Raises LocalJumpError without a block.
  #
  #   class Plain; end
  #   Plain.class_exec(:three) { |name| define_method(name) { 3 } } # => :three
  #   Plain.new.three # => 3
  def class_exec(*arguments) end
  alias module_exec class_exec

  # :call-seq:
  #   class_variable_defined?(name) -> true or false
  #
  # Returns whether the module or one of its ancestors has the class variable.
  # Raises NameError if the name does not begin with two at signs.
  #
  #   class Count
  #     @@all = 0
  #   end
  #   Count.class_variable_defined?(:@@all)  # => true
  #   Count.class_variable_defined?("@@one") # => false
  #   Count.class_variable_defined?(:all)    # raises NameError: 'all' is not allowed as a class variable name
  def class_variable_defined?(name) end

  # :call-seq:
  #   class_variable_get(name) -> object
  #
  # Returns the value of the class variable of the module or an ancestor.
  # Raises NameError if there is none.
  #
  #   class Count
  #     @@all = 7
  #   end
  #   Count.class_variable_get(:@@all) # => 7
  #   Count.class_variable_get(:@@one) # raises NameError: uninitialized class variable @@one in Count
  def class_variable_get(name) end

  # :call-seq:
  #   class_variable_set(name, value) -> value
  #
  # Sets a class variable, that of an ancestor if it has one of that name, and returns the value.
  # Raises FrozenError if the module is frozen.
  #
  #   class Count; end
  #   Count.class_variable_set("@@all", 3) # => 3
  #   Count.class_variable_get(:@@all)     # => 3
  def class_variable_set(name, value) end

  # :call-seq:
  #   class_variables(inherit = true) -> array
  #
  # Returns the names of the class variables, with those of the ancestors unless +inherit+ is false.
  #
  #   class Count
  #     @@all = 0
  #   end
  #   class Tally < Count
  #     @@sum = 0
  #   end
  #   Tally.class_variables        # => [:@@sum, :@@all]
  #   Tally.class_variables(false) # => [:@@sum]
  def class_variables(inherit = true) end

  # :call-seq:
  #   const_defined?(name, inherit = true) -> true or false
  #
  # Returns whether the constant is there: in the module, in its ancestors, and for a module in Object as well; with
  # +inherit+ false in the module alone. A name may be a path. Nothing is loaded.
  # Raises NameError for what cannot be a constant.
  #
  #   Math.const_defined?(:PI)                  # => true
  #   Math.const_defined?(:String)              # => true
  #   Math.const_defined?(:String, false)       # => false
  #   Object.const_defined?("Process::Status")  # => true
  #   Math.const_defined?("pi")                 # raises NameError: wrong constant name pi
  def const_defined?(name, inherit = true) end

  # :call-seq:
  #   const_get(name, inherit = true) -> object
  #
  # Returns the constant's value, looked for as #const_defined? says; a file is loaded if #autoload named one.
  # Where there is none, #const_missing decides, which raises NameError.
  #
  #   Math.const_get(:PI).floor               # => 3
  #   Object.const_get("Process::Status")     # => Process::Status
  #   Math.const_get(:TAU)                    # raises NameError: uninitialized constant Math::TAU
  #   Math.const_get(:String, false)          # raises NameError: uninitialized constant Math::String
  def const_get(name, inherit = true) end

  # :call-seq:
  #   const_missing(name) -> object
  #
  # Called where a constant is not found, with its name; what it returns is the value of the expression. This one raises
  # NameError.
  #
  #   module Greek
  #     def self.const_missing(name) = "no #{name}"
  #   end
  #   Greek::Omega # => "no Omega"
  #   Math::TAU    # raises NameError: uninitialized constant Math::TAU
  def const_missing(name) end

  # :call-seq:
  #   const_set(name, value) -> value
  #
  # Sets a constant and returns the value. A module without a name gets its name from the constant. A constant that
  # is there already is replaced, with a warning. Raises NameError for what cannot be a constant.
  #
  #   Signs = Module.new
  #   Signs.const_set(:PLUS, "+")            # => "+"
  #   Signs::PLUS                            # => "+"
  #   Signs.const_set("Class", Class.new).name # => "Signs::Class"
  #   Signs.const_set("minus", "-")          # raises NameError: wrong constant name minus
  def const_set(name, value) end

  # :call-seq:
  #   const_source_location(name, inherit = true) -> array or nil
  #
  # Returns the file and the line where the constant was set; an empty Array if that was in C, nil if there is no such
  # constant.
  #
  #   Object.const_source_location(:String) # => []
  #   Object.const_source_location(:Nothing) # => nil
  #   eval("Here = 1", nil, "map.rb", 12)
  #   Object.const_source_location(:Here)   # => ["map.rb", 12]
  #   Object.send(:remove_const, :Here)
  def const_source_location(name, inherit = true) end

  # :call-seq:
  #   constants(inherit = true) -> array
  #
  # Returns the names of the public constants of the module, with those of its ancestors unless +inherit+ is false. Those
  # of Object are only told by Object itself.
  #
  #   module Outer
  #     ONE = 1
  #     Two = Class.new
  #   end
  #   Outer.constants      # => [:ONE, :Two]
  #   Comparable.constants # => []
  def constants(inherit = true) end

  # :call-seq:
  #   define_method(name) {|*arguments| ... } -> symbol
  #   define_method(name, method) -> symbol
  #
  # Defines a method from a block, a Proc, a Method or an UnboundMethod, and returns its name. A block is run with the receiver as
  # +self+ and checks its arguments as a lambda does; it sees the local variables around it.
  # Raises ArgumentError if neither is given, TypeError if a method of another class is given.
  #
  #   class Shop
  #     { apple: 3, pear: 4 }.each { |fruit, price| define_method(fruit) { |count = 1| count * price } }
  #   end
  #   Shop.new.pear       # => 4
  #   Shop.new.apple(5)   # => 15
  #   Shop.define_method(:cost, Shop.instance_method(:pear)) # => :cost
  #   Shop.new.pear(1, 2) # raises ArgumentError: wrong number of arguments (given 2, expected 0..1)
  #   Shop.define_method(:x) # raises ArgumentError: tried to create Proc object without a block
  def define_method(name, method = nil) end

  # :call-seq:
  #   deprecate_constant(*names) -> self
  #
  # Has each use of the constants warned of, if warnings of the category +:deprecated+ are shown.
  # Raises NameError for a constant that the module has not.
  #
  #   module Units
  #     MILE = 1609
  #     deprecate_constant :MILE
  #   end
  #   Warning[:deprecated] = true
  #   $VERBOSE = false
  #   Units::MILE # => 1609
  #   Warning[:deprecated] = false
  #   Units.deprecate_constant(:INCH) # raises NameError
  def deprecate_constant(*names) end

  # :call-seq:
  #   freeze -> self
  #
  # Freezes the module: no method, constant or class variable can be added or changed. Its instances are not frozen.
  #
  #   class Fixed; end
  #   Fixed.freeze
  #   Fixed.define_method(:a) { } # raises FrozenError: can't modify frozen Class: Fixed
  #   Fixed.new.frozen?           # => false
  def freeze() end

  # :call-seq:
  #   include(*modules) -> self
  #
  # Makes the methods and constants of the modules those of this one, behind its own; the first module comes first. Each
  # module's +append_features+ and +included+ are called. Raises TypeError for a class.
  #
  #   module Walks
  #     def move = "walks"
  #   end
  #   module Swims
  #     def move = "swims"
  #   end
  #   class Duck
  #     include Walks, Swims
  #   end
  #   Duck.new.move               # => "walks"
  #   Duck.ancestors.first(3)     # => [Duck, Walks, Swims]
  #   Duck.include(String)        # raises TypeError: wrong argument type Class (expected Module)
  def include(*modules) end

  # :call-seq:
  #   include?(other) -> true or false
  #
  # Returns whether the module or one of its ancestors includes or was prepended +other+.
  # Raises TypeError if that is not a module.
  #
  #   String.include?(Comparable) # => true
  #   String.include?(Enumerable) # => false
  #   Comparable.include?(Comparable) # => false
  #   String.include?(Object)     # raises TypeError: wrong argument type Class (expected Module)
  def include?(other) end

  # :call-seq:
  #   included_modules -> array
  #
  # Returns the modules, but not the classes, among the ancestors.
  #
  #   Integer.included_modules.first # => Comparable
  #   Comparable.included_modules    # => []
  def included_modules() end

  # :call-seq:
  #   instance_method(name) -> unbound_method
  #
  # Returns the method that instances have under that name, private ones too, as an UnboundMethod.
  # Raises NameError if there is none.
  #
  #   m = String.instance_method(:upcase)
  #   m.bind_call("ab")            # => "AB"
  #   String.instance_method(:fly) # raises NameError: undefined method 'fly' for class 'String'
  def instance_method(name) end

  # :call-seq:
  #   instance_methods(inherit = true) -> array
  #
  # Returns the names of the public and protected methods of instances, with those of the ancestors unless +inherit+ is
  # false.
  #
  #   module Shape
  #     def area = 0
  #     private def edges = []
  #   end
  #   Shape.instance_methods                         # => [:area]
  #   String.instance_methods.include?(:object_id)   # => true
  #   String.instance_methods(false).include?(:object_id) # => false
  def instance_methods(inherit = true) end

  # :call-seq:
  #   method_defined?(name, inherit = true) -> true or false
  #
  # Returns whether instances have a public or protected method of that name; with +inherit+ false, whether the module
  # itself defines it.
  #
  #   String.method_defined?(:upcase)           # => true
  #   String.method_defined?("object_id")       # => true
  #   String.method_defined?(:object_id, false) # => false
  #   String.method_defined?(:puts)             # => false
  def method_defined?(name, inherit = true) end

  # :call-seq:
  #   name -> string or nil
  #
  # Returns the module's name with those of the modules it lies in; nil if no constant has held it and it has no temporary
  # name. The first constant that holds a module names it for ever.
  #
  #   Process::Status.name # => "Process::Status"
  #   Module.new.name      # => nil
  #   First = Module.new
  #   Second = First
  #   Second.name          # => "First"
  def name() end

  # :call-seq:
  #   prepend(*modules) -> self
  #
  # Makes the methods of the modules those of this one, in front of its own: they are found first, and +super+ leads to the
  # module's. Each module's +prepend_features+ and +prepended+ are called.
  #
  #   module Loud
  #     def say = super.upcase
  #   end
  #   class Cat
  #     prepend Loud
  #     def say = "miaow"
  #   end
  #   Cat.new.say            # => "MIAOW"
  #   Cat.ancestors.first(2) # => [Loud, Cat]
  def prepend(*modules) end

  # :call-seq:
  #   private_class_method(*names) -> nil
  #   private_class_method(names) -> nil
  #
  # Makes singleton methods of the module private. Raises NameError for one that there is not.
  #
  #   class Only
  #     def self.instance = @instance ||= new
  #     private_class_method :new
  #   end
  #   Only.instance.class # => Only
  #   Only.new            # raises NoMethodError: private method 'new' called for class Only
  def private_class_method(*names) end

  # :call-seq:
  #   private_constant(*names) -> nil
  #
  # Makes constants of the module private: they are found by their name inside it, but not through <tt>::</tt>.
  # Raises NameError for one that the module has not.
  #
  #   module Vault
  #     CODE = 1234
  #     private_constant :CODE
  #     def self.open?(code) = code == CODE
  #   end
  #   Vault.open?(1234) # => true
  #   Vault::CODE       # raises NameError: private constant Vault::CODE referenced
  def private_constant(*names) end

  # :call-seq:
  #   private_instance_methods(inherit = true) -> array
  #
  # Returns the names of the private methods of instances, with those of the ancestors unless +inherit+ is false.
  #
  #   class Safe
  #     private def turn = 1
  #     def open = turn
  #   end
  #   Safe.private_instance_methods(false) # => [:turn]
  def private_instance_methods(inherit = true) end

  # :call-seq:
  #   private_method_defined?(name, inherit = true) -> true or false
  #
  # Returns whether instances have a private method of that name; with +inherit+ false, whether the module itself
  # defines it.
  #
  #   String.private_method_defined?(:puts)        # => true
  #   String.private_method_defined?(:puts, false) # => false
  #   String.private_method_defined?(:upcase)      # => false
  def private_method_defined?(name, inherit = true) end

  # :call-seq:
  #   protected_instance_methods(inherit = true) -> array
  #
  # Returns the names of the protected methods of instances, with those of the ancestors unless +inherit+ is false.
  #
  #   class Purse
  #     def richer?(other) = money > other.money
  #     protected def money = 5
  #   end
  #   Purse.protected_instance_methods # => [:money]
  def protected_instance_methods(inherit = true) end

  # :call-seq:
  #   protected_method_defined?(name, inherit = true) -> true or false
  #
  # Returns whether instances have a protected method of that name; with +inherit+ false, whether the module itself
  # defines it.
  #
  #   class Purse
  #     protected def money = 5
  #   end
  #   Purse.protected_method_defined?(:money) # => true
  #   Purse.protected_method_defined?(:puts)  # => false
  def protected_method_defined?(name, inherit = true) end

  # :call-seq:
  #   public_class_method(*names) -> nil
  #   public_class_method(names) -> nil
  #
  # Makes singleton methods of the module public, +new+ of a class whose superclass hides it for example.
  # Raises NameError for one that there is not.
  #
  #   class Hidden
  #     private_class_method :new
  #   end
  #   class Shown < Hidden
  #     public_class_method :new
  #   end
  #   Shown.new.class # => Shown
  def public_class_method(*names) end

  # :call-seq:
  #   public_constant(*names) -> nil
  #
  # Makes constants of the module public again. Raises NameError for one that the module has not.
  #
  #   module Vault
  #     CODE = 1234
  #     private_constant :CODE
  #   end
  #   Vault.public_constant(:CODE)
  #   Vault::CODE # => 1234
  def public_constant(*names) end

  # :call-seq:
  #   public_instance_method(name) -> unbound_method
  #
  # Returns the public method that instances have under that name.
  # Raises NameError if there is none, or if it is not public.
  #
  #   String.public_instance_method(:upcase).bind_call("a") # => "A"
  #   String.public_instance_method(:puts) # raises NameError: method 'puts' for class 'String' is private
  def public_instance_method(name) end

  # :call-seq:
  #   public_instance_methods(inherit = true) -> array
  #
  # Returns the names of the public methods of instances, with those of the ancestors unless +inherit+ is false.
  #
  #   class Purse
  #     def open = true
  #     protected def money = 5
  #   end
  #   Purse.public_instance_methods(false) # => [:open]
  def public_instance_methods(inherit = true) end

  # :call-seq:
  #   public_method_defined?(name, inherit = true) -> true or false
  #
  # Returns whether instances have a public method of that name; with +inherit+ false, whether the module itself
  # defines it.
  #
  #   String.public_method_defined?(:upcase) # => true
  #   String.public_method_defined?(:puts)   # => false
  def public_method_defined?(name, inherit = true) end

  # :call-seq:
  #   refinements -> array
  #
  # Returns the refinements that were made in the module (#refine).
  #
  #   module Shouting
  #     refine(String) { def shout = upcase }
  #   end
  #   Shouting.refinements.map(&:target) # => [String]
  #   Comparable.refinements             # => []
  def refinements() end

  # :call-seq:
  #   remove_class_variable(name) -> object
  #
  # Removes a class variable of the module itself and returns its value.
  # Raises NameError if the module has none of that name.
  #
  #   class Count
  #     @@all = 7
  #   end
  #   Count.remove_class_variable(:@@all)  # => 7
  #   Count.class_variables                # => []
  #   Count.remove_class_variable(:@@all)  # raises NameError: class variable @@all not defined for Count
  def remove_class_variable(name) end

  # :call-seq:
  #   remove_method(*names) -> self
  #
  # Removes methods that the module itself defines; those of its ancestors come to light. #undef_method hides those as
  # well. Raises NameError for one that the module does not define.
  #
  #   class Animal
  #     def say = "..."
  #   end
  #   class Dog < Animal
  #     def say = "wuff"
  #   end
  #   Dog.remove_method(:say)
  #   Dog.new.say             # => "..."
  #   Dog.remove_method(:say) # raises NameError: method 'say' not defined in Dog
  def remove_method(*names) end

  # :call-seq:
  #   set_temporary_name(name) -> self
  #
  # Gives a module that no constant has named yet a name to be shown; nil takes it away. The name must not look as
  # that of a constant. Raises RuntimeError if the module has a permanent name.
  #
  #   made = Class.new.set_temporary_name("query<users>")
  #   made.name                     # => "query<users>"
  #   Made = made
  #   made.name                     # => "Made"
  #   made.set_temporary_name("x")  # raises RuntimeError: can't change permanent name
  #   Class.new.set_temporary_name("Users") # raises ArgumentError
  def set_temporary_name(name) end

  # :call-seq:
  #   singleton_class? -> true or false
  #
  # Returns whether this is the singleton class of an object.
  #
  #   String.singleton_class?                 # => false
  #   String.singleton_class.singleton_class? # => true
  def singleton_class?() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the name; of a module without one, its class and address; of a singleton class, what it belongs to.
  #
  #   Process::Status.to_s       # => "Process::Status"
  #   String.singleton_class.to_s # => "#<Class:String>"
  #   Module.new.to_s.start_with?("#<Module:0x") # => true
  def to_s() end
  alias inspect to_s

  # :call-seq:
  #   undef_method(*names) -> self
  #
  # Makes instances answer no longer to the names, even where an ancestor defines them.
  # Raises NameError for a method that there is not.
  #
  #   class Stone
  #     undef_method :to_s
  #   end
  #   Stone.new.to_s                 # raises NoMethodError
  #   Stone.undef_method(:fly)       # raises NameError: undefined method 'fly' for class 'Stone'
  def undef_method(*names) end

  # :call-seq:
  #   undefined_instance_methods -> array
  #
  # Returns the names that #undef_method, or +undef+, took away in this module itself.
  #
  #   class Stone
  #     undef_method :to_s
  #   end
  #   Stone.undefined_instance_methods  # => [:to_s]
  #   String.undefined_instance_methods # => []
  def undefined_instance_methods() end

  # :call-seq:
  #   Module.constants -> array
  #   Module.constants(inherit) -> array
  #
  # Returns the names of the constants that can be reached from where it is called. With an argument it is
  # Module#constants of Module itself.
  #
  #   Module.constants.include?(:String) # => true
  #   Module.constants(false)            # => []
  def self.constants(*) end

  # :call-seq:
  #   Module.nesting -> array
  #
  # Returns the modules in whose bodies the call stands, the innermost first.
  #
  #   module Outer
  #     module Inner
  #       FOUND = Module.nesting
  #     end
  #   end
  #   Outer::Inner::FOUND # => [Outer::Inner, Outer]
  def self.nesting() end

  # :call-seq:
  #   Module.used_modules -> array
  #
  # Returns the modules that +using+ made hold where it is called, the last first.
  #
  #   Module.used_modules # => []
  def self.used_modules() end

  # :call-seq:
  #   Module.used_refinements -> array
  #
  # Returns the Refinements that hold where it is called.
  #
  #   Module.used_refinements # => []
  def self.used_refinements() end

  # :call-seq:
  #   Module.new -> module
  #   Module.new {|module| ... } -> module
  #
  # Returns a new module without a name. A block is run as #class_eval does.
  #
  #   m = Module.new { def twice = self * 2 }
  #   "ab".dup.extend(m).twice # => "abab"
  #   m.name                   # => nil
  def initialize() end

  private

  # :call-seq:
  #   append_features(other) -> self
  #
  # Does the work of #include for one module: adds this one to +other+. Called before #included.
  #
  #   module Never
  #     def self.append_features(other) = nil
  #   end
  #   class Free
  #     include Never
  #   end
  #   Free.include?(Never) # => false
  def append_features(other) end

  # :call-seq:
  #   const_added(name)
  #
  # Called after a constant was set in the module. This one does nothing.
  #
  #   module Watched
  #     def self.const_added(name) = (print(name); super)
  #   end
  #   Watched::ONE = 1 # prints "ONE"
  def const_added(name) end

  # :call-seq:
  #   extend_object(object) -> object
  #
  # Does the work of Kernel#extend for one object: adds the module to its singleton class. Called before #extended.
  #
  #   module Loud
  #     def self.extend_object(object) = (print("adds"); super)
  #   end
  #   Object.new.extend(Loud) # prints "adds"
  def extend_object(object) end

  # :call-seq:
  #   extended(object)
  #
  # Called after an object was extended by the module. This one does nothing.
  #
  #   module Loud
  #     def self.extended(object) = print("extends #{object}")
  #   end
  #   "a".dup.extend(Loud) # prints "extends a"
  def extended(object) end

  # :call-seq:
  #   included(other)
  #
  # Called after the module was included in +other+. It often extends that, so that the class gets methods as well.
  # This one does nothing.
  #
  #   module Findable
  #     def self.included(other) = other.extend(ClassMethods)
  #     module ClassMethods
  #       def find = "found"
  #     end
  #   end
  #   class Book
  #     include Findable
  #   end
  #   Book.find # => "found"
  def included(other) end

  # :call-seq:
  #   method_added(name)
  #
  # Called after a method was defined in the module. This one does nothing.
  #
  #   class Watched
  #     def self.method_added(name) = print(name, " ")
  #     def one = 1
  #     attr_reader :two
  #   end # prints "one two "
  def method_added(name) end

  # :call-seq:
  #   method_removed(name)
  #
  # Called after a method was removed from the module (#remove_method). This one does nothing.
  #
  #   class Watched
  #     def self.method_removed(name) = print(name)
  #     def one = 1
  #     remove_method :one
  #   end # prints "one"
  def method_removed(name) end

  # :call-seq:
  #   method_undefined(name)
  #
  # Called after a method was undefined in the module (#undef_method, +undef+). This one does nothing.
  #
  #   class Watched
  #     def self.method_undefined(name) = print(name)
  #     undef to_s
  #   end # prints "to_s"
  def method_undefined(name) end

  # :call-seq:
  #   module_function -> nil
  #   module_function(name) -> name
  #   module_function(*names) -> array
  #
  # Makes methods functions of the module: a public singleton copy of each, and the method itself private. Without names it
  # holds for the methods that are defined below it. Classes do not have this method.
  #
  #   module Tax
  #     module_function
  #     def of(sum) = sum / 5
  #   end
  #   Tax.of(100)                                # => 20
  #   Tax.private_instance_methods               # => [:of]
  #   String.send(:module_function, :upcase)     # raises NoMethodError
  def module_function(*names) end

  # :call-seq:
  #   prepend_features(other) -> self
  #
  # Does the work of #prepend for one module: puts this one in front of +other+. Called before #prepended.
  #
  #   module Never
  #     def self.prepend_features(other) = nil
  #   end
  #   class Free
  #     prepend Never
  #   end
  #   Free.ancestors.first # => Free
  def prepend_features(other) end

  # :call-seq:
  #   prepended(other)
  #
  # Called after the module was prepended to +other+. This one does nothing.
  #
  #   module Front
  #     def self.prepended(other) = print("in front of ", other)
  #   end
  #   class House
  #     prepend Front
  #   end # prints "in front of House"
  def prepended(other) end

  # :call-seq:
  #   private -> nil
  #   private(name) -> name
  #   private(*names) -> array
  #
  # Makes methods private: they are called without a receiver, or with +self+ written out. Without names it holds for the methods
  # that are defined below it in the body. Names may stand in one Array. Raises NameError for a method that there is not.
  #
  #   class Till
  #     def total = count * 2
  #     private def count = 4
  #   end
  #   Till.new.total       # => 8
  #   Till.new.count       # raises NoMethodError
  def private(*names) end

  # :call-seq:
  #   protected -> nil
  #   protected(name) -> name
  #   protected(*names) -> array
  #
  # Makes methods protected: they may be called where +self+ is of the class that defines them. Without names it holds for the
  # methods that are defined below it.
  #
  #   class Purse
  #     def initialize(money) = @money = money
  #     def richer?(other) = money > other.money
  #     protected attr_reader(:money)
  #   end
  #   Purse.new(3).richer?(Purse.new(2)) # => true
  #   Purse.new(3).money                 # raises NoMethodError
  def protected(*names) end

  # :call-seq:
  #   public -> nil
  #   public(name) -> name
  #   public(*names) -> array
  #
  # Makes methods public: anyone may call them. Without names it holds for the methods that are defined below it.
  #
  #   class Till
  #     private
  #     def count = 4
  #     public :count # => :count
  #   end
  #   Till.new.count # => 4
  def public(*names) end

  # :call-seq:
  #   refine(target) { ... } -> refinement
  #
  # Runs the block as the body of a Refinement of the class or module and returns that: the methods that it defines are those
  # of +target+ in files and modules that say +using+ and this module's name. Raises ArgumentError without a block,
  # TypeError if +target+ is no module.
  #
  #   module Shouting
  #     refine(String) { def shout = upcase + "!" }
  #   end
  #   eval("using Shouting; 'a'.shout", TOPLEVEL_BINDING.dup) # => "A!"
  #   "a".shout                                            # raises NoMethodError
  def refine(target) end

  # :call-seq:
  #   remove_const(name) -> object
  #
  # Removes a constant of the module itself and returns its value.
  # Raises NameError if the module has none of that name.
  #
  #   module Signs
  #     PLUS = "+"
  #   end
  #   Signs.send(:remove_const, :PLUS) # => "+"
  #   Signs.constants                  # => []
  #   Signs.send(:remove_const, :PLUS) # raises NameError: constant Signs::PLUS not defined
  def remove_const(name) end

  # :call-seq:
  #   ruby2_keywords(*names) -> nil
  #
  # Marks methods that take <tt>*arguments</tt> and no keywords: keywords that they are given stand as a last Hash in the Array,
  # and are keywords again where that is passed on with <tt>*</tt>. <tt>...</tt> says the same in newer programs.
  #
  #   class Pass
  #     ruby2_keywords def on(*arguments) = goal(*arguments)
  #     def goal(a, key: 0) = [a, key]
  #   end
  #   Pass.new.on(1, key: 2) # => [1, 2]
  def ruby2_keywords(*names) end

  # :call-seq:
  #   using(module) -> self
  #
  # Makes the refinements of a module hold in the rest of this module's body. At the top level it holds for the rest of the
  # file. Raises RuntimeError inside a method.
  #
  #   module Shouting
  #     refine(String) { def shout = upcase + "!" }
  #   end
  #   class Crowd
  #     using Shouting
  #     def cheer = "go".shout
  #   end
  #   Crowd.new.cheer # => "GO!"
  def using(other) end
end
