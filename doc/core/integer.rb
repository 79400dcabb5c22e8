# frozen_string_literal: true

# A whole number of any size.
#
# Small and large ones are the same class, and no operation overflows.  Integers are frozen, and there is no +new+: they
# come from literals, from arithmetic, and from Kernel#Integer.  For the bit operations a negative number is in two's
# complement with an endless row of ones on the left.  Arithmetic with a Float gives a Float, with a Rational or a
# Complex one of those; any other operand is asked to +coerce+.
class Integer < Numeric
  # :call-seq:
  #   Integer.sqrt(number) -> integer
  #
  # Returns the integer part of the square root of +number+, which is converted to an integer first.  It is exact for
  # any size, unlike Math.sqrt.  Raises Math::DomainError for a negative number.
  #
  #   Integer.sqrt(99.9)             # => 9
  #   Integer.sqrt(10**40) == 10**20 # => true
  #   Integer.sqrt(-1)               # raises Math::DomainError
  def self.sqrt(number) end

  # :call-seq:
  #   Integer.try_convert(object) -> integer or nil
  #
  # Returns +object+ if it is an integer, else what its +to_int+ method returns, else +nil+ if it has no such method.
  # Raises TypeError if +to_int+ returns something that is not an integer.
  #
  #   Integer.try_convert(7)   # => 7
  #   Integer.try_convert(7.9) # => 7
  #   Integer.try_convert("7") # => nil
  def self.try_convert(object) end

  # :call-seq:
  #   self % other -> number
  #
  # Returns what is left after division by +other+, with the quotient rounded down, so that it has the sign of +other+.
  # Raises ZeroDivisionError if +other+ is zero.
  #
  #   7 % 3   # => 1
  #   -7 % 3  # => 2
  #   7 % -3  # => -2
  #   7 % 2.5 # => 2.0
  #   7 % 0   # raises ZeroDivisionError
  def %(other) end

  alias modulo %

  # :call-seq:
  #   self & other -> integer
  #
  # Returns the bits that are set in both numbers.  Raises TypeError if +other+ is not an integer.
  #
  #   12 & 10   # => 8
  #   -1 & 0xff # => 255
  #   6 & 3.0   # raises TypeError
  def &(other) end

  # :call-seq:
  #   self * other -> number
  #
  # Returns the product.  Raises TypeError if +other+ is not a number.
  #
  #   6 * 7   # => 42
  #   6 * 0.5 # => 3.0
  #   2 * "a" # raises TypeError
  def *(other) end

  # :call-seq:
  #   self ** exponent -> number
  #
  # Returns the receiver raised to the power of +exponent+: a Rational if that is a negative integer, a Complex for a
  # negative number with a fractional exponent.  Raises ZeroDivisionError for 0 with a negative integer, and
  # ArgumentError if the result would be too large to hold.
  #
  #   2 ** 100 # => 1267650600228229401496703205376
  #   2 ** -2  # => (1/4)
  #   4 ** 0.5 # => 2.0
  #   0 ** -1  # raises ZeroDivisionError
  def **(exponent) end

  # :call-seq:
  #   self + other -> number
  #
  # Returns the sum.  Raises TypeError if +other+ is not a number.
  #
  #   40 + 2   # => 42
  #   40 + 2.5 # => 42.5
  #   40 + nil # raises TypeError
  def +(other) end

  # :call-seq:
  #   self - other -> number
  #
  # Returns the difference.  Raises TypeError if +other+ is not a number.
  #
  #   3 - 5   # => -2
  #   3 - 1r  # => (2/1)
  #   3 - nil # raises TypeError
  def -(other) end

  # :call-seq:
  #   -self -> integer
  #
  # Returns the number with the opposite sign.
  #
  #   n = 5
  #   -n # => -5
  def -@() end

  # :call-seq:
  #   self / other -> number
  #
  # Returns the quotient; of two integers an integer, rounded down.  Raises ZeroDivisionError if +other+ is the integer
  # 0; division by 0.0 gives an infinity or NaN.
  #
  #   7 / 2   # => 3
  #   -7 / 2  # => -4
  #   7 / 2.0 # => 3.5
  #   7 / 2r  # => (7/2)
  #   7 / 0   # raises ZeroDivisionError
  #   7 / 0.0 # => Infinity
  def /(other) end

  # :call-seq:
  #   self < other -> true or false
  #
  # Tells whether the receiver is less than the number +other+.  Raises ArgumentError if the two cannot be compared.
  #
  #   1 < 2   # => true
  #   2 < 1.5 # => false
  #   1 < nil # raises ArgumentError
  def <(other) end

  # :call-seq:
  #   self << count -> integer
  #
  # Returns the number with its bits moved +count+ places to the left, to the right if +count+ is negative.
  #
  #   3 << 2   # => 12
  #   12 << -2 # => 3
  #   -1 << 4  # => -16
  def <<(count) end

  # :call-seq:
  #   self <= other -> true or false
  #
  # Tells whether the receiver is less than the number +other+ or equal to it.  Raises ArgumentError if the two cannot
  # be compared.
  #
  #   2 <= 2.0 # => true
  #   3 <= 2   # => false
  #   3 <= "3" # raises ArgumentError
  def <=(other) end

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares: -1 if the receiver is less than +other+, 0 if they are equal, 1 if it is greater.  Returns +nil+ if they
  # cannot be compared.
  #
  #   1 <=> 2   # => -1
  #   1 <=> 1.0 # => 0
  #   1 <=> "1" # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ has the same value, whatever its class.
  #
  #   1 == 1.0 # => true
  #   1 == 1r  # => true
  #   1 == "1" # => false
  def ==(other) end

  alias === ==

  # :call-seq:
  #   self > other -> true or false
  #
  # Tells whether the receiver is greater than the number +other+.  Raises ArgumentError if the two cannot be compared.
  #
  #   2 > 1.5 # => true
  #   1 > 1   # => false
  #   1 > nil # raises ArgumentError
  def >(other) end

  # :call-seq:
  #   self >= other -> true or false
  #
  # Tells whether the receiver is greater than the number +other+ or equal to it.  Raises ArgumentError if the two
  # cannot be compared.
  #
  #   2 >= 2.0 # => true
  #   1 >= 2   # => false
  #   1 >= nil # raises ArgumentError
  def >=(other) end

  # :call-seq:
  #   self >> count -> integer
  #
  # Returns the number with its bits moved +count+ places to the right, to the left if +count+ is negative.  Bits that
  # fall off are lost, which rounds down.
  #
  #   13 >> 2 # => 3
  #   -5 >> 1 # => -3
  #   3 >> -2 # => 12
  def >>(count) end

  # :call-seq:
  #   self[index] -> 0 or 1
  #   self[start, length] -> integer
  #   self[range] -> integer
  #
  # Returns the bit at +index+, the lowest one being 0, or +length+ bits from +start+ on as a number.  A range without
  # an end takes all bits from its start on.  Raises ArgumentError for a range without a beginning if one of the bits
  # up to its end is set.
  #
  #   0b1101[0]    # => 1
  #   0b1101[1]    # => 0
  #   -1[70]       # => 1
  #   0b1101[2, 2] # => 3
  #   0b1101[1..]  # => 6
  #   0b1101[..1]  # raises ArgumentError
  def [](start, length = nil) end

  # :call-seq:
  #   self ^ other -> integer
  #
  # Returns the bits that are set in one of the numbers, but not in both.  Raises TypeError if +other+ is no integer.
  #
  #   12 ^ 10  # => 6
  #   12 ^ 1.0 # raises TypeError
  def ^(other) end

  # :call-seq:
  #   abs -> integer
  #
  # Returns the number without its sign.
  #
  #   -5.abs # => 5
  #   5.abs  # => 5
  def abs() end

  alias magnitude abs

  # :call-seq:
  #   allbits?(mask) -> true or false
  #
  # Tells whether all bits of +mask+ are set.
  #
  #   0b110.allbits?(0b100) # => true
  #   0b110.allbits?(0b101) # => false
  def allbits?(mask) end

  # :call-seq:
  #   anybits?(mask) -> true or false
  #
  # Tells whether at least one bit of +mask+ is set.
  #
  #   0b110.anybits?(0b101) # => true
  #   0b110.anybits?(0b001) # => false
  def anybits?(mask) end

  # :call-seq:
  #   bit_length -> integer
  #
  # Returns how many bits the number needs in two's complement, without one for the sign.
  #
  #   255.bit_length      # => 8
  #   256.bit_length      # => 9
  #   -256.bit_length     # => 8
  #   0b1010.bit_length   # => 4
  #   (2**100).bit_length # => 101
  def bit_length() end

  # :call-seq:
  #   ceil(digits = 0) -> integer
  #
  # Returns the number rounded up to a multiple of 10**-digits, which differs from it only if +digits+ is negative.
  #
  #   15.ceil(-1)  # => 20
  #   -15.ceil(-1) # => -10
  #   15.ceil(2)   # => 15
  def ceil(digits = 0) end

  # :call-seq:
  #   ceildiv(other) -> integer
  #
  # Returns the quotient rounded up.
  #
  #   7.ceildiv(2)  # => 4
  #   -7.ceildiv(2) # => -3
  #   6.ceildiv(2)  # => 3
  #   1.ceildiv(0)  # raises ZeroDivisionError
  def ceildiv(other) end

  # :call-seq:
  #   chr -> string
  #   chr(encoding) -> string
  #
  # Returns the character with this number in +encoding+.  Without +encoding+ it is US-ASCII up to 127, binary up to
  # 255, and Encoding.default_internal above.  Raises RangeError if there is no such character.
  #
  #   65.chr            # => "A"
  #   200.chr           # => "\xC8"
  #   8364.chr("UTF-8") # => "€"
  #   8364.chr          # raises RangeError
  def chr(encoding = nil) end

  # :call-seq:
  #   coerce(other) -> [number, number]
  #
  # Returns +other+ and the receiver as two numbers of one class: integers if +other+ is one, else floats.  Strings are
  # read as Kernel#Float does.  Raises TypeError if that is not possible.
  #
  #   1.coerce(2)     # => [2, 1]
  #   1.coerce(2.5)   # => [2.5, 1.0]
  #   1.coerce("2.5") # => [2.5, 1.0]
  #   1.coerce(nil)   # raises TypeError
  def coerce(other) end

  # :call-seq:
  #   denominator -> 1
  #
  # Returns 1, the denominator of every integer.
  #
  #   7.denominator # => 1
  def denominator() end

  # :call-seq:
  #   digits(base = 10) -> array
  #
  # Returns the digits in +base+, the lowest first.  Raises Math::DomainError for a negative number and ArgumentError
  # if +base+ is less than 2.
  #
  #   1305.digits      # => [5, 0, 3, 1]
  #   1305.digits(100) # => [5, 13]
  #   -1.digits        # raises Math::DomainError
  #   1.digits(1)      # raises ArgumentError
  def digits(base = 10) end

  # :call-seq:
  #   div(other) -> integer
  #
  # Returns the quotient rounded down to an integer, for any real +other+.  Raises ZeroDivisionError if +other+ is zero.
  #
  #   7.div(2)    # => 3
  #   7.div(-2.0) # => -4
  #   7.div(0.0)  # raises ZeroDivisionError
  def div(other) end

  # :call-seq:
  #   divmod(other) -> [quotient, modulus]
  #
  # Returns what #div and #% return.  Raises ZeroDivisionError if +other+ is zero.
  #
  #   7.divmod(2)   # => [3, 1]
  #   7.divmod(-2)  # => [-4, -1]
  #   7.divmod(2.5) # => [2, 2.0]
  #   7.divmod(0)   # raises ZeroDivisionError
  def divmod(other) end

  # :call-seq:
  #   downto(limit) {|number| ... } -> self
  #   downto(limit) -> enumerator
  #
  # Calls the block with the number and each lower one down to +limit+; not at all if +limit+ is greater.  Without a
  # block it returns an Enumerator.  Raises ArgumentError if +limit+ cannot be compared.
  #
  #   5.downto(3).to_a           # => [5, 4, 3]
  #   1.downto(2).to_a           # => []
  #   2.downto(0) {|n| print n } # prints "210"
  #   1.downto("a") {}           # raises ArgumentError
  def downto(limit) end

  # :call-seq:
  #   even? -> true or false
  #
  # Tells whether the number is a multiple of 2.
  #
  #   4.even?  # => true
  #   -3.even? # => false
  def even?() end

  # :call-seq:
  #   fdiv(other) -> float
  #
  # Returns the quotient as a Float, also for integers too large to be one.
  #
  #   7.fdiv(2)               # => 3.5
  #   (10**400).fdiv(10**399) # => 10.0
  #   1.fdiv(0)               # => Infinity
  def fdiv(other) end

  # :call-seq:
  #   floor(digits = 0) -> integer
  #
  # Returns the number rounded down to a multiple of 10**-digits, which differs from it only if +digits+ is negative.
  #
  #   15.floor(-1)  # => 10
  #   -15.floor(-1) # => -20
  #   15.floor      # => 15
  def floor(digits = 0) end

  # :call-seq:
  #   gcd(other) -> integer
  #
  # Returns the greatest common divisor, which is never negative.  Raises TypeError if +other+ is not an integer.
  #
  #   12.gcd(-18) # => 6
  #   0.gcd(5)    # => 5
  #   12.gcd(1.0) # raises TypeError
  def gcd(other) end

  # :call-seq:
  #   gcdlcm(other) -> [integer, integer]
  #
  # Returns what #gcd and #lcm return.
  #
  #   12.gcdlcm(18) # => [6, 36]
  def gcdlcm(other) end

  # :call-seq:
  #   integer? -> true
  #
  # Returns +true+; other numbers return +false+.
  #
  #   -8.integer?   # => true
  #   -8.0.integer? # => false
  def integer?() end

  # :call-seq:
  #   lcm(other) -> integer
  #
  # Returns the least common multiple, which is never negative.  Raises TypeError if +other+ is not an integer.
  #
  #   12.lcm(18) # => 36
  #   12.lcm(0)  # => 0
  #   12.lcm(1r) # raises TypeError
  def lcm(other) end

  # :call-seq:
  #   nobits?(mask) -> true or false
  #
  # Tells whether no bit of +mask+ is set.
  #
  #   0b110.nobits?(0b001) # => true
  #   0b110.nobits?(0b011) # => false
  def nobits?(mask) end

  # :call-seq:
  #   numerator -> self
  #
  # Returns the number itself, the numerator of it as a fraction.
  #
  #   7.numerator # => 7
  def numerator() end

  # :call-seq:
  #   odd? -> true or false
  #
  # Tells whether the number is not a multiple of 2.
  #
  #   -3.odd? # => true
  #   4.odd?  # => false
  def odd?() end

  # :call-seq:
  #   ord -> self
  #
  # Returns the number itself, so that a character's number may stand where a one-character string could.
  #
  #   65.ord # => 65
  def ord() end

  # :call-seq:
  #   pow(exponent) -> number
  #   pow(exponent, modulus) -> integer
  #
  # Returns what #** does.  With +modulus+ it returns that result modulo +modulus+ without ever computing it in full;
  # then both arguments must be integers, and RangeError is raised for a negative +exponent+, ZeroDivisionError if
  # +modulus+ is 0.
  #
  #   2.pow(10)       # => 1024
  #   2.pow(10, 1000) # => 24
  #   3.pow(10**9, 7) # => 4
  #   2.pow(-1, 5)    # raises RangeError
  def pow(exponent, modulus = nil) end

  # :call-seq:
  #   pred -> integer
  #
  # Returns the number one lower.
  #
  #   7.pred  # => 6
  #   -7.pred # => -8
  def pred() end

  # :call-seq:
  #   rationalize(tolerance = nil) -> rational
  #
  # Returns the number as a Rational with the denominator 1; +tolerance+ makes no difference.
  #
  #   7.rationalize # => (7/1)
  def rationalize(tolerance = nil) end

  # :call-seq:
  #   remainder(other) -> number
  #
  # Returns what is left after division by +other+, with the quotient rounded towards zero, so that it has the sign of
  # the receiver.  Raises ZeroDivisionError if +other+ is zero.
  #
  #   7.remainder(-3)  # => 1
  #   -7.remainder(3)  # => -1
  #   7.remainder(2.5) # => 2.0
  #   7.remainder(0)   # raises ZeroDivisionError
  def remainder(other) end

  # :call-seq:
  #   round(digits = 0, half: :up) -> integer
  #
  # Returns the number rounded to the nearest multiple of 10**-digits, which differs from it only if +digits+ is
  # negative.  From the middle it goes away from zero, with <tt>half: :down</tt> towards it, with <tt>half: :even</tt>
  # to the even digit.  Raises ArgumentError for another mode.
  #
  #   1234.round(-2)             # => 1200
  #   85.round(-1)               # => 90
  #   85.round(-1, half: :down)  # => 80
  #   35.round(-1, half: :even)  # => 40
  #   25.round(-1, half: :other) # raises ArgumentError
  def round(digits = 0, half: :up) end

  # :call-seq:
  #   size -> integer
  #
  # Returns how many bytes hold the number: those of a machine word for a small one.
  #
  #   1.size       # => 8
  #   (2**64).size # => 9
  def size() end

  # :call-seq:
  #   succ -> integer
  #
  # Returns the number one higher.
  #
  #   7.succ  # => 8
  #   -1.succ # => 0
  def succ() end

  alias next succ

  # :call-seq:
  #   times {|number| ... } -> self
  #   times -> enumerator
  #
  # Calls the block as many times as the number says, with 0, 1 and so on; not at all if it is negative.  Without a
  # block it returns an Enumerator.
  #
  #   3.times {|i| print i }   # prints "012"
  #   3.times.map {|i| i * i } # => [0, 1, 4]
  def times() end

  # :call-seq:
  #   to_f -> float
  #
  # Returns the nearest Float, an infinity if the number is too large.
  #
  #   7.to_f        # => 7.0
  #   (7**500).to_f # => Infinity
  def to_f() end

  # :call-seq:
  #   to_i -> self
  #
  # Returns the number itself.
  #
  #   7.to_i # => 7
  def to_i() end

  alias to_int to_i

  # :call-seq:
  #   to_r -> rational
  #
  # Returns the number as a Rational with the denominator 1.
  #
  #   7.to_r # => (7/1)
  def to_r() end

  # :call-seq:
  #   to_s(base = 10) -> string
  #
  # Returns the digits in +base+, from 2 to 36, after a minus sign for a negative number; the string is in US-ASCII.
  # Raises ArgumentError for any other base.
  #
  #   255.to_s     # => "255"
  #   255.to_s(16) # => "ff"
  #   -5.to_s(2)   # => "-101"
  #   1.to_s(37)   # raises ArgumentError
  def to_s(base = 10) end

  alias inspect to_s

  # :call-seq:
  #   truncate(digits = 0) -> integer
  #
  # Returns the number rounded towards zero to a multiple of 10**-digits, which differs from it only if +digits+ is
  # negative.
  #
  #   15.truncate(-1)  # => 10
  #   -15.truncate(-1) # => -10
  #   15.truncate      # => 15
  def truncate(digits = 0) end

  # :call-seq:
  #   upto(limit) {|number| ... } -> self
  #   upto(limit) -> enumerator
  #
  # Calls the block with the number and each higher one up to +limit+; not at all if +limit+ is less.  Without a block
  # it returns an Enumerator.  Raises ArgumentError if +limit+ cannot be compared.
  #
  #   3.upto(5).to_a           # => [3, 4, 5]
  #   3.upto(4.5).to_a         # => [3, 4]
  #   0.upto(2) {|n| print n } # prints "012"
  #   1.upto("a") {}           # raises ArgumentError
  def upto(limit) end

  # :call-seq:
  #   zero? -> true or false
  #
  # Tells whether the number is 0.
  #
  #   0.zero? # => true
  #   1.zero? # => false
  def zero?() end

  # :call-seq:
  #   self | other -> integer
  #
  # Returns the bits that are set in at least one of the numbers.  Raises TypeError if +other+ is not an integer.
  #
  #   12 | 10  # => 14
  #   12 | nil # raises TypeError
  def |(other) end

  # :call-seq:
  #   ~self -> integer
  #
  # Returns the number with each bit inverted, which is <tt>-self - 1</tt>.
  #
  #   ~5       # => -6
  #   ~5 & 0xf # => 10
  def ~() end
end
