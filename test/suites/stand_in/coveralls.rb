# Stands in for coveralls: nothing is sent.
module Coveralls
  def self.wear!(*) = nil
  module SimpleCov
    class Formatter; end
  end
end
