m = Mutex.new
q = Queue.new
c = ConditionVariable.new
ts = 6.times.map { |i| Thread.new(i) { |n| m.synchronize { q << n * 2 }; Thread.current[:x] = n; Thread.current.thread_variable_set(:y, n); n } }
ts.map(&:value).sum
q.size.times { q.pop }
t = Thread.new { m.synchronize { c.wait(m, 1) } }
Thread.pass until t.stop? || !t.alive?
m.synchronize { c.signal }
t.join
begin; Thread.new { Thread.current.report_on_exception = false; raise "x" }.join; rescue RuntimeError, NoMemoryError; end
t = Thread.new { sleep }
t.kill.join
SizedQueue.new(2).push(1)
Monitor.new.synchronize { 1 }
Thread.handle_interrupt(RuntimeError => :never) { Thread.pending_interrupt? }
ThreadGroup.new.add(Thread.new { 1 })
puts "end"
