# warm_up - how soon does a program run at its full speed?
text = lambda do |work, definitions = ""|
  "#{definitions}\nlab_iterate(ITERATIONS) { #{work} }\n"
end

experiment "warm-up" do
  question "How soon does Ruby start, and after how long is machine code as fast as it becomes?"
  refuted_if "Machine code makes no first iteration slower", program: "fib", figure: "first-iteration", variant: "jit", over: 1.0
  refuted_if "Machine code is faster in the end", program: "fib", figure: "steady", variant: "jit", over: 1.0

  build "interpreter"
  build "jit", run: %w[--jit]
  reference
  reference "reference, JIT", run: %w[--jit]

  sizes = { "ITERATIONS" => %w[100 30 4] }
  program "fib", sizes: sizes, text: text.("fib(22)", "def fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)")
  program "blocks", sizes: sizes, text: text.("list.each_with_index.map { |v, i| v * i }.select(&:even?).sum", "list = (1..20_000).to_a")
  program "strings", sizes: sizes, text: text.("words.map(&:upcase).tally.sort_by(&:last).first(9)", 'words = Array.new(20_000) { |i| "word #{i * i % 977}" }')

  measure :start, :warmup, :mallocs
end
