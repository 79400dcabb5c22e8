# sieve, queens, word count, matrix, memo fib, json-like printer, roman, hanoi, quicksort, collatz
n = 100
sieve = Array.new(n + 1, true)
sieve[0] = sieve[1] = false
(2..Math.sqrt(n)).each { |i| (i * i).step(n, i) { |j| sieve[j] = false } if sieve[i] }
p sieve.each_index.select { |i| sieve[i] }.size
def queens(n, row = 0, cols = [], d1 = [], d2 = [])
  return 1 if row == n
  (0...n).sum { |c| cols.include?(c) || d1.include?(row + c) || d2.include?(row - c) ? 0 : queens(n, row + 1, cols + [c], d1 + [row + c], d2 + [row - c]) }
end
p queens(6)
text = "the quick brown fox jumps over the lazy dog the end"
p text.split.each_with_object(Hash.new(0)) { |w, h| h[w] += 1 }.sort_by { |w, c| [-c, w] }.first(3)
def mul(a, b) = a.map { |r| b.transpose.map { |c| r.zip(c).sum { |x, y| x * y } } }
p mul([[1, 2], [3, 4]], [[5, 6], [7, 8]])
fib = Hash.new { |h, k| h[k] = k < 2 ? k : h[k - 1] + h[k - 2] }
p fib[80]
def json(o)
  case o
  when Hash then "{" + o.map { |k, v| "#{json(k.to_s)}:#{json(v)}" }.join(",") + "}"
  when Array then "[" + o.map { json(_1) }.join(",") + "]"
  when String then o.inspect
  when nil then "null"
  else o.to_s
  end
end
puts json({ a: [1, 2.5, nil, { "b" => true }], c: "x\"y" })
def roman(n) = { 1000 => "M", 900 => "CM", 500 => "D", 400 => "CD", 100 => "C", 90 => "XC", 50 => "L", 40 => "XL", 10 => "X", 9 => "IX", 5 => "V", 4 => "IV", 1 => "I" }.reduce(+"") { |s, (v, r)| s << r * (n / v); n %= v; s }
p roman(1994), roman(2024)
def hanoi(n, a, b, c, m = []) = n == 0 ? m : (hanoi(n - 1, a, c, b, m); m << [a, c]; hanoi(n - 1, b, a, c, m))
p hanoi(5, :a, :b, :c).size
qs = ->(a) { a.size <= 1 ? a : (pv, *r = a; l, g = r.partition { |x| x < pv }; qs[l] + [pv] + qs[g]) }
p qs[[5, 3, 8, 1, 9, 2]]
p (1..20).max_by { |i| c = 0; while i != 1; i = i.even? ? i / 2 : 3 * i + 1; c += 1; end; c }
srand(42)
p Array.new(5) { rand(100) }, Random.new(1).rand, [1, 2, 3, 4, 5].shuffle(random: Random.new(3)), Random.new(7).bytes(3).bytes, rand.class
class Node
  include Enumerable
  attr_accessor :v, :l, :r
  def initialize(v) = @v = v
  def insert(x) = x < v ? (l ? l.insert(x) : self.l = Node.new(x)) : (r ? r.insert(x) : self.r = Node.new(x))
  def each(&b)
    l&.each(&b)
    b.call(v)
    r&.each(&b)
  end
end
root = Node.new(50)
[30, 70, 20, 40, 60, 80].each { root.insert(_1) }
p root.to_a, root.include?(60), root.sum, root.each_slice(2).to_a, root.min, root.sort_by { -_1 }.first, root.each_with_index.to_a.last, root.reduce(:+), root.first(2), root.lazy.map { _1 + 1 }.first
str = (1..15).map { |i| i % 15 == 0 ? "FizzBuzz" : i % 3 == 0 ? "Fizz" : i % 5 == 0 ? "Buzz" : i }.join(" ")
puts str
puts "abc".each_char.map { |c| ((c.ord - 97 + 13) % 26 + 97).chr }.join, 3.times.map { |i| " " * (2 - i) + "*" * (2 * i + 1) }
a = "kitten"
b = "sitting"
d = Array.new(a.size + 1) { |i| [i] + [0] * b.size }
(0..b.size).each { |j| d[0][j] = j }
(1..a.size).each { |i| (1..b.size).each { |j| d[i][j] = [d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)].min } }
p d[-1][-1]
x = 1.0
20.times { x = (x + 2 / x) / 2 }
p x, 100.digits.sum, (1..100).inject(:*).to_s.size, 2**200 % 1000007, 1e20.to_i, 12345678901234567890 * 98765432109876543210
