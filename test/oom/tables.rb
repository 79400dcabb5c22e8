h = {}
500.times { |i| h[i] = "v#{i}" }
h.group_by { |k, v| k % 7 }.transform_values(&:size).invert.to_a.flatten
h.select { |k, _| k.even? }.map { |k, v| [v, k] }.to_h.sort_by { |k, v| -v }.first(10)
a = (1..2000).to_a
a.each_slice(4).to_a.transpose.flatten.shuffle(random: Random.new(1)).sort.uniq.rotate(5)
a.combination(2).first(200).to_set.group_by(&:sum).size
a.permutation(3).lazy.map(&:sum).select(&:even?).first(20)
a.product([1, 2]).each_cons(2).count
a.inject { |x, y| x ^ y }
a.zip(a.reverse, a.rotate).flatten(1).partition { |x| x > 1000 }
s = Set.new(a)
s.subset?(s | [1, 2]) && (s ^ [4]).size
c = {}.compare_by_identity
100.times { |i| c["k#{i}"] = i }
a.insert(500, *c.values).fill(0, 3, 9).delete_if { |x| x > 1500 }
a.unshift(*1..300).concat(a).pop(200).push(*a)
h.default_proc = proc { |hh, k| hh[k] = k.to_s * 3 }
800.times { |i| h[i] }
h.delete_if { |k, _| k > 100 }.compact.rehash.merge(h) { |_, x, y| x + y }
ObjectSpace::WeakMap.new.tap { |w| 100.times { |i| w[+"x#{i}"] = i } }.size
puts "end"
