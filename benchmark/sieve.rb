# frozen_string_literal: true
# sieve - primes below three million by Eratosthenes' sieve: element writes in while loops.
limit = 3_000_000
composite = Array.new(limit + 1, false)
i = 2
while i * i <= limit
  unless composite[i]
    j = i * i
    while j <= limit
      composite[j] = true
      j += i
    end
  end
  i += 1
end
count = 0
sum = 0
(2..limit).each do |n|
  next if composite[n]
  count += 1
  sum += n
end
result = [count, sum]
raise "sieve: #{result}" unless result == [216816, 312471072265]
