# frozen_string_literal: true
# array_slice - parts, ranges, first and last n, slice!, fill, concat, splat in literals, multiple assignment.
list = (0...200).to_a
sum = 0
400_000.times do |i|
  sum += list[10, 5].size + list[3..-3].size + list.first(3).last + list.last(2).first
  head, *tail = list.first(5)
  sum += head + tail.size
  first, (second, third), last = 1, [2, i], 4
  sum += first + second + last + (third & 1)
  sum += [0, *tail, 9].size
end
100_000.times do
  copy = list.dup
  copy.slice!(5, 50)
  copy.fill(0, 0, 10)
  sum += copy.size + copy[9]
end
raise "array_slice: #{sum}" unless sum == 182000000
