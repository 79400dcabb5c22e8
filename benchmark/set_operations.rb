# frozen_string_literal: true
# set_operations - Set: add, include?, |, &, -, ^, subset?, each, of Integers and Strings.
require "set"
random = Random.new(103)
a = Set.new(Array.new(3000) { random.rand(6000) })
b = Set.new(Array.new(3000) { random.rand(6000) })
words = Set.new((1..1000).map { |i| "word #{i}" })
sum = 0
400.times do
  sum += (a | b).size + (a & b).size + (a - b).size + (a ^ b).size
  sum += 1 if a.subset?(a | b)
end
1_500_000.times do |i|
  sum += 1 if a.include?(i % 6000)
  sum += 1 if words.include?("word 77")
end
150.times do
  fresh = Set.new
  1000.times { |i| fresh << i % 300 }
  sum += fresh.size + fresh.map { |x| x }.size
end
raise "set_operations: #{sum}" unless sum == 5839950
