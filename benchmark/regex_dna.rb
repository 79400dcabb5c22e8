# frozen_string_literal: true
# regex_dna - patterns with alternatives and classes over a DNA sequence: scan, gsub with a Hash.
random = Random.new(47)
dna = Array.new(800_000) { |i| i % 61 == 60 ? "\n" : "acgtacgtacgtacgtB"[random.rand(17)] }.join
before = dna.size
dna = dna.gsub(/>.*\n|\n/, "")
variants = [/agggtaaa|tttaccct/i, /[cgt]gggtaaa|tttaccc[acg]/i, /a[act]ggtaaa|tttacc[agt]t/i, /ag[act]gtaaa|tttac[agt]ct/i,
            /agg[act]taaa|ttta[agt]cct/i, /aggg[acg]aaa|ttt[cgt]ccct/i, /agggt[cgt]aa|tt[acg]accct/i]
counts = variants.map { |pattern| dna.scan(pattern).size }
codes = { "B" => "(c|g|t)", "a" => "A" }
long = dna.gsub(/[Ba]/, codes)
result = [counts, before, dna.size, long.size]
raise "regex_dna: #{result}" unless result == [[12, 40, 31, 46, 40, 44, 48], 800000, 786886, 1063270]
