require "heap_profiler/full"
HeapProfiler.report("out") { $kept = Array.new(100) { "retained #{_1}" * 4 } }
puts Dir["out/*.heap"].map { |f| File.basename(f) }.sort.inspect
__END__
["allocated.heap", "retained.heap"]
