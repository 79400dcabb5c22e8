# frozen_string_literal: true
# dijkstra - shortest ways through a random graph with a binary heap of pairs.
class PairHeap
  def initialize
    @items = []
  end

  def empty?
    @items.empty?
  end

  def push(key, value)
    items = @items
    i = items.size
    items << [key, value]
    while i > 0
      parent = (i - 1) / 2
      break if items[parent][0] <= key
      items[i] = items[parent]
      i = parent
    end
    items[i] = [key, value]
    self
  end

  def pop
    items = @items
    top = items[0]
    last = items.pop
    return top if items.empty?
    i = 0
    size = items.size
    while (child = 2 * i + 1) < size
      child += 1 if child + 1 < size && items[child + 1][0] < items[child][0]
      break if items[child][0] >= last[0]
      items[i] = items[child]
      i = child
    end
    items[i] = last
    top
  end
end

def shortest(graph, start)
  distance = Array.new(graph.size)
  heap = PairHeap.new.push(0, start)
  until heap.empty?
    length, node = heap.pop
    next if distance[node]
    distance[node] = length
    graph[node].each { |other, weight| heap.push(length + weight, other) unless distance[other] }
  end
  distance
end

random = Random.new(21)
graph = Array.new(4000) { [] }
graph.size.times do |node|
  5.times { graph[node] << [random.rand(graph.size), random.rand(1..100)] }
  graph[node] << [(node + 1) % graph.size, 60]
end
result = [0, 1, 17, 99, 500, 1200, 2000, 2500, 3000, 3998, 3999].map { |start| shortest(graph, start).sum }
raise "dijkstra: #{result}" unless result == [605291, 678547, 649927, 624220, 689000, 733882, 705635, 738453, 687747, 638192, 706050]
