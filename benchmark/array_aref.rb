# frozen_string_literal: true
# array_aref - reading and writing elements, two-dimensional, negative, first, last, dig, fetch.
grid = Array.new(64) { |y| Array.new(64) { |x| x ^ y } }
sum = 0
i = 0
while i < 3_500_000
  row = grid[i & 63]
  x = row[(i >> 6) & 63]
  row[x] = row[-1]
  grid[x & 63][0] = i & 63
  sum += x
  i += 1
end
500_000.times { |k| sum += grid.first.last + grid.dig(3, 4) + grid.fetch(5)[6] + grid.at(7).first & 255 }
raise "array_aref: #{sum}" unless sum == 220057904
