# frozen_string_literal: true
# string_compare - ==, <=>, eql?, hash, casecmp?, sort, uniq, on equal, differing and long strings.
a = "a string of some length, number one"
b = "a string of some length, number one".dup
c = "a string of some length, number two"
words = Array.new(3000) { |i| "word #{i * 7919 % 3001}" }
sum = 0
2_500_000.times do
  sum += 1 if a == b
  sum += 1 unless a == c
  sum += a <=> c
end
30.times { sum += words.sort.first.size + words.uniq.size + words.max.size }
200_000.times { sum += 1 if a.casecmp?("A STRING OF SOME LENGTH, NUMBER ONE") }
raise "string_compare: #{sum}" unless sum == 2790420
