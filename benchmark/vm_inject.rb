# frozen_string_literal: true
# vm_inject - inject with a block and with a Symbol, sum, min_by, each_with_object.
list = (1..100).to_a
sum = 0
30_000.times do
  sum += list.inject { |a, b| a + b }
  sum += list.inject(:+)
  sum -= list.sum { |x| x }
  sum -= list.min_by { |x| -x }
  sum += list.each_with_object([0]) { |x, box| box[0] += 1 }[0]
end
raise "vm_inject: #{sum}" unless sum == 30_000 * 5050
