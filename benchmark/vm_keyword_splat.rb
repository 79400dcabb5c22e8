# frozen_string_literal: true
# vm_keyword_splat - ** at the call and in the parameters.
def options(**rest) = rest.size
def known(a: 1, b: 2, **rest) = a + b + rest.size

given = { a: 3, b: 4, c: 5 }
sum = 0
i = 0
while i < 1_000_000
  sum += options(**given, d: 6) + known(**given)
  i += 1
end
raise "vm_keyword_splat: #{sum}" unless sum == 12_000_000
