# frozen_string_literal: true
# vm_times - Integer#times, upto, step.
sum = 0
9_000_000.times { |i| sum += i & 1 }
1.upto(9_000_000) { |i| sum += i & 1 }
0.step(9_000_000, 2) { |i| sum += 1 }
raise "vm_times: #{sum}" unless sum == 13_500_001
