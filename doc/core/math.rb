# frozen_string_literal: true

# Functions of real numbers: <tt>Math.sqrt(2)</tt>, or just <tt>sqrt(2)</tt> where the module is included.
#
# The arguments are converted to floats, the results are floats.  Raises TypeError for an argument that is not a real
# number, strings among them, and Math::DomainError where the function has no real value.  NaN gives NaN.
# Angles are in radians.
module Math
  # :call-seq:
  #   Math.acos(x) -> float
  #
  # Returns the angle from 0 to pi whose cosine is +x+.  Raises Math::DomainError unless +x+ is from -1 to 1.
  #
  #   Math.acos(1)  # => 0.0
  #   Math.acos(-1) # => 3.141592653589793
  #   Math.acos(2)  # raises Math::DomainError
  def self.acos(x) end

  # :call-seq:
  #   Math.acosh(x) -> float
  #
  # Returns the number from 0 up whose hyperbolic cosine is +x+.  Raises Math::DomainError if +x+ is less than 1.
  #
  #   Math.acosh(1)   # => 0.0
  #   Math.acosh(0.5) # raises Math::DomainError
  def self.acosh(x) end

  # :call-seq:
  #   Math.asin(x) -> float
  #
  # Returns the angle from -pi/2 to pi/2 whose sine is +x+.  Raises Math::DomainError unless +x+ is from -1 to 1.
  #
  #   Math.asin(0)    # => 0.0
  #   Math.asin(1)    # => 1.5707963267948966
  #   Math.asin(-1.5) # raises Math::DomainError
  def self.asin(x) end

  # :call-seq:
  #   Math.asinh(x) -> float
  #
  # Returns the number whose hyperbolic sine is +x+.
  #
  #   Math.asinh(0)               # => 0.0
  #   Math.asinh(Float::INFINITY) # => Infinity
  def self.asinh(x) end

  # :call-seq:
  #   Math.atan(x) -> float
  #
  # Returns the angle between -pi/2 and pi/2 whose tangent is +x+.
  #
  #   Math.atan(0) # => 0.0
  #   Math.atan(1) # => 0.7853981633974483
  def self.atan(x) end

  # :call-seq:
  #   Math.atan2(y, x) -> float
  #
  # Returns the angle, from -pi to pi, of the point with the coordinates +x+ and +y+; note their order.  Unlike the
  # quotient it tells opposite directions apart.
  #
  #   Math.atan2(1, 1)   # => 0.7853981633974483
  #   Math.atan2(-1, -1) # => -2.356194490192345
  #   Math.atan2(0, -1)  # => 3.141592653589793
  def self.atan2(y, x) end

  # :call-seq:
  #   Math.atanh(x) -> float
  #
  # Returns the number whose hyperbolic tangent is +x+, an infinity for -1 and 1.  Raises Math::DomainError outside of
  # these.
  #
  #   Math.atanh(0) # => 0.0
  #   Math.atanh(1) # => Infinity
  #   Math.atanh(2) # raises Math::DomainError
  def self.atanh(x) end

  # :call-seq:
  #   Math.cbrt(x) -> float
  #
  # Returns the cube root, negative for a negative +x+.
  #
  #   Math.cbrt(27) # => 3.0
  #   Math.cbrt(-8) # => -2.0
  def self.cbrt(x) end

  # :call-seq:
  #   Math.cos(x) -> float
  #
  # Returns the cosine of the angle +x+.
  #
  #   Math.cos(0)        # => 1.0
  #   Math.cos(Math::PI) # => -1.0
  def self.cos(x) end

  # :call-seq:
  #   Math.cosh(x) -> float
  #
  # Returns the hyperbolic cosine of +x+.
  #
  #   Math.cosh(0) # => 1.0
  def self.cosh(x) end

  # :call-seq:
  #   Math.erf(x) -> float
  #
  # Returns the error function: the probability that a normally distributed error with standard deviation sqrt(1/2) is
  # between -x and x.
  #
  #   Math.erf(0)               # => 0.0
  #   Math.erf(Float::INFINITY) # => 1.0
  def self.erf(x) end

  # :call-seq:
  #   Math.erfc(x) -> float
  #
  # Returns 1 minus the error function, without the loss of digits where that is near 1.
  #
  #   Math.erfc(0)               # => 1.0
  #   Math.erfc(Float::INFINITY) # => 0.0
  def self.erfc(x) end

  # :call-seq:
  #   Math.exp(x) -> float
  #
  # Returns e to the power of +x+.
  #
  #   Math.exp(0)            # => 1.0
  #   Math.exp(1) == Math::E # => true
  #   Math.exp(1000)         # => Infinity
  def self.exp(x) end

  # :call-seq:
  #   Math.expm1(x) -> float
  #
  # Returns e to the power of +x+, minus 1, without the loss of digits where +x+ is near 0.
  #
  #   Math.expm1(0)       # => 0.0
  #   Math.expm1(1e-10)   # => 1.00000000005e-10
  #   Math.exp(1e-10) - 1 # => 1.000000082740371e-10
  def self.expm1(x) end

  # :call-seq:
  #   Math.frexp(x) -> [float, integer]
  #
  # Returns a fraction, from 0.5 up to but not including 1 without its sign, and an exponent, such that +x+ is the
  # fraction times 2 to the power of the exponent; Math.ldexp is the reverse.
  #
  #   Math.frexp(10) # => [0.625, 4]
  #   0.625 * 2**4   # => 10.0
  #   Math.frexp(0)  # => [0.0, 0]
  def self.frexp(x) end

  # :call-seq:
  #   Math.gamma(x) -> float
  #
  # Returns the gamma function, which for a positive integer is the factorial of the number before it.  Raises
  # Math::DomainError for a negative integer.
  #
  #   Math.gamma(5)  # => 24.0
  #   Math.gamma(0)  # => Infinity
  #   Math.gamma(-1) # raises Math::DomainError
  def self.gamma(x) end

  # :call-seq:
  #   Math.hypot(x, y) -> float
  #
  # Returns the length of the hypotenuse of a right triangle with the sides +x+ and +y+.
  #
  #   Math.hypot(3, 4)     # => 5.0
  #   Math.hypot(1e200, 0) # => 1.0e+200
  def self.hypot(x, y) end

  # :call-seq:
  #   Math.ldexp(fraction, exponent) -> float
  #
  # Returns +fraction+ times 2 to the power of +exponent+; Math.frexp is the reverse.
  #
  #   Math.ldexp(0.625, 4) # => 10.0
  #   Math.ldexp(1, -1)    # => 0.5
  def self.ldexp(fraction, exponent) end

  # :call-seq:
  #   Math.lgamma(x) -> [float, 1 or -1]
  #
  # Returns the logarithm of the absolute value of the gamma function, a Float, and the sign of the gamma function, 1 or
  # -1.  Raises Math::DomainError for negative infinity.
  #
  #   Math.lgamma(1)                # => [0.0, 1]
  #   Math.lgamma(-0.5).last        # => -1
  #   Math.lgamma(-Float::INFINITY) # raises Math::DomainError
  def self.lgamma(x) end

  # :call-seq:
  #   Math.log(x, base = Math::E) -> float
  #
  # Returns the logarithm of +x+ to +base+; negative infinity for 0.  Integers too large for a Float are no problem.
  # Raises Math::DomainError if +x+ or +base+ is negative.
  #
  #   Math.log(1)    # => 0.0
  #   Math.log(8, 2) # => 3.0
  #   Math.log(0)    # => -Infinity
  #   Math.log(-1)   # raises Math::DomainError
  #   Math.log("8")  # raises TypeError
  def self.log(x, base = Math::E) end

  # :call-seq:
  #   Math.log10(x) -> float
  #
  # Returns the logarithm of +x+ to base 10.  Raises Math::DomainError if +x+ is negative.
  #
  #   Math.log10(1000)    # => 3.0
  #   Math.log10(10**400) # => 400.0
  #   Math.log10(-1)      # raises Math::DomainError
  def self.log10(x) end

  # :call-seq:
  #   Math.log1p(x) -> float
  #
  # Returns the natural logarithm of 1 + +x+, without the loss of digits where +x+ is near 0.  Raises Math::DomainError
  # if +x+ is less than -1.
  #
  #   Math.log1p(0)     # => 0.0
  #   Math.log1p(1e-20) # => 1.0e-20
  #   Math.log1p(-2)    # raises Math::DomainError
  def self.log1p(x) end

  # :call-seq:
  #   Math.log2(x) -> float
  #
  # Returns the logarithm of +x+ to base 2.  Raises Math::DomainError if +x+ is negative.
  #
  #   Math.log2(8)       # => 3.0
  #   Math.log2(2**5000) # => 5000.0
  #   Math.log2(-1)      # raises Math::DomainError
  def self.log2(x) end

  # :call-seq:
  #   Math.sin(x) -> float
  #
  # Returns the sine of the angle +x+.
  #
  #   Math.sin(0)            # => 0.0
  #   Math.sin(Math::PI / 2) # => 1.0
  def self.sin(x) end

  # :call-seq:
  #   Math.sinh(x) -> float
  #
  # Returns the hyperbolic sine of +x+.
  #
  #   Math.sinh(0) # => 0.0
  def self.sinh(x) end

  # :call-seq:
  #   Math.sqrt(x) -> float
  #
  # Returns the square root that is not negative.  Raises Math::DomainError if +x+ is negative.  Integer.sqrt is exact
  # for large integers.
  #
  #   Math.sqrt(16)  # => 4.0
  #   Math.sqrt(2)   # => 1.4142135623730951
  #   Math.sqrt(-1)  # raises Math::DomainError
  #   Math.sqrt(nil) # raises TypeError
  def self.sqrt(x) end

  # :call-seq:
  #   Math.tan(x) -> float
  #
  # Returns the tangent of the angle +x+.
  #
  #   Math.tan(0) # => 0.0
  def self.tan(x) end

  # :call-seq:
  #   Math.tanh(x) -> float
  #
  # Returns the hyperbolic tangent of +x+, between -1 and 1.
  #
  #   Math.tanh(0)               # => 0.0
  #   Math.tanh(Float::INFINITY) # => 1.0
  def self.tanh(x) end
end
