# frozen_string_literal: true
# vm_self_call - calling private methods on self, chained five deep.
class Chain
  def run(n)
    i = 0
    sum = 0
    while i < n
      sum += a(i)
      i += 1
    end
    sum
  end

  private

  def a(x) = b(x)
  def b(x) = c(x)
  def c(x) = d(x)
  def d(x) = e(x)
  def e(x) = x & 1
end

result = Chain.new.run(2_200_000)
raise "vm_self_call: #{result}" unless result == 1_100_000
