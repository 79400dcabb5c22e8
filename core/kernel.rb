# kernel.rb - loop, tap and then, Float and warn with keywords, and pp and Binding#irb, which load their library at their first call
module Kernel
  def loop
    Primitive.attr! :ruby
    return Primitive.enumerator(:loop, 4) unless Primitive.block_given?
    begin
      while true
        yield
      end
    rescue StopIteration => e
      e.result
    end
  end

  def tap
    Primitive.attr! :ruby
    yield self
    self
  end

  def then
    Primitive.attr! :ruby
    return Primitive.enumerator(:then, 5) unless Primitive.block_given?
    yield self
  end

  alias yield_self then

  def Float(arg, exception: true)
    Primitive.attr! :ruby
    Primitive.float(arg, exception)
  end

  def warn(*msgs, uplevel: nil, category: nil)
    Primitive.attr! :ruby
    Primitive.warn(msgs, uplevel, category)
  end

  # pp.rb defines it anew: a method that was aliased is not missed (-w says nothing).
  def pp(*objs)
    require "pp"
    pp(*objs)
  end
  alias pp pp

  module_function :loop, :Float, :warn
  private :pp
end

class Binding
  # The gem defines it anew, and this call goes there.
  def irb(*, **, &)
    require "irb"
    irb(*, **, &)
  end
  alias irb irb
end
