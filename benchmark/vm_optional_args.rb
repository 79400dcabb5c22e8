# frozen_string_literal: true
# vm_optional_args - parameters with defaults, given and not.
def add(a, b = 10, c = b + 1)
  a + b + c
end

sum = 0
i = 0
while i < 4_000_000
  sum += add(1) + add(1, 2) - add(1, 2, 3)
  i += 1
end
raise "vm_optional_args: #{sum}" unless sum == 4_000_000 * 22
