# frozen_string_literal: true
# hash_methods - merge, transform_values, select, group_by, sort_by, invert, to_a, dig, fetch, update with a block.
base = (1..30).to_h { |i| [:"key#{i}", i] }
extra = (20..40).to_h { |i| [:"key#{i}", -i] }
nested = { a: { b: [1, { c: 5 }] } }
sum = 0
8_000.times do
  merged = base.merge(extra)
  sum += merged.size + merged.transform_values { |v| v + 1 }[:key1]
  sum += base.select { |_, v| v.even? }.size + base.reject { |_, v| v.even? }.count
  sum += base.invert[3].size + base.to_a.size + base.sort_by { |_, v| -v }.first[1]
  sum += base.merge(extra) { |_, a, b| a + b }.values.sum
  sum += base.min_by { |_, v| v }[1] + base.group_by { |_, v| v % 3 }.size + base.partition { |_, v| v > 10 }.size
  sum += nested.dig(:a, :b, 1, :c) + base.fetch(:key2) + base.fetch(:none, 3) + base.keys.size + base.values_at(:key1, :key2).sum
  sum += base.each_with_object({}) { |(k, v), h| h[v] = k }.size + base.to_h { |k, v| [v, k] }.size + base.filter_map { |k, v| k if v > 25 }.size
end
raise "hash_methods: #{sum}" unless sum == 680000
