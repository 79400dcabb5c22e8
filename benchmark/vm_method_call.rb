# frozen_string_literal: true
# vm_method_call - calling a Ruby method with no, one and three arguments.
class Target
  def none = 1
  def one(a) = a
  def three(a, b, c) = c
end

target = Target.new
sum = 0
i = 0
while i < 4_000_000
  sum += target.none + target.one(i) - target.three(1, 2, i)
  i += 1
end
raise "vm_method_call: #{sum}" unless sum == 4_000_000
