class Boom < StandardError; end
def inner = raise(Boom, "it broke")
def outer
  inner
rescue => e
  raise ArgumentError, "wrapped"
end
at_exit { $stderr.puts "at_exit ran" }
$stdout.puts "before"
outer
