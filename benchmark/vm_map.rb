# frozen_string_literal: true
# vm_map - Array#map, select, reject and flat_map with short blocks.
list = (1..60).to_a
sum = 0
60_000.times do
  sum += list.map { |x| x * 2 }.size
  sum += list.select { |x| x.even? }.size
  sum += list.reject { |x| x > 30 }.size
end
15_000.times { sum += list.flat_map { |x| [x, x] }.size }
raise "vm_map: #{sum}" unless sum == 60_000 * 120 + 15_000 * 120
