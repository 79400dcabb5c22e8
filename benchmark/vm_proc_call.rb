# frozen_string_literal: true
# vm_proc_call - Procs and lambdas: call, .(), [], yield, made anew in a loop, composed, curried once.
add = ->(a, b) { a + b }
double = proc { |x| x * 2 }
both = double >> ->(x) { x + 1 }
adder = ->(n) { ->(x) { x + n } }
sum = 0
i = 0
while i < 1_600_000
  sum += add.call(1, 2) + double.(1) + add[1, 1]
  sum += adder.call(1).call(2)
  i += 1
end
500_000.times { sum += both.call(1) }
raise "vm_proc_call: #{sum}" unless sum == 1_600_000 * 10 + 1_500_000
