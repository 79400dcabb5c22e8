# frozen_string_literal: true
# gc_deep - a linked list of a million cells and a deep tree of arrays: marking must not recurse.
cell = nil
1_000_000.times { |i| cell = [i, cell] }
nested = []
200_000.times { nested = [nested] }
4.times { GC.start }
length = 0
while cell
  length += 1
  cell = cell[1]
end
depth = 0
while (nested = nested[0])
  depth += 1
end
result = [length, depth]
raise "gc_deep: #{result}" unless result == [1000000, 200000]
