# frozen_string_literal: true
# vm_yield - yield from a method to a block that changes an outer local.
def twice(x)
  yield x
  yield x + 1
end

sum = 0
i = 0
while i < 4_000_000
  twice(i) { |x| sum += x & 1 }
  i += 1
end
raise "vm_yield: #{sum}" unless sum == 4_000_000
