# frozen_string_literal: true

# Random numbers for every object with a method +bytes+ that returns random bytes, such as Random and SecureRandom.
#
# <tt>require "random/formatter"</tt> adds more: +hex+, +uuid+, +alphanumeric+ and others.
module Random::Formatter
  # :call-seq:
  #   random_number -> float
  #   random_number(max) -> number
  #   random_number(range) -> number
  #
  # Returns a random number below +max+ or in +range+, as Random::Base#rand does; but for +nil+, for a +max+ that is not
  # positive and for an empty +range+ it returns a Float from 0.0 up to but not including 1.0.  Raises ArgumentError for
  # anything that is no number or range.
  #
  #   zeros = Class.new { include Random::Formatter; def bytes(count) = "\0" * count }.new
  #   zeros.random_number(10)         # => 0
  #   zeros.random_number(5..9)       # => 5
  #   zeros.random_number             # => 0.0
  #   Random.new(42).random_number(0) # => 0.3745401188473625
  #   zeros.random_number("a")        # raises ArgumentError
  def random_number(limit = nil) end

  # :call-seq:
  #   rand -> float
  #   rand(max) -> number
  #   rand(range) -> number
  #
  # Returns a random number as #random_number does.  Random has a stricter one of its own, Random::Base#rand.
  #
  #   zeros = Class.new { include Random::Formatter; def bytes(count) = "\0" * count }.new
  #   zeros.rand(10)   # => 0
  #   zeros.rand(1.5)  # => 0.0
  #   zeros.rand(5..9) # => 5
  def rand(limit = nil) end
end
