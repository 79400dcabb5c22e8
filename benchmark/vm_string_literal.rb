# vm_string_literal - literals that make a new String, Array, Hash and Range each time.
sum = 0
i = 0
while i < 2_000_000
  sum += "literal".size
  sum += [i, 1, 2].size
  sum += { a: i, b: 2 }.size
  sum += (1..i).begin
  sum += [1, 2].max
  i += 1
end
raise "vm_string_literal: #{sum}" unless sum == 2_000_000 * 15
