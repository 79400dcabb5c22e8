# heap_free - what does it cost in time if a collection leaves less of the heap free?
#
# These three variables set how much of it is free after a collection, and so how large it grows.
free = lambda do |part|
  { "RUBY_GC_HEAP_FREE_SLOTS_GOAL_RATIO" => part.to_s, "RUBY_GC_HEAP_FREE_SLOTS_MIN_RATIO" => (part / 2).round(3).to_s,
    "RUBY_GC_HEAP_FREE_SLOTS_MAX_RATIO" => (part + (1 - part) / 2).round(3).to_s }
end

experiment "heap-free" do
  question "What does a heap that grows less cost in time, on each Ruby: which peak and which time belong to the free part that a collection leaves?"
  refuted_if "A heap that is kept small costs time", program: "changing objects", figure: "time", variant: "free 0.05", under: 1.0
  refuted_if "A heap that may grow needs more memory", program: "changing objects", figure: "peak", variant: "free 0.8", under: 1.0

  build "free 0.4", environment: free.(0.4)
  [0.05, 0.2, 0.6, 0.8].each { |part| build "free #{part}", environment: free.(part) }
  [0.05, 0.2, 0.4, 0.6, 0.8].each { |part| reference "reference, free #{part}", environment: free.(part) }

  program "changing objects", sizes: { "LIVE" => %w[400_000 100_000 4_000], "CHANGES" => %w[2_000_000 400_000 8_000] }, text: <<~'RUBY'
    live = Array.new(LIVE) { |i| [i, i] }
    CHANGES.times { |i| live[i * 7_919 % live.size] = [i, i.to_s] }
  RUBY
  program "binary trees", file: "binary_trees.rb", sizes: { "max = 14" => ["max = 15", "max = 12", "max = 10"] }
  rdoc "rdoc", full: %w[fileutils optparse], quick: %w[tsort], counted: %w[tsort]

  vary_phase 100_000
  measure :time, :peak
end
