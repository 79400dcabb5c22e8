def each_two
  return enum_for(:each_two) unless block_given?
  yield 1
  yield 2
  :done
end
p each_two { |x| print x }, each_two.to_a
def yielder(*a) = yield(*a)
yielder(1, 2) { |a, b, c| p [a, b, c] }
yielder([1, 2]) { |a, b| p [a, b] }
yielder([1, [2, 3]]) { |a, (b, c), d = 4, *e, k: 5| p [a, b, c, d, e, k] }
yielder(1) { |a, b = (a + 1), *c| p [a, b, c] }
counter = 0
add = ->(n = 1) { counter += n }
add.()
add.call(5)
add[10]
p counter, add.arity, add.lambda?, proc { |a, b| }.arity, proc { |*a| }.arity, lambda { |a, b = 1, *c, d:, e: 2, **f, &g| }.parameters
p (proc { |a, b| [a, b] }.call([1, 2])), (lambda { |a| a }.call([1, 2])), (begin; ->(a) {}.call; rescue ArgumentError => e; e.message; end)
compose = method(:Integer) >> ->(x) { x + 1 } << ->(s) { s.strip }
p compose.call(" 41 "), %w[1 2].map(&method(:Integer)), [1, 2].map(&:to_s), :upcase.to_proc.call("x"), [[1, 2]].map { |a, b| a + b }, { a: 1 }.map { |k, v| [v, k] }
adders = (1..3).map { |i| ->(x) { x + i } }
p adders.map { |f| f.(10) }
curry = ->(a, b, c) { a + b + c }.curry
p curry[1][2][3], curry.(1, 2).(3)
def ret
  [1, 2, 3].each { |x| return x if x == 2 }
  :never
end
p ret, [1, 2, 3].each { |x| break x * 10 if x == 2 }, [1, 2, 3].map { |x| next 0 if x == 2; x }
def pass(&blk) = blk
b = pass { |x| x * 2 }
p b.call(4), b.class, pass.nil?, (pass(&nil)).nil?, pass(&:to_s).call(5)
x = 10
[1].each { |i; x| x = i }
p x
z = [1, 2, 3].each_with_index.select { |v, i| i > 0 }.map { it.first * 2 }
p z
def many(a, b = 2, *c, d, e:, f: 6, **g, &h) = [a, b, c, d, e, f, g, h&.call]
p many(1, 4, e: 5), many(1, 2, 3, 4, e: 5, z: 9) { :blk }
begin
  many(1, e: 2)
rescue ArgumentError => e
  puts e.message
end
begin
  many(1, 2)
rescue ArgumentError => e
  puts e.message
end
def fwd(...) = many(...)
p fwd(1, 4, e: 5)
def anon(*, **, &) = many(*, **, &)
p anon(1, 4, e: 5) { 7 }
gen = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }
p gen.take(10), gen.lazy.select(&:even?).first(4), gen.next, gen.next, gen.peek
e = [1, 2].each
p e.next, e.next, (begin; e.next; rescue StopIteration => s; s.message; end)
p 5.times.map { |i| i ** 2 }, 1.upto(3).inject(:*), loop { break :out }, 3.downto(1).to_a, "ab".each_char.with_index.to_a, 10.step(1, -3).to_a
