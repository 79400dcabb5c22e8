# frozen_string_literal: true

# A source of pseudo-random numbers (the Mersenne Twister): from the same seed it gives the same sequence.
#
# Random.rand and Kernel#rand draw from one default source that is seeded anew in each process.  For secrets use
# SecureRandom or Random.urandom, not this.  #rand, #bytes and #seed come from Random::Base, #random_number from
# Random::Formatter.
class Random < Random::Base
  # :call-seq:
  #   Random.new(seed = Random.new_seed) -> random
  #
  # Returns a new source that starts from the integer +seed+.  Without +seed+ it differs from all others.
  #
  #   a, b = Random.new(42), Random.new(42)
  #   [a.rand(100), a.rand(100)] # => [51, 92]
  #   [b.rand(100), b.rand(100)] # => [51, 92]
  #   Random.new("x")            # raises TypeError
  def self.new(seed = Random.new_seed) end

  # :call-seq:
  #   Random.bytes(count) -> string
  #
  # Returns a binary string of +count+ bytes from the default source.  Raises ArgumentError if +count+ is negative.
  #
  #   Random.bytes(4).bytesize # => 4
  #   Random.bytes(-1)         # raises ArgumentError
  def self.bytes(count) end

  # :call-seq:
  #   Random.new_seed -> integer
  #
  # Returns a number to be used as a seed, from the random numbers of the operating system.
  #
  #   Random.new_seed.integer? # => true
  def self.new_seed() end

  # :call-seq:
  #   Random.rand -> float
  #   Random.rand(max) -> number
  #   Random.rand(range) -> number
  #
  # Draws from the default source as Random::Base#rand does.
  #
  #   Random.srand(42)
  #   Random.rand(1..6) # => 4
  #   Random.rand(0)    # raises ArgumentError
  def self.rand(limit = 1.0) end

  # :call-seq:
  #   Random.seed -> integer
  #
  # Returns the seed of the default source.
  #
  #   Random.srand(42)
  #   Random.seed # => 42
  def self.seed() end

  # :call-seq:
  #   Random.srand(seed = Random.new_seed) -> integer
  #
  # Starts the default source again, from +seed+.  Returns the seed that it had before.
  #
  #   Random.srand(1)
  #   Random.srand(2)  # => 1
  #   Random.rand(100) # => 40
  def self.srand(seed = Random.new_seed) end

  # :call-seq:
  #   Random.urandom(count) -> string
  #
  # Returns a binary string of +count+ bytes from the random numbers of the operating system, which are good for
  # secrets.  Raises ArgumentError if +count+ is negative.
  #
  #   Random.urandom(16).bytesize # => 16
  #   Random.urandom(-1)          # raises ArgumentError
  def self.urandom(count) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a Random in the same state, so that both will give the same numbers.
  #
  #   a, b = Random.new(42), Random.new(42)
  #   a == b       # => true
  #   a.rand.class # => Float
  #   a == b       # => false
  def ==(other) end
end
