# test_objspace.rb - the ObjectSpace module (objspace.c, gc/final.c): walking, finalizers, ids.
require_relative "lib/test_helper"

class TestObjectSpace < Minitest::Test
  class Thing; end
  class SubThing < Thing; end

  def test_each_object_of_a_class
    keep = [Thing.new, SubThing.new]
    seen = []
    assert_equal 2, ObjectSpace.each_object(Thing) { seen << _1 }
    assert_equal 2, (seen & keep).size
    assert_equal 1, ObjectSpace.each_object(SubThing) { }
    assert_equal 2, keep.size
  end

  def test_each_object_singleton_class_finds_subclasses
    assert_equal [SubThing, Thing].sort_by(&:name), ObjectSpace.each_object(Thing.singleton_class).sort_by(&:name)
  end

  def test_each_object_arguments
    assert_equal "class or module required", assert_raises(TypeError) { ObjectSpace.each_object(1) { } }.message
    assert_raises(TypeError) { ObjectSpace.each_object(nil) { } }
    assert_raises(ArgumentError) { ObjectSpace.each_object(Thing, 1) { } }
    assert_kind_of Enumerator, ObjectSpace.each_object(Thing)
  end

  def test_each_object_hides_internals
    ObjectSpace.each_object { |o| assert_kind_of Class, Kernel.instance_method(:class).bind_call(o) }
  rescue TypeError
    # BasicObject instances take no Kernel method
  end

  def test_count_objects
    h = ObjectSpace.count_objects
    assert_equal %i[TOTAL FREE], h.keys.first(2)
    assert_operator h[:T_STRING], :>, 0
    assert_equal h[:TOTAL], h[:FREE] + h.sum { |k, v| k.start_with?("T_") ? v : 0 }
    given = {other: 1}
    assert_same given, ObjectSpace.count_objects(given)
    assert_equal 0, given[:other]
    assert_equal "non-hash given", assert_raises(TypeError) { ObjectSpace.count_objects(1) }.message
    assert_raises(FrozenError) { ObjectSpace.count_objects({a: 1}.freeze) }
  end

  def test_define_finalizer_errors
    {1 => "Integer", :a => "Symbol", nil => "NilClass", 1.0 => "Float"}.each do |v, name|
      e = assert_raises(ArgumentError) { ObjectSpace.define_finalizer(v, proc { }) }
      assert_equal "cannot define finalizer for #{name}", e.message
    end
    assert_raises(FrozenError) { ObjectSpace.define_finalizer("a".freeze, proc { }) }
    e = assert_raises(ArgumentError) { ObjectSpace.define_finalizer(+"a", 1) }
    assert_equal "wrong type argument Integer (should be callable)", e.message
    e = assert_raises(ArgumentError) { ObjectSpace.define_finalizer(+"a") }
    assert_equal "tried to create Proc object without a block", e.message
    assert_raises(FrozenError) { ObjectSpace.undefine_finalizer(1) }
  end

  def test_define_finalizer_returns_code_and_proc
    pr = proc { }
    o = Object.new
    assert_equal [0, pr], ObjectSpace.define_finalizer(o, pr)
    assert_same o, ObjectSpace.undefine_finalizer(o)
  end

  def self.finalizer(log) = proc { |id| log << id }
  def make_garbage(log) = (1..100).map { o = Object.new; ObjectSpace.define_finalizer(o, self.class.finalizer(log)); o.object_id }
  def deep(n, &b) = n.zero? ? b.call : deep(n - 1, &b)

  def test_finalizer_gets_the_id
    log = []
    ids = deep(20) { make_garbage(log) }
    3.times { GC.start }
    assert_operator log.size, :>=, 90
    assert_empty log - ids
  end

  # Nobody calls GC.start: what allocation collects is finalized at the next safe point, also when the fiber or thread that
  # collected has ended.
  def test_finalizers_run_without_asking
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-e", <<~'RUBY'], &:read)
      $n = 0
      F = proc { |id| $n += 1 }
      def make = 1000.times { ObjectSpace.define_finalizer(Object.new, F) }
      def collect(times)
        least = GC.count + times
        s = "x" * 100 until GC.count >= least
      end
      def check
        $n = 0
        yield
        collect(6)
        puts $n > 900
      end
      check { make }
      check { Fiber.new { make }.resume; Fiber.new { collect(2) }.resume }
      check { Thread.new { make; collect(2) }.join }
      check { Thread.handle_interrupt(Object => :never) { make; collect(6) } }
    RUBY
    assert_equal "true\n" * 4, out
  end

  def test_finalizer_at_exit
    out = IO.popen([RbConfig.ruby, "-W0", "-e", <<~'RUBY'], &:read)
      o = Object.new
      ObjectSpace.define_finalizer(o, proc { puts "first" })
      ObjectSpace.define_finalizer(o, proc { raise "lost" })
      ObjectSpace.define_finalizer(o, proc { puts "third" })
      at_exit { puts "at_exit" }
    RUBY
    assert_equal "at_exit\nfirst\nthird\n", out
  end

  def test_finalizer_warnings
    err = IO.popen([RbConfig.ruby, "-e", <<~'RUBY', err: [:child, :out]], &:read)
      x = Object.new
      ObjectSpace.define_finalizer(x, x.method(:inspect))
      y = Object.new
      ObjectSpace.define_finalizer(y, proc { raise "boom" })
      ObjectSpace.undefine_finalizer(x)
    RUBY
    assert_match(/-e:2: warning: finalizer references object to be finalized$/, err)
    assert_match(/warning: Exception in finalizer #<Proc:0x\h+ -e:4>\n/, err)
    assert_match(/boom \(RuntimeError\)/, err)
  end

  def test_object_ids
    a, b = Object.new, Object.new
    assert_equal a.object_id, a.__id__
    refute_equal a.object_id, b.object_id
    assert_equal 8, b.object_id - a.object_id if b.object_id > a.object_id
    assert_equal [0, 20, 3, -1, 2**63 - 1], [false.object_id, true.object_id, 1.object_id, -1.object_id, (2**62 - 1).object_id]
    assert_equal 4, nil.object_id
    refute_equal a.object_id, a.dup.object_id
    GC.start
    assert_equal a.object_id, a.__id__
    assert_kind_of Integer, BasicObject.new.__id__
  end

  def id2ref(id) = ObjectSpace._id2ref(id)

  def test_id2ref
    o = Object.new
    assert_same o, id2ref(o.object_id)
    [nil, true, false, 1, -5, :a, 1.0].each { |v| assert_equal [v], [id2ref(v.object_id)] }
    assert_equal '"36" is not an id value', assert_raises(RangeError) { id2ref(36) }.message
    assert_equal "\"#{2**70}\" is not an id value", assert_raises(RangeError) { id2ref(2**70) }.message
    assert_equal "0x000000000000000c is not a symbol id value", assert_raises(RangeError) { id2ref(12) }.message
    assert_raises(TypeError) { id2ref("x") }
    dead = deep(20) { (1..50).map { Object.new.object_id } }
    3.times { GC.start }
    messages = dead.filter_map { |id| id2ref(id) && nil rescue $!.message }
    assert_operator messages.size, :>=, 40 # the machine stack may hold a few
    assert_empty messages - dead.map { |id| "\"#{id}\" is a recycled object" }
  end

  # Contents are counted where they lie: a small slot of 32 or 64 bytes is never on two lines.
  def test_heap_straddle
    kept = Array.new(100) { |i| "x" * i }
    h = ObjectSpace.heap_straddle
    assert_equal %i[small_slots large_slots], h.keys
    h.each_value { |part| assert_equal %i[contents straddling], part.keys }
    h.each_value { |part| assert_operator part[:straddling], :<=, part[:contents] }
    small = GC.stat_heap.values.map { |heap| heap[:slot_size] }.select { |n| n <= 64 }
    assert_operator h[:small_slots][:contents], :>, 40 if small.any? && small.min <= 32
    assert_equal 0, h[:small_slots][:straddling] if small.all? { |n| 64 % n == 0 }
    assert_equal 100, kept.size
  end

  # ---- finalizers that allocate, collect, fail ----

  FINALIZERS = <<~'RUBY'
    class Thing; end
    $stderr = STDOUT
    # Gives n objects the finalizer and drops them; a thread of its own leaves no copies of them on this stack.
    def drop(n, &code)
      Thread.new { n.times { ObjectSpace.define_finalizer(Thing.new, code) } }.join
      GC.start
    end
  RUBY

  def test_a_finalizer_may_collect_and_is_not_interrupted_by_others
    out, err, status = run_ruby(FINALIZERS + <<~'RUBY')
      log = []
      drop(20) do
        log << :begin
        drop(5) { log << :inner }
        GC.start
        log << :end
      end
      GC.start
      outer = log - [:inner]
      p outer.size > 20, outer.each_slice(2).all?([:begin, :end]), log.each_cons(2).none?([:begin, :inner]), log.include?(:inner)
    RUBY
    assert_equal ["true\n" * 4, "", 0], [out, err, status]
  end

  def test_what_a_finalizer_throws_or_raises
    out, = run_ruby(FINALIZERS + <<~'RUBY')
      called = 0
      drop(10) { called += 1; throw :nowhere }
      p called > 5
      $VERBOSE = nil
      drop(10) { called += 10; raise "not shown" }
      p called > 55
    RUBY
    warnings = out.scan(/warning: Exception in finalizer/).size
    assert_operator warnings, :>, 5
    assert_equal [warnings, 0, "true\n"], [out.scan("uncaught throw :nowhere (UncaughtThrowError)").size, out.scan("not shown").size, out.lines.last]
  end

  def test_at_exit_come_the_finalizers_that_are_left
    out, = run_ruby(FINALIZERS + <<~'RUBY')
      objects = Array.new(100) { |i| Thing.new.tap { |o| ObjectSpace.define_finalizer(o, proc { |id| print id == $ids[i] ? "." : "?" }) } }
      $ids = objects.map.with_index { |o, i| o.object_id if i.even? }
      objects.each_with_index { |o, i| ObjectSpace.undefine_finalizer(o) if i % 5 == 0 }
    RUBY
    assert_equal [40, 40, 80], [out.count("."), out.count("?"), out.size]
  end

  def test_ids_are_found_again_after_others_died
    out, = run_ruby(<<~'RUBY', "-W0")
      kept = []
      Thread.new { 2000.times { |i| o = Object.new; o.object_id; kept << o if i % 20 == 0 } }.join
      GC.start
      ids = kept.map(&:object_id)
      p ids.zip(kept).all? { |id, o| ObjectSpace._id2ref(id).equal?(o) }
      GC.compact
      p ids == kept.map(&:object_id), ids.zip(kept).all? { |id, o| ObjectSpace._id2ref(id).equal?(o) }
      found = (ids.min..ids.max).step(8).count { |id| ObjectSpace._id2ref(id) rescue false }
      p found < 200
    RUBY
    assert_equal "true\n" * 4, out
  end
end
