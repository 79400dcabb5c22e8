# RUBY_GC_FIXED_HEAP: a heap that is collected when it is full, and NoMemoryError when the live objects do not fit (gc.c, gc/page.c).
require_relative "lib/test_helper"
require "open3"

class TestFixedHeap < Minitest::Test
  # Returns [standard output, standard error, Process::Status] of a program whose heap has this size.
  def under(size, source)
    Open3.capture3({ "RUBY_GC_FIXED_HEAP" => size }, RbConfig.ruby, "--disable=gems", "-e", source)
  end

  PAGES = "p GC.stat(:heap_allocated_pages) * 65_536"

  def test_a_heap_stays_in_its_size
    garbage = "100_000.times { |i| [i, i.to_s] }; "
    out, err, status = under("3m", garbage + PAGES)
    assert status.success?, err
    assert_operator Integer(out), :<=, 3 << 20
  end

  def test_a_heap_is_collected_when_it_is_full
    skip "VM_STRESS collects at other times" if ENV["VM_STRESS"]
    counts = %w[8m 32m].map do |size|
      out, err, status = under(size, "400_000.times { Object.new }; p GC.count")
      assert status.success?, err
      Integer(out)
    end
    assert_operator counts[0], :>, counts[1]
    assert_equal 0, counts[1], "half of 32 MiB is filled"
  end

  def test_a_heap_that_grows_is_larger
    skip "VM_STRESS collects at other times" if ENV["VM_STRESS"]
    live = "live = Array.new(300_000) { Object.new }; "
    out, err, status = Open3.capture3({ "RUBY_GC_FIXED_HEAP" => nil }, RbConfig.ruby, "--disable=gems", "-e", live + PAGES)
    assert status.success?, err
    assert_operator Integer(out), :>, 8 << 20
  end

  def test_live_objects_that_do_not_fit
    out, err, status = under("2m", "live = []; 100_000.times { live << Object.new }")
    assert_equal 1, status.exitstatus, out
    assert_match(/NoMemoryError/, err)
  end

  # The program rescues the error, drops what was alive, and allocates as before.
  def test_a_program_continues_after_the_error
    source = <<~'RUBY'
      3.times do
        live = []
        begin
          loop { live << Object.new }
        rescue NoMemoryError => e
          n = live.size
          live = nil
          p [e.class, n > 20_000]
        end
      end
      50_000.times { Object.new }
      puts "end"
    RUBY
    out, err, status = under("2m", source)
    assert status.success?, err
    assert_equal "[NoMemoryError, true]\n" * 3 + "end\n", out
  end

  # Free slots of one class are of no use to another.  The program gets the error before it collects every few allocations: at least 60
  # Strings lie between two collections.  Without the rule, the last of them come after one turn of the loop, which makes 21.
  def test_free_slots_of_another_class
    skip "VM_STRESS collects at other times" if ENV["VM_STRESS"]
    skip "one class of slots" if GC.stat_heap.size == 1
    source = <<~'RUBY'
      small = []
      small << Object.new until GC.stat(:heap_allocated_pages) >= 28
      small.select!.with_index { |_, i| i % 8 == 0 } # each page keeps objects
      wide = []
      count, since, least = GC.count, 0, 1_000_000
      begin
        loop do
          wide << "x" * 100
          20.times { "y" * 100 }
          since += 21
          next if count == GC.count
          count = GC.count
          least = since if since < least
          since = 0
        end
      rescue NoMemoryError
        puts least
      end
    RUBY
    out, err, status = under("2m", source)
    assert status.success?, err
    assert_operator Integer(out), :>=, 60
  end

  def test_units
    %w[16777216 16384k 16384K 16m 16M 0.015625g 0.015625G].each do |size|
      out, err, status = under(size, PAGES)
      assert status.success?, "#{size}: #{err}"
      assert_operator Integer(out), :<=, 16 << 20
    end
  end

  def test_odd_text_is_refused
    ["many", "8x", "8mb", "-8m", "0", "nan", "8m 8m", "1e30"].each do |size|
      out, err, status = under(size, "puts 1")
      assert_equal 1, status.exitstatus, size
      assert_equal "ruby: RUBY_GC_FIXED_HEAP=#{size} is not a size (a number with k, m, g or no unit)\n", err
      assert_empty out
    end
    assert_equal "1\n", under("", "puts 1")[0]
  end

  # The message has the smallest size that the interpreter accepts; a program may still need more.
  def test_a_heap_that_is_too_small_to_start
    out, err, status = under("64k", "puts 1")
    assert_equal 1, status.exitstatus
    assert_empty out
    assert_match(/\Aruby: RUBY_GC_FIXED_HEAP=64k is too small: the interpreter needs \d+k before a program starts\n\z/, err)
    needed = Integer(err[/needs (\d+)k/, 1])
    assert_includes under("#{needed - 1}k", "")[1], "=#{needed - 1}k is too small"
    refute_includes under("#{needed}k", "puts 1")[1], "too small"
    out, err, status = under("#{needed * 2}k", "puts 1")
    assert_equal "1\n", out, err
    assert status.success?
  end

  # From the first size that is accepted to four times that size: the program runs, or it ends with NoMemoryError.
  def test_sizes_near_the_smallest
    needed = Integer(under("64k", "")[1][/needs (\d+)k/, 1])
    (0..16).map { |i| needed + i * needed * 3 / 16 / 64 * 64 }.uniq.each do |size|
      out, err, status = under("#{size}k", "puts 1")
      next assert_equal("1\n", out) if status.success?
      assert_equal 1, status.exitstatus, "#{size}k: #{status} #{err}"
      assert_match(/NoMemoryError|failed to allocate memory/, err, size)
    end
  end
end
