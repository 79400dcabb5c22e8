# test_environment_sizes.rb - sizes and factors that the VM reads from its environment: gc.c, vm/stack.c, io/buffer.c.
#
# Text that is not a number, or a number out of bounds, leaves the default.
require_relative "lib/test_helper"
require "open3"

class TestEnvironmentSizes < Minitest::Test
  def under(environment, source)
    out, status = Open3.capture2e(environment, RbConfig.ruby, "--disable=gems", "-e", source)
    assert status.success?, out
    out.strip
  end

  LIMIT = "GC.start; p GC.stat(:malloc_increase_bytes_limit)"

  def test_malloc_limit_has_units
    skip "VM_STRESS collects at other times" if ENV["VM_STRESS"]
    limits = ["40000000", "39062.5k", "39062.5K", "40m", "40M", "0.04g", "0.04G"].to_h do |text|
      [text, under({ "RUBY_GC_MALLOC_LIMIT" => text, "RUBY_GC_MALLOC_LIMIT_MAX" => "1g" }, LIMIT).to_i]
    end
    limits.each { |text, limit| assert_in_delta 41_000_000, limit, 3_000_000, text }
  end

  def test_odd_text_leaves_the_default
    default = under({}, LIMIT)
    ["", "none", "-5", "0", "k"].each { |text| assert_equal default, under({ "RUBY_GC_MALLOC_LIMIT" => text }, LIMIT), text }
  end

  # Each name with a value in its bounds, one out of them and one that is no number: the program runs the same.
  def test_each_name_is_read
    %w[RUBY_GC_HEAP_FREE_SLOTS_GOAL_RATIO RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR RUBY_GC_MALLOC_LIMIT_GROWTH_FACTOR
       RUBY_GC_OLDMALLOC_LIMIT RUBY_GC_OLDMALLOC_LIMIT_MAX RUBY_GC_OLDMALLOC_LIMIT_GROWTH_FACTOR].each do |name|
      ["0.5", "2", "-1", "1e9", "many", ""].each do |text|
        assert_equal "[99, true]", under({ name => text }, "a = Array.new(20_000) { _1.to_s }; GC.start; p [a[99].to_i, GC.count.positive?]"), "#{name}=#{text}"
      end
    end
  end

  def test_initial_slots_put_collections_off
    program = "50_000.times { Object.new }; p GC.count"
    skip "VM_STRESS collects at other times" if ENV["VM_STRESS"]
    assert_equal "0", under({ "RUBY_GC_HEAP_INIT_SLOTS" => "9m" }, program)
    assert_equal "0", under({ "RUBY_GC_HEAP_0_INIT_SLOTS" => "9m" }, program)
  end

  DEPTH = "def down(n) = ($n = n; down(n + 1)); t = Thread.new { begin; down(0); rescue SystemStackError; $n; end }; p t.value"

  def test_stack_of_a_thread
    default = under({}, DEPTH).to_i
    assert_operator under({ "RUBY_THREAD_VM_STACK_SIZE" => "8388608" }, DEPTH).to_i, :>, default
    assert_operator under({ "RUBY_THREAD_VM_STACK_SIZE" => "0x20000" }, DEPTH).to_i, :<, default
    ["", "many", "1m", "-4", "99999999999999"].each { |text| assert_equal default, under({ "RUBY_THREAD_VM_STACK_SIZE" => text }, DEPTH).to_i, text }
    assert_operator under({ "RUBY_THREAD_VM_STACK_SIZE" => "1" }, DEPTH).to_i, :>, 10 # the least size stands in
  end

  def test_size_of_a_buffer
    show = "p IO::Buffer::DEFAULT_SIZE"
    assert_equal "12345", under({ "RUBY_IO_BUFFER_DEFAULT_SIZE" => "12345" }, show)
    assert_equal under({}, show), under({ "RUBY_IO_BUFFER_DEFAULT_SIZE" => "-1" }, show)
    assert_equal under({}, show), under({ "RUBY_IO_BUFFER_DEFAULT_SIZE" => "many" }, show)
  end

  # VM_STRESS is a list; a word that no module knows changes nothing, and 0 counts as 1.
  def test_list_of_stress
    ["gc:50", "gc:0,other:3", "step:40", "step:0", "compact:400", "compact:0,,", "walk:9", "walk:0", "walk", "other", ",,gc:100,walk:3"].each do |text|
      assert_equal "[10, \"9\"]", under({ "VM_STRESS" => text }, "a = Array.new(10) { _1.to_s }; p [a.size, a[9]]"), text
    end
  end

  def test_stress_of_memory
    assert_match(/\A1\noom: \d+\z/, under({ "VM_STRESS" => "oom:?" }, "p 1"))
    assert_equal "1", under({ "VM_STRESS" => "oom:+99999999" }, "p 1")
    assert_equal "1", under({ "VM_STRESS" => "oom:999999999" }, "p 1")
  end
end
