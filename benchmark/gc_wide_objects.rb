# frozen_string_literal: true
# gc_wide_objects - objects with twenty instance variables, some grown one by one.
class Wide
  NAMES = (0...20).map { |i| :"@v#{i}" }

  class_eval <<~RUBY, __FILE__, __LINE__ + 1
    def initialize(x)
      #{NAMES.map { |name| "#{name} = x" }.join("\n  ")}
    end
    attr_reader :v0, :v19
  RUBY
end

class Grown; end

keep = Array.new(5000)
sum = 0
400_000.times do |i|
  wide = Wide.new(i)
  keep[i % 5000] = wide
  sum += wide.v0 - wide.v19 + 1
end
50_000.times do |i|
  grown = Grown.new
  Wide::NAMES.each { |name| grown.instance_variable_set(name, i) }
  sum += grown.instance_variable_get(:@v19) - i
end
result = [sum, keep.sum(&:v19)]
raise "gc_wide_objects: #{result}" unless result == [400000, 1987497500]
