# frozen_string_literal: true
# vm_method_object - Method objects: call, to_proc, unbind and bind_call.
class Tool
  def use(x) = x + 1
end

tool = Tool.new
method = tool.method(:use)
unbound = Tool.instance_method(:use)
list = (1..50).to_a
sum = 0
i = 0
while i < 1_500_000
  sum += method.call(1) + unbound.bind_call(tool, 1)
  i += 1
end
40_000.times { sum += list.map(&method).size }
raise "vm_method_object: #{sum}" unless sum == 6_000_000 + 2_000_000
