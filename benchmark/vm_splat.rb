# frozen_string_literal: true
# vm_splat - rest parameters and arrays splatted into calls.
def rest(*all) = all.size
def three(a, b, c) = b
def first_and_rest(first, *others) = others.size + first

values = [1, 2, 3]
sum = 0
i = 0
while i < 2_000_000
  sum += rest(1, 2, 3) + three(*values) + first_and_rest(*values)
  i += 1
end
raise "vm_splat: #{sum}" unless sum == 16_000_000
