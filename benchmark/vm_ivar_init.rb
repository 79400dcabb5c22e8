# frozen_string_literal: true
# vm_ivar_init - new objects of four classes that set six instance variables in initialize.
classes = Array.new(4) do
  Class.new do
    attr_reader :a, :f

    def initialize(x)
      @a = x
      @b = 1
      @c = 2
      @d = 3
      @e = 4
      @f = x
    end
  end
end
sum = 0
i = 0
while i < 2_500_000
  object = classes[i & 3].new(i)
  sum += object.a - object.f + 1
  i += 1
end
raise "vm_ivar_init: #{sum}" unless sum == 2_500_000
