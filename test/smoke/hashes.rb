h = { a: 1, "b" => 2, 3 => [4], nil => nil, 1.5 => :f }
p h, h[:a], h["b"], h[3], h[:zz], h.key?(:a), h.value?(2), h.key(2), h.keys, h.values, h.size, h.to_a, h.fetch(:a), (h.fetch(:q) rescue $!.message), h.fetch(:q, 0), h.dig(3, 0)
h[:c] = 3
h.delete("b")
p h, h.map { |k, v| [k, v] }.size, h.select { |k, v| v.is_a?(Integer) }, h.reject { |k, v| v.nil? }, h.min_by { |k, v| v.to_s }, h.sort_by { |k, v| k.to_s }, h.find { |k, v| v == 3 }, h.sum { |k, v| v.is_a?(Integer) ? v : 0 }, h.partition { |k, v| v }, h.group_by { |k, v| v.class }, h.each_with_index.map { |(k, v), i| [k, i] }
d = Hash.new { |hash, k| hash[k] = k * 2 }
p d[2], d, Hash.new(5)[:x], d.default_proc.class, d.any?, d.to_a, d.invert, d.count
p({ a: 1 }.merge({ b: 2 }) { |k, o, n| o + n }, { a: 1 }.merge({ a: 2 }) { |k, o, n| o + n }, { a: 1, b: 2 }.transform_values { _1 * 10 }, { a: 1 }.transform_keys(&:to_s), { a: 1, b: nil }.compact, { a: 1, b: 2 }.filter_map { |k, v| k if v > 1 }, { a: { b: { c: 1 } } }.dig(:a, :b, :c), { a: 1 }.to_a.to_h { |k, v| [v, k] })
x = 1
y = 2
p({ x:, y: }, { "quoted key": 1 }, { "a b" => 1, a?: 1, "c": 2 }, { 1 => { 2 => 3 } }.inspect, {}.inspect)
big = (1..100).to_h { [_1, _1.to_s] }
50.times { |i| big.delete(i * 2) }
p big.size, big.first, big.keys.last, big.sum { |k, _| k }, big.min_by { |k, _| k }
h2 = { b: 1, a: 2 }
h2.each { |k, v| print k, "=", v, " " }
h2.each_pair { |k, v| print k, v }
puts
h2.store(:z, 26)
h2.delete_if { |k, v| v == 1 }
p h2, h2.shift, h2, h2.empty?, h2.clear, h2.length
p h2.compare_by_identity.compare_by_identity?, { a: 1 } == { a: 1.0 }, { a: 1, b: 2 } == { b: 2, a: 1 }, { a: 1 }.hash == { a: 1 }.hash, { a: 1 }.eql?({ a: 1 }), ({ a: 1 } <= { a: 1, b: 2 }), { [1, 2] => :arr }[[1, 2]]
begin
  i = { a: 1 }
  i.each { |k, v| i[:new] = 1 }
rescue => e
  p e.class, e.message
end
def opt(**kw) = kw
p opt(**{ a: 1 }, b: 2), { **{ a: 1 }, b: 3 }, h.frozen?, { a: 1 }.freeze.frozen?, ({ a: 1 }.freeze.store(:b, 1) rescue $!.message)
p %w[x y z].each_with_index.to_h, [[1, 2]].to_h, Hash[[[1, 2]]], { a: 1 }.sum { |k, v| v }, { b: 1, a: 2 }.sort, { b: 1, a: 2 }.max_by { |k, v| v }, { a: 1, b: 2, c: 3 }.slice(:a, :c), { a: 1, b: 2 }.except(:a), { a: 2 }.each_with_object({}) { |(k, v), m| m[v] = k }, { a: 1 }.assoc(:a), { a: [1, 2] }.flat_map { |k, v| v }
