# frozen_string_literal: true
# vm_object_new - Object.new, a class without initialize, and one with arguments of each kind.
class Empty; end

class Given
  attr_reader :a

  def initialize(a, b = 2, c: 3)
    @a = a
    @b = b
    @c = c
  end
end

sum = 0
i = 0
while i < 1_600_000
  Object.new
  Empty.new
  sum += Given.new(1, c: 4).a
  i += 1
end
raise "vm_object_new: #{sum}" unless sum == 1_600_000
