f = Fiber.new do |x|
  y = Fiber.yield x * 2
  z = Fiber.yield y + 1
  :done
end
p f.resume(5), f.resume(10), f.resume(0), f.alive?
begin; f.resume; rescue FiberError => e; puts e.message; end
t = Thread.new { Thread.current[:a] = 1; 40 + 2 }
p t.value, t.alive?, t[:a], t.status
q = Queue.new
prod = Thread.new { 3.times { |i| q << i }; q << nil }
got = []
while (v = q.pop); got << v; end
prod.join
p got, q.empty?, q.size
m = Mutex.new
n = 0
4.times.map { Thread.new { 100.times { m.synchronize { n += 1 } } } }.each(&:join)
p n, m.locked?
th = Thread.new { Thread.current.report_on_exception = false; raise "in thread" }
begin; th.join; rescue => e; p e.message; end
p Thread.new { sleep }.tap { |s| Thread.pass until s.stop?; s.kill; s.join }.alive?
cv = ConditionVariable.new
ready = false
waiter = Thread.new { m.synchronize { cv.wait(m) until ready; :woke } }
m.synchronize { ready = true; cv.signal }
p waiter.value
sq = SizedQueue.new(1)
w = Thread.new { 3.times { |i| sq.push(i) }; sq.close }
r = []
while (v = sq.pop); r << v; end
p r, w.join.class
e = Enumerator.new { |y| y << 1; y << 2; y.yield 3, 4; :ret }
p e.next, e.next, e.next, (begin; e.next; rescue StopIteration => s; s.result; end)
p Enumerator.produce(1) { |x| x * 2 }.take(5), (1..3).each_entry.with_object(:o).to_a, e.size, e.rewind.next, Enumerator::Lazy, (1..Float::INFINITY).lazy.map { _1 * 2 }.reject { _1 % 3 == 0 }.first(3), ([1, 2].each + [3]).to_a
p Thread.new { Thread.stop; 1 }.then { |x| Thread.pass until x.stop?; x.run; x.value }, Thread.main == Thread.current, Thread.list.size
lz = (1..3).lazy.flat_map { [_1, _1] }.zip(4..9).take_while { |a, b| b < 7 }
p lz.to_a, lz.class, lz.force
p Thread.new { throw :x rescue $!.class }.value, Thread.new { Thread.exit; 1 }.value
begin
  require "timeout"
  Timeout.timeout(0.05) { sleep 5 }
rescue Timeout::Error => e
  p e.class, e.message
end
g = Fiber.new { Fiber.yield(*[1, 2]); raise "from fiber" }
p g.resume
begin; g.resume; rescue => e; p e.message, g.alive?; end
p ObjectSpace.each_object(Class).first.class, GC.start, GC.count.class, GC.stat.key?(:count)
r, w2 = IO.pipe
pid = fork { r.close; w2.puts "child #{1 + 1}"; exit!(7) }
w2.close
p r.read, Process.wait2(pid)[1].exitstatus, `echo sub`, $?.success?, system("exit 3"), $?.exitstatus
