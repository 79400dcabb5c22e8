# mark_prefetch - does marking gain if each object waits in a ring, prefetched, before it is scanned?

# Each program builds a heap whose links lead to random places, so that neither caches nor the order of allocation help.
shapes = {
  "list" => "cells = Array.new(live) { [nil, nil] }.shuffle(random: random)\ncells.each_cons(2) { |a, b| a[0] = b }\nroot = cells[0]",
  "tree" => "cells = Array.new(live) { [nil, nil] }.shuffle(random: random)\n" \
            "cells.each_with_index { |cell, i| cell[0], cell[1] = cells[2 * i + 1], cells[2 * i + 2] }\nroot = cells[0]",
  "hashes" => "root = Array.new(live / 4) { |i| { a: [i], b: [i], c: i } }.shuffle(random: random)",
  "strings" => "root = Array.new(live) { |i| \"string #\{i}\" }.shuffle(random: random)",
}

experiment "mark-prefetch" do
  question "Does a ring of prefetched objects between the mark stack and the scan hide the misses of marking, by geometry and by the heap's shape?"
  %w[tree hashes strings].each do |shape|
    refuted_if "Without a ring a full collection of #{shape} takes longer", program: shape, figure: "collection", variant: "line no ring", under: 1.0
  end
  refuted_if "A ring does nothing for a list, which has one grey object at a time", program: "list", figure: "collection", variant: "line no ring", over: 1.1
  refuted_if "A second line prefetched helps Hashes, which fill more than one", program: "hashes", figure: "collection", variant: "line ring 8 of two lines", over: 1.0

  # The base is the default.
  build "line ring 8", "--with-mark-ring=8"
  build "line no ring", "--with-mark-ring=0"
  build "line ring 2", "--with-mark-ring=2", quick: false
  build "line ring 4", "--with-mark-ring=4", quick: false
  build "line ring 16", "--with-mark-ring=16", quick: false
  build "line ring 32", "--with-mark-ring=32", quick: false
  build "line ring 8 of two lines", "--with-mark-ring=8", "--with-mark-prefetch-lines=2"
  %w[pow2 vwa40].each do |geometry|
    build "#{geometry} ring 8", "--with-mark-ring=8", "--with-slot-classes=#{geometry}", quick: geometry == "vwa40"
    build "#{geometry} no ring", "--with-mark-ring=0", "--with-slot-classes=#{geometry}", quick: geometry == "vwa40"
  end

  # The figure is the processor time of a full collection, of which nearly all is marking: nothing dies.
  shapes.each do |shape, build|
    program shape, sizes: { "LIVE" => %w[1_500_000 400_000 20_000], "TURNS" => %w[12 5 2] }, text: <<~RUBY
      live, turns, random = LIVE, TURNS, Random.new(1)
      #{build}
      cells = nil
      4.times { GC.start }
      clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :float_millisecond) }
      before = clock.()
      turns.times { GC.start }
      File.write(ENV["LAB_OUT"], "collection \#{(clock.() - before) / turns} ms\\n", mode: "a")
      raise "the heap is gone" unless root
    RUBY
  end

  measure :own, :instructions
end
