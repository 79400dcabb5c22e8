# frozen_string_literal: true
# quicksort - in place, then a merge sort of the same numbers, then a heap sort.
def quicksort(a, low, high)
  while low < high
    pivot = a[(low + high) >> 1]
    i = low
    j = high
    while i <= j
      i += 1 while a[i] < pivot
      j -= 1 while a[j] > pivot
      next unless i <= j
      a[i], a[j] = a[j], a[i]
      i += 1
      j -= 1
    end
    if j - low < high - i
      quicksort(a, low, j)
      low = i
    else
      quicksort(a, i, high)
      high = j
    end
  end
end

def mergesort(a)
  return a if a.size < 2
  middle = a.size / 2
  left = mergesort(a[0, middle])
  right = mergesort(a[middle..])
  out = []
  i = j = 0
  while i < left.size && j < right.size
    if left[i] <= right[j]
      out << left[i]
      i += 1
    else
      out << right[j]
      j += 1
    end
  end
  out.concat(left[i..]).concat(right[j..])
end

def sift(a, root, size)
  while (child = 2 * root + 1) < size
    child += 1 if child + 1 < size && a[child] < a[child + 1]
    return if a[root] >= a[child]
    a[root], a[child] = a[child], a[root]
    root = child
  end
end

def heapsort(a)
  (a.size / 2 - 1).downto(0) { |root| sift(a, root, a.size) }
  (a.size - 1).downto(1) do |last|
    a[0], a[last] = a[last], a[0]
    sift(a, 0, last)
  end
end

random = Random.new(29)
numbers = Array.new(80_000) { random.rand(1_000_000) }
expected = numbers.sort
quick = numbers.dup
quicksort(quick, 0, quick.size - 1)
heap = numbers.dup
heapsort(heap)
raise "quicksort" unless quick == expected
raise "mergesort" unless mergesort(numbers) == expected
raise "heapsort" unless heap == expected
