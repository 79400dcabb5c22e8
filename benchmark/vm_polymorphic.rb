# frozen_string_literal: true
# vm_polymorphic - one call site that sees two, four and eight classes.
classes = Array.new(8) { |k| Class.new { define_singleton_method(:made) { k }; class_eval("def kind = #{k}", __FILE__, __LINE__) } }
objects = classes.map(&:new)

def kinds(objects, mask, n)
  sum = 0
  i = 0
  while i < n
    sum += objects[i & mask].kind
    i += 1
  end
  sum
end

def kinds_of_four(objects, n)
  sum = 0
  i = 0
  while i < n
    sum += objects[i & 3].kind
    i += 1
  end
  sum
end

result = kinds_of_four(objects, 5_000_000) + kinds(objects, 7, 5_000_000)
raise "vm_polymorphic: #{result}" unless result == 7_500_000 + 17_500_000
