# frozen_string_literal: true

# NilClass is the class of +nil+, its one object. +nil+ stands for the absence of a value: of a key that is not there, of a
# variable that was never set. It is false in a condition, and its conversions give what is empty or zero.
# There is no NilClass.new.
class NilClass
  # :call-seq:
  #   nil & object -> false
  #
  # Returns false. The other object is not looked at, but it is evaluated.
  #
  #   nil & true # => false
  #   nil & puts("seen") # prints "seen\n"
  def &(object) end

  # :call-seq:
  #   nil === other -> true or false
  #
  # Returns whether +other+ is +nil+, so that <tt>when nil</tt> works.
  #
  #   nil === nil   # => true
  #   nil === false # => false
  def ===(other) end

  # :call-seq:
  #   nil =~ other -> nil
  #
  # Returns nil, so that a missing line may be matched as a String is.
  #
  #   nil =~ /a/ # => nil
  def =~(other) end

  # :call-seq:
  #   nil ^ object -> true or false
  #
  # Returns false if +object+ is nil or false, else true.
  #
  #   nil ^ 0   # => true
  #   nil ^ nil # => false
  def ^(object) end

  # :call-seq:
  #   inspect -> "nil"
  #
  # Returns the String <tt>"nil"</tt>, unlike #to_s, which returns an empty one.
  #
  #   nil.inspect # => "nil"
  #   [nil].to_s  # => "[nil]"
  def inspect() end

  # :call-seq:
  #   nil? -> true
  #
  # Returns true; every other object answers false (Kernel#nil?).
  #
  #   nil.nil?   # => true
  #   false.nil? # => false
  def nil?() end

  # :call-seq:
  #   rationalize(epsilon = nil) -> (0/1)
  #
  # Returns the Rational zero. An argument is allowed and changes nothing.
  #
  #   nil.rationalize      # => (0/1)
  #   nil.rationalize(0.1) # => (0/1)
  def rationalize(epsilon = nil) end

  # :call-seq:
  #   to_a -> []
  #
  # Returns a new empty Array.
  #
  #   nil.to_a  # => []
  #   [1, *nil] # => [1]
  def to_a() end

  # :call-seq:
  #   to_c -> (0+0i)
  #
  # Returns the Complex zero.
  #
  #   nil.to_c # => (0+0i)
  def to_c() end

  # :call-seq:
  #   to_f -> 0.0
  #
  # Returns the Float zero. Kernel#Float is stricter.
  #
  #   nil.to_f   # => 0.0
  #   Float(nil) # raises TypeError: can't convert nil into Float
  def to_f() end

  # :call-seq:
  #   to_h -> {}
  #
  # Returns a new empty Hash.
  #
  #   nil.to_h # => {}
  def to_h() end

  # :call-seq:
  #   to_i -> 0
  #
  # Returns the Integer zero. Kernel#Integer is stricter.
  #
  #   nil.to_i     # => 0
  #   Integer(nil) # raises TypeError: can't convert nil into Integer
  def to_i() end

  # :call-seq:
  #   to_r -> (0/1)
  #
  # Returns the Rational zero.
  #
  #   nil.to_r # => (0/1)
  def to_r() end

  # :call-seq:
  #   to_s -> ""
  #
  # Returns an empty String, always the same frozen one.
  #
  #   nil.to_s         # => ""
  #   nil.to_s.frozen? # => true
  #   "<#{nil}>"       # => "<>"
  def to_s() end

  # :call-seq:
  #   nil | object -> true or false
  #
  # Returns false if +object+ is nil or false, else true. The operand is evaluated in any case, unlike that of <tt>||</tt>.
  #
  #   nil | "a" # => true
  #   nil | nil # => false
  def |(object) end
end
