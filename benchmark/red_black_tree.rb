# frozen_string_literal: true
# red_black_tree - insertion and look-up in a left-leaning red-black tree of objects.
class Node
  attr_accessor :key, :value, :left, :right, :red

  def initialize(key, value)
    @key = key
    @value = value
    @red = true
    @left = @right = nil
  end
end

class OrderedMap
  include Enumerable

  attr_reader :size

  def initialize
    @root = nil
    @size = 0
  end

  def []=(key, value)
    @root = insert(@root, key, value)
    @root.red = false
  end

  def [](key)
    node = @root
    while node
      order = key <=> node.key
      return node.value if order == 0
      node = order < 0 ? node.left : node.right
    end
  end

  def each(&block)
    walk(@root, &block)
  end

  def depth(node = @root)
    node ? 1 + [depth(node.left), depth(node.right)].max : 0
  end

  private

  def walk(node, &block)
    return unless node
    walk(node.left, &block)
    yield node.key, node.value
    walk(node.right, &block)
  end

  def insert(node, key, value)
    unless node
      @size += 1
      return Node.new(key, value)
    end
    order = key <=> node.key
    if order == 0
      node.value = value
    elsif order < 0
      node.left = insert(node.left, key, value)
    else
      node.right = insert(node.right, key, value)
    end
    balance(node)
  end

  def balance(node)
    node = rotate_left(node) if red?(node.right) && !red?(node.left)
    node = rotate_right(node) if red?(node.left) && red?(node.left.left)
    if red?(node.left) && red?(node.right)
      node.red = true
      node.left.red = node.right.red = false
    end
    node
  end

  def red?(node)
    node ? node.red : false
  end

  def rotate_left(node)
    up = node.right
    node.right = up.left
    up.left = node
    up.red = node.red
    node.red = true
    up
  end

  def rotate_right(node)
    up = node.left
    node.left = up.right
    up.right = node
    up.red = node.red
    node.red = true
    up
  end
end

random = Random.new(31)
map = OrderedMap.new
40_000.times { |i| map[random.rand(1_000_000)] = i }
hits = (0...100_000).count { |key| map[key * 10] }
keys = map.map { |key, _| key }
raise "red_black_tree: order" unless keys == keys.sort
result = [map.size, hits, map.depth]
raise "red_black_tree: #{result}" unless result == [39239, 3960, 21]
