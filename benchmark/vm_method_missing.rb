# frozen_string_literal: true
# vm_method_missing - calls that end in method_missing, with and without arguments.
class Ghost
  def method_missing(name, *args)
    name == :size ? 3 : args.size
  end

  def respond_to_missing?(*) = true
end

ghost = Ghost.new
sum = 0
i = 0
while i < 2_000_000
  sum += ghost.size + ghost.other(1, 2)
  i += 1
end
raise "vm_method_missing: #{sum}" unless sum == 10_000_000
