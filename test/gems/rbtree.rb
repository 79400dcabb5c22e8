require "rbtree"
t = RBTree["c", 10, "a", 20, "b", 5]
p t, t.first, t.last, t.lower_bound("aa"), t.upper_bound("b"), t.bound("a", "b"), t.to_a, t.shift, t.delete("c"), t.size
m = MultiRBTree.new
[3, 1, 3].each { |i| m[i] = i * 2 }
p m.to_a, Marshal.load(Marshal.dump(t)) == t, t.dup == t
begin
  t.each { t["z#{rand}"] = 1 }
rescue TypeError => e
  p e.message
end
r = RBTree.new { |h, k| k * 2 }
p r[4], r.readjust { |x, y| y <=> x }.size
begin
  r[1] = 1
  r["a"] = 2
rescue => e
  p e.class
end
__END__
#<RBTree: {"b"=>5}, default=nil, cmp_proc=nil>
["a", 20]
["c", 10]
["b", 5]
["b", 5]
#<Enumerator: #<RBTree: {"b"=>5}, default=nil, cmp_proc=nil>:bound("a", "b")>
[["a", 20], ["b", 5], ["c", 10]]
["a", 20]
10
1
[[1, 2], [3, 6], [3, 6]]
true
true
"can't modify rbtree during iteration"
8
0
ArgumentError
