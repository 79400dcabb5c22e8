# frozen_string_literal: true
# fib - recursive calls and small integers.
def fib(n)
  n < 2 ? n : fib(n - 1) + fib(n - 2)
end

result = fib(33)
raise "fib: #{result}" unless result == 3524578
