# frozen_string_literal: true
# hash_default_proc - memoized recursion and grouping by default procs, ||= on elements.
sum = 0
2_000.times do
  fib = Hash.new { |hash, n| hash[n] = n < 2 ? n : hash[n - 1] + hash[n - 2] }
  sum += fib[80] % 1000
  groups = Hash.new { |hash, key| hash[key] = [] }
  1000.times { |i| groups[i % 37] << i }
  sum += groups.size
  cache = {}
  1000.times { |i| cache[i % 50] ||= i }
  sum += cache.size
end
raise "hash_default_proc: #{sum}" unless sum == 1544000
