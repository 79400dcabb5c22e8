require "stringio"
require "stackprof"
def spin = (t = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) + 0.3; nil while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < t)
def churn = Array.new(20_000) { |i| "s#{i}" }.map(&:upcase).each_slice(7).to_a.size
%i[cpu wall].each do |mode|
  r = StackProf.run(mode: mode, interval: 1000, raw: true) { spin; churn }
  top = r[:frames].values.max_by { |f| f[:total_samples] }
  names = r[:frames].values.map { |f| f[:name] }
  puts mode, r[:samples] > 50, names.include?("Object#spin"), top[:name] != nil, r[:raw].size > 10, r[:missed_samples].is_a?(Integer)
end
r = StackProf.run(mode: :object, interval: 1) { churn }
puts r[:samples] > 20_000, r[:frames].values.map { |f| f[:name] }.include?("Object#churn")
out = StringIO.new
StackProf::Report.new(r).print_text(false, 3, nil, nil, nil, nil, out)
puts out.string.lines.size > 5
r = StackProf.run(mode: :cpu, interval: 100) { 5.times.map { Thread.new { 20.times { churn; GC.start } } }.each(&:join) }
puts r[:samples] > 0
__END__
cpu
true
true
true
true
true
wall
true
true
true
true
true
true
true
true
true
