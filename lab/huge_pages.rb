# huge_pages - what are huge pages for the heap worth, and what do they cost a small or a forked process?

experiment "huge-pages" do
  question "From which chunk of 16 MiB on should the heap ask for huge pages, and what do they cost a small or a forked process?"
  refuted_if "A look-up in random order is slower on small pages", program: "random reads", figure: "turn", variant: "never", under: 1.0
  refuted_if "A full collection takes longer on small pages", program: "random reads", figure: "collection", variant: "never", under: 1.0
  refuted_if "A heap that grows is made faster of huge pages", program: "growing", figure: "time", variant: "never", under: 1.0
  refuted_if "The first chunk of a small program needs more memory as huge pages", program: "small", figure: "peak", variant: "from 1", under: 1.0
  refuted_if "A forked child that collects has more private memory with huge pages", program: "forking", figure: "child", variant: "never", over: 1.0

  # The base is the default.
  build "from 3", "--with-huge-pages-from=3"
  build "never", "--with-huge-pages-from=0"
  build "from 1", "--with-huge-pages-from=1"
  build "from 2", "--with-huge-pages-from=2"

  program "random reads", sizes: { "LIVE" => %w[1_500_000 600_000 20_000], "TURNS" => %w[12 5 2] }, text: <<~'RUBY'
    live, turns = LIVE, TURNS
    cells = Array.new(live) { |i| [nil, i] }.shuffle(random: Random.new(1))
    cells.each_with_index { |cell, i| cell[0] = cells[i - 1] }
    root = cells[0]
    cells = nil
    4.times { GC.start }
    clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :float_millisecond) }
    walk = lambda do
      at, sum, n = root, 0, live
      while n > 0
        sum += at[1]
        at = at[0]
        n -= 1
      end
      raise "a cell is lost" unless sum == live * (live - 1) / 2
    end
    { "turn" => walk, "collection" => GC.method(:start) }.each do |name, work|
      work.call
      before = clock.()
      turns.times { work.call }
      File.write(ENV["LAB_OUT"], "#{name} #{(clock.() - before) / turns} ms\n", mode: "a")
    end
  RUBY

  program "growing", sizes: { "LIVE" => %w[4_000_000 1_500_000 20_000] }, text: <<~'RUBY'
    live = nil
    LIVE.times { live = [live, nil] }
  RUBY

  program "small", text: "20_000.times { |i| [i, i.to_s] }\n"

  # The child collects and writes to 10,000 objects of its parent's heap.
  program "forking", sizes: { "LIVE" => %w[1_500_000 600_000 20_000] }, text: <<~'RUBY'
    live = Array.new(LIVE) { |i| [nil, i] }
    3.times { GC.start }
    pid = fork do
      GC.start
      10_000.times { |i| live[i * 7_919 % live.size][0] = i }
      own = File.readable?("/proc/self/smaps_rollup") ? File.read("/proc/self/smaps_rollup")[/^Private_Dirty: *(\d+)/, 1].to_i : 0
      File.write(ENV["LAB_OUT"], "child #{own} KiB\n", mode: "a") if own > 0
    end
    Process.wait(pid)
    raise "the child failed" unless $?.success?
  RUBY

  measure :own, :time, :peak
end
