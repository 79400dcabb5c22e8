# frozen_string_literal: true
# vm_data - Data: new with positions and keywords, members, with, ==.
Pair = Data.define(:left, :right)

sum = 0
first = Pair.new(1, 2)
500_000.times do |i|
  pair = Pair.new(i, 2)
  named = Pair.new(left: 1, right: 2)
  sum += pair.right + (named == first ? 1 : 0)
end
150_000.times { sum += first.with(left: 5).left }
raise "vm_data: #{sum}" unless sum == 500_000 * 3 + 750_000
