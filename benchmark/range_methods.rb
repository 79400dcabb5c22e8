# frozen_string_literal: true
# range_methods - include?, cover?, step, to_a, each of Strings, sum, %, endless ranges, clamp.
numbers = 10..500
letters = "a".."zz"
sum = 0
1_000_000.times do |i|
  sum += 1 if numbers.include?(i & 1023)
  sum += 1 if (1..).cover?(i)
  sum += (i & 255).clamp(20..90)
end
2_000.times do
  sum += numbers.to_a.size + numbers.step(7).sum + numbers.sum
  sum += numbers.each_slice(10).count
end
60.times { letters.each { |text| sum += text.size } }
raise "range_methods: #{sum}" unless sum == 364086042
