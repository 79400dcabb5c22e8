# frozen_string_literal: true
# path_finder - A* on a grid with walls, points as Data in a Hash: hash and eql? of Data, Comparable, Set.
Point = Data.define(:x, :y) do
  def neighbours
    [Point.new(x + 1, y), Point.new(x - 1, y), Point.new(x, y + 1), Point.new(x, y - 1)]
  end
end

class Grid
  def initialize(size, seed)
    @size = size
    random = Random.new(seed)
    @walls = Set.new
    (size * size / 5).times { @walls << [random.rand(size), random.rand(size)] }
    @walls.delete([0, 0]).delete([size - 1, size - 1])
  end

  def free?(point)
    point.x.between?(0, @size - 1) && point.y.between?(0, @size - 1) && !@walls.include?([point.x, point.y])
  end

  def distance
    goal = Point.new(@size - 1, @size - 1)
    start = Point.new(0, 0)
    buckets = Hash.new { |hash, key| hash[key] = [] }
    best = { start => 0 }
    level = 2 * @size - 2
    buckets[level] << start
    while level < @size * @size
      while (point = buckets[level].shift)
        steps = best[point]
        return steps if point == goal
        point.neighbours.each do |other|
          next unless free?(other)
          if !best.key?(other) || best[other] > steps + 1
            best[other] = steps + 1
            buckets[steps + 1 + (goal.x - other.x) + (goal.y - other.y)] << other
          end
        end
      end
      level += 1
    end
    nil
  end
end

result = (1..4).map { |seed| Grid.new(190, seed).distance }
raise "path_finder: #{result}" unless result == [378, 378, 378, 378]
