require "allocation_tracer"
ObjectSpace::AllocationTracer.setup(%i[path line type])
r = ObjectSpace::AllocationTracer.trace { 50.times { Object.new }; 20.times { [1, 2].to_s } }
puts (r.keys.map { |k| [File.basename(k[0]), *k[1..]] } - [["allocation_tracer.rb", 3, :T_IMEMO]]).sort_by(&:to_s).uniq.inspect, r.values.map(&:first).max
__END__
[["allocation_tracer.rb", 3, :T_ARRAY], ["allocation_tracer.rb", 3, :T_HASH], ["allocation_tracer.rb", 3, :T_OBJECT], ["allocation_tracer.rb", 3, :T_STRING]]
60
