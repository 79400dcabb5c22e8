require "raindrops"
r = Raindrops.new(4)
p r.incr(0), r.incr(0, 5), r.decr(1), r[3] = 9, r.to_ary, r.size
pid = fork { 100.times { r.incr(2) } }
Process.wait(pid)
p r[2]
S = Raindrops::Struct.new(:reqs, :act)
s = S.new
s.incr_reqs
p s.reqs, s.to_hash
__END__
1
6
18446744073709551615
9
[6, 18446744073709551615, 0, 9]
4
100
1
{reqs: 1, act: 0}
