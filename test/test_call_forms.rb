# test_call_forms.rb - forms that a call site is given for parameters that are not all positional, and yields to a Symbol
# (vm/link.c, insns.def).  Each is called more than once: first as a site does before it is linked, then linked.
require_relative "lib/test_helper"

class TestCallForms < Minitest::Test
  class A
    attr_accessor :x
    def initialize(x = 1) = @x = x
    def give = yield(1)
    def pass(&b) = give(&b)
    def opt(a, b = 2, &k) = [a, b, k&.call(5)]
    def held(&b) = b
    def local(&b) = (v = 7; [b.nil?, v])
    def rest(*a) = a
    def lead_rest(a, b = 4, *c) = [a, b, c]
    def rest_block(*a, &b) = [a, b&.call]
    def kw(a: 1, b: 2, &k) = (l = 3; [a, b, l, k])
    def required(z, b:, a: z, c: [1]) = [z, a, b, c]
    def heavy? = true
    def two(n) = [x, n]
  end

  class B < A
    def pass(&b) = [give(&b)]
    def opt(a, b = 3, &k) = [:b, a, b, k&.call(6)]
  end

  def rounds = Array.new(4) { yield }.uniq

  def test_block_parameter
    a = A.new
    assert_equal [2], rounds { a.pass { |q| q + 1 } }
    assert_equal [[1, 2, 5]], rounds { a.opt(1) { |q| q } }
    assert_equal [[1, 3, 10]], rounds { a.opt(1, 3) { |q| q * 2 } }
    assert_equal [[1, 2, nil]], rounds { a.opt(1) }
    assert_equal [[false, 7]], rounds { a.local {} }
    assert_equal [[true, 7]], rounds { a.local }
    assert_equal [nil], rounds { a.held }
  end

  def test_block_parameter_of_several_classes
    objects = [A.new, B.new, Class.new(A).new, Class.new(B).new, Class.new(A) { def pass(&b) = b.call(4) }.new, Class.new(A).new]
    assert_equal [[2, [2], 2, [2], 8, 2]], rounds { objects.map { |o| o.pass { |q| q * 2 } } }
    assert_equal [[[1, 2, 5], [:b, 1, 3, 6], [1, 2, 5], [:b, 1, 3, 6], [1, 2, 5], [1, 2, 5]]], rounds { objects.map { |o| o.opt(1) { |q| q } } }
  end

  def test_block_parameter_becomes_a_proc
    a = A.new
    n = 0
    procs = Array.new(3) { a.held { |q| q + n } }
    n = 5
    assert_equal [6, 6, 6], procs.map { |p| p.call(1) }
    assert_same procs[0], a.held(&procs[0])
    [nil, :succ, procs[0], nil, proc { 3 }].each { |b| 2.times { assert_equal [b.nil?, 7], a.local(&b) } }
    assert_equal [20], rounds { a.pass { |q| break q * 20 } }
  end

  def test_block_parameter_after_redefinition
    klass = Class.new(A)
    a = klass.new
    3.times { assert_equal 2, a.pass { |q| q + 1 } }
    klass.class_eval { def pass(&b) = [:new, b.call(2)] }
    3.times { assert_equal [:new, 3], a.pass { |q| q + 1 } }
  end

  def test_rest_parameter
    a = A.new
    assert_equal [[[], [1], [1, "ab", 3]]], rounds { [a.rest, a.rest(1), a.rest(1, "a" + "b", 3)] }
    assert_equal [[[1, 4, []], [1, 2, []], [1, 2, [3, 4]]]], rounds { [a.lead_rest(1), a.lead_rest(1, 2), a.lead_rest(1, 2, 3, 4)] }
    assert_equal [[[], nil]], rounds { a.rest_block }
    assert_equal [[[1], 2]], rounds { a.rest_block(1) { 2 } }
    kept = a.rest(1, 2)
    a.rest(3, 4) << 5
    assert_equal [1, 2], kept
    2.times { assert_raises(ArgumentError) { a.lead_rest } }
  end

  def test_keywords_and_what_follows_them
    a = A.new
    assert_equal [[[5, 2, 3, nil], [1, 4, 3, nil], [6, 4, 3, nil]]], rounds { [a.kw(a: 5), a.kw(b: 4), a.kw(b: 4, a: 6)] }
    assert_equal [[[1, 1, 2, [1]], [1, 3, 2, [1]], [1, 2, 3, [1]]]], rounds { [a.required(1, b: 2), a.required(1, b: 2, a: 3), a.required(1, a: 2, b: 3)] }
    assert_equal [9], rounds { a.kw(a: 1) { 3 }[3].call + 6 }
  end

  def many_locals(a: 1, b: 2)
    c = d = e = f = g = h = i = j = k = l = m = n = o = p = q = r = s = t = nil
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t].compact
  end

  def test_keywords_before_many_locals
    assert_equal [[3, 2]], rounds { many_locals(a: 3) }
  end

  def yield_two = yield(10, 4)
  def yield_none = yield

  def test_symbol
    assert_equal [["1", "2.5", "a", "b", "", "[]"]], rounds { [1, 2.5, "a", :b, nil, []].map(&:to_s) }
    assert_equal [[3, 4]], rounds { [A.new(3), B.new(4)].map(&:x) }
    assert_equal [[true]], rounds { [A.new].map(&:heavy?) }
    assert_equal [[6, 10000]], rounds { [yield_two(&:-), yield_two(&:pow)] }
    assert_equal [[3, 4]], rounds { [Struct.new(:q).new(3), Struct.new(:q).new(4)].map(&:q) }
    assert_equal [[A, A]], rounds { [A, A].map(&:new).map(&:class) }
    assert_equal [[[1], [2]]], rounds { [[1, 0], [2, 0]].each(&:pop) }

  end

  def test_symbol_errors
    a = A.new
    a.singleton_class.class_eval { private def hidden = 1; protected def guarded = 2 }
    3.times do
      assert_match(/private method 'hidden'/, assert_raises(NoMethodError) { [a].each(&:hidden) }.message)
      assert_match(/protected method 'guarded'/, assert_raises(NoMethodError) { [a].each(&:guarded) }.message)
      assert_match(/undefined method 'nowhere'/, assert_raises(NoMethodError) { [a].each(&:nowhere) }.message)
      assert_equal "no receiver given", assert_raises(ArgumentError) { yield_none(&:x) }.message
      assert_raises(ArgumentError) { yield_two(&:to_f) }
    end
  end

  def test_symbol_sees_new_methods
    klass = Class.new(A)
    objects = [klass.new, klass.new]
    3.times { assert_equal [true, true], objects.map(&:heavy?) }
    klass.class_eval { def heavy? = :new }
    assert_equal [:new, :new], objects.map(&:heavy?)
    objects[0].define_singleton_method(:heavy?) { :own }
    assert_equal [:own, :new], objects.map(&:heavy?)
    klass.send(:private, :heavy?)
    assert_raises(NoMethodError) { objects.drop(1).map(&:heavy?) }
  end

  def mixed(a, b = 2, *r, k: 5, j: a + 1, **o, &blk) = [a, b, r, k, j, o, blk&.call]
  def defaults(a, k: 5, j: a + 1) = (l = 3; [a, k, j, l])
  def known(a: 1, b: 2, **rest) = [a, b, rest]
  def all(...) = mixed(...)
  def more(...) = mixed(0, ...)
  def star(*, &) = defaults(*, &)
  def double(**) = known(**)

  def test_default_keywords
    assert_equal [[[1, 5, 2, 3]] * 4], rounds { [defaults(1), defaults(*[1]), defaults(1, **nil), defaults(1, **{})] }
    assert_equal [[[1, 2, [], 5, 2, {}, nil], [1, 2, [3], 5, 2, {}, 4]]], rounds { [mixed(1), mixed(*[1, 2, 3]) { 4 }] }
    assert_equal [[[1, 5, 2, 3], [1, 5, 2, 3]]], rounds { [star(1), star(1) { 3 }] }
    messages = rounds { [-> { defaults }, -> { star }, -> { star(1, 2) }].map { |l| assert_raises(ArgumentError, &l).message } }
    assert_equal [["given 0, expected 1", "given 0, expected 1", "given 2, expected 1"].map { |m| "wrong number of arguments (#{m})" }], messages
  end

  class KwOne; def take(a, k: 1) = [a, k]; end
  class KwTwo; def take(a, k: 2, l: [a]) = [a, k, l]; end
  class KwNeeded; def take(a, k:) = [a, k]; end
  class KwPlain; def take(a) = [a]; end
  class KwRest; def take(a, *rest) = [a, rest]; end

  # One site, no keywords given: methods with and without keyword parameters take turns there.
  def test_default_keywords_among_other_receivers
    one, two, needed, plain, rest = [KwOne, KwTwo, KwNeeded, KwPlain, KwRest].map(&:new)
    take = ->(o) { o.take(5) }
    ask = -> { [one, two, plain, rest].map { |o| take.(o) } }
    5.times { assert_equal [[5, 1], [5, 2, [5]], [5], [5, []]], ask.call }
    3.times { [one, plain].each { |o| assert_equal o == one ? [5, 1] : [5], take.(o) } }
    2.times { assert_raises(ArgumentError) { take.(needed) } }
    GC.start
    KwOne.class_eval { def take(a, k: 3, l: 4) = [a, k, l] }
    2.times { assert_equal [[5, 3, 4], [5, 2, [5]], [5], [5, []]], ask.call }
    KwOne.class_eval { def take(a) = [a, :plain] }
    2.times { assert_equal [5, :plain], take.(one) }
  end

  # To a C method: literal keywords, a Hash of them, none at all, beside a splat or not.
  def test_keywords_of_c_methods
    none, some, asked = {}, {in: "UTC"}, Object.new.tap { |o| def o.to_hash = {in: "+09:00"} }
    flagged = Hash.ruby2_keywords_hash({})
    utc, tokyo = Time.at(0, in: "UTC"), Time.at(0, in: "+09:00")
    rounds { [Time.at(0, in: "UTC"), Time.at(0, **some), Time.at(*[0], **some), Time.at(0, **asked), Time.at(*[0], **asked)] }.each do |times|
      assert_equal [utc, utc, utc, tokyo, tokyo].map(&:utc_offset), times.map(&:utc_offset)
    end
    assert_equal({in: "UTC"}, some)
    assert_equal [[" ab ", " ab ", "-ab-", " ab "]], rounds {
      ["ab".center(4, **none), "ab".center(*[4], **none), "ab".center(4, *["-"], **none), "ab".center(*[4, flagged])]
    }
    [3, Object.new].each { |o| assert_raises(TypeError) { Time.at(0, **o) } }
  end

  class Defined
    define_method(:none) { :none }
    define_method(:one) { |a| a }
    define_method(:opt) { |a, b = a, c = [b]| [a, b, c] }
    define_method(:rest) { |a, *r, z| [a, r, z] }
    define_method(:kw) { |a = 0, k: 1, l: [a]| x = a if a == 9; [a, k, l, x] }
    define_method(:more) { |*a, **k| [a, k] }
    define_method(:block) { |*a, &b| [a, b&.call] }
    def method_missing(name, *a, **k) = [name, a, k]
    def respond_to_missing?(*) = true
  end

  def test_define_method_with_splats_and_keywords
    d, flagged, empty = Defined.new, Hash.ruby2_keywords_hash({k: 2}), {}
    assert_equal [[:none, [1], [1, 1, [1]], [1, 2, [2]], [1, 2, 3], [1, [], 2], [1, [2, 3], 4]]], rounds {
      [d.none(*[]), d.one(*[[1]]), d.opt(*[1]), d.opt(1, *[2]), d.opt(*[1, 2, 3]), d.rest(*[1, 2]), d.rest(1, *[2, 3, 4])]
    }
    assert_equal [[[0, 1, [0], nil], [9, 1, [9], 9], [5, 1, [5], nil], [5, 2, [5], nil], [4, 2, [4], nil]]], rounds {
      [d.kw, d.kw(9), d.kw(*[5], **empty), d.kw(*[5, flagged]), d.kw(4, **flagged)]
    }
    assert_equal [[[[1], {}], [[1, 2], {}], [[1], {k: 2}], [[1, 2], 3], [[], nil]]], rounds {
      [d.more(1), d.more(*[1, 2]), d.more(*[1, flagged]), d.block(*[1, 2]) { 3 }, d.block]
    }
    [-> { d.one(*[]) }, -> { d.one(*[1, 2]) }, -> { d.none(*[1]) }, -> { d.kw(1, *[2]) }].each { |call| 2.times { assert_raises(ArgumentError, &call) } }
    lambda = ->(a, b = 2, *c) { [a, b, c] }
    assert_equal [[[1, 2, []], [1, 3, [4]], [[1, 3], 2, []]]], rounds { [lambda.(1), lambda.(*[1, 3, 4]), lambda.([1, 3])] }
    2.times { assert_raises(ArgumentError) { lambda.(*[]) } }
  end

  def test_symbol_procs_with_splats_and_keywords
    d, flagged = Defined.new, Hash.ruby2_keywords_hash({k: 2})
    kw, more, gone, size = :kw.to_proc, :more.to_proc, :gone.to_proc, :size.to_proc
    assert_equal [[[0, 3, [0], nil], [0, 2, [0], nil], [7, 1, [7], nil], [7, 2, [7], nil], [7, 5, [7], nil]]], rounds {
      [kw.(d, k: 3), kw.(d, **flagged), kw.(d, *[7]), kw.(*[d, 7, flagged]), kw.(*[d], *[7], k: 5)]
    }
    assert_equal [[[[1, 2], {z: 3}], [[], {}], [:gone, [1], {k: 2}], [:gone, [], {z: 1}]]], rounds {
      [more.(d, 1, *[2], z: 3), more.(*[d], **{}), gone.(d, *[1], **flagged), gone.(d, z: 1)]
    }
    assert_equal [2], rounds { size.(a: 1, b: 2) }
    2.times { assert_raises(ArgumentError) { size.(*[]) } }
    2.times { assert_raises(ArgumentError) { size.(*[], **{}) } }
  end

  def test_everything_handed_on
    assert_equal [[[1, 2, [], 5, 2, {}, nil], [1, 2, [], 3, 2, {}, nil]]], rounds { [all(1), all(1, k: 3)] }
    assert_equal [[1, 2, [3], 5, 2, {z: 1}, 7]], rounds { all(1, 2, 3, z: 1) { 7 } }
    assert_equal [[[0, 1, [], 5, 1, {}, nil], [0, 2, [], 4, 1, {}, nil]]], rounds { [more(1), more(k: 4)] }
    assert_equal [[[1, 2, {}], [3, 2, {z: 4}]]], rounds { [double, double(a: 3, z: 4)] }
  end

  def test_double_splat_of_some_known_names
    h = {a: 3, b: 4, c: 5}
    assert_equal [[3, 4, {c: 5}]], rounds { known(**h) }
    assert_equal [[3, 4, {c: 5, d: 6}]], rounds { known(**h, d: 6) }
    assert_equal [[1, 2, {}]], rounds { known(**h.slice) }
    assert_equal [[3, 4, {}]], rounds { known(**h.slice(:a, :b)) }
    assert_equal [[1, 2, {"a" => 1}]], rounds { known("a" => 1) }
    many = (1..12).to_h { |i| [:"k#{i}", i] }
    assert_equal [[0, 2, many]], rounds { known(**many, a: 0) }
    assert_equal({a: 3, b: 4, c: 5}, h)
    rest = known(**h)[2]
    rest[:d] = 1
    assert_equal 3, h.size
    identity = {a: 1, z: 2}.compare_by_identity
    assert_equal [[1, 2, {z: 2}.compare_by_identity]], rounds { known(**identity) }
  end

  # Methods written in C get a splat's elements on the stack, or where they lie.
  def test_splat_into_a_c_method
    [0, 1, 2, 3, 8, 127, 128, 129, 1000].each do |n|
      list = Array.new(n) { |i| "s#{i}" }
      3.times do
        assert_equal list, [].push(*list)
        assert_equal ["a", *list], [].push("a", *list)
        assert_equal [*list, "b"], [].push(*list, "b")
      end
      assert_equal n, list.size
    end
    assert_raises(ArgumentError) { "".upcase(*%i[a b c]) }
    flagged = Class.new { ruby2_keywords def call(*args) = Integer(*args) }.new
    assert_nil flagged.call("x", exception: false)
    assert_equal 255, flagged.call("ff", 16, exception: false)
    assert_equal [1, { a: 2 }], [].push(*[1, { a: 2 }])
  end

  # Beside keywords a Symbol's Proc is made for a method written in C, and nobody else holds it.
  def test_symbol_as_block_beside_keywords_of_a_c_method
    GC.stress = true
    text = IO.popen([{ "A" => "b" }, "echo", "hi"], err: %i[child out], &:read)
    assert_equal "hi\n", text
  ensure
    GC.stress = false
  end

  def test_literal_after_double_splat
    h = {a: 1, b: 2, c: 3}
    assert_equal [{a: 1, b: 2, c: 3, d: 4}], rounds { {**h, d: 4} }
    assert_equal [{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9}], rounds { {**h, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9} }
    assert_equal [{a: 9, b: 2, c: 3}], rounds { {**h, a: 9} }
  end
end
