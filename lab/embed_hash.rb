# embed_hash - what is a small Hash inside its slot worth?
experiment "embed-hash" do
  question "Are small Hashes faster and smaller if they lie inside their slot?"
  refuted_if "Small Hashes inside their slot are not slower to make", program: "literals", figure: "time", variant: "outside", under: 1.0
  refuted_if "Small Hashes inside their slot need no more memory", program: "kept hashes", figure: "peak", variant: "outside", under: 1.0

  build "inside"
  build "outside", "--disable-embed-hash"
  reference

  program "literals", file: "hash_literal.rb", sizes: { "i < 700_000" => ["i < 1_400_000", "i < 300_000", "i < 10_000"] }
  program "mixed sizes", file: "gc_hashes.rb", sizes: { "300_000" => %w[600_000 100_000 12_000] }
  program "kept hashes", text: "kept = Array.new(COUNT) { |i| { a: i, b: 2, c: 3 } }", sizes: { "COUNT" => %w[1_000_000 200_000 20_000] }
  program "lookups", sizes: { "COUNT" => %w[20_000_000 4_000_000 50_000] }, text: <<~RUBY
    hash = { a: 1, b: 2, c: 3 }
    i = 0
    i += hash[:b] - 1 while (i += 1) < COUNT
  RUBY

  vary_phase 100_000
  measure :time, :peak, :private, :cache
end
