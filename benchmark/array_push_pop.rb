# frozen_string_literal: true
# array_push_pop - stacks and queues: push, pop, shift, unshift, <<, insert, delete_at, rotate.
stack = []
sum = 0
i = 0
while i < 3_000_000
  stack << i
  stack.push(i, i)
  sum += stack.pop & 1
  stack.pop
  stack.pop
  i += 1
end
deque = (0...500).to_a
600_000.times do
  deque.unshift(deque.pop)
  deque.push(deque.shift)
  sum += deque.first
end
100_000.times do |k|
  deque.insert(250, k)
  sum += deque.delete_at(100)
end
raise "array_push_pop: #{sum}" unless sum == 4986487500
