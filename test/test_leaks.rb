# test_leaks.rb - the loops of test/leaks, shortly: after a turn there is as much as before it, counted, not weighed (make leaks
# weighs).
require_relative "lib/test_helper"
require_relative "leaks/loops"
Minitest.after_run { FileUtils.rm_rf(LEAK_DIR) }

class TestLeaks < Minitest::Test
  # Objects, names, descriptors, mappings, threads: what is left after a collection.
  def counts
    2.times { GC.start }
    objects = ObjectSpace.count_objects
    {
      objects: objects[:TOTAL] - objects[:FREE], symbols: Symbol.all_symbols.size, threads: Thread.list.size,
      descriptors: Dir.children("/proc/self/fd").size, mappings: sanitized? ? 0 : File.foreach("/proc/self/maps").count
    }
  end

  LEAK_LOOPS.each do |name, (share, block)|
    define_method("test_#{name}") do
      n = share < 0.01 ? 15 : 150
      turn = 0
      run = -> { n.times { block.call(turn += 1) } }
      3.times { run.call }
      before = counts
      run.call
      # what the stacks still show of the last turns, and tables that found their size late; native threads end by themselves
      more = {}
      40.times do
        more = counts.to_h { |what, now| [what, now - before[what]] }.select { |_, n_more| n_more > n / 3 + 20 }
        break if more.empty?
        sleep 0.05
      end
      assert_empty more, name
    end
  end
end
