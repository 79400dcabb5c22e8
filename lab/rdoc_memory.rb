# rdoc_memory - how much memory does RDoc need, by geometry, by RubyGems, and by the phase of the collections?
experiment "rdoc-memory" do
  question "Which sentence about RDoc's memory is true: does the answer depend on the geometry, on RubyGems, or on when collections happen?"
  ["rdoc", "rdoc, RubyGems"].each do |name|
    refuted_if "line has a lower peak than the reference in #{name}", program: name, figure: "peak", variant: "reference", under: 1.0
    refuted_if "line has no higher peak than vwa40 in #{name}", program: name, figure: "peak", variant: "vwa40", under: 1.0
    refuted_if "line ends with less private memory than the reference in #{name}", program: name, figure: "private", variant: "reference", under: 1.0
  end

  build "line", "--with-slot-classes=line"
  build "line80", "--with-slot-classes=line80"
  build "pow2", "--with-slot-classes=pow2"
  build "vwa40", "--with-slot-classes=vwa40"
  reference

  rdoc "rdoc", full: %w[fileutils optparse rdoc], quick: %w[optparse], counted: %w[tsort], gems: [false, true]

  # A peak is drawn from a distribution over phases, whose mean is known better than its median.
  vary_phase 200_000
  compares :mean
  measure :peak, :private
  looks :heap_map
end
