# frozen_string_literal: true
# gc_sharing - slices of long strings and arrays that share memory, dup and copy on write.
text = "0123456789" * 20_000
list = (0...100_000).to_a
sum = 0
900_000.times do |i|
  part = text[i % 1000..]
  sum += part.size & 7
  tail = list[i % 1000, 50_000]
  sum += tail[0]
end
20_000.times do |i|
  copy = list.first(2000).dup
  copy[0] = i
  other = text.byteslice(0, 3000).dup
  other << "x"
  sum += copy[0] + other.size
end
raise "gc_sharing: #{sum}" unless sum == 712710000
