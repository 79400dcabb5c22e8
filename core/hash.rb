# hash.rb - iterators of Hash that call a block for each pair, key or value
class Hash
  # The first three locals are written by Primitive.hash_next.
  def each
    pos = k = v = nil
    return Primitive.enumerator(:each, 3) unless Primitive.block_given?
    two = Primitive.block_pair?
    counted = Primitive.hash_iter_begin
    begin
      if two
        yield k, v while Primitive.hash_next
      else
        yield [k, v] while Primitive.hash_next
      end
    ensure
      Primitive.hash_iter_end if counted
    end
    self
  end

  def each_pair
    pos = k = v = nil
    return Primitive.enumerator(:each_pair, 3) unless Primitive.block_given?
    two = Primitive.block_pair?
    counted = Primitive.hash_iter_begin
    begin
      if two
        yield k, v while Primitive.hash_next
      else
        yield [k, v] while Primitive.hash_next
      end
    ensure
      Primitive.hash_iter_end if counted
    end
    self
  end

  def each_key
    pos = k = v = nil
    return Primitive.enumerator(:each_key, 3) unless Primitive.block_given?
    counted = Primitive.hash_iter_begin
    begin
      yield k while Primitive.hash_next
    ensure
      Primitive.hash_iter_end if counted
    end
    self
  end

  def each_value
    pos = k = v = nil
    return Primitive.enumerator(:each_value, 3) unless Primitive.block_given?
    counted = Primitive.hash_iter_begin
    begin
      yield v while Primitive.hash_next
    ensure
      Primitive.hash_iter_end if counted
    end
    self
  end
end
