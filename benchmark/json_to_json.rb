# frozen_string_literal: true
# json_to_json - objects with a to_json of their own among core objects.
require "json"

class Point
  def initialize(x, y)
    @x = x
    @y = y
  end

  def to_json(state = nil, *) = "{\"x\":#{@x},\"y\":#{@y}}"
end

points = Array.new(60) { |i| { "name" => "p#{i}", "at" => Point.new(i, -i) } }
text = nil
5_000.times { text = JSON.generate(points) }
raise "json_to_json" unless JSON.parse(text) == Array.new(60) { |i| { "name" => "p#{i}", "at" => { "x" => i, "y" => -i } } }
