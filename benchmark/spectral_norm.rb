# frozen_string_literal: true
# spectral_norm - the largest singular value of an infinite matrix: floats, blocks, division.
def cell(i, j)
  1.0 / ((i + j) * (i + j + 1) / 2 + i + 1)
end

def times(v)
  (0...v.size).map do |i|
    sum = 0.0
    v.each_with_index { |x, j| sum += cell(i, j) * x }
    sum
  end
end

def transposed_times(v)
  (0...v.size).map do |i|
    sum = 0.0
    v.each_with_index { |x, j| sum += cell(j, i) * x }
    sum
  end
end

u = Array.new(260, 1.0)
v = nil
10.times do
  v = transposed_times(times(u))
  u = transposed_times(times(v))
end
dot = 0.0
square = 0.0
u.zip(v) do |a, b|
  dot += a * b
  square += b * b
end
result = "%.9f" % Math.sqrt(dot / square)
raise "spectral_norm: #{result}" unless result == "1.274223898"
