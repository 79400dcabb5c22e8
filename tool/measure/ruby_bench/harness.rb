# harness.rb - stands in for ruby-bench's harness (found first by -I): one iteration to warm up, then ITERATIONS timed ones;
# writes each one's processor time, in seconds, and the peak resident memory, in kilobytes, to the file OUT.
require File.join(ENV.fetch("RUBY_BENCH"), "harness/harness-common")

def run_benchmark(_hint, **)
  clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }
  times = (0..Integer(ENV.fetch("ITERATIONS"))).map do
    start = clock.call
    yield
    clock.call - start
  end
  peak = File.read("/proc/self/status")[/^VmHWM:\s*(\d+)/, 1]
  File.write(ENV.fetch("OUT"), [*times.drop(1), peak].join("\n"))
end
