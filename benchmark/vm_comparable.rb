# frozen_string_literal: true
# vm_comparable - operators of Comparable over a <=> in Ruby, ==, between?, clamp, sort.
class Version
  include Comparable

  attr_reader :number

  def initialize(number)
    @number = number
  end

  def <=>(other) = @number <=> other.number
end

list = (1..200).map { |n| Version.new(n * 37 % 201) }
low = Version.new(20)
high = Version.new(150)
sum = 0
2_500.times do
  list.each do |version|
    sum += 1 if version > low && version <= high
    sum += 1 if version.between?(low, high)
    sum += 1 if version == low
  end
end
150.times { sum += list.sort.first.number + list.max.number + list[7].clamp(low, high).number }
raise "vm_comparable: #{sum}" unless sum == 699400
