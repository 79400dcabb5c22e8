# frozen_string_literal: true
# gc_large_arrays - arrays of many thousand elements made, filled and dropped: outside memory.
sum = 0
300.times do |i|
  list = Array.new(100_000, i)
  copy = list + list
  copy.push(1).concat(list)
  sum += copy.size + copy[150_000]
  small = Array.new(2_000) { |k| Array.new(20, k) }
  sum += small.last.last
end
raise "gc_large_arrays: #{sum}" unless sum == 90644850
