# frozen_string_literal: true
# gc_strings - strings of 10 to 5000 bytes, kept for a while in a ring.
ring = Array.new(2000)
random = Random.new(89)
sum = 0
600_000.times do |i|
  size = (i & 15) == 0 ? random.rand(1000..5000) : random.rand(10..200)
  ring[i % 2000] = "x" * size
  sum += size
end
result = [sum, ring.sum(&:size)]
raise "gc_strings: #{result}" unless result == [171710039, 561434]
