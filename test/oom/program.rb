class A; attr_accessor :x; def initialize(x) = @x = x; end
def m(a, *r, k: 1, **o, &b) = b ? b.call(a, r, k, o) : [a, r, k, o]
r = []
50.times { |i| r << m(i, i, k: 2, z: i) { |*q| q.inspect } }
h = {}; 200.times { |i| h["k#{i}"] = A.new(i) }
s = h.map { |k, v| k + v.x.to_s }.join(",")
s.gsub(/\d+/) { |d| (d.to_i * 3**90).to_s }.split(",").sort.each_slice(3).to_a
require "set"; Set.new(r).size
Thread.new { 1 + 1 }.value
Fiber.new { Fiber.yield 1 }.resume
eval("def zz(a) = a * 2; zz(4)")
x = [3, 1, 2].sort_by { -_1 }.pack("N*").unpack("N*")
begin; raise "boo"; rescue => e; e.full_message; end
$stdout.puts format("%08.3f|%s", 3.5, :sym), Time.at(0).utc.strftime("%F"), x.inspect
Struct.new(:a, :b).new(1, 2).to_h
Marshal.load(Marshal.dump([1, "a", 2.5, {a: 1}]))
case {a: [1, {b: 2}]}
in {a: [Integer => q, {b:}]} then q + b
end
define_method(:foo) { 1 } rescue 0
Class.new { define_method(:foo) { |a, b = 2| a + b } }.new.foo(1)
"日本語".encode("UTF-16LE").encode("UTF-8").unicode_normalize(:nfd)
ObjectSpace.each_object(Class).first
GC.start
puts "end"
