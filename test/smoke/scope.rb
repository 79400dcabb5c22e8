module Outer
  X = 1
  module Inner
    Y = X + 1
    def self.get = X
  end
  class Klass
    def x = X
    Z = (Y rescue :noy)
  end
end
p Outer::Inner::Y, Outer::Inner.get, Outer::Klass.new.x, Outer::Klass::Z, Outer.constants.sort, Outer::Inner.name
module Outer::Inner
  p Module.nesting, (X rescue "no X")
end
class Object; TOP = 1; end
p Outer::Klass::TOP rescue p $!.message
p Outer.const_get("Inner::Y"), Module.nesting
Outer.const_set(:NEW, 5)
p Outer::NEW, Outer.const_defined?(:NOPE), Outer.const_missing(:A) rescue p $!.message
class Auto
  def self.const_missing(n) = "missing #{n}"
end
p Auto::Whatever
v = 1
blk = -> { v += 1 }
blk.()
define_method(:dm) { v } rescue self.class.send(:define_method, :dm) { v }
p v, dm
def no_access = defined?(v).inspect
p no_access
b = binding
b.local_variable_set(:nv, 9)
p b.local_variable_get(:v), b.eval("v + nv"), b.local_variables.include?(:v), eval("v * 2"), b.local_variable_defined?(:zz)
eval("w = 3; p w")
p (eval("w") rescue "w gone")
p instance_eval { self.to_s }, self.to_s, self.class, Object.new.instance_exec(5) { |n| n + 1 }
String.class_eval { def shout = upcase + "!" }
p "a".shout, 5.instance_eval { self + 1 }, String.class_exec(1) { |x| [self, x] }
module Refine
  refine Integer do
    def double = self * 2
    def to_s = "refined"
  end
  refine String do
    def shout = "refined #{super}"
  end
end
p (1.double rescue "not active")
using Refine
p 1.double, 1.to_s, "#{1}", "x".shout, [1, 2].map(&:double), 1.then(&:double)
$glob = 1
alias $galias $glob
$galias = 2
p $glob, global_variables.include?(:$glob), $0 == __FILE__, $PROGRAM_NAME.class, $,.inspect, $/.inspect, $;.inspect
class Meta
  [:a, :b].each { |n| define_method("#{n}?") { n } }
  %w[x y].each { |n| class_eval "def #{n} = '#{n}!'", __FILE__, __LINE__ }
  def self.inherited(k) = (@subs ||= []) << k.name.inspect
  def self.subs = @subs
  def self.method_added(n) = (@added ||= []) << n
  def self.added = @added
  def later = 1
  def [](i) = i * 2
  def []=(i, v)
    @set = [i, v]
  end
  def call(*a) = a
  def +(o) = "plus #{o.class}"
  def -@ = "neg"
  def !() = "not"
  def =~(o) = "match"
  def coerce(o) = [Meta.new, self]
  def to_str = "str"
  def to_ary = [1, 2]
  def to_proc = ->(x) { x + 100 }
  def each = yield(1)
  def ===(o) = o == :meta
end
class Sub < Meta; end
m = Meta.new
p m.a?, m.x, Meta.subs, Meta.added, m[4], (m[1] = 2), m.(1, 2), m + 1, -m, !m, m =~ 1, "a" + m, [1, 2].map(&m), (1 + m), (a, z = m; z), (case :meta when m then :hit end)
p((m[0] += 5))
p ObjectSpace.respond_to?(:garbage_collect), m.instance_variables, m.singleton_methods, (class << m; self; end).inspect.start_with?("#<Class:#<Meta")
Cst = 1
Object.send(:remove_const, :Cst)
p defined?(Cst).inspect, [*1..3, *[4]], [*nil], [*"a"], { **{} }
def rec(n) = n.zero? ? [] : [n, *rec(n - 1)]
p rec(3), method(:rec).arity, method(:rec).owner, method(:puts).owner, rec(2).frozen?
p 10.instance_of?(Integer), Integer.instance_method(:+).bind_call(1, 2), 5.method(:+).to_proc.(3), [1, 2, 3].method(:map).unbind.bind([4]).call { _1 * 2 }
