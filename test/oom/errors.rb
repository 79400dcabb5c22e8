def deep(n) = n == 0 ? raise(ArgumentError, "deep") : deep(n - 1)
10.times { |i| begin; deep(i * 10); rescue ArgumentError => e; e.full_message(highlight: true).size; e.backtrace_locations.map(&:label); end }
begin
  begin; raise "a"; rescue; raise TypeError, "b"; end
rescue TypeError => e
  [e.cause.message, e.detailed_message, e.exception("c").message]
end
begin; nil.no_such_method(1); rescue NoMethodError => e; [e.message, e.name, e.receiver, e.args]; end
begin; NoSuchConstant; rescue NameError => e; e.message; end
begin; Integer("z"); rescue ArgumentError => e; e.message; end
begin; {a: 1}.fetch(:b); rescue KeyError => e; [e.key, e.receiver, e.message]; end
begin; case [1, {b: 2}]; in {x:} then x; end; rescue NoMatchingPatternError => e; e.message; end
begin; def over(n) = [n].each { |x| over(x + 1) }; over(0); rescue SystemStackError => e; e.message; end
catch(:out) { 10.times { |i| throw :out, i if i > 5 } }
begin; throw :none; rescue UncaughtThrowError => e; e.message; end
begin; "x".freeze << "y"; rescue FrozenError => e; e.receiver; end
begin; Errno::ENOENT.new("p").then { |x| raise x }; rescue SystemCallError => e; [e.errno, e.message]; end
x = begin; Float("1.5x"); rescue; 0; else; 1; ensure; [1, 2].map(&:to_s); end
warn "warned", category: nil if x.nil?
caller(0).size + caller_locations.size
def kw(a:, b: 2) = a + b
begin; kw(c: 1); rescue ArgumentError => e; e.message; end
begin; kw; rescue ArgumentError => e; e.message; end
begin; [1, "a"].sort; rescue ArgumentError => e; e.message; end
at_exit { [1, 2].sum }
puts "end"
