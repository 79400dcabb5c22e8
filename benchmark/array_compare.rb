# frozen_string_literal: true
# array_compare - ==, <=>, hash, eql?, of arrays of Integers, Strings and arrays; pack of many, to_s, join.
a = (0...100).to_a
b = a.dup
c = a[0...99] + [7]
strings = a.map(&:to_s)
others = a.map(&:to_s)
nested = Array.new(20) { |i| [i, [i, i.to_s]] }
twin = Array.new(20) { |i| [i, [i, i.to_s]] }
sum = 0
20_000.times do
  sum += 1 if a == b
  sum += 1 unless a == c
  sum += (a <=> c) + (a <=> b)
  sum += 1 if strings == others
  sum += 1 if nested == twin && a.hash == b.hash
end
6_000.times { sum += a.join(",").size + a.inspect.size + nested.flatten.join.size }
raise "array_compare: #{sum}" unless sum == 4714000
