# frozen_string_literal: true
# integer_methods - gcd, pow with modulus, digits, bit_length, divmod, sqrt, to_s, times with big results.
def prime?(n)
  return n > 1 if n < 4
  return false if n.even?
  d = n - 1
  r = 0
  while d.even?
    d >>= 1
    r += 1
  end
  [2, 3, 5, 7, 11, 13, 17].each do |a|
    next if a >= n
    x = a.pow(d, n)
    next if x == 1 || x == n - 1
    return false unless (r - 1).times.any? { (x = x * x % n) == n - 1 }
  end
  true
end

sum = 0
700_000.times do |i|
  sum += i.gcd(360) + i.bit_length + i.divmod(7)[1] + Integer.sqrt(i) + i.fdiv(3).to_i
end
200_000.times { |i| sum += i.digits.sum }
primes = (1_000_000_000..1_000_040_000).count { |n| prime?(n) }
big = 1
(1..400).each { |i| big = big * i + i }
20_000.times { |i| sum += (big + i) % 1_000_007 }
result = [sum, primes]
raise "integer_methods: #{result}" unless result == [100477399630, 1923]
