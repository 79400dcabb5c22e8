# frozen_string_literal: true

# Class is the class of all classes. A class is a Module that has a superclass and makes instances; Class.new makes one
# without a name, and +class+ in a program makes one with a name or opens it again.
class Class < Module
  # :call-seq:
  #   allocate -> object
  #
  # Returns an instance whose +initialize+ has not run.
  # Raises TypeError for a class that makes none, such as Integer.
  #
  #   class Seat
  #     def initialize = @row = 1
  #   end
  #   Seat.allocate.instance_variables # => []
  #   Integer.allocate                 # raises TypeError: allocator undefined for Integer
  def allocate() end

  # :call-seq:
  #   attached_object -> object
  #
  # Returns the object whose singleton class this is.
  # Raises TypeError for any other class.
  #
  #   String.singleton_class.attached_object # => String
  #   String.attached_object                 # raises TypeError: 'String' is not a singleton class
  def attached_object() end

  # :call-seq:
  #   new(*arguments, &block) -> object
  #
  # Makes an instance, has its +initialize+ run with the arguments and the block, and returns it.
  #
  #   class Seat
  #     attr_reader :row
  #     def initialize(row, number: 1) = @row = row
  #   end
  #   Seat.new(7).row # => 7
  #   Seat.new        # raises ArgumentError: wrong number of arguments (given 0, expected 1)
  def new(*) end

  # :call-seq:
  #   subclasses -> array
  #
  # Returns the classes that inherit from this one directly and are alive, the last one made first. Singleton classes are
  # not among them.
  #
  #   class Base; end
  #   class Left < Base; end
  #   class Right < Base; end
  #   Base.subclasses # => [Right, Left]
  def subclasses() end

  # :call-seq:
  #   superclass -> class or nil
  #
  # Returns the class that this one inherits from, nil for BasicObject. Included modules are passed over.
  #
  #   Integer.superclass                 # => Numeric
  #   BasicObject.superclass             # => nil
  #   Integer.singleton_class.superclass # => #<Class:Numeric>
  def superclass() end

  # :call-seq:
  #   Class.allocate -> class
  #
  # Returns a class that is not initialized, of no use before it is.
  #
  #   Class.allocate.new # raises TypeError: can't instantiate uninitialized class
  def self.allocate() end

  # :call-seq:
  #   Class.new(superclass = Object) -> class
  #   Class.new(superclass = Object) {|class| ... } -> class
  #
  # Returns a new class without a name; the superclass's +inherited+ is called. A block is run as Module#class_eval does.
  # Raises TypeError if the superclass is not a class, or is Class or a singleton class.
  #
  #   made = Class.new(Array) { def second = self[1] }
  #   made.new([1, 2]).second # => 2
  #   made.name               # => nil
  #   Class.new(Class)        # raises TypeError: can't make subclass of Class
  def initialize(superclass = Object) end

  private

  # :call-seq:
  #   inherited(subclass)
  #
  # Called after a class inherited from this one, before its body runs. This one does nothing.
  #
  #   class Plugin
  #     def self.inherited(subclass) = (super; (@all ||= []) << subclass)
  #     def self.all = @all
  #   end
  #   class Spell < Plugin; end
  #   Plugin.all # => [Spell]
  def inherited(subclass) end
end
