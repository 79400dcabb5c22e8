# frozen_string_literal: true
# nqueens - all placings of eight, nine and ten queens, columns and diagonals in arrays of flags.
class Board
  attr_reader :solutions

  def initialize(size)
    @size = size
    @columns = Array.new(size, false)
    @up = Array.new(2 * size - 1, false)
    @down = Array.new(2 * size - 1, false)
    @solutions = 0
  end

  def place(row)
    if row == @size
      @solutions += 1
      return self
    end
    @size.times do |column|
      rise = row + column
      fall = row - column + @size - 1
      next if @columns[column] || @up[rise] || @down[fall]
      @columns[column] = @up[rise] = @down[fall] = true
      place(row + 1)
      @columns[column] = @up[rise] = @down[fall] = false
    end
    self
  end
end

result = [8, 9, 10, 11].map { |n| Board.new(n).place(0).solutions }
raise "nqueens: #{result}" unless result == [92, 352, 724, 2680]
