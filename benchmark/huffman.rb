# frozen_string_literal: true
# huffman - a code from letter counts, text to bits and back: small objects, Hash of strings, strings of bits.
class Leaf
  attr_reader :weight, :char

  def initialize(weight, char)
    @weight = weight
    @char = char
  end

  def codes(prefix, table)
    table[@char] = prefix
    table
  end
end

class Fork
  attr_reader :weight, :zero, :one

  def initialize(zero, one)
    @weight = zero.weight + one.weight
    @zero = zero
    @one = one
  end

  def codes(prefix, table)
    @zero.codes(prefix + "0", table)
    @one.codes(prefix + "1", table)
  end
end

def tree_for(text)
  nodes = text.each_char.tally.sort.map { |char, count| Leaf.new(count, char) }
  until nodes.size == 1
    nodes = nodes.each_with_index.sort_by { |node, i| [node.weight, i] }.map(&:first)
    nodes << Fork.new(nodes.shift, nodes.shift)
  end
  nodes.first
end

def decode(bits, tree)
  out = +""
  node = tree
  bits.each_char do |bit|
    node = bit == "0" ? node.zero : node.one
    if node.is_a?(Leaf)
      out << node.char
      node = tree
    end
  end
  out
end

random = Random.new(13)
letters = "eeeeeeeetttttaaaaoooiiinnnsshhrrdlucmfwypvbgkjqxz    ".chars
text = Array.new(260_000) { letters[random.rand(letters.size)] }.join
tree = tree_for(text)
table = tree.codes("", {})
bits = text.each_char.map { |char| table[char] }.join
raise "huffman: not the same text" unless decode(bits, tree) == text
result = [bits.size, table.size]
raise "huffman: #{result}" unless result == [1148085, 27]
