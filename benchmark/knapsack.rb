# frozen_string_literal: true
# knapsack - dynamic programming over one array, backwards: downto and max.
random = Random.new(9)
items = Array.new(120) { [random.rand(5..60), random.rand(10..100)] }
capacity = 9_00
best = Array.new(capacity + 1, 0)
taken = Array.new(items.size) { Array.new(capacity + 1, false) }
50.times do
  best.fill(0)
  items.each_with_index do |(weight, value), k|
    capacity.downto(weight) do |c|
      with = best[c - weight] + value
      if with > best[c]
        best[c] = with
        taken[k][c] = true
      end
    end
  end
end
left = capacity
chosen = (items.size - 1).downto(0).count { |k| taken[k][left] && left -= items[k][0] }
result = [best[capacity], chosen]
raise "knapsack: #{result}" unless result == [3243, 44]
