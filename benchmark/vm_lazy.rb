# frozen_string_literal: true
# vm_lazy - lazy enumerators, zip, each_slice, each_cons, chained enumerators with index.
sum = 0
120.times do |k|
  sum += (1..Float::INFINITY).lazy.map { |x| x * 2 }.select { |x| x % 3 == 0 }.reject(&:odd?).first(150).last
end
list = (1..200).to_a
2_500.times do
  list.each_slice(3) { |slice| sum += slice.size }
  list.each_cons(2) { |a, b| sum += b - a }
  sum += list.each_with_index.map { |x, i| x - i }.sum
  list.each.with_index(1) { |x, i| sum += x - i }
end
raise "vm_lazy: #{sum}" unless sum == 1605500
