# array.rb - iterators of Array that call a block for each element
class Array
  def each
    return Primitive.enumerator(:each, 1) unless Primitive.block_given?
    i = 0
    v = nil
    yield v while Primitive.ary_step(i, v)
    self
  end

  def each_index
    return Primitive.enumerator(:each_index, 1) unless Primitive.block_given?
    i = 0
    v = nil
    yield i - 1 while Primitive.ary_step(i, v)
    self
  end

  def map
    return Primitive.enumerator(:map, 1) unless Primitive.block_given?
    result = Primitive.ary_new(Primitive.ary_len)
    i = 0
    v = nil
    result << yield(v) while Primitive.ary_step(i, v)
    result
  end

  def collect
    return Primitive.enumerator(:collect, 1) unless Primitive.block_given?
    result = Primitive.ary_new(Primitive.ary_len)
    i = 0
    v = nil
    result << yield(v) while Primitive.ary_step(i, v)
    result
  end

  def select
    return Primitive.enumerator(:select, 1) unless Primitive.block_given?
    result = Primitive.ary_new
    i = 0
    v = nil
    while Primitive.ary_step(i, v)
      result << v if yield v
    end
    result
  end

  def filter
    return Primitive.enumerator(:filter, 1) unless Primitive.block_given?
    result = Primitive.ary_new
    i = 0
    v = nil
    while Primitive.ary_step(i, v)
      result << v if yield v
    end
    result
  end

  def pack(fmt, buffer: nil)
    Primitive.attr! :ruby
    Primitive.ary_pack(fmt, buffer)
  end

  def reject
    return Primitive.enumerator(:reject, 1) unless Primitive.block_given?
    result = Primitive.ary_new
    i = 0
    v = nil
    while Primitive.ary_step(i, v)
      result << v unless yield v
    end
    result
  end
end
