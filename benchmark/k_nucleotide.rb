# frozen_string_literal: true
# k_nucleotide - counting all parts of some lengths in a DNA sequence: Hash with short String keys, byteslice.
def counts(dna, size)
  table = Hash.new(0)
  0.upto(dna.bytesize - size) { |i| table[dna.byteslice(i, size)] += 1 }
  table
end

random = Random.new(43)
dna = Array.new(150_000) { "acgt"[random.rand(4)] }.join
dna[1000, 18] = "ggtattttaatttatagt"
result = [1, 2].map { |size| counts(dna, size).sort_by { |part, n| [-n, part] }.first(2) }
%w[ggt ggta ggtatt ggtattttaatt ggtattttaatttatagt].each { |part| result << counts(dna, part.size)[part] }
raise "k_nucleotide: #{result}" unless result == [[["c", 37683], ["t", 37630]], [["ct", 9487], ["gc", 9455]], 2374, 566, 45, 1, 1]
