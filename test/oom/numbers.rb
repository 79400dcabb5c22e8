x = 3**500
[x * x / 7 % 1000003, x.to_s.to_i == x, x.pow(x, 10**40), x.digits.size, x.bit_length, -x >> 3, x ^ (x << 9), Integer.sqrt(x)]
x.to_s(36).to_i(36).gcd(6**90).lcm(15)
(1..200).inject(:*).to_s.size
Rational(x, 7**90).then { |r| [r.round(3), r.to_f, (r ** 2).numerator.size, r <=> 1] }
Complex(3, 4).then { |c| [c.abs, c ** 3, c.rectangular, Complex("1+2i") * c] }
[1.5e300.to_s, 0.1.rationalize(Rational(1, 100)), 2.5.round(half: :even), 1e23.to_i, "%.50f" % 0.1, 1234.5678.floor(2)]
Random.new(42).then { |r| [r.rand(10**30), r.bytes(50).size, r.rand(1.0..2.0)] }
(1..Float::INFINITY).lazy.map { |i| i * 2**64 }.first(30)
1.step(10, 0.5).to_a.sum
[3, 1.5, 2r, 2**70].sort.minmax
Float("1_000.5") + Integer("0x1f", 16) + "12abc".to_i + "1e3".to_f
Math.sqrt(2) ** Math.log(x)
Time.at(1_700_000_000).utc.then { |t| [t.strftime("%F %T %z %j %U"), t + 86_400, t.round, Time.new(2024, 2, 29, 1, 2, 3.5r, "+09:00").inspect] }
Comparable.instance_method(:clamp).bind_call(5, 1, 3)
puts "end"
