# call_data - what are one record for a call site's data, and the callee's facts in it, worth?
experiment "call-data" do
  question "Is a call faster if the call information and the cache are one record, and if the callee's facts are copied into it?"
  refuted_if "Merged records are not slower than split ones", program: "many sites", figure: "time", variant: "split-flat", under: 1.0
  refuted_if "Copied facts are not slower than a chase of pointers", program: "many sites", figure: "time", variant: "merged-chase", under: 1.0

  build "merged-flat"
  build "merged-chase", "--disable-call-flat"
  build "split-flat", "--disable-call-data"
  build "split-chase", "--disable-call-data", "--disable-call-flat"
  reference

  program "method calls", file: "vm_method_call.rb", sizes: { "4_000_000" => %w[20_000_000 4_000_000 40_000] }
  program "polymorphic sites", file: "vm_polymorphic.rb", sizes: { "objects, 5_000_000" => ["objects, 20_000_000", "objects, 4_000_000", "objects, 40_000"] }
  program "many sites", sizes: { "ROUNDS" => %w[2_000 400 10] }, text: <<~'RUBY'
    # 8,192 call sites in methods of eight, called in an order of which the cache knows nothing
    random = Random.new(20)
    source = +""
    2_048.times { |i| source << "def f#{i}(a) = a\n" }
    1_024.times { |i| source << "def c#{i} = (#{Array.new(8) { "f#{random.rand(2_048)}(3)" }.join("; ")})\n" }
    source << "def all = (#{(0...1_024).to_a.shuffle(random: random).map { |i| "c#{i}" }.join("; ")})\n"
    eval(source)
    ROUNDS.times { all }
  RUBY
  program "red-black tree", file: "red_black_tree.rb", sizes: { "40_000.times" => %w[60_000.times 20_000.times 1_000.times],
                                                                  "0...100_000" => %w[0...100_000 0...20_000 0...1_000] }

  measure :time, :peak, :cache
end
