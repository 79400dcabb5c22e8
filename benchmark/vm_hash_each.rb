# frozen_string_literal: true
# vm_hash_each - Hash#each with two parameters, each_value, map, any?, sum.
hash = (1..100).to_h { |i| ["key#{i}", i] }
sum = 0
40_000.times do
  hash.each { |key, value| sum += value }
  hash.each_value { |value| sum -= value }
end
15_000.times do
  sum += hash.map { |key, value| value }.size
  sum += 1 if hash.any? { |key, value| value == 100 }
end
raise "vm_hash_each: #{sum}" unless sum == 15_000 * 101
