# frozen_string_literal: true
# collatz - the longest 3n+1 chain below a limit, lengths kept in an array: branches and shifts.
limit = 1_000_000
lengths = Array.new(limit, 0)
lengths[1] = 1
best = 1
(2...limit).each do |start|
  n = start
  steps = 0
  while n >= start
    n = n.even? ? n >> 1 : 3 * n + 1
    steps += 1
  end
  lengths[start] = steps + lengths[n]
  best = start if lengths[start] > lengths[best]
end
result = [best, lengths[best], lengths.sum]
raise "collatz: #{result}" unless result == [837799, 525, 132434271]
