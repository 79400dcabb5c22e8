# frozen_string_literal: true
# gc_long_lived - a large graph kept alive while short-lived objects come and go: generations and the remembered set.
class Node
  attr_accessor :next_node, :payload

  def initialize(payload)
    @payload = payload
    @next_node = nil
  end
end

random = Random.new(83)
nodes = Array.new(250_000) { |i| Node.new(i) }
nodes.each { |node| node.next_node = nodes[random.rand(nodes.size)] }
sum = 0
1_200_000.times do |i|
  node = nodes[i % nodes.size]
  node.payload = [i, node.payload.is_a?(Array) ? node.payload[0] : 0] if i % 5 == 0
  sum += Node.new(i).payload & 1
end
result = [sum, nodes.sum { |node| node.payload.is_a?(Array) ? node.payload[0] : 0 }]
raise "gc_long_lived: #{result}" unless result == [600000, 53749875000]
