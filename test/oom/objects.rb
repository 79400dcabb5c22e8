class Base
  attr_accessor :a, :b
  def initialize(*) = (@a = 1; @b = [])
  def ==(o) = o.class == self.class && o.a == a
end
list = 150.times.map { |i| Class.new(Base) { define_method(:"m#{i}") { i }; const_set(:K, i); include Comparable; attr_reader :"r#{i}" } }
list.each_with_index { |c, i| o = c.new; o.send(:"m#{i}"); o.instance_variable_set(:"@v#{i}", i); o.dup.clone.singleton_class }
100.times { |i| o = Object.new; 12.times { |j| o.instance_variable_set(:"@i#{i % 5}_#{j}", j) }; o.inspect; o.instance_variables }
s = +"text"
s.instance_variable_set(:@on_a_string, 1)
s.singleton_class.define_method(:own) { 1 }
s.own
50.times { |i| m = Module.new { define_method(:x) { i } }; Object.new.extend(m).x }
50.times { |i| Object.const_set(:"OOM_#{i}", i); Base.class_variable_set(:"@@v#{i}", i) }
Struct.new(:a, :b, :c).then { |k| [k.new(1, 2, 3).to_h, k.new(1).to_a, k.members] }
Data.define(:x, :y).new(x: 1, y: 2).with(x: 3).inspect
ObjectSpace.each_object(Class).count
ObjectSpace.define_finalizer(Base.new, proc {})
100.times { Base.new.object_id }
20.times { |i| eval("$oom_gvar#{i} = i") }
trace_var(:$oom_gvar1) { |v| v }
$oom_gvar1 = 3
Base.instance_method(:==).bind_call(Base.new, Base.new)
Base.new.method(:a).unbind
GC.start
GC.compact if GC.respond_to?(:compact)
puts "end"
