# frozen_string_literal: true

# What the sources of random numbers have in common; Random inherits from it, and a library may add others.
#
# It makes no objects itself.
class Random::Base
  # :call-seq:
  #   Random::Base.new(seed) -> never returns
  #
  # Raises TypeError; Random.new makes a source.
  #
  #   Random::Base.new(1) # raises TypeError
  def self.new(seed = Random.new_seed) end

  # :call-seq:
  #   bytes(count) -> string
  #
  # Returns a binary string of +count+ random bytes.  Raises ArgumentError if +count+ is negative.
  #
  #   Random.new(42).bytes(3)  # => "f\xDC\xE1"
  #   Random.new(42).bytes(-1) # raises ArgumentError
  def bytes(count) end

  # :call-seq:
  #   rand -> float
  #   rand(max) -> number
  #   rand(range) -> number
  #
  # Returns the next number: a Float from 0.0 up to but not including 1.0, an integer below an integer +max+, a Float
  # below a Float +max+, or a number in +range+, whose ends must be of one kind.  Raises ArgumentError if +max+ is not
  # positive or +range+ is empty, and Errno::EDOM if +range+ lacks an end.
  #
  #   random = Random.new(42)
  #   random.rand       # => 0.3745401188473625
  #   random.rand(1..6) # => 5
  #   random.rand(2.0)  # => 0.3668695797323276
  #   random.rand(0)    # raises ArgumentError
  #   random.rand(3..1) # raises ArgumentError
  #   random.rand(1..)  # raises Errno::EDOM
  def rand(limit = 1.0) end

  # :call-seq:
  #   seed -> integer
  #
  # Returns the seed that the source started from.
  #
  #   Random.new(42).seed # => 42
  def seed() end
end
