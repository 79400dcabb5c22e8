# frozen_string_literal: true
# vm_locals - swaps, multiple assignment, ||=, op-assign on locals and elements, in a closure two levels up.
a, b, c = 1, 2, 3
list = [0, 0, 0]
i = 0
while i < 5_000_000
  a, b = b, a
  c, a, b = a, b, c
  list[0] += a
  list[1] ||= 5
  d ||= c
  i += 1
end
outer = 0
1500.times { 1500.times { outer += 1 } }
result = [a, b, c, d, list, outer]
raise "vm_locals: #{result}" unless result == [1, 2, 3, 2, [5000000, 0, 0], 2250000]
