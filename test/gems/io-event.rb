require "io/event"
puts IO::Event::Selector.constants.include?(:EPoll)
s = IO::Event::Selector.new(Fiber.current)
r, w = IO.pipe
log = []
f = Fiber.new { log << :wait; log << s.io_wait(Fiber.current, r, IO::READABLE); log << r.read_nonblock(3) }
f.transfer
w << "abc"
s.select(1)
p log
g = Fiber.new { b = IO::Buffer.new(8); n = s.io_read(Fiber.current, r, b, 1); p b.get_string(0, n) }
g.transfer
w << "xyz"
s.select(1)
pr = Fiber.new { p s.process_wait(Fiber.current, Process.spawn("exit 3"), 0).exitstatus }
pr.transfer
s.select(2) while pr.alive?
t = Thread.new { sleep 0.05; s.wakeup }
p s.select(5).is_a?(Integer)
t.join
s.close
__END__
true
[:wait, 1, "abc"]
io-event.rb:11: warning: IO::Buffer is experimental and both the Ruby and C interface may change in the future!
"xyz"
3
true
