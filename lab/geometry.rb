# geometry - what do slots of a cache line cost and gain, beside slots of several widths?
experiment "geometry" do
  question "Do objects cut to the cache line pay in time, and what do they cost in memory, by program and with RubyGems loaded or not?"
  refuted_if "line needs no more peak memory than vwa40 in RDoc", program: "rdoc", figure: "peak", variant: "vwa40", under: 1.0
  refuted_if "line needs no more peak memory than vwa40 in RDoc with RubyGems loaded", program: "rdoc, RubyGems", figure: "peak", variant: "vwa40", under: 1.0
  refuted_if "line is not slower than vwa40 in allocating objects", program: "objects", figure: "time", variant: "vwa40", under: 1.0

  build "line", "--with-slot-classes=line"
  build "line80", "--with-slot-classes=line80"
  build "pow2", "--with-slot-classes=pow2"
  build "vwa40", "--with-slot-classes=vwa40"
  build "words=8", "--with-slot-classes=words=8", quick: false
  build "line-h16", "--with-slot-classes=line", "--with-header=16", quick: false
  reference

  program "objects", text: "COUNT.times { Object.new }", sizes: { "COUNT" => %w[16_000_000 3_000_000 65_536] }, gems: [false, true]
  program "binary trees", file: "binary_trees.rb", sizes: { "max = 14" => ["max = 15", "max = 12", "max = 10"] }
  program "hashes", file: "gc_hashes.rb", sizes: { "300_000" => %w[300_000 100_000 12_000] }
  program "long-lived objects", file: "gc_long_lived.rb", sizes: { "250_000" => %w[250_000 60_000 4_000], "1_200_000" => %w[1_200_000 300_000 16_000] }
  rdoc "rdoc", full: %w[fileutils optparse rdoc], quick: %w[optparse], counted: %w[tsort], gems: [false, true]

  # A peak depends on how far the collector was from its next collection, so each round starts it elsewhere.
  vary_phase 200_000
  measure :time, :peak, :private, :cache
end
