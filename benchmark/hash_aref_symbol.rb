# frozen_string_literal: true
# hash_aref_symbol - looking up Symbols in hashes of four and of forty pairs.
small = { a: 1, b: 2, c: 3, d: 4 }
names = (1..40).map { |i| :"name#{i}" }
large = names.each_with_index.to_h
sum = 0
i = 0
while i < 4_000_000
  sum += small[:a] + small[:d] + large[:name7]
  sum += 1 unless small[:none]
  i += 1
end
raise "hash_aref_symbol: #{sum}" unless sum == 4_000_000 * 12
