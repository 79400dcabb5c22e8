# frozen_string_literal: true
# vm_send - send, public_send, __send__ and respond_to? with changing names.
class Remote
  def one(x) = x
  def two(x) = x + 1

  private

  def three(x) = x + 2
end

remote = Remote.new
names = %i[one two three]
sum = 0
i = 0
while i < 2_400_000
  sum += remote.send(names[i % 3], 1)
  sum += remote.public_send(:two, 1)
  sum += 1 if remote.respond_to?(:one)
  sum += 1 if remote.respond_to?(:four)
  i += 1
end
raise "vm_send: #{sum}" unless sum == 2_400_000 * 5
