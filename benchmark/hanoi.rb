# frozen_string_literal: true
# hanoi - the towers of Hanoi, with real pegs: recursion, push and pop.
def hanoi(n, from, to, via, moves)
  return moves if n == 0
  moves = hanoi(n - 1, from, via, to, moves)
  disc = from.pop
  raise "a larger disc on a smaller one" if !to.empty? && to.last < disc
  to.push(disc)
  hanoi(n - 1, via, to, from, moves + 1)
end

a, b, c = (1..21).to_a.reverse, [], []
moves = hanoi(21, a, b, c, 0)
result = [moves, a, b.size, c]
raise "hanoi: #{result}" unless result == [2097151, [], 21, []]
