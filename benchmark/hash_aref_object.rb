# frozen_string_literal: true
# hash_aref_object - keys with their own hash and eql?, arrays as keys, and identity.
class Key
  attr_reader :x, :y

  def initialize(x, y)
    @x = x
    @y = y
  end

  def hash = @x * 31 + @y
  def eql?(other) = @x == other.x && @y == other.y
end

table = {}
100.times { |x| 20.times { |y| table[Key.new(x, y)] = x + y } }
arrays = {}
100.times { |x| 20.times { |y| arrays[[x, y]] = x - y } }
identity = {}.compare_by_identity
objects = Array.new(300) { Object.new }
objects.each_with_index { |object, i| identity[object] = i }
plain = objects.each_with_index.to_h
sum = 0
500_000.times do |i|
  sum += table[Key.new(i % 100, i % 20)]
  sum += arrays[[i % 100, i % 20]]
  sum += identity[objects[i % 300]] - plain[objects[i % 300]]
end
raise "hash_aref_object: #{sum}" unless sum == 49500000
