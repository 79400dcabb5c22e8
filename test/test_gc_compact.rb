# test_gc_compact.rb - GC.compact and its family (gc/compact.c): who moves, who must not, and who has to follow.
#
# GC.verify_compaction_references moves everything that can move and poisons the old places, so each test that calls it
# would meet a reference that was forgotten.  `make check` under VM_STRESS=compact:N does the same to every other test.
require_relative "lib/test_helper"

class TestGCCompact < Minitest::Test
  Pair = Struct.new(:left, :right)
  Point = Data.define(:x, :y)

  class Node
    attr_reader :first, :last

    def initialize(first, last)
      @first = first
      @last = last
    end
  end

  class Wide
    def initialize(values) = values.each_with_index { |v, i| instance_variable_set("@v#{i}", v) }
    def values = instance_variables.map { |name| instance_variable_get(name) }
  end

  def teardown
    GC.auto_compact = false
  end

  def move
    GC.verify_compaction_references[:moved]
  end

  # Built in a method of its own, so that no stray copy on the stack pins what is to move.
  def build(count = 200, &block)
    Array.new(count, &block)
  end

  def test_info
    info = GC.compact
    assert_equal %i[considered moved moved_up moved_down], info.keys
    assert_equal info, GC.latest_compact_info unless ENV["VM_STRESS"] # which may compact in between
    assert(info[:moved].all? { |type, n| type.start_with?("T_") && n.positive? })
    assert_raises(ArgumentError) { GC.compact(1) }
  end

  def test_counts
    before = GC.stat.slice(:compact_count, :total_moved_objects, :major_gc_count)
    build { |i| "string #{i}" }.tap { move }
    after = GC.stat.slice(:compact_count, :total_moved_objects, :major_gc_count)
    assert_operator after[:compact_count], :>, before[:compact_count]
    assert_operator after[:major_gc_count], :>, before[:major_gc_count]
    assert_operator after[:total_moved_objects], :>, before[:total_moved_objects]
  end

  def test_verify_compaction_references_arguments
    assert_equal %i[considered moved moved_up moved_down], GC.verify_compaction_references(toward: :empty).keys
    assert_kind_of Hash, GC.verify_compaction_references(expand_heap: true)
    error = assert_raises(ArgumentError) { GC.verify_compaction_references(foo: 1) }
    assert_equal "unknown keyword: :foo", error.message
  end

  def test_auto_compact
    assert_equal false, GC.auto_compact
    GC.auto_compact = :empty
    assert_equal true, GC.auto_compact
    before = GC.stat(:compact_count)
    GC.start
    assert_operator GC.stat(:compact_count), :>, before
    GC.auto_compact = nil
    assert_equal false, GC.auto_compact
  end

  def test_respond_to
    %i[compact auto_compact auto_compact= latest_compact_info verify_compaction_references].each do |name|
      assert_respond_to GC, name
    end
  end

  # One object in fifty stays: their pages are nearly empty, and compaction gives most of them back.
  def test_sparse_pages_are_given_back
    skip "a sanitizer's large C frames hold what lies in most pages" if sanitized?
    kept = sparse_objects
    GC.start
    before = GC.stat(:heap_eden_pages)
    moved = GC.compact[:moved]
    assert_operator moved.fetch(:T_OBJECT), :>, 1000
    assert_operator GC.stat(:heap_eden_pages), :<, before - 20
    assert_equal Array.new(2000) { |i| i * 50 }, kept.map(&:first)
    assert_equal 0, GC.stat(:heap_empty_pages)
  end

  def sparse_objects
    all = Array.new(100_000) { |i| Node.new(i, nil) }
    all.select.with_index { |_, i| (i % 50).zero? }
  end

  def test_fields_of_every_kind
    objects = build { |i| Node.new("first #{i}", Pair.new(+"left #{i}", [i.to_s, { i => "value #{i}" }])) }
    assert_operator move.values.sum, :>, 400
    objects.each_with_index do |o, i|
      assert_equal "first #{i}", o.first
      assert_equal "left #{i}", o.last.left
      assert_equal [i.to_s, { i => "value #{i}" }], o.last.right
    end
  end

  def test_same_object_stays_the_same
    objects = build { |i| Node.new("text #{i}", nil) }
    others = objects.map { |o| [o, o.first] }
    move
    others.each_with_index { |(o, text), i| assert(o.equal?(objects[i]) && text.equal?(objects[i].first)) }
  end

  def test_many_fields
    wide = build(20) { |i| Wide.new(Array.new(40) { |k| "#{i}-#{k}" }) }
    move
    wide.each_with_index { |w, i| assert_equal Array.new(40) { |k| "#{i}-#{k}" }, w.values }
  end

  def test_dictionary_fields
    objects = build(20) { |i| Wide.new(Array.new(6) { |k| "#{i}-#{k}" }) }
    objects.each { |o| o.remove_instance_variable(:@v2) }
    move
    objects.each_with_index { |o, i| assert_equal [0, 1, 3, 4, 5].map { |k| "#{i}-#{k}" }, o.values }
  end

  def test_ivars_outside_the_object
    strings = build { |i| +"string #{i}" }
    strings.each_with_index { |s, i| s.instance_variable_set(:@tag, "tag #{i}") }
    arrays = build { |i| [i].each { |_| } }
    arrays.each_with_index { |a, i| a.instance_variable_set(:@tag, "tag #{i}") }
    3.times { move }
    strings.each_with_index { |s, i| assert_equal "tag #{i}", s.instance_variable_get(:@tag) }
    arrays.each_with_index { |a, i| assert_equal "tag #{i}", a.instance_variable_get(:@tag) }
    assert_nil "another".instance_variable_get(:@tag)
  end

  def test_arrays
    small = build { |i| ["a#{i}", "b#{i}"] }
    large = build(5) { |i| Array.new(500) { |k| "#{i}/#{k}" } }
    shared = large.map { |a| a[100, 50] }
    shifted = large.map(&:dup).each { |a| a.shift(3) }
    move
    small.each_with_index { |a, i| assert_equal ["a#{i}", "b#{i}"], a }
    shared.each_with_index { |a, i| assert_equal Array.new(50) { |k| "#{i}/#{k + 100}" }, a }
    shifted.each_with_index { |a, i| assert_equal Array.new(497) { |k| "#{i}/#{k + 3}" }, a }
    large.each_with_index { |a, i| assert_equal "#{i}/499", a.last }
  end

  def test_strings
    long = build(50) { |i| "#{i} " + "x" * 300 }
    parts = long.map { |s| s[2..] }
    buffers = build(50) { |i| String.new(capacity: 40) << i.to_s }
    move
    buffers.each { |s| s << "!" }
    assert_equal Array.new(50) { |i| "#{i}!" }, buffers
    assert_equal Array.new(50) { |i| "#{i} " + "x" * 300 }, long
    parts.each_with_index { |s, i| assert_equal long[i].byteslice(2..), s }
  end

  def test_numbers
    numbers = build { |i| [i + 1e300, 2**70 + i, 2**2000 + i, Rational(i, 7), Complex(i, 2.5), Complex(2**65 + i, Rational(1, 3))] }
    move
    numbers.each_with_index do |n, i|
      assert_equal [i + 1e300, 2**70 + i, 2**2000 + i, Rational(i, 7), Complex(i, 2.5), Complex(2**65 + i, Rational(1, 3))], n
    end
  end

  def test_structs_ranges_data
    objects = build { |i| [Pair.new("l#{i}", "r#{i}"), ("a#{i}".."b#{i}"), Point.new("x#{i}", "y#{i}")] }
    wide = Struct.new(*Array.new(150) { |i| :"m#{i}" })
    big = build(3) { |i| wide.new(*Array.new(150) { |k| "#{i}.#{k}" }) }
    move
    objects.each_with_index do |o, i|
      assert_equal [Pair.new("l#{i}", "r#{i}"), ("a#{i}".."b#{i}"), Point.new("x#{i}", "y#{i}")], o
    end
    big.each_with_index { |b, i| assert_equal Array.new(150) { |k| "#{i}.#{k}" }, b.to_a }
  end

  def test_hashes
    small = build { |i| { "k#{i}" => "v#{i}", [i.to_s] => "array", 1.5 => "float", 2**80 => "big", i => "int" } }
    large = Array.new(3000) { |i| ["key #{i}", "value #{i}"] }.to_h
    defaults = build(20) { |i| Hash.new("default #{i}") }
    procs = build(20) { |i| Hash.new { |h, k| h[k] = "#{i} #{k}" } }
    3.times { move }
    small.each_with_index do |h, i|
      assert_equal ["v#{i}", "array", "float", "big", "int"], ["k#{i}", [i.to_s], 1.5, 2**80, i].map { |k| h[k] }
    end
    3000.times { |i| assert_equal "value #{i}", large["key #{i}"] }
    defaults.each_with_index { |h, i| assert_equal "default #{i}", h[:none] }
    procs.each_with_index { |h, i| assert_equal "#{i} x", h["x"] }
  end

  # ---- to another slot size ----

  SIZES = GC.stat_heap.values.map { |heap| heap[:slot_size] }

  # Are the sizes that the tests of a type count on those of this build?  Without embedded hashes a Hash has a table in the smallest slot, and with
  # headers of 16 bytes the Arrays that grew have other capacities.
  def sizes_as_expected?(type)
    return false if SIZES.size < 8 || sanitized? || !ENV["VM_STRESS"].to_s.empty?
    return false if type == :T_HASH && RbConfig::CONFIG["configure_args"].to_s.include?("disable-embed-hash")
    type != :T_ARRAY || GC::INTERNAL_CONSTANTS[:RBASIC_SIZE] == 8
  end

  # Moves everything.  At least so many objects of the type, but for some that the stack holds, go to larger or smaller slots.
  # Where these have other sizes, VM_STRESS has moved the objects before, or a sanitizer's large C frames hold some of them, the
  # contents alone are looked at.
  def move_between(way, type, count)
    info = GC.verify_compaction_references
    return unless sizes_as_expected?(type)
    assert_operator info[way].fetch(type, 0), :>=, count - 10, info
    assert_operator info[:moved].fetch(type), :>=, info[:moved_up].fetch(type, 0) + info[:moved_down].fetch(type, 0)
    assert_operator info[:considered].fetch(type), :>=, info[:moved].fetch(type)
  end

  def test_arrays_that_grew_come_into_their_slots
    arrays = build { |i| a = []; 6.times { |k| a << "#{i}.#{k}" }; a }
    move_between(:moved_up, :T_ARRAY, 200)
    arrays.each_with_index { |a, i| assert_equal Array.new(6) { |k| "#{i}.#{k}" }, a }
    arrays.each { |a| a << "more" }
    move
    arrays.each_with_index { |a, i| assert_equal [*Array.new(6) { |k| "#{i}.#{k}" }, "more"], a }
  end

  def test_arrays_that_shrank_leave_large_slots
    base = Array.new(12) { |k| "element #{k}" }
    arrays = build { base.dup.tap { |a| a.pop(10) } }
    small_limits? ? move : move_between(:moved_down, :T_ARRAY, 200) # small limits: a copy of eight elements shares them and has a small slot
    arrays.each { |a| assert_equal ["element 0", "element 1"], a }
  end

  def test_shifted_arrays_come_into_their_slots
    arrays = build { |i| a = []; 10.times { |k| a << "#{i}.#{k}" }; a.shift(2); a }
    move_between(:moved_up, :T_ARRAY, 200)
    arrays.each_with_index { |a, i| assert_equal Array.new(8) { |k| "#{i}.#{k + 2}" }, a }
    arrays.each_with_index { |a, i| assert_equal "#{i}.2", a.shift }
  end

  def test_buffers_less_than_half_full_keep_their_room
    arrays = build(50) { |i| a = Array.new(100, i); a.pop(95); a }
    strings = build(50) { |i| String.new(capacity: 5000) << i.to_s }
    require "objspace"
    sizes = (arrays + strings).map { |o| ObjectSpace.memsize_of(o) - slot_size(o) }
    move
    assert_equal sizes, (arrays + strings).map { |o| ObjectSpace.memsize_of(o) - slot_size(o) }
    arrays.each_with_index { |a, i| assert_equal [i] * 5, a }
    strings.each_with_index { |s, i| assert_equal i.to_s, s }
  end

  def slot_size(object) = ObjectSpace.dump(object)[/"slot_size":(\d+)/, 1].to_i

  def test_strings_that_grew_come_into_their_slots
    strings = build { |i| +"" << "#{i} " << "x" * 90 }
    wide = build(20) { |i| "#{i} abc".encode("UTF-32LE") << ("x" * 8).encode("UTF-32LE") }
    move_between(:moved_up, :T_STRING, 200)
    strings.each_with_index { |s, i| assert_equal "#{i} " + "x" * 90, s }
    strings.each { |s| s << "y" * 2000 }
    strings.each_with_index { |s, i| assert_equal "#{i} " + "x" * 90 + "y" * 2000, s }
    wide.each_with_index { |s, i| assert_equal "#{i} abcxxxxxxxx", s.encode("UTF-8") }
  end

  def test_strings_that_shrank_leave_large_slots
    strings = build { |i| (i.to_s + "z" * 150).squeeze! }
    expected = Array.new(200) { |i| (i.to_s + "z" * 150).squeeze }
    move_between(:moved_down, :T_STRING, 200)
    assert_equal expected, strings
  end

  def test_shared_bodies_stay_where_they_are
    bodies = build(50) { |i| ("%04d" % i * 100) << "." }
    roots = bodies.map(&:freeze)
    tails = roots.map { |s| s[40..] }
    dups = roots.map(&:dup)
    arrays = build(20) { |i| Array.new(140) { |k| "#{i}/#{k}" } }
    slices = arrays.map { |a| a[5, 130] }
    3.times { move }
    roots.each_with_index do |s, i|
      text = "%04d" % i * 100 + "."
      assert_equal [text, text[40..], text], [s, tails[i], dups[i]]
    end
    roots.clear
    bodies.clear
    2.times { move }
    tails.each_with_index { |s, i| assert_equal ("%04d" % i * 100 + ".")[40..], s }
    slices.each_with_index { |a, i| assert_equal Array.new(130) { |k| "#{i}/#{k + 5}" }, a }
  end

  def test_hashes_with_a_table_leave_large_slots
    base = Array.new(8) { |k| [:"k#{k}", "v#{k}"] }.to_h
    hashes = build { |i| base.dup.tap { |h| h[:more] = "more #{i}" } }
    move_between(:moved_down, :T_HASH, 200)
    hashes.each_with_index { |h, i| assert_equal base.merge(more: "more #{i}"), h }
  end

  def test_hashes_with_a_block_come_into_their_slots
    hashes = build { |i| h = {}; 5.times { |k| h["#{i}.#{k}"] = k }; h }
    defaults = build(50) { |i| h = Hash.new("none #{i}"); 5.times { |k| h[k] = "#{i}.#{k}" }; h.delete(1); h }
    move_between(small_limits? ? :moved_down : :moved_up, :T_HASH, 200) # small limits: five pairs are too many for a slot
    hashes.each_with_index { |h, i| assert_equal Array.new(5) { |k| ["#{i}.#{k}", k] }, h.to_a }
    defaults.each_with_index do |h, i|
      assert_equal [0, 2, 3, 4].map { |k| [k, "#{i}.#{k}"] }, h.to_a
      assert_equal "none #{i}", h[1]
      6.times { |k| h["more #{k}"] = k }
      assert_equal 10, h.size
    end
  end

  def test_hashes_under_a_loop
    hashes = build(20) { |i| h = {}; 5.times { |k| h["#{i}.#{k}"] = k }; h }
    seen = []
    hashes[7].each { |key, value| move if value == 2; hashes[7].delete(key) if value == 1; seen << value }
    assert_equal [0, 1, 2, 3, 4], seen
    assert_equal %w[7.0 7.2 7.3 7.4], hashes[7].keys
  end

  class Growing
    def grow = 10.times { |k| instance_variable_set("@v#{k}", "#{object_id}.#{k}") }
    def values = instance_variables.map { |name| instance_variable_get(name) }
    def v9 = @v9
    def v9=(value)
      @v9 = value
    end
  end

  def test_objects_that_grew_come_into_their_slots
    objects = build { Growing.new }
    objects.each(&:grow)
    codes = objects.map(&:values)
    move_between(:moved_up, :T_OBJECT, 200)
    assert_equal codes, objects.map(&:values)
    objects.each_with_index { |o, i| o.v9 = "set #{i}" }
    objects.each { |o| o.instance_variable_set(:@more, "more") }
    objects.each_with_index { |o, i| assert_equal ["set #{i}", "set #{i}", "more"], [o.v9, *o.values.last(2)] }
  end

  class Singular
    def grow = 10.times { |k| instance_variable_set("@w#{k}", k) }
  end

  def test_what_belongs_to_an_object_follows_to_another_size
    objects = build(50) { |i| Singular.new.tap { |o| o.define_singleton_method(:own) { i } } }
    objects.each(&:grow).each(&:freeze)
    arrays = build(50) { |i| a = []; a.instance_variable_set(:@tag, "tag #{i}"); 6.times { a << i }; a }
    ids = (objects + arrays).map(&:object_id)
    2.times { move }
    assert_equal ids, (objects + arrays).map(&:object_id)
    objects.each_with_index { |o, i| assert_equal i, o.own }
    objects.each { |o| assert_raises(FrozenError) { o.grow } }
    arrays.each_with_index { |a, i| assert_equal ["tag #{i}", [i] * 6], [a.instance_variable_get(:@tag), a] }
  end

  # A collection after the move, of the young only: what an old object refers to from its new slot stays remembered.
  def test_barriers_follow_to_another_size
    arrays = build { [] }
    4.times { GC.start }
    arrays.each_with_index { |a, i| 6.times { |k| a << "#{i}.#{k}" } }
    GC.compact
    arrays.each_with_index { |a, i| a[0] = +"young #{i}" }
    GC.start(full_mark: false)
    build(2000) { "other" }
    GC.verify_internal_consistency
    arrays.each_with_index { |a, i| assert_equal ["young #{i}", "#{i}.1"], a.first(2) }
  end

  def test_compact_moves_between_sizes
    arrays = build { |i| a = []; 6.times { |k| a << i + k }; a }
    GC.start
    before = GC.stat(:total_allocated_objects) - GC.stat(:total_freed_objects)
    info = GC.compact
    assert_operator info[:moved_up].fetch(:T_ARRAY, 0), :>=, 190 if sizes_as_expected?(:T_ARRAY)
    assert_operator (GC.stat(:total_allocated_objects) - GC.stat(:total_freed_objects) - before).abs, :<, 1000
    arrays.each_with_index { |a, i| assert_equal Array.new(6) { |k| i + k }, a }
  end

  def test_address_hashes_survive
    objects = build { |i| Node.new(i, nil) }
    codes = objects.map(&:hash)
    by_object = objects.to_h { |o| [o, o.first] }
    by_array = objects.to_h { |o| [[o], o.first] }
    set = objects.to_set
    method_codes = objects.map { |o| o.method(:first).hash }
    2.times { move }
    assert_equal codes, objects.map(&:hash)
    assert_equal method_codes, objects.map { |o| o.method(:first).hash }
    objects.each do |o|
      assert_equal o.first, by_object[o]
      assert_equal o.first, by_array[[o]]
      assert_includes set, o
    end
  end

  def test_compare_by_identity
    small = {}.compare_by_identity
    large = {}.compare_by_identity
    keys = build { |i| "key #{i}" }
    small[keys[0]] = 0
    keys.each_with_index { |k, i| large[k] = i }
    set = Set.new.compare_by_identity.merge(keys)
    2.times { move }
    assert_equal 0, small[keys[0]]
    assert_nil small["key 0"]
    keys.each_with_index { |k, i| assert_equal i, large[k] }
    assert(keys.all? { |k| set.include?(k) })
  end

  def test_inspect_and_ids_stay
    objects = build { |i| Node.new(i, "last") }
    texts = objects.map(&:inspect)
    names = build { Object.new }.map { |o| [o, o.to_s] }
    ids = objects.map(&:object_id)
    fresh = build { |i| "string #{i}" }
    string_ids = fresh.map(&:object_id)
    2.times { move }
    assert_equal texts, objects.map(&:inspect)
    names.each { |o, name| assert_equal name, o.to_s }
    assert_equal ids, objects.map(&:object_id)
    assert_equal string_ids, fresh.map(&:object_id)
    assert_equal string_ids.uniq, string_ids
  end

  def test_weak_maps
    keys = build { |i| "key #{i}" }
    values = build { |i| "value #{i}" }
    map = ObjectSpace::WeakMap.new
    key_map = ObjectSpace::WeakKeyMap.new
    keys.each_with_index do |k, i|
      map[k] = values[i]
      key_map[k] = "of #{i}"
    end
    2.times { move }
    keys.each_with_index do |k, i|
      assert_same values[i], map[k]
      assert_equal "of #{i}", key_map[k.dup]
      assert_same k, key_map.getkey(k.dup)
    end
  end

  def test_finalizers
    done = []
    finalizer = proc { |id| done << id }
    ids = finalized(finalizer)
    GC.start
    objects = nil
    GC.start
    3.times { Array.new(100) { Object.new }; GC.start }
    assert_nil objects
    assert_operator (done & ids).size, :>, 80
  end

  def finalized(finalizer)
    holder = Array.new(100) { |i| Node.new(i, nil) }
    holder.each { |o| ObjectSpace.define_finalizer(o, finalizer) }
    move
    holder.map(&:object_id).tap { holder.clear }
  end

  def test_fstrings_and_symbols
    names = build { |i| -"an interned name #{i}" }
    symbols = build { |i| :"symbol number #{i}" }
    move
    names.each_with_index { |s, i| assert_same s, -"an interned name #{i}" }
    symbols.each_with_index { |s, i| assert_same s, "symbol number #{i}".to_sym }
  end

  def test_closures_and_enumerators
    procs = build(50) { |i| text = "captured #{i}"; -> { text } }
    enums = build(20) { |i| ["e#{i}", "f#{i}"].each }
    enums.each(&:next)
    fiber = Fiber.new { a = ["in", "fiber"]; Fiber.yield(a); a.join }
    fiber.resume
    move
    procs.each_with_index { |p, i| assert_equal "captured #{i}", p.call }
    enums.each_with_index { |e, i| assert_equal "f#{i}", e.next }
    assert_equal "infiber", fiber.resume
  end

  def test_while_iterating
    seen = []
    build(50) { |i| "element #{i}" }.each { |s| move if s.end_with?("5"); seen << s }
    assert_equal Array.new(50) { |i| "element #{i}" }, seen
    h = Array.new(50) { |i| ["k#{i}", "v#{i}"] }.to_h
    h.each { |k, v| move if k == "k10"; assert_equal k[1..], v[1..] }
    sorted = build(50) { |i| "s#{50 - i}" }.sort_by { |s| move if s == "s25"; s }
    assert_equal Array.new(50) { |i| "s#{i + 1}" }.sort, sorted
    assert_equal "v3v4", h.slice("k3", "k4").sum("") { |_, v| move; v }
  end

  def test_marshal_and_threads
    objects = build { |i| Pair.new("l#{i}", ["r#{i}"] * 2) }
    copy = Marshal.load(Marshal.dump(objects), proc { |o| move if o == "l7"; o })
    assert_equal objects, copy
    queue = Queue.new
    thread = Thread.new { local = ["thread", "local"]; queue.pop; local.join(" ") }
    Thread.pass until thread.stop?
    move
    queue << 1
    assert_equal "thread local", thread.value
  end

  def test_out_of_nowhere
    script = <<~RUBY
      GC.auto_compact = true
      kept = {}
      40_000.times do |i|
        kept["k\#{i % 500}"] = [i.to_s, { i => i.to_s }, Struct.new(:a).new(i)] if i % 10 == 0
        kept[i % 97] = "\#{i}" * 3
        GC.start if i % 5000 == 0
      end
      GC.verify_internal_consistency
      print kept.size, " ", GC.stat(:compact_count) > 4
    RUBY
    assert_equal "147 true", IO.popen([RbConfig.ruby, "--disable-gems", "-e", script], &:read)
  end
end
