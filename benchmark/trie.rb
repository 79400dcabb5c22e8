# frozen_string_literal: true
# trie - words in nested hashes, prefixes counted: Hash of characters, each_char, recursion.
class Trie
  def initialize
    @root = {}
    @words = 0
  end

  attr_reader :words

  def add(word)
    node = @root
    word.each_char { |char| node = (node[char] ||= {}) }
    @words += 1 unless node[:end]
    node[:end] = true
  end

  def count(prefix)
    node = @root
    prefix.each_char { |char| node = node[char] or return 0 }
    leaves(node)
  end

  def leaves(node)
    total = 0
    node.each { |key, child| total += key == :end ? 1 : leaves(child) }
    total
  end
end

random = Random.new(37)
letters = %w[a b c d e f]
trie = Trie.new
words = Array.new(110_000) { Array.new(random.rand(3..9)) { letters[random.rand(6)] }.join }
words.each { |word| trie.add(word) }
sum = 0
letters.each { |a| letters.each { |b| sum += trie.count(a + b) * (a.ord ^ b.ord) } }
result = [trie.words, sum, trie.count("abc")]
raise "trie: #{result}" unless result == [68408, 239349, 314]
raise "trie: uniq" unless trie.words == words.uniq.size
