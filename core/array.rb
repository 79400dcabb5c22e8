class Array
  def each
    return Primitive.enumerator(:each, 1) unless Primitive.block_given?
    i = 0
    while Primitive.ary_more?(i)
      yield Primitive.ary_get(i)
      i += 1
    end
    self
  end

  def each_index
    return Primitive.enumerator(:each_index, 1) unless Primitive.block_given?
    i = 0
    while Primitive.ary_more?(i)
      yield i
      i += 1
    end
    self
  end

  def map
    return Primitive.enumerator(:map, 1) unless Primitive.block_given?
    result = Primitive.ary_new(Primitive.ary_len)
    i = 0
    while Primitive.ary_more?(i)
      Primitive.ary_push(result, yield(Primitive.ary_get(i)))
      i += 1
    end
    result
  end

  def collect
    return Primitive.enumerator(:collect, 1) unless Primitive.block_given?
    result = Primitive.ary_new(Primitive.ary_len)
    i = 0
    while Primitive.ary_more?(i)
      Primitive.ary_push(result, yield(Primitive.ary_get(i)))
      i += 1
    end
    result
  end

  def select
    return Primitive.enumerator(:select, 1) unless Primitive.block_given?
    result = Primitive.ary_new
    i = 0
    while Primitive.ary_more?(i)
      v = Primitive.ary_get(i)
      Primitive.ary_push(result, v) if yield v
      i += 1
    end
    result
  end

  def filter
    return Primitive.enumerator(:filter, 1) unless Primitive.block_given?
    result = Primitive.ary_new
    i = 0
    while Primitive.ary_more?(i)
      v = Primitive.ary_get(i)
      Primitive.ary_push(result, v) if yield v
      i += 1
    end
    result
  end

  def reject
    return Primitive.enumerator(:reject, 1) unless Primitive.block_given?
    result = Primitive.ary_new
    i = 0
    while Primitive.ary_more?(i)
      v = Primitive.ary_get(i)
      Primitive.ary_push(result, v) unless yield v
      i += 1
    end
    result
  end
end
