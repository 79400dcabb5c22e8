# integer.rb - loops that count
class Integer
  def times
    Primitive.attr! :ruby
    return Primitive.enumerator(:times, 2) unless Primitive.block_given?
    i = 0
    while i < self
      yield i
      i += 1
    end
    self
  end

  def upto(limit)
    return Primitive.native(limit) unless Primitive.counts?(limit)
    i = self
    while i <= limit
      yield i
      i += 1
    end
    self
  end

  def downto(limit)
    return Primitive.native(limit) unless Primitive.counts?(limit)
    i = self
    while i >= limit
      yield i
      i -= 1
    end
    self
  end
end
