# frozen_string_literal: true
# gc_growing_array - arrays and strings that grow step by step, a queue that moves through its memory.
sum = 0
10.times do
  list = []
  200_000.times { |i| list << i }
  sum += list.size
  text = String.new
  200_000.times { text << "ab" }
  sum += text.size
end
queue = []
1_500_000.times do |i|
  queue.push(i)
  sum += queue.shift & 1 if queue.size > 1000
end
raise "gc_growing_array: #{sum}" unless sum == 6749500
