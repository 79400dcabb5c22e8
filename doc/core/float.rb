# frozen_string_literal: true

# A number with a fraction, in the double precision of IEEE 754: 53 bits, some 15 to 17 decimal digits.
#
# Most decimal fractions have no exact float, so that results are slightly off (<tt>0.1 + 0.2</tt> is not 0.3); a
# Rational is exact.  There are two zeros, 0.0 and -0.0, which are equal, two infinities, and NaN ("not a number"),
# which is equal to nothing, itself included.  Floats are frozen, and there is no +new+.  Any operand that is not a
# number is asked to +coerce+.
class Float < Numeric
  # :call-seq:
  #   self % other -> float
  #
  # Returns what is left after division by +other+, with the quotient rounded down, so that it has the sign of +other+.
  # Raises ZeroDivisionError if +other+ is zero.
  #
  #   7.5 % 2  # => 1.5
  #   -7.5 % 2 # => 0.5
  #   7.5 % -2 # => -0.5
  #   7.5 % 0  # raises ZeroDivisionError
  def %(other) end

  alias modulo %

  # :call-seq:
  #   self * other -> number
  #
  # Returns the product, a Float unless +other+ is a Complex.
  #
  #   1.5 * 2   # => 3.0
  #   1.5 * 2i  # => (0.0+3.0i)
  #   1.5 * nil # raises TypeError
  def *(other) end

  # :call-seq:
  #   self ** exponent -> number
  #
  # Returns the receiver raised to the power of +exponent+; a Complex for a negative number with a fractional exponent.
  #
  #   2.0 ** 3   # => 8.0
  #   2.0 ** -1  # => 0.5
  #   2.0 ** "3" # raises TypeError
  def **(exponent) end

  # :call-seq:
  #   self + other -> number
  #
  # Returns the sum, a Float unless +other+ is a Complex.
  #
  #   0.5 + 1   # => 1.5
  #   0.1 + 0.2 # => 0.30000000000000004
  #   0.5 + nil # raises TypeError
  def +(other) end

  # :call-seq:
  #   self - other -> number
  #
  # Returns the difference, a Float unless +other+ is a Complex.
  #
  #   0.5 - 1   # => -0.5
  #   0.5 - 1r  # => -0.5
  #   0.5 - "1" # raises TypeError
  def -(other) end

  # :call-seq:
  #   -self -> float
  #
  # Returns the number with the opposite sign, also of zero.
  #
  #   x = 1.5
  #   -x # => -1.5
  #   z = 0.0
  #   -z # => -0.0
  def -@() end

  # :call-seq:
  #   self / other -> number
  #
  # Returns the quotient, a Float unless +other+ is a Complex.  Division by zero gives an infinity, or NaN for 0.0.
  #
  #   7.0 / 2 # => 3.5
  #   1.0 / 0 # => Infinity
  #   0.0 / 0 # => NaN
  def /(other) end

  alias quo /

  # :call-seq:
  #   self < other -> true or false
  #
  # Tells whether the receiver is less than the number +other+; with NaN it is +false+.  Raises ArgumentError if the two
  # cannot be compared.
  #
  #   1.5 < 2          # => true
  #   1.5 < Float::NAN # => false
  #   1.5 < "2"        # raises ArgumentError
  def <(other) end

  # :call-seq:
  #   self <= other -> true or false
  #
  # Tells whether the receiver is less than the number +other+ or equal to it; with NaN it is +false+.  Raises
  # ArgumentError if the two cannot be compared.
  #
  #   2.0 <= 2   # => true
  #   2.5 <= 2   # => false
  #   2.5 <= nil # raises ArgumentError
  def <=(other) end

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares: -1 if the receiver is less than +other+, 0 if they are equal, 1 if it is greater.  Returns +nil+ if one of
  # them is NaN or +other+ is not a number.
  #
  #   1.5 <=> 2          # => -1
  #   1.0 <=> 1          # => 0
  #   1.0 <=> Float::NAN # => nil
  #   1.0 <=> "1"        # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ has the same value, whatever its class.  NaN is equal to nothing.
  #
  #   1.0 == 1              # => true
  #   0.0 == -0.0           # => true
  #   0.5 == 1/2r           # => true
  #   Float::NAN == 0.0 / 0 # => false
  def ==(other) end

  alias === ==

  # :call-seq:
  #   self > other -> true or false
  #
  # Tells whether the receiver is greater than the number +other+; with NaN it is +false+.  Raises ArgumentError if the
  # two cannot be compared.
  #
  #   2.5 > 2   # => true
  #   2.0 > 2   # => false
  #   2.0 > nil # raises ArgumentError
  def >(other) end

  # :call-seq:
  #   self >= other -> true or false
  #
  # Tells whether the receiver is greater than the number +other+ or equal to it; with NaN it is +false+.  Raises
  # ArgumentError if the two cannot be compared.
  #
  #   2.0 >= 2   # => true
  #   1.5 >= 2   # => false
  #   1.5 >= nil # raises ArgumentError
  def >=(other) end

  # :call-seq:
  #   abs -> float
  #
  # Returns the number without its sign.
  #
  #   -1.5.abs # => 1.5
  #   -0.0.abs # => 0.0
  def abs() end

  alias magnitude abs

  # :call-seq:
  #   angle -> 0, Math::PI or NaN
  #
  # Returns the angle of the number as a complex one: 0 if it is positive, pi if it is negative, -0.0 too, and NaN for
  # NaN.
  #
  #   1.5.angle  # => 0
  #   -1.5.angle # => 3.141592653589793
  def angle() end

  alias arg angle
  alias phase angle

  # :call-seq:
  #   ceil(digits = 0) -> integer or float
  #
  # Returns the number rounded up to +digits+ decimal places: a Float if +digits+ is positive, else an integer, a
  # multiple of 10**-digits.  Raises FloatDomainError for an infinity or NaN where the result would be an integer.
  #
  #   1.21.ceil       # => 2
  #   -1.9.ceil       # => -1
  #   1.21.ceil(1)    # => 1.3
  #   121.0.ceil(-1)  # => 130
  #   Float::NAN.ceil # raises FloatDomainError
  def ceil(digits = 0) end

  # :call-seq:
  #   coerce(other) -> [float, float]
  #
  # Returns +other+ and the receiver as floats.  Strings are read as Kernel#Float does.  Raises TypeError if that is not
  # possible.
  #
  #   1.5.coerce(2)   # => [2.0, 1.5]
  #   1.5.coerce(nil) # raises TypeError
  def coerce(other) end

  # :call-seq:
  #   denominator -> integer
  #
  # Returns the denominator of the number as an exact fraction in lowest terms; 1 for an infinity or NaN.
  #
  #   0.75.denominator # => 4
  #   0.1.denominator  # => 36028797018963968
  def denominator() end

  # :call-seq:
  #   divmod(other) -> [integer, float]
  #
  # Returns the quotient, rounded down to an integer, and what #% returns.  Raises ZeroDivisionError if +other+ is zero,
  # FloatDomainError if the quotient is infinite or NaN.
  #
  #   7.5.divmod(2)             # => [3, 1.5]
  #   -7.5.divmod(2)            # => [-4, 0.5]
  #   7.5.divmod(0)             # raises ZeroDivisionError
  #   Float::INFINITY.divmod(2) # raises FloatDomainError
  def divmod(other) end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is a Float of the same value.
  #
  #   1.0.eql?(1.0) # => true
  #   1.0.eql?(1)   # => false
  def eql?(other) end

  # :call-seq:
  #   fdiv(other) -> number
  #
  # Returns the quotient, as #/ does.
  #
  #   7.0.fdiv(2) # => 3.5
  def fdiv(other) end

  # :call-seq:
  #   finite? -> true or false
  #
  # Tells whether the number is neither an infinity nor NaN.
  #
  #   1.5.finite?        # => true
  #   (1.0 / 0).finite?  # => false
  #   Float::NAN.finite? # => false
  def finite?() end

  # :call-seq:
  #   floor(digits = 0) -> integer or float
  #
  # Returns the number rounded down to +digits+ decimal places: a Float if +digits+ is positive, else an integer, a
  # multiple of 10**-digits.  Raises FloatDomainError for an infinity or NaN where the result would be an integer.
  #
  #   1.29.floor            # => 1
  #   -1.2.floor            # => -2
  #   1.29.floor(1)         # => 1.2
  #   129.0.floor(-1)       # => 120
  #   Float::INFINITY.floor # raises FloatDomainError
  def floor(digits = 0) end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for floats that are #eql?.
  #
  #   1.5.hash == 1.5.hash  # => true
  #   0.0.hash == -0.0.hash # => true
  def hash() end

  # :call-seq:
  #   infinite? -> 1, -1 or nil
  #
  # Returns 1 for infinity, -1 for negative infinity, +nil+ for all other numbers.
  #
  #   (1.0 / 0).infinite?  # => 1
  #   (-1.0 / 0).infinite? # => -1
  #   1.5.infinite?        # => nil
  def infinite?() end

  # :call-seq:
  #   nan? -> true or false
  #
  # Tells whether this is NaN, the result of an operation without a value.
  #
  #   (0.0 / 0).nan? # => true
  #   1.5.nan?       # => false
  def nan?() end

  # :call-seq:
  #   negative? -> true or false
  #
  # Tells whether the number is less than zero, which -0.0 is not.
  #
  #   -1.5.negative? # => true
  #   -0.0.negative? # => false
  def negative?() end

  # :call-seq:
  #   next_float -> float
  #
  # Returns the least Float that is greater; infinity and NaN give themselves.
  #
  #   4.0.next_float        # => 4.000000000000001
  #   0.0.next_float        # => 5.0e-324
  #   Float::MAX.next_float # => Infinity
  def next_float() end

  # :call-seq:
  #   numerator -> integer or float
  #
  # Returns the numerator of the number as an exact fraction in lowest terms; an infinity or NaN gives itself.
  #
  #   0.75.numerator            # => 3
  #   Float::INFINITY.numerator # => Infinity
  def numerator() end

  # :call-seq:
  #   positive? -> true or false
  #
  # Tells whether the number is greater than zero.
  #
  #   1.5.positive? # => true
  #   0.0.positive? # => false
  def positive?() end

  # :call-seq:
  #   prev_float -> float
  #
  # Returns the greatest Float that is less; negative infinity and NaN give themselves.
  #
  #   4.0.prev_float                           # => 3.9999999999999996
  #   Float::INFINITY.prev_float == Float::MAX # => true
  def prev_float() end

  # :call-seq:
  #   rationalize(tolerance = nil) -> rational
  #
  # Returns the simplest Rational that is no farther away than +tolerance+; without it, the simplest one that the same
  # float stands for.  Raises FloatDomainError for an infinity or NaN.
  #
  #   0.15.rationalize          # => (3/20)
  #   3.14159.rationalize(0.01) # => (22/7)
  #   Float::NAN.rationalize    # raises FloatDomainError
  def rationalize(tolerance = nil) end

  # :call-seq:
  #   round(digits = 0, half: :up) -> integer or float
  #
  # Returns the nearest number with +digits+ decimal places: a Float if +digits+ is positive, else an integer, a
  # multiple of 10**-digits.  From the middle it goes away from zero, with <tt>half: :down</tt> towards it, with
  # <tt>half: :even</tt> to the even digit.  Raises ArgumentError for another mode, FloatDomainError for an infinity or
  # NaN where the result would be an integer.
  #
  #   6.5.round              # => 7
  #   -6.5.round             # => -7
  #   6.5.round(half: :even) # => 6
  #   6.5.round(half: :down) # => 6
  #   3.14159.round(2)       # => 3.14
  #   1234.5.round(-2)       # => 1200
  #   1.5.round(half: :odd)  # raises ArgumentError
  #   Float::NAN.round       # raises FloatDomainError
  def round(digits = 0, half: :up) end

  # :call-seq:
  #   to_f -> self
  #
  # Returns the number itself.
  #
  #   1.5.to_f # => 1.5
  def to_f() end

  # :call-seq:
  #   to_i -> integer
  #
  # Returns the number without its fraction.  Raises FloatDomainError for an infinity or NaN.
  #
  #   2.9.to_i        # => 2
  #   -2.9.to_i       # => -2
  #   1e20.to_i       # => 100000000000000000000
  #   Float::NAN.to_i # raises FloatDomainError
  def to_i() end

  alias to_int to_i

  # :call-seq:
  #   to_r -> rational
  #
  # Returns the exact value as a Rational; #rationalize finds a simpler one.  Raises FloatDomainError for an infinity or
  # NaN.
  #
  #   0.75.to_r       # => (3/4)
  #   0.1.to_r        # => (3602879701896397/36028797018963968)
  #   Float::NAN.to_r # raises FloatDomainError
  def to_r() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the shortest decimal notation that gives the same float when read again; with an exponent if the number is
  # very large or very small.
  #
  #   3.0.to_s       # => "3.0"
  #   0.0001.to_s    # => "0.0001"
  #   0.00001.to_s   # => "1.0e-05"
  #   1e20.to_s      # => "1.0e+20"
  #   (0.0 / 0).to_s # => "NaN"
  def to_s() end

  alias inspect to_s

  # :call-seq:
  #   truncate(digits = 0) -> integer or float
  #
  # Returns the number rounded towards zero to +digits+ decimal places: a Float if +digits+ is positive, else an
  # integer.  Raises FloatDomainError for an infinity or NaN where the result would be an integer.
  #
  #   2.89.truncate    # => 2
  #   -2.89.truncate   # => -2
  #   2.89.truncate(1) # => 2.8
  def truncate(digits = 0) end

  # :call-seq:
  #   zero? -> true or false
  #
  # Tells whether the number is 0.0 or -0.0.
  #
  #   0.0.zero? # => true
  #   0.1.zero? # => false
  def zero?() end
end
