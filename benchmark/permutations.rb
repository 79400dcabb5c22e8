# frozen_string_literal: true
# permutations - written out by hand with yield, against Array#permutation and #combination.
def permute(items, start = 0, &block)
  return yield(items) if start == items.size
  i = start
  while i < items.size
    items[start], items[i] = items[i], items[start]
    permute(items, start + 1, &block)
    items[start], items[i] = items[i], items[start]
    i += 1
  end
end

checksum = 0
count = 0
permute((1..9).to_a) do |order|
  count += 1
  checksum += order[0] * order[3] - order[7]
end
(1..10).to_a.permutation { |order| checksum ^= order[2] * 100 + order[8] }
(1..20).to_a.combination(6) { |chosen| checksum += chosen[0] ^ chosen[5] }
result = [count, checksum]
raise "permutations: #{result}" unless result == [362880, 7678812]
