# frozen_string_literal: true
# rational_series - exact arithmetic with Rational and Complex: a linear system by elimination, Bernoulli numbers.
def bernoulli(n)
  row = []
  (0..n).each do |m|
    row[m] = Rational(1, m + 1)
    m.downto(1) { |j| row[j - 1] = j * (row[j - 1] - row[j]) }
  end
  row[0]
end

def solve(matrix, vector)
  n = vector.size
  rows = matrix.each_with_index.map { |row, i| row + [vector[i]] }
  n.times do |i|
    pivot = (i...n).find { |r| rows[r][i] != 0 }
    rows[i], rows[pivot] = rows[pivot], rows[i]
    rows[i] = rows[i].map { |x| x / rows[i][i] }
    n.times do |r|
      next if r == i || rows[r][i] == 0
      factor = rows[r][i]
      rows[r] = rows[r].zip(rows[i]).map { |a, b| a - factor * b }
    end
  end
  rows.map(&:last)
end

n = 18
hilbert = Array.new(n) { |i| Array.new(n) { |j| Rational(1, i + j + 1) } }
solution = nil
90.times { solution = solve(hilbert, Array.new(n, Rational(1))) }
z = Complex(0, 0)
600_000.times { |i| z = z * Complex(0.5, 0.5) + Complex(i % 3, 1) }
result = [bernoulli(100).to_s.size, solution.first, solution.last, z.real.round(9), z.imaginary.round(9)]
raise "rational_series: #{result}" unless result == [90, (-18/1), (81676217700/1), 0.846153846, 1.769230769]
