# frozen_string_literal: true
# vm_each - Array#each, each_with_index, Range#each, over and over.
list = (1..100).to_a
sum = 0
90_000.times do
  list.each { |x| sum += x }
  list.each_with_index { |x, i| sum -= i }
end
(1..4_000_000).each { |x| sum += 1 }
raise "vm_each: #{sum}" unless sum == 90_000 * 100 + 4_000_000
