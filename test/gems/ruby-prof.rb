require "stringio"
require "ruby-prof"
class A
  def a = 3.times { b(1) }
  def b(n) = n > 3 ? n : b(n + 1)
end
p = RubyProf::Profile.new(track_allocations: true)
r = p.profile { A.new.a; Array.new(10) { "x" }.sort }
r.threads.each { |t| puts t.methods.map { |m| [m.full_name, m.called] }.select { |name,| ["A#a", "A#b", "Array#sort"].include?(name) }.sort.inspect }
puts r.threads.sum { |t| t.methods.sum { |m| m.allocations.size } } > 0
out = StringIO.new
RubyProf::FlatPrinter.new(r).print(out)
puts out.string.include?("A#b")
r = RubyProf::Profile.new(measure_mode: RubyProf::ALLOCATIONS).profile { 50.times { Object.new } }
puts r.threads.first.total_time >= 50
__END__
[["A#a", 1], ["A#b", 12], ["Array#sort", 1]]
true
true
true
