# frozen_string_literal: true
# string_format - format with numbers and strings, to_s and Integer() of numbers, rjust, inspect.
sum = 0
200_000.times do |i|
  sum += format("%05d %-10s|%x", i, "name", i).size
  sum += format("%.3f %8.2e %+d", i / 7.0, i * 1.5, i).size
  sum += i.to_s.size + (i / 3.0).to_s.size + i.to_s(16).size
  sum += "12345".to_i + Integer("77") + "3.25".to_f.to_i
  sum += "text \"#{i & 7}\"\n".inspect.size
end
raise "string_format: #{sum}" unless sum == 2502100114
