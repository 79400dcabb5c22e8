# frozen_string_literal: true

# A complex number, with a real and an imaginary part, each an Integer, a Rational or a Float.
#
# Literals of imaginary numbers end in +i+ (<tt>2i</tt>, <tt>1 + 2.5i</tt>); Kernel#Complex, Complex.rect and
# Complex.polar make others.  Complex numbers have no order, so that <tt><</tt>, <tt>></tt> and what is made of them are
# missing, and so are +%+, +div+, +divmod+, +remainder+, +floor+, +ceil+, +round+, +truncate+, +step+ and +i+.
class Complex < Numeric
  # :call-seq:
  #   Complex.polar(length, angle = 0) -> complex
  #
  # Returns the number at this distance from 0 and at this angle, in radians, from the positive real axis.  Raises
  # TypeError if one of them is not a real number.
  #
  #   Complex.polar(2, 1.5).abs # => 2.0
  #   Complex.polar(2)          # => (2+0.0i)
  #   Complex.polar("2")        # raises TypeError
  def self.polar(length, angle = 0) end

  # :call-seq:
  #   Complex.rectangular(real, imaginary = 0) -> complex
  #
  # Returns the number with these parts.  Raises TypeError if one of them is not a real number.
  #
  #   Complex.rectangular(1, 2) # => (1+2i)
  #   Complex.rectangular(1)    # => (1+0i)
  #   Complex.rectangular("1")  # raises TypeError
  def self.rectangular(real, imaginary = 0) end

  # :call-seq:
  #   Complex.rect(real, imaginary = 0) -> complex
  #
  # Does what Complex.rectangular does.
  #
  #   Complex.rect(1, 2) # => (1+2i)
  def self.rect(real, imaginary = 0) end

  # :call-seq:
  #   self * other -> complex
  #
  # Returns the product.
  #
  #   Complex(1, 2) * Complex(3, 4) # => (-5+10i)
  #   Complex(1, 2) * 2             # => (2+4i)
  #   Complex(1, 2) * "2"           # raises TypeError
  def *(other) end

  # :call-seq:
  #   self ** exponent -> complex
  #
  # Returns the receiver raised to the power of +exponent+: exact for an integer, if the parts are.
  #
  #   Complex(1, 2) ** 2  # => (-3+4i)
  #   1i ** 2             # => (-1+0i)
  #   Complex(1, 2) ** -1 # => ((1/5)-(2/5)*i)
  def **(exponent) end

  # :call-seq:
  #   self + other -> complex
  #
  # Returns the sum.
  #
  #   Complex(5, -1) + 2i # => (5+1i)
  #   4i + 0.5            # => (0.5+4i)
  #   4i + nil            # raises TypeError
  def +(other) end

  # :call-seq:
  #   self - other -> complex
  #
  # Returns the difference.
  #
  #   Complex(1, 2) - Complex(3, 4) # => (-2-2i)
  #   Complex(1, 2) - 1             # => (0+2i)
  #   Complex(1, 2) - nil           # raises TypeError
  def -(other) end

  # :call-seq:
  #   -self -> complex
  #
  # Returns the number with the signs of both parts changed.
  #
  #   z = Complex(1, -2)
  #   -z # => (-1+2i)
  def -@() end

  # :call-seq:
  #   self / other -> complex
  #
  # Returns the quotient, with rational parts where integers do not suffice.  Raises ZeroDivisionError if +other+ is an
  # exact zero.
  #
  #   Complex(1, 2) / 2             # => ((1/2)+1i)
  #   Complex(1, 2) / Complex(0, 1) # => (2-1i)
  #   Complex(1, 2) / 0             # raises ZeroDivisionError
  def /(other) end

  alias quo /

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares the real parts if both numbers have an imaginary part of exactly 0.  In all other cases it returns +nil+.
  #
  #   Complex(1, 0) <=> 2             # => -1
  #   Complex(1, 2) <=> Complex(1, 2) # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether both parts are equal; a real number has the imaginary part 0.
  #
  #   Complex(1, 2) == Complex(1.0, 2.0) # => true
  #   Complex(1, 0) == 1                 # => true
  #   Complex(1, 2) == 1                 # => false
  def ==(other) end

  # :call-seq:
  #   abs -> number
  #
  # Returns the distance from 0.
  #
  #   Complex(3, 4).abs # => 5.0
  def abs() end

  alias magnitude abs

  # :call-seq:
  #   abs2 -> number
  #
  # Returns the square of the distance from 0, which is exact if the parts are.
  #
  #   Complex(3, 4).abs2 # => 25
  def abs2() end

  # :call-seq:
  #   angle -> float
  #
  # Returns the angle from the positive real axis in radians, from -pi to pi.
  #
  #   1i.angle             # => 1.5707963267948966
  #   Complex(-1, 0).angle # => 3.141592653589793
  def angle() end

  alias arg angle
  alias phase angle

  # :call-seq:
  #   coerce(other) -> [complex, complex]
  #
  # Returns +other+ as a Complex, and the receiver.  Raises TypeError if +other+ is not a number.
  #
  #   Complex(1, 2).coerce(3)   # => [(3+0i), (1+2i)]
  #   Complex(1, 2).coerce("3") # raises TypeError
  def coerce(other) end

  # :call-seq:
  #   conjugate -> complex
  #
  # Returns the number with the sign of the imaginary part changed.
  #
  #   Complex(1, 2).conjugate # => (1-2i)
  def conjugate() end

  alias conj conjugate

  # :call-seq:
  #   denominator -> integer
  #
  # Returns the least common multiple of the denominators of both parts.
  #
  #   Complex(1/2r, 1/3r).denominator # => 6
  def denominator() end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is an equal Complex whose parts are of the same classes.
  #
  #   Complex(1, 2).eql?(Complex(1, 2))   # => true
  #   Complex(1, 2).eql?(Complex(1.0, 2)) # => false
  def eql?(other) end

  # :call-seq:
  #   fdiv(number) -> complex
  #
  # Returns the number with both parts divided as floats.
  #
  #   Complex(1, 2).fdiv(2) # => (0.5+1.0i)
  def fdiv(number) end

  # :call-seq:
  #   finite? -> true or false
  #
  # Tells whether both parts are finite.
  #
  #   Complex(1, 2).finite?               # => true
  #   Complex(1, Float::INFINITY).finite? # => false
  def finite?() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for two that are #eql?.
  #
  #   Complex(1, 2).hash == Complex(1, 2).hash # => true
  def hash() end

  # :call-seq:
  #   imaginary -> number
  #
  # Returns the imaginary part.
  #
  #   Complex(1, 2).imaginary # => 2
  def imaginary() end

  alias imag imaginary

  # :call-seq:
  #   infinite? -> 1 or nil
  #
  # Returns 1 if one of the parts is infinite, else +nil+.
  #
  #   Complex(1, -Float::INFINITY).infinite? # => 1
  #   Complex(1, 2).infinite?                # => nil
  def infinite?() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns what #to_s does in parentheses.
  #
  #   Complex(1, -2).inspect # => "(1-2i)"
  def inspect() end

  # :call-seq:
  #   numerator -> complex
  #
  # Returns the number multiplied by its denominator.
  #
  #   Complex(1/2r, 1/3r).numerator # => (3+2i)
  def numerator() end

  # :call-seq:
  #   polar -> [number, number]
  #
  # Returns the distance from 0 and the angle.
  #
  #   Complex(3, 4).polar # => [5.0, 0.9272952180016122]
  def polar() end

  # :call-seq:
  #   rationalize(tolerance = nil) -> rational
  #
  # Returns the real part by its +rationalize+ method.  Raises RangeError if the imaginary part is not exactly 0.
  #
  #   Complex(0.3, 0).rationalize # => (3/10)
  #   Complex(1, 2).rationalize   # raises RangeError
  def rationalize(tolerance = nil) end

  # :call-seq:
  #   real -> number
  #
  # Returns the real part.
  #
  #   Complex(1, 2).real # => 1
  def real() end

  # :call-seq:
  #   real? -> false
  #
  # Returns +false+, even if the imaginary part is 0.
  #
  #   Complex(1, 0).real? # => false
  def real?() end

  # :call-seq:
  #   rectangular -> [number, number]
  #
  # Returns the real and the imaginary part.
  #
  #   Complex(1, 2).rectangular # => [1, 2]
  def rectangular() end

  alias rect rectangular

  # :call-seq:
  #   to_c -> self
  #
  # Returns the number itself.
  #
  #   Complex(1, 2).to_c # => (1+2i)
  def to_c() end

  # :call-seq:
  #   to_f -> float
  #
  # Returns the real part as a Float.  Raises RangeError if the imaginary part is not exactly 0.
  #
  #   Complex(1, 0).to_f   # => 1.0
  #   Complex(1, 0.0).to_f # raises RangeError
  def to_f() end

  # :call-seq:
  #   to_i -> integer
  #
  # Returns the real part as an integer.  Raises RangeError if the imaginary part is not exactly 0.
  #
  #   Complex(1.9, 0).to_i # => 1
  #   Complex(1, 2).to_i   # raises RangeError
  def to_i() end

  # :call-seq:
  #   to_r -> rational
  #
  # Returns the real part as a Rational.  Raises RangeError if the imaginary part is neither 0 nor 0.0.
  #
  #   Complex(0.5, 0).to_r # => (1/2)
  #   Complex(1, 0.0).to_r # => (1/1)
  #   Complex(1, 2).to_r   # raises RangeError
  def to_r() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns both parts with their signs, and an +i+.
  #
  #   Complex(1, -2).to_s         # => "1-2i"
  #   Complex(0, 1/2r).to_s       # => "0+1/2i"
  #   Complex(1, Float::NAN).to_s # => "1+NaN*i"
  def to_s() end
end
