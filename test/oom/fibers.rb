20.times { f = Fiber.new { |x| Fiber.yield(x + 1); [x] * 100 }; f.resume(1); f.resume }
40.times { Fiber.new { Fiber.yield }.resume }
e = [1, 2, 3].each
[e.next, e.peek, e.next, e.next]
begin; e.next; rescue StopIteration; end
Enumerator.new { |y| 5.times { |i| y << i } }.lazy.map { |x| x * 2 }.each_slice(2).to_a
g = Enumerator.produce(1) { |x| x * 2 }
g.take(40).sum
(g.size; g.next; g.next)
f = Fiber.new(storage: {a: 1}) { Fiber[:b] = 2; Fiber.new { [Fiber[:a], Fiber[:b]] }.resume }
f.resume
catch(:done) { Fiber.new { catch(:x) { throw :x, 1 } }.resume; throw :done }
f = Fiber.new { begin; Fiber.yield; rescue RuntimeError => err; err.message; end }
f.resume
f.raise("wanted")
Enumerator::Chain.new([1], [2]).with_index.to_a
ObjectSpace.each_object(Fiber).count
puts "end"
