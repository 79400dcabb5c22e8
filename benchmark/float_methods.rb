# frozen_string_literal: true
# float_methods - rounding, Math, to_s and parsing, comparison, Integer and Float mixed.
sum = 0.0
800_000.times do |i|
  x = i * 0.37
  sum += x.floor + x.ceil - x.round + x.to_i
  sum += Math.sqrt(x) + Math.sin(x) * Math.hypot(x, 1.0)
  sum += x.round(2) - x.abs
end
chars = 0
150_000.times { |i| chars += (i * 0.1).to_s.size + (1.0 / (i + 1)).to_s.to_f.to_s.size }
result = [sum.round(3), chars]
raise "float_methods: #{result}" unless result == [237089064485.9, 4743884]
