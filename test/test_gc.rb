# test_gc.rb - the GC module (objspace/gc_module.c, gc/stat.c, objspace/profiler.c).  What only C can see: test/internal/test_gc.c.
require_relative "lib/test_helper"

class TestGC < Minitest::Test
  def teardown
    GC.enable
    GC.stress = false
  end

  def test_start_returns_nil_and_counts
    before = GC.count
    assert_nil GC.start
    assert_operator GC.count, :>, before
    assert_nil GC.start(full_mark: false, immediate_mark: true, immediate_sweep: false)
  end

  def test_start_arguments
    assert_equal "unknown keyword: :foo", assert_raises(ArgumentError) { GC.start(foo: 1) }.message
    assert_raises(ArgumentError) { GC.start(1) }
  end

  def test_start_major_and_minor
    skip "VM_STRESS collects in between" if ENV["VM_STRESS"]
    major, minor = GC.stat(:major_gc_count), GC.stat(:minor_gc_count)
    GC.start
    assert_equal major + 1, GC.stat(:major_gc_count)
    assert_equal minor, GC.stat(:minor_gc_count)
  end

  def test_enable_disable
    assert_equal false, GC.enable
    assert_equal false, GC.disable
    assert_equal true, GC.disable
    assert_equal true, GC.enable
    assert_equal false, GC.enable
  end

  def test_disable_keeps_garbage
    GC.disable
    before = GC.count
    200_000.times { "x" * 100 }
    assert_equal before, GC.count
  end

  def test_stress
    assert_equal false, GC.stress
    GC.stress = true
    before = GC.count
    10.times { Object.new }
    GC.stress = false
    assert_operator GC.count - before, :>=, 10
    GC.stress = 3
    assert_equal 3, GC.stress
  end

  def test_stat
    stat = GC.stat
    stat.each { |k, v| assert_kind_of Integer, v, k }
    assert_equal %i[count time marking_time sweeping_time], stat.keys.first(4)
    assert_equal "unknown key: bad", assert_raises(ArgumentError) { GC.stat(:bad) }.message
    assert_equal "non-hash or symbol given", assert_raises(TypeError) { GC.stat(1) }.message
    h = {other: 1, count: nil}
    assert_same h, GC.stat(h)
    assert_equal 1, h[:other]
    assert_kind_of Integer, h[:count]
  end

  def test_stat_counts_allocations
    before = GC.stat(:total_allocated_objects)
    i = 0
    while i < 1000
      Object.new
      i += 1
    end
    assert_operator GC.stat(:total_allocated_objects) - before, :>=, 1000
  end

  def test_stat_heap
    all = GC.stat_heap
    assert_equal (0...GC::INTERNAL_CONSTANTS[:HEAP_COUNT]).to_a, all.keys
    assert_equal GC::INTERNAL_CONSTANTS[:BASE_SLOT_SIZE], GC.stat_heap(0, :slot_size)
    assert_equal all[0].keys, GC.stat_heap(0).keys
    assert_equal "size pool index out of range", assert_raises(ArgumentError) { GC.stat_heap(-1) }.message
    assert_equal "heap_name must be nil or an Integer", assert_raises(TypeError) { GC.stat_heap(:a) }.message
    assert_equal "non-hash given", assert_raises(TypeError) { GC.stat_heap(nil, :slot_size) }.message
    assert_equal "unknown key: bad", assert_raises(ArgumentError) { GC.stat_heap(0, :bad) }.message
  end

  def test_latest_gc_info
    GC.start
    assert_equal :method, GC.latest_gc_info(:gc_by)
    assert_equal true, GC.latest_gc_info[:immediate_sweep]
    assert_equal %i[major_by need_major_by gc_by have_finalizer immediate_sweep state weak_references_count
                    retained_weak_references_count], GC.latest_gc_info.keys
    assert_equal :none, GC.latest_gc_info(:state)
    assert_raises(ArgumentError) { GC.latest_gc_info(:bad) }
    assert_raises(TypeError) { GC.latest_gc_info(1) }
  end

  def test_config
    assert_equal true, GC.config[:rgengc_allow_full_mark]
    assert_equal false, GC.config(rgengc_allow_full_mark: nil)[:rgengc_allow_full_mark]
    assert_equal true, GC.config(rgengc_allow_full_mark: 1)[:rgengc_allow_full_mark]
    assert_equal 'Attempting to set read-only key "Implementation"',
                 assert_raises(ArgumentError) { GC.config(implementation: "x") }.message
    assert_raises(ArgumentError) { GC.config(1) }
    assert_equal "wrong argument type String (expected Symbol)", assert_raises(TypeError) { GC.config("a" => 1) }.message
  end

  def test_total_time
    assert_equal true, GC.measure_total_time
    GC.measure_total_time = false
    time = GC.total_time
    GC.start
    assert_equal time, GC.total_time
    GC.measure_total_time = true
    GC.start
    assert_operator GC.total_time, :>, time
  ensure
    GC.measure_total_time = true
  end

  def test_verify_internal_consistency
    assert_nil GC.verify_internal_consistency
  end

  def test_compaction_is_there_or_says_so
    return assert_raises(NotImplementedError) { GC.compact } unless GC.respond_to?(:compact)
    assert_kind_of Hash, GC.compact
  end

  def test_profiler
    assert_equal false, GC::Profiler.enabled?
    assert_nil GC::Profiler.raw_data
    GC::Profiler.enable
    GC.start
    data = GC::Profiler.raw_data.last
    assert_equal %i[GC_FLAGS GC_TIME GC_INVOKE_TIME HEAP_USE_SIZE HEAP_TOTAL_SIZE HEAP_TOTAL_OBJECTS MOVED_OBJECTS
                    GC_IS_MARKED], data.keys
    assert_operator GC::Profiler.total_time, :>, 0
    assert_match(/\AGC \d+ invokes\.\nIndex    Invoke Time\(sec\) +Use Size.*\n +1 +\d+\.\d{3} +\d+ +\d+ +\d+ +\d+\.\d{20}\n/,
                 GC::Profiler.result)
    GC::Profiler.clear
    assert_equal [], GC::Profiler.raw_data
    assert_equal "", GC::Profiler.result
  ensure
    GC::Profiler.disable
  end

  # Old objects that are written to, young ones that only they hold, in every core container.
  def test_barriers_of_core_containers
    olds = {array: [], hash: {}, object: Object.new, struct: Struct.new(:a).new, class: Class.new, proc: nil}
    4.times { GC.start(full_mark: false) }
    1000.times do |i|
      olds[:array][i % 50] = "array #{i}"
      olds[:hash][i % 50] = ["hash", i]
      olds[:object].instance_variable_set(:@v, "object #{i}")
      olds[:struct].a = "struct #{i}"
      olds[:class].instance_variable_set(:@v, "class #{i}")
      olds[:class].class_variable_set(:@@v, "cvar #{i}") if i % 10 == 0
      local = "local #{i}"
      olds[:proc] = -> { local }
      GC.start(full_mark: false) if i % 100 == 99
    end
    assert_equal (950..999).map { "array #{_1}" }, olds[:array]
    assert_equal (950..999).map { ["hash", _1] }, olds[:hash].values
    assert_equal "object 999", olds[:object].instance_variable_get(:@v)
    assert_equal "struct 999", olds[:struct].a
    assert_equal "class 999", olds[:class].instance_variable_get(:@v)
    assert_equal "cvar 990", olds[:class].class_variable_get(:@@v)
    assert_equal "local 999", olds[:proc].call
  end

  # Their ids go round: an instruction that knew a dead class's shape must not take the next class's for it.
  def test_shapes_of_dead_classes_are_used_again
    make = ->(i) { i.odd? ? Class.new { include Forwards } : Class.new { include Backwards } }
    12_000.times do |i|
      o = make.(i).new
      o.fill(i)
      o.singleton_class
      assert_equal [i, i + 1, i + 2], o.sum if (o.sum <=> [i, i + 1, i + 2]) != 0
    end
  end

  module Sum
    def sum = [@a, @b, @c]
  end

  module Forwards
    include Sum
    def fill(i) = (@a = i; @b = i + 1; @c = i + 2)
  end

  module Backwards
    include Sum
    def fill(i) = (@c = i + 2; @b = i + 1; @a = i)
  end

  def test_time_is_not_measured_while_that_is_off
    GC.measure_total_time = false
    before = [GC.total_time, GC.stat(:time), GC.stat(:marking_time), GC.stat(:sweeping_time)]
    keep = Array.new(100_000) { "x" * 30 }
    3.times { GC.start(immediate_sweep: false); GC.start(full_mark: false) }
    200_000.times { "y" * 50 }
    assert_equal before, [GC.total_time, GC.stat(:time), GC.stat(:marking_time), GC.stat(:sweeping_time)]
    assert_equal 100_000, keep.size
    GC.measure_total_time = true
    GC.start
    assert_operator GC.total_time, :>, before[0]
  ensure
    GC.measure_total_time = true
  end
end
