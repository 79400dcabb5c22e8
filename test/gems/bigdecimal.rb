require "bigdecimal"
require "bigdecimal/math"
a = BigDecimal("0.1")
puts (a * 3).to_s, BigDecimal("1").div(BigDecimal("7"), 30).to_s("5F"), BigDecimal("2").sqrt(40).round(38).to_s
puts BigMath.PI(50).round(49).to_s, BigDecimal("-12345.678").round(-2).to_s, BigDecimal("NaN").nan?, BigDecimal("1e400").exponent
puts BigDecimal("3.14159").divmod(BigDecimal("1.5")).inspect, BigDecimal("1e-3").to_r, BigDecimal("123.456").truncate(1).to_f
begin
  BigDecimal("12x")
rescue ArgumentError => e
  puts e.message
end
puts Marshal.load(Marshal.dump(a)) == a, [BigDecimal("2"), 1, 1.5].sort.inspect, BigDecimal("1.5") + 1r / 2, BigDecimal("10")**-3
__END__
0.3e0
0.14285 71428 57142 85714 28571 42857
0.141421356237309504880168872420969807857e1
0.31415926535897932384626433832795028841971693993751e1
-12300
true
401
[2, 0.14159e0]
1/1000
123.4
invalid value for BigDecimal(): "12x"
true
[1, 1.5, 0.2e1]
0.2e1
0.1e-2
