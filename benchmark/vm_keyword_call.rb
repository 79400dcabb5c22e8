# frozen_string_literal: true
# vm_keyword_call - keyword arguments: required, with defaults, in another order.
def area(width:, height: 2, depth: 1)
  width * height * depth
end

sum = 0
i = 0
while i < 3_000_000
  sum += area(width: 1) + area(depth: 2, width: 1) - area(height: 1, width: 1, depth: 3)
  i += 1
end
raise "vm_keyword_call: #{sum}" unless sum == 9_000_000
