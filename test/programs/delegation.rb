# delegation - forwardable, delegate, singleton, observer, weakref.
require "forwardable"
require "delegate"
require "singleton"
require "observer"
require "weakref"

class Playlist
  extend Forwardable
  include Enumerable

  def_delegators :@songs, :size, :<<, :[], :first, :last, :empty?
  def_delegator :@songs, :join, :to_text
  def_delegator "self.class", :name, :kind
  def_instance_delegators :@songs, :each, :sort!
  instance_delegate %i[clear push] => :@songs
  def_delegator :itself, :map_sizes, :sizes

  def initialize(*songs) = @songs = songs
  def map_sizes = map(&:size)
end

list = Playlist.new("one", "three", "two")
list << "four"
p list.size, list[1], list.first, list.last, list.to_text("+"), list.kind, list.sizes, list.include?("two"), list.empty?
list.sort!
p list.each_slice(2).to_a, list.push("x").size
list.clear
p list.empty?
begin
  list.first(1, 2)
rescue ArgumentError => e
  puts e.message
end
object = Object.new
object.extend(SingleForwardable)
object.def_delegator :"[1, 2, 3]", :sum, :total
object.single_delegate [:upcase, :size] => '"text"'
p object.total, object.upcase, object.size

class Loud < SimpleDelegator
  def shout = upcase + "!"
  def upcase = super + "?"
end
loud = Loud.new("word")
p loud.shout, loud.size, loud == "word", loud.is_a?(String), loud.__getobj__, loud.respond_to?(:center), loud.method(:center).call(8)
loud.__setobj__("other")
p loud.shout, loud.dup.__getobj__, loud.eql?(loud), !loud, loud != "other"
begin
  loud.no_such_method
rescue NoMethodError => e
  puts e.message
end
begin
  Loud.new("x").send(:puts_nothing)
rescue NoMethodError => e
  puts e.message
end
begin
  loud.__setobj__(loud)
rescue ArgumentError => e
  puts e.message
end
begin
  SimpleDelegator.allocate.size
rescue NoMethodError, ArgumentError => e
  puts e.message
end
class Stack < DelegateClass(Array)
  def initialize = super([])
  def top = last
end
stack = Stack.new
stack.push(1, 2)
p stack.top, stack.length, stack.map { |x| x + 1 }, Stack.instance_method(:push).owner == Stack.superclass, stack.inspect, "#{stack}"
p Marshal.load(Marshal.dump(Loud.new([1, 2]))).__getobj__
p stack.methods.include?(:pop), stack.public_methods(false).size > 100

class Config
  include Singleton
  attr_accessor :value
end
Config.instance.value = 5
p Config.instance.value, Config.instance.equal?(Config.instance)
[-> { Config.new }, -> { Config.instance.dup }, -> { Config.instance.clone }].each do |action|
  action.call
rescue NoMethodError, TypeError => e
  puts "#{e.class}: #{e.message}"
end
class SubConfig < Config; end
p SubConfig.instance.equal?(Config.instance), Marshal.load(Marshal.dump(Config.instance)).equal?(Config.instance)

class Ticker
  include Observable
  def tick(value)
    changed if value.even?
    notify_observers(value, :tick)
  end
end
class Watcher
  def update(*values) = puts("update #{values}")
  def other(*values) = puts("other #{values}")
end
ticker = Ticker.new
watcher = Watcher.new
ticker.add_observer(watcher)
ticker.add_observer(second = Watcher.new, :other)
ticker.tick(1)
ticker.tick(2)
p ticker.count_observers, ticker.changed?
ticker.delete_observer(second)
ticker.tick(4)
begin
  ticker.add_observer(Object.new)
rescue NoMethodError => e
  puts e.message
end
ref = WeakRef.new(text = +"kept")
p ref.weakref_alive?, ref.upcase, ref.class, WeakRef::RefError.superclass
