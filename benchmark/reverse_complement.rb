# frozen_string_literal: true
# reverse_complement - DNA backwards with its letters exchanged: tr, reverse, slices of 60.
random = Random.new(53)
dna = Array.new(200_000) { "ACGTUMRWSYKVHDBN"[random.rand(16)] }.join
check = 0
340.times do |round|
  turned = dna.reverse.tr("ACGTUMRWSYKVHDBN", "TGCAAKYWSRMBDHVN")
  lines = []
  at = round
  while at < turned.size
    lines << turned[at, 60]
    at += 60
  end
  check += lines.sum(&:size) + lines[round].sum
end
result = check
raise "reverse_complement: #{result}" unless result == 69491146
