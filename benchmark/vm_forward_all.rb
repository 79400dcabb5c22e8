# frozen_string_literal: true
# vm_forward_all - (...) and anonymous * & handed on.
def target(a, b = 0, key: 0) = a + b + key + (block_given? ? yield : 0)
def all(...) = target(...)
def star(*, &) = target(*, &)

sum = 0
i = 0
while i < 1_300_000
  sum += all(1, key: 2) + star(1, 2) { 4 }
  i += 1
end
raise "vm_forward_all: #{sum}" unless sum == 13_000_000
