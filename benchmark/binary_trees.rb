# frozen_string_literal: true
# binary_trees - many short-lived small trees beside a long-lived one: allocation and marking.
class Tree
  attr_reader :left, :right

  def initialize(left, right)
    @left = left
    @right = right
  end

  def self.of_depth(depth)
    depth == 0 ? new(nil, nil) : new(of_depth(depth - 1), of_depth(depth - 1))
  end

  def count
    @left ? 1 + @left.count + @right.count : 1
  end
end

max = 14
keep = Tree.of_depth(max)
result = []
4.step(max, 3) do |depth|
  rounds = 1 << (max - depth + 4)
  total = 0
  rounds.times { total += Tree.of_depth(depth).count }
  result << total
end
result << keep.count
raise "binary_trees: #{result}" unless result == [507904, 522240, 524032, 524256, 32767]
