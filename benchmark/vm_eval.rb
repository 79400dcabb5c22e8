# frozen_string_literal: true
# vm_eval - eval, instance_eval, instance_exec, class_eval of text and blocks, binding's locals.
class Thing
  def initialize
    @value = 3
  end
end

thing = Thing.new
local = 4
sum = 0
15_000.times do |i|
  sum += eval("local + 1")
  sum += thing.instance_eval("@value")
  Thing.class_eval("def made#{i & 3} = #{i}")
end
500_000.times do
  sum += thing.instance_eval { @value }
  sum += thing.instance_exec(2) { |x| @value + x }
end
raise "vm_eval: #{sum}" unless sum == 15_000 * 8 + 500_000 * 8
