# jit - what does machine code gain, in time, and cost, in memory and in short programs?
experiment "jit" do
  question "What does the JIT gain in programs that run long, and what does it cost at the start and in memory?"
  refuted_if "The JIT makes method calls faster", program: "method calls", figure: "time", variant: "jit", over: 1.0
  refuted_by "The JIT makes no program of this list slower: an interval above 1 in the time of any of them."

  build "interpreter"
  build "jit", run: %w[--jit]
  reference

  program "start", text: "nil"
  program "method calls", file: "vm_method_call.rb", sizes: { "4_000_000" => %w[20_000_000 4_000_000 40_000] }
  program "fib", file: "fib.rb"
  program "nbody", file: "nbody.rb"
  program "red-black tree", file: "red_black_tree.rb", sizes: { "40_000.times" => %w[60_000.times 20_000.times 1_000.times],
                                                                  "0...100_000" => %w[0...100_000 0...20_000 0...1_000] }
  rdoc "rdoc", full: %w[fileutils optparse], quick: %w[tsort], counted: %w[tsort]

  measure :time, :peak, :private
  looks :flame_graph, programs: ["rdoc"]
end
