# frozen_string_literal: true

# FalseClass is the class of +false+, its one object. Only +false+ and +nil+ are false in a condition; 0, an empty String
# and an empty Array are true. There is no FalseClass.new.
class FalseClass
  # :call-seq:
  #   false & object -> false
  #
  # Returns false. The operand is evaluated all the same.
  #
  #   false & "on"         # => false
  #   false & puts("seen") # prints "seen\n"
  def &(object) end

  # :call-seq:
  #   false === other -> true or false
  #
  # Returns whether +other+ is +false+ itself; nil is not.
  #
  #   false === false # => true
  #   false === nil   # => false
  def ===(other) end

  # :call-seq:
  #   false ^ object -> true or false
  #
  # Returns false if +object+ is nil or false, else true.
  #
  #   false ^ 0   # => true
  #   false ^ nil # => false
  def ^(object) end

  # :call-seq:
  #   to_s -> "false"
  #
  # Returns <tt>"false"</tt>, always the same frozen String.
  #
  #   false.to_s # => "false"
  def to_s() end
  alias inspect to_s

  # :call-seq:
  #   false | object -> true or false
  #
  # Returns false if +object+ is nil or false, else true.
  #
  #   false | 1   # => true
  #   false | nil # => false
  def |(object) end
end
