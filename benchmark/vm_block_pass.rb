# frozen_string_literal: true
# vm_block_pass - handing a block on with & through two methods, unused as an object.
def outer(x, &block) = middle(x, &block)
def middle(x, &block) = inner(x, &block)

def inner(x)
  yield x
end

sum = 0
i = 0
while i < 3_000_000
  outer(i) { |x| sum += x & 3 }
  i += 1
end
raise "vm_block_pass: #{sum}" unless sum == 4_500_000
