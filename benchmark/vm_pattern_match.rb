# frozen_string_literal: true
# vm_pattern_match - case/in with arrays, hashes, guards, alternatives and pins.
def describe(value, limit)
  case value
  in Integer | Float => n if n > limit then 1
  in [Integer => a, Integer => b] then a + b
  in [:pair, [x, *]] then x
  in { kind: :circle, radius: } then radius
  in { kind: :box, sides: [w, h] } then w * h
  in ^limit then 7
  in String then 8
  in nil then 9
  end
end

values = [20, [1, 2], [:pair, [5, 6, 7]], { kind: :circle, radius: 4 }, { kind: :box, sides: [2, 3] }, 10, "text", nil]
sum = 0
i = 0
while i < 2_000_000
  sum += describe(values[i & 7], 10)
  i += 1
end
raise "vm_pattern_match: #{sum}" unless sum == 2_000_000 / 8 * (1 + 3 + 5 + 4 + 6 + 7 + 8 + 9)
