# frozen_string_literal: true
# lru_cache - a cache as Hash in order of use, and one as doubly linked list: delete and insert, first key.
class OrderedCache
  def initialize(size)
    @size = size
    @table = {}
  end

  def fetch(key)
    if @table.key?(key)
      value = @table.delete(key)
    else
      value = yield key
      @table.shift if @table.size >= @size
    end
    @table[key] = value
  end
end

class LinkedCache
  Entry = Struct.new(:key, :value, :older, :newer)

  def initialize(size)
    @size = size
    @table = {}
    @oldest = @newest = nil
  end

  def fetch(key)
    entry = @table[key]
    if entry
      unlink(entry)
    else
      entry = Entry.new(key, yield(key))
      if @table.size >= @size
        old = @oldest
        unlink(old)
        @table.delete(old.key)
      end
      @table[key] = entry
    end
    link(entry)
    entry.value
  end

  private

  def unlink(entry)
    entry.older ? entry.older.newer = entry.newer : @oldest = entry.newer
    entry.newer ? entry.newer.older = entry.older : @newest = entry.older
  end

  def link(entry)
    entry.older = @newest
    entry.newer = nil
    @newest ? @newest.newer = entry : @oldest = entry
    @newest = entry
  end
end

misses = [0, 0]
[OrderedCache.new(2000), LinkedCache.new(2000)].each_with_index do |cache, which|
  random = Random.new(73)
  500_000.times do
    key = random.rand(3000) * random.rand(3000) / 3000
    value = cache.fetch(key) { |k| misses[which] += 1; k * 3 }
    raise "lru_cache" unless value == key * 3
  end
end
result = misses
raise "lru_cache: the two differ" unless misses[0] == misses[1]
raise "lru_cache: #{result}" unless result == [56716, 56716]
