# frozen_string_literal: true
# sudoku - backtracking with the candidates of each cell as bits, fewest first.
class Sudoku
  PEERS = Array.new(81) do |cell|
    row, column = cell.divmod(9)
    (0...81).select do |other|
      r, c = other.divmod(9)
      other != cell && (r == row || c == column || (r / 3 == row / 3 && c / 3 == column / 3))
    end
  end
  BITS = Array.new(512) { |mask| mask.digits(2).sum }

  attr_reader :steps

  def initialize(text)
    @cells = text.chars.map { |char| char == "." ? 0 : 1 << (char.to_i - 1) }
    @steps = 0
  end

  def solve
    cell, candidates = most_constrained
    return true unless cell
    @steps += 1
    while candidates != 0
      bit = candidates & -candidates
      candidates ^= bit
      @cells[cell] = bit
      return true if solve
    end
    @cells[cell] = 0
    false
  end

  def to_s
    @cells.map { |mask| mask == 0 ? "." : mask.bit_length.to_s }.join
  end

  private

  def most_constrained
    best = nil
    fewest = 10
    best_mask = 0
    @cells.each_with_index do |mask, cell|
      next unless mask == 0
      free = 511
      PEERS[cell].each { |peer| free &= ~@cells[peer] }
      count = BITS[free]
      return [cell, 0] if count == 0
      if count < fewest
        fewest = count
        best = cell
        best_mask = free
      end
    end
    [best, best_mask]
  end
end

# a valid full grid by formula, digits relabelled, thinned to 24 givens in a fixed way
random = Random.new(3)
steps = 0
60.times do
  labels = (1..9).to_a.shuffle(random: random)
  grid = (0...81).map { |i| r, c = i.divmod(9); labels[(r * 3 + r / 3 + c) % 9] }
  (0...81).to_a.shuffle(random: random).first(57).each { |i| grid[i] = "." }
  game = Sudoku.new(grid.join)
  raise "sudoku: no solution" unless game.solve
  solved = game.to_s
  9.times { |r| raise "sudoku: row #{r}" unless solved[r * 9, 9].chars.sort.join == "123456789" }
  steps += game.steps
end
result = steps
raise "sudoku: #{result}" unless result == 5702
