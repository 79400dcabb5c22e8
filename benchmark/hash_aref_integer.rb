# frozen_string_literal: true
# hash_aref_integer - Integers, Floats and big Integers as keys: look-up, update, default.
counts = Hash.new(0)
i = 0
while i < 3_000_000
  counts[i & 4095] += 1
  i += 1
end
floats = (0..200).to_h { |k| [k * 0.5, k] }
bigs = (0..100).to_h { |k| [2**70 + k, k] }
sum = 0
500_000.times { |k| sum += floats[(k % 200) * 0.5] + bigs[2**70 + k % 100] }
result = [counts.size, counts[17], sum]
raise "hash_aref_integer: #{result}" unless result == [4096, 733, 74500000]
