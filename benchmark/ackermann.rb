# frozen_string_literal: true
# ackermann - deep recursion: the stack grows to some thousand frames and back.
def ack(m, n)
  if m == 0
    n + 1
  elsif n == 0
    ack(m - 1, 1)
  else
    ack(m - 1, ack(m, n - 1))
  end
end

result = 0
18.times { result += ack(3, 7) }
raise "ackermann: #{result}" unless result == 18378
