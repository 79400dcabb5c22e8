# test_forward_arguments.rb - `...`: arguments that a method only hands on.  Up to FORWARD_ROOM (internal/iseq.h) of them stay in
# the method's frame as they were given, until a block, an eval or a splat needs them as an Array and a Hash (vm/args.c).
require_relative "lib/test_helper"

class TestForwardArguments < Minitest::Test
  class Target
    def all(*a, **k, &b) = [a, k, b&.call]
    def one(x) = x
    def opt(x, y = 2, k: 3) = [x, y, k]
    def pos(*a) = a
    def keys(a:, b: 2) = [a, b]
    ruby2_keywords def flagged(*a) = [a, a.last.is_a?(Hash) && Hash.ruby2_keywords_hash?(a.last)]
    def change(*a, **k) = [a.push(:more), k.update(more: 1)]

    def f(...) = all(...)
    def twice(...) = f(...)
    def lead(a, b = 7, ...) = all(b, a, ...)
    def in_block(...) = [1, 2].map { all(...) }
    def in_eval(...) = [eval("all(...)"), all(...)]
    def before_eval(...) = [all(...), binding.eval("all(...)")]
    def splat(...) = all(*[8, 9], ...)
    def to_opt(...) = opt(...)
    def to_one(...) = one(...)
    def to_pos(...) = pos(...)
    def to_keys(...) = keys(...)
    def to_flagged(...) = flagged(...)
    def to_change(...) = [change(...), all(...)]
    def to_c(...) = [].push(...)
    def to_call(p, ...) = p.(...)
    def to_send(...) = send(...)
    def to_missing(...) = nowhere(...)
    def method_missing(name, *a, **k) = [name, a, k]
    def respond_to_missing?(*) = true
    def escaped(...) = binding
    def rescued(...)
      raise "x"
    rescue
      all(...)
    ensure
      @ensured = all(...)
    end
    attr_reader :ensured
  end

  def setup = @t = Target.new

  def test_forms_of_arguments
    [:f, :twice].each do |m|
      assert_equal [[], {}, nil], @t.public_send(m)
      assert_equal [[1], {}, nil], @t.send(m, 1)
    end
    t = @t
    h = {z: 1}
    assert_equal [[1, 2], {a: 3}, nil], t.twice(1, 2, a: 3)
    assert_equal [[1, 2], {a: 3}, nil], t.twice(*[1, 2], a: 3)
    assert_equal [[1, 2], {z: 1}, nil], t.twice(1, *[2], **h)
    assert_equal [[], {"a" => 1}, nil], t.twice("a" => 1)
    assert_equal [[], {}, nil], t.twice(**{})
    assert_equal [[], {}, nil], t.twice(**nil)
    assert_equal [[{a: 1}], {}, nil], t.twice({a: 1})
    assert_equal [[], {}, 5], t.twice { 5 }
    assert_equal [[], {}, "s"], t.twice(&-> { "s" })
    assert_equal [[], {a: 2, b: 1}, nil], t.twice(b: 1, a: 2).then { |a, k, b| [a, k.sort.to_h, b] }
  end

  def test_more_than_the_frame_keeps
    (0..20).each do |n|
      a = Array.new(n) { _1 }
      assert_equal [a, {}, nil], @t.twice(*a)
      assert_equal [a, {k: 1}, nil], @t.twice(*a, k: 1)
      assert_equal [[:x, *a], {k: 1, l: 2}, 3], @t.twice(:x, *a, k: 1, l: 2) { 3 }
      assert_equal [[7, 0, *a], {}, nil], @t.lead(0, 7, *a)
    end
    assert_equal [[1], {a: 1, b: 2, c: 3, d: 4, e: 5}, nil], @t.twice(1, a: 1, b: 2, c: 3, d: 4, e: 5)
  end

  def test_own_leading_arguments
    assert_equal [[7, 1], {}, nil], @t.lead(1)
    assert_equal [[2, 1], {}, nil], @t.lead(1, 2)
    assert_equal [[2, 1, 3], {k: 4}, nil], @t.lead(1, 2, 3, k: 4)
    assert_equal [[7, 1], {k: 4}, nil], @t.lead(*[1], k: 4)
    assert_equal [[2, 1, 3], {}, 6], @t.lead(1, *[2, 3]) { 6 }
    assert_equal [[8, 9, 1], {b: 2}, nil], @t.splat(1, b: 2)
  end

  def test_blocks_and_eval
    want = [[1], {a: 2}, 3]
    assert_equal [want, want], @t.in_block(1, a: 2) { 3 }
    assert_equal [want, want], @t.in_eval(1, a: 2) { 3 }
    assert_equal [want, want], @t.before_eval(1, a: 2) { 3 }
    assert_equal [[[1], {}, nil]] * 2, @t.before_eval(1)
    assert_equal [[[], {a: 2}, nil]] * 2, @t.in_eval(**{a: 2})
    assert_equal [[1], {a: 2}, 3], @t.rescued(1, a: 2) { 3 }
    assert_equal [[1], {a: 2}, 3], @t.ensured
    b = @t.escaped(1, x: [2])
    GC.start
    assert_equal [[1], {x: [2]}, nil], b.eval("all(...)")
    assert_equal [[1], {x: [2]}, nil], b.eval("all(...)")
    assert_equal [], b.local_variables & %i[* ** & ...]
  end

  # The names of the keywords stay when the code of the call is gone.
  def test_caller_is_gone
    bindings = Array.new(20) { |i| eval("@t.escaped(1, gone_#{i}: i, other: 2)") }
    3.times { GC.start }
    20.times { |i| eval("@t.f(more_#{i}: 1)") }
    bindings.each_with_index do |b, i|
      2.times { assert_equal [[1], {"gone_#{i}": i, other: 2}, nil], b.eval("all(...)") }
    end
  end

  def test_kinds_of_callees
    assert_equal [1, 2, 3], @t.to_opt(1)
    assert_equal [1, 5, 4], @t.to_opt(1, 5, k: 4)
    assert_equal [1, {a: 2}], @t.to_pos(1, a: 2)
    assert_equal({a: 2}, @t.to_one(a: 2))
    assert_equal [1, 3], @t.to_keys(b: 3, a: 1)
    assert_equal [[1, {a: 2}], true], @t.to_flagged(1, a: 2)
    assert_equal [1, 2, {a: 3}], @t.to_c(1, 2, a: 3)
    assert_equal (1..40).to_a, @t.to_c(*1..40)
    assert_equal [1, [2], {k: 3}], @t.to_call(->(a, *b, **k) { [a, b, k] }, 1, 2, k: 3)
    assert_equal [:sym, 2], [@t.to_call(:itself.to_proc, :sym), @t.to_call(:+.to_proc, 1, 1)]
    assert_equal [[1], {k: 2}, nil], @t.to_send(:all, 1, k: 2)
    assert_equal [:nowhere, [1], {k: 2}], @t.to_missing(1, k: 2)
  end

  def test_errors_show_the_callee
    e = assert_raises(ArgumentError) { @t.to_opt }
    assert_match(/given 0, expected 1\.\.2/, e.message)
    assert_equal %w[opt to_opt], e.backtrace_locations.first(2).map(&:base_label)
    e = assert_raises(ArgumentError) { @t.to_opt(1, z: 1) }
    assert_equal "unknown keyword: :z", e.message
    e = assert_raises(ArgumentError) { @t.lead }
    assert_match(/given 0, expected 1\+/, e.message)
    e = assert_raises(ArgumentError) { @t.to_keys(b: 1) }
    assert_equal "missing keyword: :a", e.message
  end

  def test_what_the_callee_changes_stays_there
    h = {a: 1}
    a = [1, 2]
    3.times do
      assert_equal [[[1, 2, :more], {a: 1, more: 1}], [[1, 2], {a: 1}, nil]], @t.to_change(*a, **h)
      assert_equal [[[1, :more], {a: 1, more: 1}], [[1], {a: 1}, nil]], @t.to_change(1, a: 1)
    end
    assert_equal [[1, 2], {a: 1}], [a, h]
  end

  def test_flagged_hash
    r = Hash.ruby2_keywords_hash({a: 1})
    assert_equal [[], {a: 1}, nil], @t.twice(*[r])
    assert_equal [[1], {a: 1}, nil], @t.twice(1, *[r])
    assert_equal [[], {}, nil], @t.twice(*[Hash.ruby2_keywords_hash({})])
    assert_equal [[{a: 1}], true], @t.to_flagged(*[r])
    assert_equal false, Hash.ruby2_keywords_hash?(@t.twice(*[r])[1])
  end

  class Base
    def initialize(a, b = 2, *c, k: 1, &d) = @x = [a, b, c, k, d&.call]
    attr_reader :x
  end

  def test_super
    plain = Class.new(Base) { def initialize(...) = super }
    given = Class.new(Base) { def initialize(a, ...) = super(a, ...) }
    own = Class.new(Base) { def initialize(a, ...) = super }
    changed = Class.new(Base) { def initialize(a, ...) = (a = 9; super) }
    block = Class.new(Base) { def initialize(a, ...) = [1].each { super } }
    literal = Class.new(Base) { def initialize(...) = super { 6 } }
    [plain, given, own, block].each do |k|
      2.times do
        assert_equal [1, 2, [3], 4, 5], k.new(1, 2, 3, k: 4) { 5 }.x
        assert_equal [1, 2, [], 1, nil], k.new(1).x
        assert_equal [1, 2, (3..30).to_a, 1, nil], k.new(*1..30).x
      end
    end
    assert_equal [9, 3, [], 4, nil], changed.new(1, 3, k: 4).x
    assert_equal [1, 2, [], 1, 6], literal.new(1).x
  end

  def test_parameters
    assert_equal [[:rest, :*], [:keyrest, :**], [:block, :&]], @t.method(:f).parameters
    assert_equal [[:req, :a], [:opt, :b], [:rest, :*], [:keyrest, :**], [:block, :&]], @t.method(:lead).parameters
    assert_equal [-1, -2], [@t.method(:f).arity, @t.method(:lead).arity]
  end

  def test_fibers_and_collections_meet_kept_arguments
    k = Class.new do
      def all(*a, **k) = [a, k]
      def f(...) = (Fiber.yield; GC.start; all(...))
    end
    fibers = Array.new(10) { |i| Fiber.new { k.new.f("a#{i}", [i], s: "b#{i}") } }
    2.times { fibers.each(&:resume) if _1 == 0 }
    GC.start
    assert_equal Array.new(10) { |i| [["a#{i}", [i]], {s: "b#{i}"}] }, fibers.map(&:resume)
  end

  def test_from_binary
    source = "def (o = Object.new).g(*a, **k) = [a, k]\ndef o.f(a, ...) = g(a, ...)\ndef o.e(...) = [1].map { g(...) }\n[o.f(1, 2, k: 3), o.e(1, k: 2)]"
    iseq = RubyVM::InstructionSequence.compile(source)
    assert_equal [[[1, 2], {k: 3}], [[[1], {k: 2}]]], RubyVM::InstructionSequence.load_from_binary(iseq.to_binary).eval
  end

  # ---- what is allocated ----

  def nothing(...) = nil
  def handed(...) = nothing(...)
  def star(*, **) = nothing(*, **)

  def allocated
    2.times { yield }
    before = GC.stat(:total_allocated_objects)
    yield
    GC.stat(:total_allocated_objects) - before
  end

  def test_handing_on_allocates_nothing
    none = 2.times.map { allocated {} }.last
    a = [1]
    h = {a: 2}
    assert_equal none, allocated { handed }
    assert_equal none, allocated { handed(1, 2, 3) }
    assert_equal none, allocated { handed(1, a: 2) }
    assert_equal none, allocated { handed(1, *a, a: 2) }
    assert_equal none, allocated { handed(*a, **h) }
    assert_equal none, allocated { handed(1) { 3 } }
    buffer = small_limits? ? 1 : 0 # arguments spread out by the way take a buffer from the heap where that on the C stack is small
    assert_equal none + buffer, allocated { star(*a, a: 2) }
    assert_equal none + buffer, allocated { star(*a, **h) }
  end

  # The first copy of a long literal made the root of its elements, too.
  def test_long_literal_is_one_array
    counts = [10, 10, 127, 128, 1000].map do |n|
      eval "before = GC.stat(:total_allocated_objects); x = [#{'1,' * n}]; GC.stat(:total_allocated_objects) - before"
    end
    assert_equal [counts[1]] * 3, counts.last(3)
  end
end
