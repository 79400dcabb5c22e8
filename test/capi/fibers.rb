# fibers.rb - what fibers.c is called with. Prints one line for each call.
require_relative "show"
Warning[:experimental] = false

def shown(value) = value.inspect.gsub(/0x\h+/, "0x")

show("steps") { Fibers.steps(:data) }
show("stored") { Fibers.stored(:a, {a: 5}) }
show("stored nil") { Fibers.stored(:a, nil) }
show("stored true") { Fiber[:a] = 6; Fibers.stored(:a, true) }
show("stored string") { Fibers.stored(:a, {"a" => 1}) }
show("stored frozen") { Fibers.stored(:a, {a: 1}.freeze) }
show("stored number") { Fibers.stored(:a, 1) }
show("resume_kw") { Fibers.resume_kw(Fiber.new { |*a, **k| [a, k] }, {x: 1}) }
show("resume_kw empty") { Fibers.resume_kw(Fiber.new { |*a, **k| [a, k] }, nil) }
show("resume_as_called") { Fibers.resume_as_called(Fiber.new { |*a, **k| [a, k] }, 1, x: 1) }
show("resume_as_called braces") { Fibers.resume_as_called(Fiber.new { |*a, **k| [a, k] }, 1, {x: 1}) }
show("resume_as_called later") { f = Fiber.new { Fiber.yield }; f.resume; Fibers.resume_as_called(f, x: 1) }
show("transfer_kw") { Fibers.transfer_kw(Fiber.new { |*a, **k| [a, k] }, {x: 1}) }
show("transfer") { Fibers.transfer(Fiber.new { |*a, **k| [a, k] }, 1, 2) }
show("transfer_as_called") { Fibers.transfer_as_called(Fiber.new { |*a, **k| [a, k] }, x: 3) }
show("transfer dead") { f = Fiber.new {}; f.resume; Fibers.transfer(f) }
show("transfer self") { Fibers.transfer(Fiber.current, 4) }
show("transfer nobody") { Fibers.transfer(1) }
show("resume transferred") { f = Fiber.new { Fiber.yield }; main = Fiber.current; f = Fiber.new { main.transfer }; f.transfer; f.resume }
show("yield_kw") { Fiber.new { Fibers.yield_kw({x: 1}) }.resume }
show("yield_as_called") { Fiber.new { Fibers.yield_as_called(1, x: 1) }.resume }
show("raise") { f = Fiber.new { Fiber.yield rescue [$!.class, $!.message] }; f.resume; Fibers.raise(f, ArgumentError, "no") }
show("raise message") { f = Fiber.new { Fiber.yield rescue [$!.class, $!.message] }; f.resume; Fibers.raise(f, "no") }
show("raise none") { f = Fiber.new { Fiber.yield rescue [$!.class, $!.message] }; f.resume; Fibers.raise(f) }
show("raise unborn") { Fibers.raise(Fiber.new {}, "no") }
show("raise dead") { f = Fiber.new {}; f.resume; Fibers.raise(f, "no") }
show("raise self") { Fibers.raise(Fiber.current, IOError, "self") }
show("raise resuming") { f = nil; f = Fiber.new { Fiber.new { Fibers.raise(f, "of a resuming one") }.resume }; f.resume }
show("raise transferred") { main = Fiber.current; f = Fiber.new { begin; main.transfer; rescue => e; e.message; end }; f.transfer; Fibers.raise(f, "in it") }
show("throw out of") { catch(:tag) { Fiber.new { throw :tag, 1 }.resume } }
show("break out of") { Fiber.new(&proc { break 1 }).resume }
show("return out of") { def returning = Fiber.new(&proc { return 1 }).resume; returning }
show("fiber_p") { [Fiber.current, 1, nil, Thread.current, Object.new].map { |v| Fibers.fiber_p(v) } }
show("current") { [Fibers.current == Fiber.current, Fiber.new { Fibers.current == Fiber.current }.resume] }

# Answers each hook with its name and what it got.
class Told
  %i[yield kernel_sleep timeout_after process_wait block unblock io_wait io_select io_read io_write io_pread io_pwrite io_close address_resolve fiber_interrupt].each do |hook|
    define_method(hook) { |*list, &body| [hook, *list.map { |v| v.is_a?(IO) ? :io : v.is_a?(IO::Buffer) ? [v.size, v.readonly?, v.get_string] : v }, !!body] }
  end
  def close = :closed
