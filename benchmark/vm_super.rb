# frozen_string_literal: true
# vm_super - super with and without arguments, over three classes and a module.
class Base
  def value(x) = x
end

module Between
  def value(x) = super + 1
end

class Middle < Base
  include Between
  def value(x) = super(x + 1)
end

class Leaf < Middle
  def value(x) = super
end

leaf = Leaf.new
sum = 0
i = 0
while i < 3_000_000
  sum += leaf.value(i) - i
  i += 1
end
raise "vm_super: #{sum}" unless sum == 6_000_000
