# frozen_string_literal: true
# vm_yield_args - yield of several values, and of one array that the block takes apart.
def pairs(n)
  pair = [1, 2]
  i = 0
  while i < n
    yield i, 1
    yield pair
    i += 1
  end
end

sum = 0
pairs(4_000_000) { |a, b| sum += b }
raise "vm_yield_args: #{sum}" unless sum == 12_000_000
