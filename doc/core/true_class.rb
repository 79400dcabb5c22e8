# frozen_string_literal: true

# TrueClass is the class of +true+, its one object, which comparisons and predicates return. Its operators evaluate both
# operands, which <tt>&&</tt> and <tt>||</tt> do not. There is no TrueClass.new.
class TrueClass
  # :call-seq:
  #   true & object -> true or false
  #
  # Returns false if +object+ is nil or false, else true.
  #
  #   true & 1  # => true
  #   true & !5 # => false
  def &(object) end

  # :call-seq:
  #   true === other -> true or false
  #
  # Returns whether +other+ is +true+ itself; what is merely true in a condition is not.
  #
  #   true === true # => true
  #   true === 1    # => false
  def ===(other) end

  # :call-seq:
  #   true ^ object -> true or false
  #
  # Returns true if +object+ is nil or false, else false.
  #
  #   true ^ !5   # => true
  #   true ^ true # => false
  def ^(object) end

  # :call-seq:
  #   to_s -> "true"
  #
  # Returns <tt>"true"</tt>, always the same frozen String.
  #
  #   true.to_s         # => "true"
  #   true.to_s.frozen? # => true
  def to_s() end
  alias inspect to_s

  # :call-seq:
  #   true | object -> true
  #
  # Returns true. The operand is evaluated all the same.
  #
  #   true | nil # => true
  #   true | puts("seen") # prints "seen\n"
  def |(object) end
end
