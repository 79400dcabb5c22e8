# frozen_string_literal: true
# vm_ivar_polymorphic - one method reading an instance variable of objects of four shapes.
class Shape
  def value = @value
end

shapes = Array.new(4) do |kind|
  shape = Shape.new
  kind.times { |k| shape.instance_variable_set(:"@before#{kind}#{k}", k) }
  shape.instance_variable_set(:@value, kind)
  shape
end
sum = 0
i = 0
while i < 8_000_000
  sum += shapes[i & 3].value
  i += 1
end
raise "vm_ivar_polymorphic: #{sum}" unless sum == 12_000_000
