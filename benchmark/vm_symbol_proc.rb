# frozen_string_literal: true
# vm_symbol_proc - &:name to C methods, Ruby methods and attributes.
class Item
  attr_reader :weight

  def initialize(weight)
    @weight = weight
  end

  def heavy? = @weight > 50
end

items = (1..100).map { |weight| Item.new(weight) }
words = %w[some words of differing length]
sum = 0
40_000.times do
  sum += items.count(&:heavy?)
  sum += items.sum(&:weight)
  sum += words.map(&:size).first
end
raise "vm_symbol_proc: #{sum}" unless sum == 40_000 * (50 + 5050 + 4)
