# frozen_string_literal: true
# havlak - loops of a control flow graph by Havlak's algorithm (1997): depth-first numbers, union-find, sets, hashes.
class Block
  attr_reader :name, :ins, :outs

  def initialize(name)
    @name = name
    @ins = []
    @outs = []
  end
end

class Graph
  attr_reader :blocks

  def initialize
    @blocks = {}
  end

  def block(name)
    @blocks[name] ||= Block.new(name)
  end

  def edge(from, to)
    a = block(from)
    b = block(to)
    a.outs << b
    b.ins << a
  end

  def diamond(start)
    edge(start, start + 1)
    edge(start, start + 2)
    edge(start + 1, start + 3)
    edge(start + 2, start + 3)
    start + 3
  end

  def straight(start, count)
    count.times { |i| edge(start + i, start + i + 1) }
    start + count
  end

  def base_loop(from)
    header = straight(from, 1)
    first = straight(header, 1)
    middle = straight(diamond(first), 1)
    edge(middle, header)
    footer = straight(diamond(middle), 1)
    edge(footer, from)
    straight(footer, 1)
  end
end

class UnionNode
  attr_accessor :parent, :block, :number, :loop

  def initialize(block, number)
    @parent = self
    @block = block
    @number = number
    @loop = nil
  end

  def find
    root = self
    root = root.parent until root.parent.equal?(root)
    node = self
    until node.equal?(root)
      above = node.parent
      node.parent = root
      node = above
    end
    root
  end
end

class Loop
  attr_reader :blocks, :children
  attr_accessor :parent, :nesting

  def initialize(header, reducible)
    @blocks = [header]
    @children = []
    @reducible = reducible
    @parent = nil
    @nesting = 0
  end
end

class LoopFinder
  attr_reader :loops

  def initialize(graph, start)
    @graph = graph
    @start = start
    @loops = []
    @nodes = []
    @last = []
    @number = {}
  end

  def run
    number_blocks
    size = @nodes.size
    header = Array.new(size, 0)
    kind = Array.new(size, :plain)
    back, other = classify_edges(size)
    (size - 1).downto(0) do |w|
      pool = []
      back[w].each do |v|
        if v == w
          kind[w] = :self
        else
          pool << @nodes[v].find
        end
      end
      work = pool.dup
      kind[w] = :reducible unless pool.empty?
      until work.empty?
        x = work.shift
        other[x.number].each do |y|
          found = @nodes[y].find
          if !ancestor?(w, found.number)
            kind[w] = :irreducible
            other[w][found.number] = true unless other[w].is_a?(Array)
          elsif found.number != w && !pool.include?(found)
            work << found
            pool << found
          end
        end
      end
      close(w, pool, kind, header)
    end
    nest
    self
  end

  private

  def close(w, pool, kind, header)
    return if pool.empty? && kind[w] != :self
    found = Loop.new(@nodes[w].block, kind[w] != :irreducible)
    @nodes[w].loop = found
    pool.each do |node|
      header[node.number] = w
      node.parent = @nodes[w]
      if node.loop
        node.loop.parent = found
        found.children << node.loop
      else
        found.blocks << node.block
      end
    end
    @loops << found
  end

  def ancestor?(w, v)
    w <= v && v <= @last[w]
  end

  def number_blocks
    stack = [[@start, 0]]
    visit(@start)
    until stack.empty?
      block, i = stack.last
      if i < block.outs.size
        stack.last[1] = i + 1
        following = block.outs[i]
        unless @number.key?(following)
          visit(following)
          stack << [following, 0]
        end
      else
        @last[@number[block]] = @nodes.size - 1
        stack.pop
      end
    end
  end

  def visit(block)
    @number[block] = @nodes.size
    @nodes << UnionNode.new(block, @nodes.size)
  end

  def classify_edges(size)
    back = Array.new(size) { [] }
    other = Array.new(size) { [] }
    @nodes.each_with_index do |node, w|
      node.block.ins.each do |from|
        v = @number[from] or next
        ancestor?(w, v) ? back[w] << v : other[w] << v
      end
    end
    [back, other]
  end

  def nest
    @loops.each do |found|
      depth = 0
      above = found
      depth += 1 while (above = above.parent)
      found.nesting = depth
    end
  end
end

graph = Graph.new
graph.block(0)
graph.base_loop(0)
graph.edge(0, 2)
at = 2
8.times do
  at = graph.straight(at, 1)
  outer = at
  20.times do
    top = at
    at = graph.straight(at, 1)
    5.times { at = graph.base_loop(at) }
    bottom = graph.straight(at, 1)
    graph.edge(bottom, top)
    at = bottom
  end
  graph.edge(at, outer)
end

found = nil
12.times { found = LoopFinder.new(graph, graph.block(0)).run }
result = [graph.blocks.size, found.loops.size, found.loops.map(&:nesting).max, found.loops.sum { |l| l.blocks.size }]
raise "havlak: #{result}" unless result == [9131, 1761, 23, 9132]
