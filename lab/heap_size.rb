# heap_size - what does a heap of a fixed size cost in time, as a multiple of the smallest heap that runs the program?
#
# Each build has its own smallest heap, which is found by bisection and is a figure of the table.
experiment "heap-size" do
  question "How does the time of a program fall as its heap grows from 1.2 to 6 times the smallest one, for each geometry of slots?"
  refuted_if "A heap of 1.2 times the smallest costs time", program: "changing objects", figure: "time", variant: "line x1.2", under: 1.0
  refuted_if "Twice the smallest heap is faster than 1.5 times", program: "binary trees", figure: "time", variant: "line x1.5", under: 1.0
  refuted_by "A smallest heap of slots of cache lines that is no larger than that of slots of 40, 80 and 160 bytes."
  refuted_by "A curve of time that does not flatten towards 6: the program's time would not be that of its collections."

  # The base is twice the smallest heap.
  build "line x2", "--with-slot-classes=line", heap: 2
  [1.2, 1.5, 3, 4, 6].each { |factor| build "line x#{factor}", "--with-slot-classes=line", heap: factor, quick: [1.2, 1.5, 6].include?(factor) }
  %w[line80 pow2 vwa40].each do |geometry|
    [1.2, 1.5, 2, 3, 4, 6].each do |factor|
      build "#{geometry} x#{factor}", "--with-slot-classes=#{geometry}", heap: factor, quick: geometry == "vwa40" && [1.2, 2, 6].include?(factor)
    end
  end

  program "changing objects", sizes: { "LIVE" => %w[400_000 100_000 4_000], "CHANGES" => %w[2_000_000 400_000 8_000] }, text: <<~'RUBY'
    live = Array.new(LIVE) { |i| [i, i] }
    CHANGES.times { |i| live[i * 7_919 % live.size] = [i, i.to_s] }
  RUBY
  program "binary trees", file: "binary_trees.rb", sizes: { "max = 14" => ["max = 15", "max = 12", "max = 10"] }
  program "long-lived objects", file: "gc_long_lived.rb", sizes: { "250_000" => %w[250_000 60_000 4_000], "1_200_000" => %w[1_200_000 300_000 16_000] }
  rdoc "rdoc", full: %w[fileutils optparse], quick: %w[tsort], counted: %w[tsort]

  vary_phase 100_000
  measure :time, :peak
end