end

class Silent
  def block(*) = :blocked
  def unblock(*) = :unblocked
  def kernel_sleep(*) = :slept
  def io_wait(*) = :waited
end

class Closing < Silent
  def scheduler_close = :by_itself
end

class Moving < Silent
  def io_read(io, buffer, length, offset) = buffer.set_string("READ") && 4
  def io_write(io, buffer, length, offset) = -5
  def io_pread(io, buffer, from, length, offset) = buffer.set_string("P#{from}#{length}#{offset}") && 4
  def io_pwrite(io, buffer, from, length, offset) = buffer.set_string("nope")
end

show("timeouts") { Fibers.timeouts }
show("results") { Fibers.results }
reader, writer = IO.pipe
reader.timeout = 3
hooks = %w[yield close sleep sleepv process_wait block unblock io_select io_read io_write io_pread io_pwrite io_close address_resolve interrupt]
[Told, Silent, Closing].each do |kind|
  hooks.each do |hook|
    show("#{kind} #{hook}") { Fibers.hook(kind.new, hook, hook.start_with?("io_") ? reader : :a, :b) }
  end
end
show("io_wait") { Fibers.hook(Silent.new, "io_wait", reader, 1) }
def told(io) = Class.new(Silent) { define_method(:io_wait) { |i, events, timeout| [i == io, events, timeout] } }.new
show("io_wait_readable") { Fibers.hook(told(reader), "io_wait_readable", reader, 1) }
show("io_wait_writable") { Fibers.hook(told(writer), "io_wait_writable", writer, 1) }
[Told, Silent, Moving].each { |kind| %w[read write pread pwrite].each { |hook| show("#{kind} memory #{hook}") { Fibers.memory(kind.new, hook, reader) } } }
show("schedulers") { Fibers.schedulers(Thread.current) }
show("set") do
  Thread.new do
    scheduler = Silent.new
    def scheduler.fiber_interrupt(*) = nil
    def scheduler.fiber(&body) = Fiber.new(blocking: false, &body).tap(&:resume)
    Fibers.set(scheduler)
    inside = nil
    Fiber.schedule { inside = Fibers.schedulers(Thread.current).map { |s| s == scheduler } }
    [Fibers.schedulers(Thread.current).map { |s| s == scheduler }, inside, Fibers.set(nil), Fibers.schedulers(Thread.current)]
  end.value
end
show("set lacking") { Thread.new { Thread.current.report_on_exception = false; Fibers.set(Object.new) }.value }

show("value unset") { Fibers.value }
show("value") { Fibers.value_set("main"); Fibers.value }
show("value nil") { Fibers.value_set(nil); Fibers.value }
show("value of a thread") { Fibers.value_set("set"); Thread.new { Fibers.value }.value }
show("value of a Ractor") { Ractor.new { [Fibers.value, Fibers.value_set("own"), (GC.start; Fibers.value)] }.value + Fibers.value }
show("pointer") { [Fibers.pointer, Fibers.pointer_set(5), Fibers.pointer] }
show("pointer of a Ractor") { [Ractor.new { [Fibers.pointer, Fibers.pointer_set(6), Fibers.pointer] }.value, Fibers.pointer] }
show("held") { [Fibers.held, Fibers.held_set("held " * 20), (GC.start; 100.times { "x" * 100 }; Fibers.held.size)] }
show("held of a Ractor") { [Ractor.new { [Fibers.held, Fibers.held_set("own " * 20), (GC.start; 100.times { "x" * 100 }; Fibers.held.size)] }.value, Fibers.held.size] }
show("streams") { Fibers.streams }
show("streams of a Ractor") { Ractor.new { Fibers.streams }.value }
show("streams set in a Ractor") { [Ractor.new { Fibers.streams_set(*IO.pipe, $stderr) }.value, Fibers.streams] }
show("streams set") { old = [$stdin, $stdout, $stderr]; [Fibers.streams_set(reader, writer, writer), [$stdin, $stdout, $stderr] == [reader, writer, writer]].tap { Fibers.streams_set(*old) } }
[["a"], "x", {a: ["b"]}, 1, Struct.new(:a).new("x"), [1r, 2i, 2**70], Object.new].each_with_index { |v, i| show("shareable #{i}") { Fibers.shareable(v) } }
show("shareable cannot") { Fibers.shareable(Thread.current) }
show("shareable proc") { Fibers.shareable(proc {}) }
