# refinements.rb - operators and literals under refinements.  Each line has a label; refinements.out holds the answers of CRuby 4.0.1.
require_relative "common"

t("refinements") { eval 'module RM; refine(Array) { def max = :max; def min = :min; def hash = :hash; def include?(x) = :inc; def pack(*) = :pack } end; using RM; a=1;b=2; [[a,b].max, [a,b].min, [a,b].hash, [a,b].include?(a), [a,b].pack("C*"), [1,2].max, [1,2].include?(a)]', TOPLEVEL_BINDING.dup }
t("refinements b") { eval 'module RS; refine(String) { def freeze = :fr; def -@ = :um; def +(x) = :plus; def ==(x) = :eq; def =~(x) = :m; def empty? = :e; def length = :l }; refine(Integer) { def +(x) = :ip; def -(x) = :im; def *(x) = :it; def <(x) = :lt; def succ = :s; def & (x) = :and; def ! = :not }; refine(Hash) { def [](x) = :h }; refine(NilClass) { def nil? = :n } end; using RS; a=1; ["a".freeze, -"a", "a"+"b", "a"=="b", "a"=~/a/, "".empty?, "".length, a+1, a-1, a*2, a<2, a.succ, a&1, !a, {a: 1}[:a], {"a"=>1}["a"], nil.nil?]', TOPLEVEL_BINDING.dup }

# Code that a file holds above its `using`, which must not see the refinements.
ABOVE_USING = <<'FILE'
def try(l) = t("refinements above using #{l}") { begin; yield; rescue NoMethodError; :none; end }
module M; refine(Integer) { def rf = :refined; def to_s = "RS" }; end
class UsingA; def x = 1.rf; def y = 1.to_s; def w = "#{1}"; def m = [1,2].map(&:to_s); end
a0 = UsingA.new; try(:a0) { a0.y }
module UsingN; def self.x = 1.to_s; class Q; def q = 1.to_s; end; end
S = class << self; self; end
class << self; def sx = 1.to_s; end
[0, 1].each do |i|
  Object.class_eval "class Z#{i}; def z = 1.to_s; end"
  (i == 0 ? (class ZA; def z = 1.to_s; end) : (class ZB; def z = 1.to_s; end))
end
B1 = binding
PR = proc { 1.to_s }
PC = proc { class ZD; def z = 1.to_s; end }
def tt = 1.to_s
EV = "class ZE; def z = 1.to_s; end"
L = ->(k) { k.class_eval { def zz = 1.to_s } }
L[UsingA]
try(:a1) { UsingA.new.zz }
K0 = Class.new { def kk = 1.to_s; define_method(:kd) { 1.to_s } }
begin; class BE; def z = 1.to_s; end; end
eval "class EA; def z = 1.to_s; P = proc { 1.to_s }; end"
B1.eval "class EB; def z = 1.to_s; end"
using M
try(:b) { [UsingA.new.y, a0.y, (UsingA.new.x rescue :n), UsingA.new.w, UsingA.new.m] }
try(:c) { [UsingN.x, UsingN::Q.new.q, sx, Z0.new.z, Z1.new.z, ZA.new.z, ZB.new.z] }
try(:d) { [PR.call, tt, B1.eval("1.to_s"), eval("1.to_s", B1), UsingA.new.zz] }
try(:e) { PC.call; ZD.new.z }
try(:f) { eval EV; ZE.new.z }
try(:f2) { B1.eval "class ZF; def z = 1.to_s; end"; ZF.new.z }
try(:h) { [K0.new.kk, K0.new.kd] }
try(:i) { [BE.new.z, EA.new.z, EA::P.call, EB.new.z] }
class UsingA; def y2 = 1.to_s; end
try(:j) { [UsingA.new.y2, UsingA.new.y] }
module UsingN; class Q; def q2 = 1.to_s; end; def self.x2 = 1.to_s; end
try(:k) { [UsingN::Q.new.q2, UsingN::Q.new.q, UsingN.x2, UsingN.x] }
class << self; def sy = 1.to_s; end
try(:l) { [sx, sy] }
module M2; refine(Integer) { def to_s = "R2" }; end
using M2
try(:m) { [UsingA.new.y2, UsingA.new.y, 1.to_s, UsingN::Q.new.q2, sy, tt, PR.call, a0.y] }
class UsingA; def y3 = 1.to_s; end
try(:n) { [UsingA.new.y3, UsingA.new.y2] }
try(:o) { UsingA.instance_method(:y).bind_call(a0) }
try(:p) { a0.instance_eval { 1.to_s } }
try(:q) { a0.instance_eval("1.to_s") }
try(:r) { UsingA.class_exec { 1.to_s } }
FILE
require "tempfile"
Tempfile.create(["above_using", ".rb"]) { |f| f.write(ABOVE_USING); f.flush; load f.path }
