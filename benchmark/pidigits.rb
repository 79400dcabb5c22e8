# frozen_string_literal: true
# pidigits - digits of pi from a continued fraction: big integers.
def pi_digits(count)
  q, r, t, k, n, l = 1, 0, 1, 1, 3, 3
  digits = []
  while digits.size < count
    if 4 * q + r - t < n * t
      digits << n
      q, r, n = 10 * q, 10 * (r - n * t), (10 * (3 * q + r)) / t - 10 * n
    else
      q, r, t, k, n, l = q * k, (2 * q + r) * l, t * l, k + 1, (q * (7 * k + 2) + r * l) / (t * l), l + 2
    end
  end
  digits
end

digits = pi_digits(2400)
raise "pidigits: start" unless digits.first(20).join == "31415926535897932384"
result = digits.last(10).join
raise "pidigits: #{result}" unless result == "5845602850"
