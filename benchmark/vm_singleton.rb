# frozen_string_literal: true
# vm_singleton - class methods, module functions and methods of single objects.
class Factory
  def self.make(x) = x

  class << self
    def other(x) = make(x) + 1
  end
end

module Tools
  module_function

  def help(x) = x
end

object = Object.new
def object.own(x) = x

sum = 0
i = 0
while i < 3_500_000
  sum += Factory.make(1) + Factory.other(1) + Tools.help(1) + object.own(1)
  i += 1
end
raise "vm_singleton: #{sum}" unless sum == 17_500_000
