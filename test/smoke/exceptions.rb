def risky(n)
  print "start "
  raise ArgumentError, "bad #{n}" if n == 1
  raise "runtime" if n == 2
  throw :done, :thrown if n == 3
  return :early if n == 4
  :ok
rescue ArgumentError => e
  print "rescued(#{e.message}) "
  :rescued
else
  print "else "
  :else_value
ensure
  print "ensure "
end
p risky(0), risky(1), (risky(2) rescue "outer #{$!.message}"), catch(:done) { risky(3) }, risky(4)
class MyError < StandardError
  def initialize(msg = "my default") = super
end
class Other < MyError; attr_reader :data; def initialize(d) = (@data = d; super("data #{d}")); end
begin
  raise MyError
rescue MyError => e
  p e, e.message, e.class.ancestors.take(3), e.full_message(highlight: false).lines.first
end
begin
  raise Other.new(5)
rescue TypeError, MyError => e
  p e.data, e.message, e.backtrace.class, e.backtrace_locations&.first&.lineno
end
begin
  begin
    raise "inner"
  rescue => e
    raise TypeError, "outer"
  end
rescue => e
  p e.message, e.cause.message, e.cause.cause
end
n = 0
begin
  n += 1
  raise "retry me" if n < 3
  p n
rescue
  retry
end
def ens
  yield
ensure
  puts "cleanup"
end
ens { puts "body" }
p [1, 2].each { |x| ens { break x } }
def nested
  begin
    begin
      return 1
    ensure
      print "e1 "
    end
  ensure
    puts "e2"
  end
end
p nested
p (Integer("z") rescue "fallback"), (raise "x" rescue $!.class), $!
begin; nil.foo; rescue NoMethodError => e; puts e.message, e.name.inspect, e.receiver.inspect; end
begin; foo_bar; rescue NameError => e; puts e.message, e.class; end
begin; FooBar; rescue NameError => e; puts e.message; end
begin; Object.new.instance_eval { xyz(1) }; rescue NoMethodError => e; puts e.message.sub(/0x\h+/, "XX"); end
begin; "x" + 1; rescue TypeError => e; puts e.message; end
begin; 1 + "x"; rescue TypeError => e; puts e.message; end
begin; [1].first("x"); rescue TypeError => e; puts e.message; end
begin; def two(a, b) = 1; two(1); rescue ArgumentError => e; puts e.message; end
begin; two(1, 2, k: 3); rescue ArgumentError => e; puts e.message; end
begin; raise Class; rescue TypeError => e; puts e.message; end
begin; "abc".freeze.upcase!; rescue FrozenError => e; puts e.message; end
begin; {}.fetch(:a); rescue KeyError => e; puts e.message, e.key.inspect, e.receiver; end
begin; loop { raise StopIteration, "stop" }; puts "loop ended"; end
begin; throw :nope; rescue UncaughtThrowError => e; puts e.message; end
begin; raise Exception.new("base"); rescue Exception => e; p e; end
begin; def deep(n) = deep(n + 1); deep(0); rescue SystemStackError => e; puts e.message; end
begin; exit(3); rescue SystemExit => e; p e.status, e.success?; end
begin; abort; rescue SystemExit => e; p e.status; end
begin; Float("x"); rescue => e; p e; end
begin; [3, "a"].sort; rescue => e; p e; end
begin; :sym.unknown; rescue => e; puts e.message; end
begin; raise "with cause", cause: nil; rescue => e; p e.cause; end
e = RuntimeError.new("boom")
p e.message, e.inspect, e.backtrace, e.full_message rescue p $!
p (begin; raise e; rescue => f; f.equal?(e); end), e.detailed_message, RuntimeError.new("").message, RuntimeError.new.message, e == RuntimeError.new("boom")
x = begin
  Integer("5")
rescue
  0
else
  10
ensure
  20
end
p x
warn "to stderr" if false
at_exit { puts "at exit 1" }
at_exit { puts "at exit 2" }
