# blocking.rb - calls blocking.c.  A region lasts 600 seconds unless what the row is about ends it, so the rows say "soon".
require ARGV[0]

def soon
  before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  result = yield
  Process.clock_gettime(Process::CLOCK_MONOTONIC) - before < 500 ? result : "not before its time"
end

def row(name, value) = puts("#{name}: #{value.inspect}")

trapped = 0
trap("USR1") { trapped += 1 }
Thread.new { sleep 0.1; Process.kill(:USR1, $$) }
row "a signal ends the main thread's region", soon { Blocking.wait(600) }
row "and is acted on", trapped
pid = fork { Blocking.wait(600); exit!(1) }
sleep 0.2
Process.kill(:TERM, pid)
row "SIGTERM", soon { Process.wait2(pid)[1].termsig }
th = Thread.new { Blocking.wait(600) }
sleep 0.1
th.wakeup
row "wakeup", soon { th.value }
th = Thread.new { Blocking.wait_io(600) }
sleep 0.1
th.wakeup
row "wakeup of a system call", soon { th.value }
th = Thread.new { Blocking.wait(600) rescue $!.message }
sleep 0.1
th.raise("raised")
row "raise", soon { th.value }

def depth(m, *args)
  Blocking.send(m, *args)
rescue SystemStackError => e
  e.message
end
row "recursion", depth(:recurse, 1)
row "recursion without Ruby", depth(:recurse_alone)
row "twice", depth(:recurse_alone)
row "in a thread", Thread.new { [depth(:recurse, 1), depth(:recurse_alone)] }.value
row "in a fiber", Fiber.new { [depth(:recurse, 1), depth(:recurse_alone)] }.resume

row "last events of a thread", Blocking.last_events
begin
  Blocking.mixed_events
rescue ArgumentError => e
  row "events of two kinds", e.message
end
s = +"abc"
s.instance_variable_set(:@a, 1)
row "ivars forgotten", Blocking.forget_ivars(s).instance_variables
s.instance_variable_set(:@a, 3)
row "and set anew", s.instance_variable_get(:@a)
