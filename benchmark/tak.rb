# frozen_string_literal: true
# tak - Takeuchi's function: calls with three arguments.
def tak(x, y, z)
  return z unless y < x
  tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))
end

result = 6.times.sum { tak(20, 12, 4) }
raise "tak: #{result}" unless result == 30
