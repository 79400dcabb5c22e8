# What sampling.c finds; run by test/capi/run.
require ARGV[0]

def fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)

# Calls, blocks, methods that are blocks, fibers, exceptions: until the clock says that many signals came.
class Mixed
  define_method(:block_method) { |n| n.times.sum { |i| i & 3 } }

  def missing(n) = n.zero? ? nothing : missing(n - 1)
  def method_missing(name, *) = name == :nothing ? [name] : super
  def respond_to_missing?(*) = true
end

def work
  fib(12)
  mixed = Mixed.new
  mixed.block_method(50)
  mixed.missing(20)
  fiber = Fiber.new { 5.times { |i| Fiber.yield(i) } }
  5.times { fiber.resume }
  [3, 1, 2].sort_by { |a| -a }.each_slice(2) { |a, b| [a, b].hash }
  raise "x"
rescue RuntimeError => e
  e.backtrace.size
end

def for_processor_time(seconds)
  until_then = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) + seconds
  yield while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < until_then
end

puts "calls: #{Sampling.run { for_processor_time(0.4) { fib(18) } }.inspect}"
puts "mixed: #{Sampling.run { for_processor_time(0.4) { work } }.inspect}"
puts "threads: #{Sampling.run { 3.times.map { Thread.new { for_processor_time(0.3) { work } } }.each(&:join) }.inspect}"
puts "collections: #{Sampling.collections.inspect}"
puts "quoted: #{["\n", "a b", "ü", ""].map { |s| Sampling.quoted(s) }.join(" ")}"
def Warning.warn(text, **) = puts(text[/warning: .*/])
[[], ["normal"]].each do |other|
  obj = Object.new
  ["E", *other, "K", "encoding"].each { |name| Sampling.name(obj, name) }
  puts "names: #{Marshal.dump(obj).inspect}"
end
