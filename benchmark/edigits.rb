# frozen_string_literal: true
# edigits - digits of e and large factorials by binary splitting: products and quotients of very big integers.
def split(a, b)
  return [1, b] if b - a == 1
  middle = (a + b) / 2
  p1, q1 = split(a, middle)
  p2, q2 = split(middle, b)
  [p1 * q2 + p2, q1 * q2]
end

digits = 150_000
p, q = split(0, 45_000)
e = (10**digits * (p + q)) / q
text = e.to_s
product = (1..16_000).inject(:*)
sum = product.to_s.each_char.sum(&:to_i)
fib = 0
following = 1
150_000.times { fib, following = following, fib + following }
raise "edigits: start" unless text.start_with?("27182818284590452353")
result = [text[-110, 10], sum, fib.to_s[0, 10], (product % 1_000_003).to_s, (3**5000 >> 1000).bit_length]
raise "edigits: #{result}" unless result == ["3941785098", 252837, "6259685222", "448197", 6925]
