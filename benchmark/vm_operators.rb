# frozen_string_literal: true
# vm_operators - integer and float arithmetic, comparison, shifts, negation, on locals.
a = 7
f = 1.5
sum = 0
total = 0.0
i = 0
while i < 4_000_000
  x = (i * a + 13) % 101
  x = -x if x > 50 || x == 3
  sum += (x << 2) ^ (i >> 3) & 255 | 1
  total += f * x / 4.0 - 0.25
  total = total.abs if total < 0.0
  i += 1
end
result = [sum, total.round(3)]
raise "vm_operators: #{result}" unless result == [-370060372, 27.375]
