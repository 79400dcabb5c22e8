# json - where should a JSON generator write, and how much does vector code gain in escaping?
documents = %w[activitypub citm_catalog twitter canada]

# A process makes its document first, so the program times its own work and writes it to LAB_OUT.
source = lambda do |document, work, top|
  <<~RUBY
    require "json"
    require #{File.join(top, "benchmark/json_corpora.rb").dump}
    object = JSONCorpora.object(#{document.dump})
    text = JSON.generate(object)
    times = BYTES / text.bytesize + 1
    2.times { #{work} }
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    times.times { #{work} }
    took = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
    File.open(ENV["LAB_OUT"], "a") { |f| f.puts "a-document \#{took * 1e6 / times} us" } if ENV["LAB_OUT"]
  RUBY
end

programs = lambda do |experiment, works|
  documents.product(works.to_a).each do |document, (name, work)|
    experiment.program "#{name} #{document}", text: source.(document, work, experiment.top), sizes: { "BYTES" => %w[60_000_000 10_000_000 200_000] }
  end
end

experiment "json-buffer" do
  question "Where should a JSON generator write: into the result, on the stack, or into memory of its own?"
  refuted_if "Writing into the result is not slower than a buffer on the heap", program: "generate twitter", figure: "a-document", variant: "heap", under: 1.0
  refuted_if "Writing into the result is not slower than a buffer on the stack", program: "generate twitter", figure: "a-document", variant: "stack", under: 1.0
  build "string", "--with-json-buffer=string"
  build "stack", "--with-json-buffer=stack"
  build "heap", "--with-json-buffer=heap"
  reference
  programs.(self, { "generate" => "JSON.generate(object)" })
  measure :own, :peak
  looks :flame_graph, programs: ["generate twitter"]
end

experiment "json-simd" do
  question "How much does vector code gain in generating and parsing JSON?"
  refuted_if "AVX2 generates faster than scalar code", program: "generate twitter", figure: "a-document", variant: "none", under: 1.0
  build "avx2", "--with-simd=avx2"
  build "sse2", "--with-simd=sse2"
  build "none", "--with-simd=none"
  reference
  programs.(self, { "generate" => "JSON.generate(object)", "parse" => "JSON.parse(text)" })
  measure :own
end
