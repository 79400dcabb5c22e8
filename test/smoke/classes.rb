class Animal
  attr_reader :name
  attr_accessor :age
  COUNT = [0]
  @@all = []
  @registry = :meta
  class << self
    attr_reader :registry
    def create(...) = new(...)
  end
  def self.all = @@all
  def initialize(name, age: 1)
    @name = name
    @age = age
    @@all << self
    COUNT[0] += 1
  end
  def speak = "#{self.class.name.downcase} #{name} says #{sound}"
  def <=>(other) = age <=> other.age
  include Comparable
  def to_s = "#<#{name}>"
  def inspect = "#<Animal #{@name}>"
  def ==(o) = o.is_a?(Animal) && name == o.name
  protected def secret = 42
  private
  def sound = raise(NotImplementedError, "no sound")
  public
  def peek(o) = o.secret
end
class Dog < Animal
  def initialize(name, **kw)
    super
    @tricks = []
  end
  def sound = "Woof"
  def method_missing(name, *args)
    if name.start_with?("do_")
      @tricks << name.to_s.delete_prefix("do_")
      self
    else
      super
    end
  end
  def respond_to_missing?(name, priv = false) = name.start_with?("do_") || super
end
d = Dog.new("Rex", age: 3)
puts d.speak, d, d.inspect
p d.do_roll.do_sit.instance_variable_get(:@tricks), d.respond_to?(:do_x), d.respond_to?(:nope), Dog.superclass, Dog.ancestors.take(3), Animal.all.size, Animal.registry, Dog.registry
begin
  d.nope
rescue NoMethodError => e
  puts e.message
end
begin
  d.sound2
rescue NoMethodError => e
  puts e.message
end
begin
  Animal.new("x").speak
rescue NotImplementedError => e
  p e.class, e.message
end
begin
  d.secret
rescue NoMethodError => e
  puts e.message
end
p d.peek(d), d > Animal.create("Tom"), [d, Animal.new("Old", age: 9)].max.name, d == Dog.new("Rex"), d.frozen?, d.dup.name, d.is_a?(Animal), Dog === d, Dog <= Animal, d.instance_of?(Animal), d.instance_variables, Dog.instance_methods(false).sort, d.public_methods(false).size > 0
module Walk
  def self.included(base) = base.extend(ClassMethods)
  module ClassMethods
    def legs(n = nil) = n ? @legs = n : @legs
  end
  def walk = "#{name} walks on #{self.class.legs} legs, " + (defined?(super) ? super : "no super")
end
module Loud
  def speak = super.upcase + "!"
end
Dog.include Walk
Dog.legs 4
Dog.prepend Loud
puts d.walk, d.speak
p Dog.ancestors.first(3), Dog.include?(Walk), Dog.instance_method(:speak).owner, d.method(:speak).super_method.owner, d.method(:walk).unbind.class
o = Object.new
def o.hi = "singleton hi"
class << o
  def bye = "bye"
  attr_accessor :z
end
o.z = 5
p o.hi, o.bye, o.z, o.singleton_methods.sort, o.singleton_class.instance_methods(false).sort
class Dog
  def reopened = "yes"
  alias_method :old_reopened, :reopened
  alias rr reopened
  def reopened = "redefined"
  undef_method :age=
  remove_method :rr
end
p d.reopened, d.old_reopened, d.respond_to?(:rr), (d.send(:age=, 1) rescue $!.class)
K = Class.new(Animal) { define_method(:sound) { "k" }; define_method(:opt) { |a, b = 2| [a, b] } }
p K.name, K.new("k").opt(1), K.new("k").send(:sound), Class.new.name, Module.new.to_s.start_with?("#<Module:0x"), K.instance_method(:opt).arity
p Comparable.instance_of?(Module), Animal.const_get(:COUNT), Animal.constants, Animal.class_variable_get(:@@all).size, Animal.class_variables, Object.const_defined?(:Dog), Dog.name, Dog.to_s, d.class.class, d.hash == d.hash, d.object_id == d.object_id, d.singleton_class.to_s.start_with?("#<Class:#<Animal")
Point = Struct.new(:x, :y) do
  def dist = Math.sqrt(x * x + y * y)
end
pt = Point.new(3, 4)
p pt, pt.dist, pt.to_a, pt == Point.new(3, 4), pt.x, pt[1], pt["x"], pt.members, (pt.x = 7), pt, Point.new(1), pt.eql?(pt.dup), pt.each.to_a, Struct.new(:a, keyword_init: true).new(a: 1)
C = Data.define(:w, :h) do
  def area = w * h
end
c = C.new(w: 2, h: 3)
p c, c.area, c.with(h: 10), C.new(1, 2), c == C.new(2, 3), c.to_h, (c.instance_variable_set(:@a, 1) rescue $!.class), (C.new(1) rescue $!.message), c.frozen?
p d.then { |x| x.name }, d.tap { |x| print "tap " }.name, d.instance_eval { @name }, Dog.class_eval { self }, d.public_send(:name), d.send(:sound), (d.public_send(:sound2) rescue "err"), d.method(:name).call, Dog.method_defined?(:walk), d.itself.equal?(d)
