# frozen_string_literal: true
# array_set_operations - +, -, &, |, include?, index, count, delete, compact, flatten, product, transpose, zip.
a = (0...200).to_a
b = (100...300).to_a
holes = a.map { |x| x.odd? ? x : nil }
nested = [[1, [2, 3]], [4, [5, [6]]]] * 10
table = Array.new(20) { |i| Array.new(20) { |j| i * j } }
sum = 0
8_000.times do
  sum += (a + b).size + (a - b).size + (a & b).size + (a | b).size
  sum += a.index(150) + a.count(3) + holes.compact.size
  sum += nested.flatten.size + table.transpose.size + a.zip(b).size
  sum += 1 if a.include?(199) && !a.include?(300)
  sum += a.each_slice(7).count + a.reverse.first + a.rotate(3).first + a.take_while { |x| x < 20 }.size
  copy = a.dup
  copy.delete(50)
  copy.delete_if { |x| x > 150 }
  sum += copy.size
end
raise "array_set_operations: #{sum}" unless sum == 14664000
