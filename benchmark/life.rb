# frozen_string_literal: true
# life - Conway's game on a torus, with the live cells in a Hash of coordinates.
def step(cells, size)
  neighbours = Hash.new(0)
  cells.each_key do |position|
    y, x = position.divmod(size)
    -1.upto(1) do |dy|
      -1.upto(1) do |dx|
        next if dx == 0 && dy == 0
        neighbours[(y + dy) % size * size + (x + dx) % size] += 1
      end
    end
  end
  following = {}
  neighbours.each do |position, count|
    following[position] = true if count == 3 || (count == 2 && cells.key?(position))
  end
  following
end

size = 64
random = Random.new(11)
cells = {}
900.times { cells[random.rand(size * size)] = true }
300.times { cells = step(cells, size) }
result = [cells.size, cells.keys.sort.first(3)]
raise "life: #{result}" unless result == [438, [10, 11, 12]]
