# frozen_string_literal: true
# gc_hashes - many small hashes of one to twelve pairs, some kept.
kept = []
sum = 0
300_000.times do |i|
  hash = { a: i }
  (i % 12).times { |k| hash[k] = i }
  kept << hash if i % 10 == 0
  sum += hash.size
end
result = [sum, kept.sum(&:size)]
raise "gc_hashes: #{result}" unless result == [1950000, 180000]
