# frozen_string_literal: true

# An exact fraction of two integers, always in lowest terms, with a positive denominator.
#
# Literals end in +r+ (<tt>3r</tt>, <tt>0.75r</tt>); Kernel#Rational and #to_r of numbers and strings make others.
# Together with integers the results are exact; with a Float they are floats.
class Rational < Numeric
  # :call-seq:
  #   self * other -> number
  #
  # Returns the product.
  #
  #   2/3r * 3/4r # => (1/2)
  #   1/2r * 0.5  # => 0.25
  #   1/2r * "2"  # raises TypeError
  def *(other) end

  # :call-seq:
  #   self ** exponent -> number
  #
  # Returns the receiver raised to the power of +exponent+; a Rational if that is an integer, mostly a Float otherwise.
  # Raises ZeroDivisionError for zero with a negative integer.
  #
  #   (2/3r) ** 2   # => (4/9)
  #   (2/3r) ** -2  # => (9/4)
  #   (1/4r) ** 0.5 # => 0.5
  #   0r ** -1      # raises ZeroDivisionError
  def **(exponent) end

  # :call-seq:
  #   self + other -> number
  #
  # Returns the sum.
  #
  #   1/2r + 1/3r # => (5/6)
  #   1/2r + 1    # => (3/2)
  #   1/2r + 0.5  # => 1.0
  #   1/2r + nil  # raises TypeError
  def +(other) end

  # :call-seq:
  #   self - other -> number
  #
  # Returns the difference.
  #
  #   1/2r - 1/3r # => (1/6)
  #   1/2r - 1    # => (-1/2)
  #   1/2r - nil  # raises TypeError
  def -(other) end

  # :call-seq:
  #   -self -> rational
  #
  # Returns the number with the opposite sign.
  #
  #   half = 1/2r
  #   -half # => (-1/2)
  def -@() end

  # :call-seq:
  #   self / other -> number
  #
  # Returns the quotient.  Raises ZeroDivisionError if +other+ is an exact zero; 0.0 gives an infinity.
  #
  #   (1/2r) / (1/3r) # => (3/2)
  #   1/2r / 2        # => (1/4)
  #   1/2r / 0        # raises ZeroDivisionError
  #   1/2r / 0.0      # => Infinity
  def /(other) end

  alias quo /

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares: -1 if the receiver is less than +other+, 0 if they are equal, 1 if it is greater.  Returns +nil+ if they
  # cannot be compared.
  #
  #   1/2r <=> 2/3r # => -1
  #   1/2r <=> 0.5  # => 0
  #   1/2r <=> "1"  # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ has the same value, whatever its class.
  #
  #   2/4r == 1/2r # => true
  #   1/2r == 0.5  # => true
  #   2r == 2      # => true
  def ==(other) end

  # :call-seq:
  #   abs -> rational
  #
  # Returns the number without its sign.
  #
  #   (-5/6r).abs # => (5/6)
  def abs() end

  alias magnitude abs

  # :call-seq:
  #   ceil -> integer
  #   ceil(digits) -> rational or integer
  #
  # Returns the number rounded up, to an integer or to +digits+ decimal places; a Rational if +digits+ is positive.
  #
  #   (22/7r).ceil      # => 4
  #   (22/7r).ceil(2)   # => (63/20)
  #   (220/7r).ceil(-1) # => 40
  def ceil(digits = 0) end

  # :call-seq:
  #   coerce(other) -> [number, number]
  #
  # Returns +other+ and the receiver as two numbers of one class.  Raises TypeError if +other+ is not a number.
  #
  #   (1/2r).coerce(1)   # => [(1/1), (1/2)]
  #   (1/2r).coerce(1.0) # => [1.0, 0.5]
  #   (1/2r).coerce("1") # raises TypeError
  def coerce(other) end

  # :call-seq:
  #   denominator -> integer
  #
  # Returns the number below the line, always positive.
  #
  #   (6/-8r).denominator # => 4
  def denominator() end

  # :call-seq:
  #   fdiv(other) -> number
  #
  # Returns the quotient as a Float.
  #
  #   (1/2r).fdiv(2) # => 0.25
  def fdiv(other) end

  # :call-seq:
  #   floor -> integer
  #   floor(digits) -> rational or integer
  #
  # Returns the number rounded down, to an integer or to +digits+ decimal places; a Rational if +digits+ is positive.
  #
  #   (22/7r).floor    # => 3
  #   (-22/7r).floor   # => -4
  #   (22/7r).floor(2) # => (157/50)
  def floor(digits = 0) end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for equal rationals.
  #
  #   (1/2r).hash == (2/4r).hash # => true
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns both numbers in parentheses.
  #
  #   (1/2r).inspect # => "(1/2)"
  def inspect() end

  # :call-seq:
  #   negative? -> true or false
  #
  # Tells whether the number is less than zero.
  #
  #   (-1/2r).negative? # => true
  #   0r.negative?      # => false
  def negative?() end

  # :call-seq:
  #   numerator -> integer
  #
  # Returns the number above the line, which carries the sign.
  #
  #   (6/-8r).numerator # => -3
  def numerator() end

  # :call-seq:
  #   positive? -> true or false
  #
  # Tells whether the number is greater than zero.
  #
  #   (1/2r).positive? # => true
  #   0r.positive?     # => false
  def positive?() end

  # :call-seq:
  #   rationalize(tolerance = nil) -> rational
  #
  # Returns the simplest Rational that is no farther away than +tolerance+; without it, the number itself.
  #
  #   (311/100r).rationalize(1/100r) # => (28/9)
  #   (311/100r).rationalize         # => (311/100)
  def rationalize(tolerance = nil) end

  # :call-seq:
  #   round(half: :up) -> integer
  #   round(digits, half: :up) -> rational or integer
  #
  # Returns the nearest integer, or the nearest number with +digits+ decimal places, a Rational if +digits+ is positive.
  # From the middle it goes away from zero, with <tt>half: :down</tt> towards it, with <tt>half: :even</tt> to the even
  # digit.  Raises ArgumentError for another mode.
  #
  #   (5/2r).round               # => 3
  #   (5/2r).round(half: :even)  # => 2
  #   (22/7r).round(2)           # => (157/50)
  #   (5/2r).round(half: :other) # raises ArgumentError
  def round(digits = 0, half: :up) end

  # :call-seq:
  #   to_f -> float
  #
  # Returns the nearest Float.
  #
  #   (1/3r).to_f # => 0.3333333333333333
  def to_f() end

  # :call-seq:
  #   to_i -> integer
  #
  # Returns the number without its fraction.
  #
  #   (7/2r).to_i  # => 3
  #   (-7/2r).to_i # => -3
  def to_i() end

  # :call-seq:
  #   to_r -> self
  #
  # Returns the number itself.
  #
  #   (1/2r).to_r # => (1/2)
  def to_r() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns both numbers with a slash between them.
  #
  #   (1/2r).to_s # => "1/2"
  #   2r.to_s     # => "2/1"
  def to_s() end

  # :call-seq:
  #   truncate -> integer
  #   truncate(digits) -> rational or integer
  #
  # Returns the number rounded towards zero, to an integer or to +digits+ decimal places; a Rational if +digits+ is
  # positive.
  #
  #   (22/7r).truncate     # => 3
  #   (-22/7r).truncate    # => -3
  #   (-22/7r).truncate(1) # => (-31/10)
  def truncate(digits = 0) end
end
