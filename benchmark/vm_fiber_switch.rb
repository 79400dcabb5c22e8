# frozen_string_literal: true
# vm_fiber_switch - resume and yield, an Enumerator driven from outside, many short-lived fibers.
counter = Fiber.new do
  n = 0
  loop { Fiber.yield(n += 1) }
end
sum = 0
800_000.times { sum += counter.resume & 1 }
numbers = Enumerator.new { |out| 1.step { |x| out << x } }
300_000.times { sum += numbers.next & 1 }
30_000.times { |i| sum += Fiber.new { |x| x + 1 }.resume(i) & 1 }
raise "vm_fiber_switch: #{sum}" unless sum == 400_000 + 150_000 + 15_000
