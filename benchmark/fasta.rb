# frozen_string_literal: true
# fasta - random DNA sequences written in lines: a linear congruential generator, cumulative tables, strings.
class Fasta
  def initialize
    @seed = 42
    @out = +""
  end

  attr_reader :out

  def random(max)
    @seed = (@seed * 3877 + 29_573) % 139_968
    max * @seed / 139_968.0
  end

  def repeat(title, text, count)
    @out << ">" << title << "\n"
    doubled = text + text
    at = 0
    while count > 0
      size = count < 60 ? count : 60
      @out << doubled[at, size] << "\n"
      at = (at + size) % text.size
      count -= size
    end
  end

  def weighted(title, weights, count)
    @out << ">" << title << "\n"
    sum = 0.0
    table = weights.map { |char, weight| [char, sum += weight] }
    while count > 0
      size = count < 60 ? count : 60
      line = +""
      size.times do
        r = random(1.0)
        line << table.find { |_, limit| r < limit }[0]
      end
      @out << line << "\n"
      count -= size
    end
  end
end

fasta = Fasta.new
fasta.repeat("ONE", "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGGGAGGCCGAGGCGGGCGGATCACCTGAGG", 400_000)
fasta.weighted("TWO", { "a" => 0.27, "c" => 0.12, "g" => 0.12, "t" => 0.27, "B" => 0.06, "D" => 0.08, "H" => 0.08 }, 300_000)
fasta.weighted("THREE", { "a" => 0.302, "c" => 0.198, "g" => 0.1975, "t" => 0.3025 }, 400_000)
result = [fasta.out.size, fasta.out.sum(32)]
raise "fasta: #{result}" unless result == [1118351, 99305847]
