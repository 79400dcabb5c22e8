# smallest_heap.rb - finds the smallest heap that runs a program, by bisection.
#
# Owns      Lab::SmallestHeap: the variable that fixes a heap's size, and the search.
# SH-1      The answer is a size that ran.  A size of 31/32 of it, or four pages less if that is less, did not run.
# SH-2      The search calls its block once for each size, with a multiple of a page.
# Checked   test/test_lab_heap.rb
module Lab
  module SmallestHeap
    VARIABLE = "RUBY_GC_FIXED_HEAP"
    PAGE = 65_536
    FIRST, MOST = 16, 1 << 18 # pages: 1 MiB and 16 GiB

    module_function

    # Returns the smallest size in bytes for which the block returns true; nil if the largest is too small.
    def find
      high = FIRST
      low = 0
      until yield high * PAGE
        return nil if high >= MOST
        low, high = high, high * 2
      end
      while high - low > [high / 32, 4].max
        middle = (low + high) / 2
        yield(middle * PAGE) ? high = middle : low = middle
      end
      high * PAGE
    end

    # Returns the variables of a process whose heap has `factor` times the smallest size, in whole pages.
    def environment(smallest, factor) = { VARIABLE => ((smallest * factor / PAGE).ceil * PAGE).to_s }
  end
end
