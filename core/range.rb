# range.rb - Range#each, counted where both ends are Fixnums
class Range
  # The first two locals are written by Primitive.range_counts?.
  def each
    i = last = nil
    return Primitive.native unless Primitive.range_counts?
    while i <= last
      yield i
      i += 1
    end
    self
  end
end
