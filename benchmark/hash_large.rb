# frozen_string_literal: true
# hash_large - a hash of a million pairs: growth, look-ups in random order, walking.
table = {}
800_000.times { |i| table[i * 7] = i }
random = Random.new(101)
hits = 0
600_000.times { hits += 1 if table.key?(random.rand(5_600_000)) }
sum = 0
table.each { |key, value| sum += key ^ value }
result = [table.size, hits, sum]
raise "hash_large: #{result}" unless result == [800000, 85614, 2199369067520]
