# frozen_string_literal: true
# hash_literal - hash literals of two, six and twelve pairs, with Symbol and String keys, splatted.
sum = 0
defaults = { x: 1, y: 2 }
i = 0
while i < 700_000
  sum += { a: i, b: 1 }[:b]
  sum += { a: 1, b: 2, c: 3, d: 4, e: 5, f: i }[:e]
  sum += { "a" => 1, "b" => 2 }["b"]
  sum += { a: 1, b: 2, c: 3, d: 4, e: 5, f: i, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12 }[:l]
  sum += { **defaults, z: 3 }.size
  i += 1
end
raise "hash_literal: #{sum}" unless sum == 700_000 * 23
