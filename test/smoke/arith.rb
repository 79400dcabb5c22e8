p 1 + 2, 7 / 2, -7 / 2, 7 % -3, 2**10, 2**-1, 7.divmod(-2), 10.pow(20, 7)
p 1.5 + 2, 0.1 + 0.2, 1e100, 1e16, 123456789.123456789, 1.0, -0.0, 2.0**0.5, 1e-5, 100000000000000000.0
p 2**64, 2**64 - 1, -(2**100), (2**100) / 3, (2**100) % 7, (3**50).to_s(16), 2**64 >> 3, 1 << 70, (2**70) & (2**65 - 1)
p 10.gcd(4), 10.lcm(4), 255.to_s(2), "ff".hex, "0b11".to_i(0), 3.7.round, 3.2.ceil, -3.7.truncate, 3.14159.round(2), 1234.round(-2)
p 1 <=> 2, 1 == 1.0, 1.eql?(1.0), 3.zero?, 0.zero?, 5.between?(1, 10), 5.clamp(1, 3), 5.clamp(..4)
p 12.digits, 100.bit_length, 5[0], 5[1], ~5, 5 ^ 3, 5 | 3
p Integer("42"), Float("1.5"), Integer("0x1f", 16), Rational(3, 6), Complex(1, 2) * Complex(0, 1), 3.to_r, 0.5.rationalize
begin
  1 / 0
rescue ZeroDivisionError => e
  puts e.message
end
begin
  Integer("abc")
rescue ArgumentError => e
  puts e.message
end
p 1.0 / 0, -1.0 / 0, (0.0 / 0).nan?
p 1_000_000.to_s, 1e3.to_i, 10.0.to_s, 1234567.89.to_s, 5.fdiv(2), 17.pred, 17.succ
p (1..5).sum, [0.1] * 3, [0.1, 0.2, 0.3].sum, 10.downto(7).to_a, 1.step(10, 3).to_a, 1.0.step(2.0, 0.5).to_a
p Math.sqrt(16), Math::PI, Math.hypot(3, 4), Integer.sqrt(99), 4**0.5
