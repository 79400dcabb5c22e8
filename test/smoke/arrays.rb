a = [3, 1, 2]
p a.sort, a.max, a.min, a.sum, a.reverse, a.include?(2), a.index(1), a.first, a.last(2), a.minmax, a.sort { |x, y| y <=> x }, a.sort_by { -_1 }
p a + [4], a - [1], a * 2, a & [1, 2], a | [9], a << 5, a.push(6, 7), a.pop, a.shift, a.unshift(0), a.insert(2, :x), a
p a.delete(:x), a.delete_at(0), a.compact, [1, nil, 2].compact, [[1, [2]], 3].flatten, [[1, [2]], 3].flatten(1), [1, 1, 2].uniq, [1, 2, 3, 4].partition(&:even?)
p (1..10).each_slice(3).to_a, (1..4).each_cons(2).to_a, [1, 2, 3].zip([4, 5, 6], [7, 8, 9]), [[1, 2], [3, 4]].transpose, [1, 2, 3].rotate, [1, 2].product([3, 4]), [1, 2, 3].combination(2).to_a, [1, 2, 3].permutation(2).count
p [1, 2, 3].inject(:+), [1, 2, 3].reduce(10) { |s, x| s + x }, [1, 2, 3].each_with_index.to_a, [1, 2, 3].each_with_object([]) { |x, m| m << x * 2 }, %w[a b].each_with_index.to_h
p [1, 2, 3, 4].group_by(&:odd?), %w[a b a].tally, [1, 2, 4, 5].chunk_while { |x, y| y == x + 1 }.to_a, [1, 2, 3].slice_when { |x, y| y > 2 }.to_a, [5, 3].min_by { |x| -x }, [1, 2, 3].find { |x| x > 1 }, [1, 2, 3].take_while { |x| x < 3 }, [1, 2, 3].drop(1)
p a[10], a[1..], a[0, 2], a[-1], a[5..], a.values_at(0, -1, 9), a.dig(0), a.fetch(1), (a.fetch(99) rescue $!.message), a.fetch(99, :d), a.sample.class, a.shuffle.size == a.size
b = [1, 2, 3]
b[5] = 6
p b
b[1..2] = [:a, :b, :c]
p b, b.fill(0, 1, 2), b.map!(&:to_s), b.select! { |x| x != "" }, b.reject { |x| x == "0" }, b.clear, b.empty?
x, (y, *z), w = 1, [2, 3, 4], 5
p x, y, z, w
first, *rest = [1, 2, 3]
*init, last = [1, 2, 3]
p first, rest, init, last
p [1, [2, 3]] <=> [1, [2, 4]], [1, 2] == [1, 2], [1, 2].eql?([1.0, 2]), [1, 2].hash == [1, 2].hash, [[2, 1], [1, 2]].sort, Array.new(3) { _1 ** 2 }, Array.new(2, 0), Array(nil), Array([1]), Array(1..3)
p [1, 2, 3].cycle.first(7), [3, 1, 2].sort!.freeze.frozen?, [1, 2, 3, 4, 5].bsearch { |v| v >= 3 }, [1, 2, 3].each_entry.to_a, [nil, 1, false].any?, [nil].none?, [1, 1].one?, [].all?, [1, 2, 3].sum { |v| v / 2.0 }
r = [1, 2]
r << r
p r, r.inspect, [1, [2, [3, [4]]]].to_s, [1, 2, 3].join("-"), [[1, 2], 3].join(","), [1, 2, 3].pack("s*").bytes, [0.5, "x", :y, nil, true, 1..2].inspect
begin
  [1].freeze << 2
rescue => e
  p e.class, e.message
end
p [1, 2, 3, 4].each_slice(2).map(&:sum), [1, 2, 3].lazy.map { |v| v * 2 }.select(&:even?).first(2), [4, 5].each.with_index(1).to_a, [3, 5].filter_map { |v| v * 2 if v > 3 }, [1, 2, 3].sum.then { |v| v + 1 }, [1, 2, 3].intersect?([3]), [1, 2, 2, 3].difference([2]), [1, 2] * ","
