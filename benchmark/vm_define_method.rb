# frozen_string_literal: true
# vm_define_method - methods made from blocks, one of them using a variable around it.
class Made
  offset = 5
  define_method(:shift) { |x| x + offset }
  define_method(:zero) { 0 }
  %w[a b c].each_with_index { |name, i| define_method(name) { i } }
end

made = Made.new
sum = 0
i = 0
while i < 3_000_000
  sum += made.shift(1) + made.zero + made.c
  i += 1
end
raise "vm_define_method: #{sum}" unless sum == 24_000_000
