# frozen_string_literal: true

# What numbers have in common; the superclass of Integer, Float, Rational and Complex.
#
# A class of numbers of one's own inherits from it and defines +coerce+, <tt><=></tt>, <tt>+</tt>, <tt>-</tt>,
# <tt>*</tt>, <tt>/</tt>, <tt>%</tt> and the conversions +to_i+ and +to_f+; the methods here are made of those.  When an
# operator of a number meets an operand that it does not know, it calls <tt>operand.coerce(self)</tt> and works with the
# two numbers that this returns.
class Numeric
  # :call-seq:
  #   self % other -> number
  #
  # Returns <tt>self - other * self.div(other)</tt>, the rest that has the sign of +other+.
  #
  #   1.5r % 1  # => (1/2)
  #   -1.5r % 1 # => (1/2)
  def %(other) end

  alias modulo %

  # :call-seq:
  #   +self -> self
  #
  # Returns the number itself.
  #
  #   x = 1.5
  #   +x # => 1.5
  def +@() end

  # :call-seq:
  #   -self -> number
  #
  # Returns the number with the opposite sign: the coerced 0 minus the number.
  #
  #   x = 3
  #   -x # => -3
  def -@() end

  # :call-seq:
  #   self <=> other -> 0 or nil
  #
  # Returns 0 if +other+ is the same number, else +nil+.  The classes of numbers have their own.
  #
  #   n = Numeric.new
  #   n <=> n # => 0
  #   n <=> 1 # => nil
  def <=>(other) end

  # :call-seq:
  #   abs -> number
  #
  # Returns the number, or its opposite if it is less than zero.
  #
  #   -1.5.abs # => 1.5
  #   3.abs    # => 3
  def abs() end

  alias magnitude abs

  # :call-seq:
  #   abs2 -> number
  #
  # Returns the square of the absolute value.
  #
  #   -3.abs2  # => 9
  #   1.5.abs2 # => 2.25
  def abs2() end

  # :call-seq:
  #   angle -> 0 or Math::PI
  #
  # Returns the angle of the number as a complex one: 0, or pi if it is negative.
  #
  #   3.angle  # => 0
  #   -3.angle # => 3.141592653589793
  def angle() end

  alias arg angle
  alias phase angle

  # :call-seq:
  #   ceil(digits = 0) -> integer or float
  #
  # Returns the number, converted by +to_f+, rounded up to +digits+ decimal places (see Float#ceil).
  #
  #   money = Class.new(Numeric) { def to_f = 2.125 }.new
  #   money.ceil    # => 3
  #   money.ceil(2) # => 2.13
  def ceil(digits = 0) end

  # :call-seq:
  #   clone(freeze: true) -> self
  #
  # Returns the number itself.  Raises ArgumentError for <tt>freeze: false</tt>, as numbers are always frozen.
  #
  #   1.5.clone                # => 1.5
  #   1.5.clone(freeze: false) # raises ArgumentError
  def clone(freeze: true) end

  # :call-seq:
  #   coerce(other) -> [number, number]
  #
  # Returns +other+ and the receiver as two numbers of one class: as they are if they have the same, else both as
  # floats.  Raises TypeError if that is not possible, ArgumentError for a string that is not a number.
  #
  #   1.5r.coerce(2.5)      # => [2.5, 1.5]
  #   Numeric.new.coerce(1) # raises TypeError
  def coerce(other) end

  # :call-seq:
  #   conjugate -> self
  #
  # Returns the complex conjugate, which is the number itself if it is real.
  #
  #   3.conjugate # => 3
  def conjugate() end

  alias conj conjugate

  # :call-seq:
  #   denominator -> integer
  #
  # Returns the denominator of the number converted by +to_r+.
  #
  #   0.75.denominator # => 4
  #   3.denominator    # => 1
  def denominator() end

  # :call-seq:
  #   div(other) -> integer
  #
  # Returns the quotient rounded down to an integer.  Raises ZeroDivisionError if +other+ is zero.
  #
  #   7.5.div(2)  # => 3
  #   7.5r.div(2) # => 3
  #   7.5.div(0)  # raises ZeroDivisionError
  def div(other) end

  # :call-seq:
  #   divmod(other) -> [quotient, modulus]
  #
  # Returns the quotient, rounded down to an integer, and what #% returns.
  #
  #   7.5r.divmod(2)  # => [3, (3/2)]
  #   -7.5r.divmod(2) # => [-4, (1/2)]
  def divmod(other) end

  # :call-seq:
  #   dup -> self
  #
  # Returns the number itself.
  #
  #   1.5.dup # => 1.5
  def dup() end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is a number of the same class and equal.
  #
  #   3.eql?(3)   # => true
  #   3.eql?(3.0) # => false
  def eql?(other) end

  # :call-seq:
  #   fdiv(other) -> float
  #
  # Returns the number, converted by +to_f+, divided by +other+.
  #
  #   3.fdiv(2) # => 1.5
  def fdiv(other) end

  # :call-seq:
  #   finite? -> true
  #
  # Returns +true+.  Float and Complex have their own.
  #
  #   3.finite? # => true
  def finite?() end

  # :call-seq:
  #   floor(digits = 0) -> integer or float
  #
  # Returns the number, converted by +to_f+, rounded down to +digits+ decimal places (see Float#floor).
  #
  #   money = Class.new(Numeric) { def to_f = 2.125 }.new
  #   money.floor    # => 2
  #   money.floor(2) # => 2.12
  def floor(digits = 0) end

  # :call-seq:
  #   i -> complex
  #
  # Returns the imaginary number with this part.  A Complex does not have the method.
  #
  #   3.i   # => (0+3i)
  #   1.i.i # raises NoMethodError
  def i() end

  # :call-seq:
  #   imaginary -> 0
  #
  # Returns the imaginary part, 0 for a real number.
  #
  #   3.imaginary # => 0
  def imaginary() end

  alias imag imaginary

  # :call-seq:
  #   infinite? -> nil
  #
  # Returns +nil+.  Float and Complex have their own.
  #
  #   3.infinite? # => nil
  def infinite?() end

  # :call-seq:
  #   integer? -> false
  #
  # Tells whether the number is an Integer; the value makes no difference.
  #
  #   3.0.integer? # => false
  #   3.integer?   # => true
  def integer?() end

  # :call-seq:
  #   negative? -> true or false
  #
  # Tells whether the number is less than zero.
  #
  #   -3.negative?  # => true
  #   0.negative?   # => false
  #   -1r.negative? # => true
  def negative?() end

  # :call-seq:
  #   nonzero? -> self or nil
  #
  # Returns the number, or +nil+ if it is zero, so that comparisons can be chained.
  #
  #   3.nonzero?                        # => 3
  #   0.nonzero?                        # => nil
  #   (1 <=> 1).nonzero? || "b" <=> "a" # => 1
  def nonzero?() end

  # :call-seq:
  #   numerator -> integer
  #
  # Returns the numerator of the number converted by +to_r+.
  #
  #   0.75.numerator # => 3
  def numerator() end

  # :call-seq:
  #   polar -> [number, number]
  #
  # Returns the absolute value and the angle.
  #
  #   3.polar  # => [3, 0]
  #   -3.polar # => [3, 3.141592653589793]
  def polar() end

  # :call-seq:
  #   positive? -> true or false
  #
  # Tells whether the number is greater than zero.
  #
  #   3.positive? # => true
  #   0.positive? # => false
  def positive?() end

  # :call-seq:
  #   quo(other) -> rational or float
  #
  # Returns the exact quotient as a Rational, or a Float if +other+ is one.
  #
  #   3.quo(2)   # => (3/2)
  #   3.quo(2.0) # => 1.5
  #   3.quo(0)   # raises ZeroDivisionError
  def quo(other) end

  # :call-seq:
  #   real -> self
  #
  # Returns the real part, the number itself.
  #
  #   3.real # => 3
  def real() end

  # :call-seq:
  #   real? -> true
  #
  # Returns +true+; for a Complex it is +false+, whatever its imaginary part.
  #
  #   3.real?             # => true
  #   Complex(3, 0).real? # => false
  def real?() end

  # :call-seq:
  #   rectangular -> [self, 0]
  #
  # Returns the real and the imaginary part.
  #
  #   3.rectangular # => [3, 0]
  def rectangular() end

  alias rect rectangular

  # :call-seq:
  #   remainder(other) -> number
  #
  # Returns what is left after division by +other+ with the quotient rounded towards zero, so that it has the sign of
  # the receiver.
  #
  #   7.5.remainder(2)  # => 1.5
  #   -7.5.remainder(2) # => -1.5
  #   7.5.remainder(-2) # => 1.5
  def remainder(other) end

  # :call-seq:
  #   round(digits = 0) -> integer or float
  #
  # Returns the number, converted by +to_f+, rounded to +digits+ decimal places (see Float#round).
  #
  #   money = Class.new(Numeric) { def to_f = 2.125 }.new
  #   money.round    # => 2
  #   money.round(1) # => 2.1
  def round(digits = 0) end

  # :call-seq:
  #   singleton_method_added(name) -> never returns
  #
  # Raises TypeError: a number has no methods of its own.
  #
  #   n = Numeric.new
  #   def n.half = 1 # raises TypeError
  def singleton_method_added(name) end

  # :call-seq:
  #   step(limit = nil, step = 1) {|number| ... } -> self
  #   step(by: 1, to: nil) {|number| ... } -> self
  #   step(limit = nil, step = 1) -> arithmetic_sequence
  #   step(by: 1, to: nil) -> arithmetic_sequence
  #
  # Calls the block with the number, then with the last one plus +step+ until +limit+ is passed; a negative step goes
  # down, and without a limit it goes on forever.  With a Float the numbers are computed by multiplication, so that no
  # error adds up.  Without a block it returns an Enumerator::ArithmeticSequence.  Raises ArgumentError for a step of 0.
  #
  #   1.step(10, 4).to_a         # => [1, 5, 9]
  #   5.step(by: -2, to: 0).to_a # => [5, 3, 1]
  #   1.0.step(2.0, 0.5).to_a    # => [1.0, 1.5, 2.0]
  #   1.step(by: 3).first(3)     # => [1, 4, 7]
  #   1.step(3) {|n| print n }   # prints "123"
  #   1.step(3, 0)               # raises ArgumentError
  def step(limit = nil, step = 1, by: 1, to: nil) end

  # :call-seq:
  #   to_c -> complex
  #
  # Returns the number as a Complex.
  #
  #   3.to_c # => (3+0i)
  def to_c() end

  # :call-seq:
  #   to_int -> integer
  #
  # Returns what +to_i+ returns, so that a number can stand where an integer is needed.
  #
  #   1.5r.to_int  # => 1
  #   [7, 8][1.9r] # => 8
  def to_int() end

  # :call-seq:
  #   truncate(digits = 0) -> integer or float
  #
  # Returns the number, converted by +to_f+, rounded towards zero to +digits+ decimal places (see Float#truncate).
  #
  #   debt = Class.new(Numeric) { def to_f = -2.125 }.new
  #   debt.truncate    # => -2
  #   debt.truncate(1) # => -2.1
  def truncate(digits = 0) end

  # :call-seq:
  #   zero? -> true or false
  #
  # Tells whether the number equals 0.
  #
  #   0r.zero?  # => true
  #   1.5.zero? # => false
  def zero?() end
end
