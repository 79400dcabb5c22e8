# frozen_string_literal: true
# array_sort - sort of Integers, Floats and Strings, sort with a block, sort_by, min, max, sum, uniq, bsearch.
random = Random.new(107)
numbers = Array.new(60_000) { random.rand(1_000_000) }
floats = numbers.map { |n| n * 0.5 }
words = numbers.first(20_000).map(&:to_s)
sum = 0
4.times do
  sum += numbers.sort[100] + floats.sort[100].to_i + words.sort[100].size
  sum += numbers.first(15_000).sort { |a, b| b <=> a }[0]
  sum += numbers.sort_by { |n| -n }.first + words.sort_by { |w| [w.size, w] }.first.size
  sum += numbers.uniq.size + numbers.max + numbers.min + numbers.minmax.sum + floats.sum.to_i + numbers.sum
end
sorted = numbers.sort
200_000.times { |i| sum += sorted.bsearch { |x| x >= i } & 1 }
raise "array_sort: #{sum}" unless sum == 179748757653
