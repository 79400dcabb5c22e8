# test_callsite.rb - call sites that meet several receivers, and what makes them forget (vm/link.c, vm/site.c, vm/ivar.c).
require_relative "lib/test_helper"

class TestCallsite < Minitest::Test
  BOX = Struct.new(:v)

  # Nine classes that answer `who` each in its own way; one inherits.
  def family
    base = Class.new { def who = :base; def to_block = yield(1); def pass(&b) = to_block(&b); attr_accessor :a }
    subs = 8.times.map { |i| Class.new(base) { define_singleton_method(:label) { i }; class_eval "def who = :s#{i}" } }
    [base, *subs]
  end

  def ask(objects, times: 3) = Array.new(times) { objects.map { |o| o.who } }

  def test_one_two_many_receivers
    classes = family
    [1, 2, 4, 5, 9].each do |n|
      objects = classes.first(n).map(&:new)
      want = classes.first(n).map.with_index { |_, i| i == 0 ? :base : :"s#{i - 1}" }
      assert_equal [want] * 3, ask(objects)
    end
  end

  def many(objects) = objects.map { |o| o.who }

  def test_redefinition_reaches_every_form
    [1, 3, 9].each do |n|
      classes = family
      objects = classes.first(n).map(&:new)
      3.times { many(objects) }
      classes[n - 1].class_eval { def who = :new }
      assert_equal :new, many(objects).last
      classes[n - 1].send(:remove_method, :who)
      assert_equal :base, many(objects).last if n > 1
    end
  end

  def test_a_module_comes_between
    [1, 3, 9].each do |n|
      classes = family
      objects = classes.first(n).map(&:new)
      3.times { many(objects) }
      classes[n - 1].prepend(Module.new { def who = [:over, super] })
      assert_equal :over, many(objects).last.first
      objects[0].extend(Module.new { def who = :single })
      assert_equal :single, many(objects).first
    end
  end

  def test_visibility_changes
    [1, 3, 9].each do |n|
      classes = family
      objects = classes.first(n).map(&:new)
      3.times { many(objects) }
      classes[n - 1].send(:private, :who)
      error = assert_raises(NoMethodError) { many(objects) }
      assert_match(/private method 'who' called for an instance of/, error.message)
      classes[n - 1].send(:public, :who)
      assert_equal n, many(objects).size
      classes[n - 1].send(:protected, :who)
      assert_raises(NoMethodError) { many(objects) }
    end
  end

  def test_undefinition_and_missing
    classes = family
    objects = classes.map(&:new)
    3.times { many(objects) }
    classes[5].send(:undef_method, :who)
    assert_raises(NoMethodError) { many(objects) }
    classes[5].class_eval { def method_missing(name, *) = [:missing, name] }
    assert_equal [:missing, :who], many(objects)[5]
  end

  def mixed(objects) = objects.map { |o| o.v }

  def test_callees_of_every_kind_at_one_site
    reader = Class.new { attr_reader :v; def initialize = @v = :reader }
    ruby = Class.new { def v = :ruby }
    block = Class.new { define_method(:v) { :block } }
    missing = Class.new { def method_missing(n) = n; def respond_to_missing?(*) = true }
    objects = [reader.new, ruby.new, block.new, BOX.new(:struct), missing.new]
    5.times { assert_equal [:reader, :ruby, :block, :struct, :v], mixed(objects) }
    assert_equal [:struct] * 3, mixed([BOX.new(:struct)] * 3)
  end

  def writers(objects, value) = objects.each { |o| o.a = value }

  def test_writers_and_frozen_receivers
    objects = family.map(&:new)
    3.times { |i| writers(objects, i) }
    assert_equal [2] * 9, objects.map(&:a)
    GC.start
    writers(objects, "young")
    GC.start
    assert_equal ["young"] * 9, objects.map(&:a)
    objects[4].freeze
    assert_raises(FrozenError) { writers(objects, 0) }
  end

  def make(classes) = classes.map { |c| c.new }

  def test_new_of_several_classes
    plain = Array.new(6) { Class.new }
    with = Array.new(6) { |i| Class.new { define_method(:initialize) { @i = i }; attr_reader :i } }
    ruby = Class.new { def initialize = @x = 1; attr_reader :x }
    4.times { assert_equal plain + with + [ruby], make(plain + with + [ruby]).map(&:class) }
    plain[0].class_eval { def initialize = @late = true; attr_reader :late }
    assert_equal true, make(plain + [ruby])[0].late
    ruby.class_eval { def initialize = @x = 2 }
    assert_equal 2, make([ruby])[0].x
  end

  def test_blocks_at_sites_of_several_receivers
    objects = family.map(&:new)
    3.times do
      assert_equal [2] * 9, objects.map { |o| o.to_block { |x| x + 1 } }
      assert_equal [2] * 9, objects.map { |o| o.pass { |x| x + 1 } }
      assert_equal [:first] * 9, objects.map { |o| o.to_block { |x| break :first } }
    end
  end

  def yielder(n)
    case n
    when 0 then yield
    when 1 then yield 1
    when 2 then yield 1, 2
    else yield [1, 2, 3]
    end
  end

  def test_yield_to_blocks_of_other_arity
    twice = lambda do
      (0..3).map do |n|
        [yielder(n) { :none }, yielder(n) { |a| a }, yielder(n) { |a, b| [a, b] }, yielder(n) { |a, *b| [a, b] },
         yielder(n) { |a, (b, c), d| [a, b, c, d] }, yielder(n) { |a,| a }, yielder(n) { |a, b = 5| [a, b] }, yielder(n) { it },
         yielder(n) { _1 }, yielder(n) { [_1, _2] }]
      end
    end
    want = [
      [:none, nil, [nil, nil], [nil, []], [nil, nil, nil, nil], nil, [nil, 5], nil, nil, [nil, nil]],
      [:none, 1, [1, nil], [1, []], [1, nil, nil, nil], 1, [1, 5], 1, 1, [1, nil]],
      [:none, 1, [1, 2], [1, [2]], [1, 2, nil, nil], 1, [1, 2], 1, 1, [1, 2]],
      [:none, [1, 2, 3], [1, 2], [1, [2, 3]], [1, 2, nil, 3], 1, [1, 2], [1, 2, 3], [1, 2, 3], [1, 2]]
    ]
    3.times { assert_equal want, twice.call }
  end

  def each_proc(&b) = yielder(3, &b)

  def test_yield_to_procs
    procs = [proc { |a, b| [a, b] }, proc { |a| a }, lambda { |a| [:lambda, a] }, :first.to_proc, method(:Array)]
    3.times { assert_equal [[1, 2], [1, 2, 3], [:lambda, [1, 2, 3]], 1, [1, 2, 3]], procs.map { |b| each_proc(&b) } }
  end

  def call_all(procs, *args) = procs.map { |p| p.call(*args) }
  def call_one(procs) = procs.map { |p| p.(4) }

  def test_proc_call
    x = 10
    procs = [proc { |a| a }, ->(a) { a + x }, proc { |a, b| [a, b] }, proc { x += 1 }, :succ.to_proc, method(:Integer).to_proc, ->(a, b = 2) { a * b }]
    assert_equal [4, 14, [4, nil], 11, 5, 4, 8], call_one(procs)
    assert_equal [4, 15, [4, nil], 12, 5, 4, 8], call_one(procs)
    strict = [->(a) { a }]
    assert_equal [4], call_one(strict)
    assert_raises(ArgumentError) { call_one([-> { 1 }]) }
    assert_equal [4], call_all(strict, 4)
  end

  def returning(list) = list.each { |x| [1].each { |y| return x if x == 3 } }

  def test_return_and_break_through_fast_yields
    3.times { assert_equal 3, returning([1, 2, 3, 4]) }
    assert_equal 6, 10.times { |i| break i * 2 if i == 3 }
    assert_equal [nil, 2], [1, 2].map { |i| next if i == 1; i }
  end

  class Sup
    def f(x) = [:sup, x]
    def g(&b) = b ? b.call : :none
    def h(*a, k: 0) = [a, k]
  end

  class Sub < Sup
    def f(x) = super
    def g(&) = super
    def h(*, k: 1) = super
  end

  class Sub2 < Sub
    def f(x) = super(x + 1)
    def g = super { :own }
  end

  def test_super
    3.times do
      assert_equal [[:sup, 1], [:sup, 2]], [Sub.new.f(1), Sub2.new.f(1)]
      assert_equal [:none, :given, :own], [Sub.new.g, Sub.new.g { :given }, Sub2.new.g]
      assert_equal [[1, 2], 3], Sub.new.h(1, 2, k: 3)
    end
    between = Module.new { def f(x) = [:between, super] }
    Sub.include(between)
    assert_equal [:between, [:sup, 1]], Sub.new.f(1)
  end

  def test_one_body_under_two_names
    c = Class.new(Sup) { def f(x) = super; alias_method :f2, :f }
    o = c.new
    2.times { assert_equal [[:sup, 1], [:sup, 2]], [o.f(1), o.f2(2)] }
  end

  def splat(*a) = a
  def opt(a, b = a, *c, &d) = [a, b, c, d&.call]

  def test_splats_in_place
    long = (1..300).to_a
    [[], [1], [1, 2], long].each { |a| assert_equal [a, [0, *a], [*a, 0]], [splat(*a), splat(0, *a), splat(*a, 0)] }
    assert_equal [[1, 1, [], nil], [1, 2, [], nil], [1, 2, [3], :b]], [opt(*[1]), opt(*[1, 2]), opt(*[1, 2, 3]) { :b }]
    assert_equal [1, {k: 1}, [], nil], opt(1, k: 1)
    assert_raises(ArgumentError) { opt(*[]) }
  end

  class Who; def who = :plain; end
  module Loud; refine(Who) { def who = :refined }; end
  module Using
    using Loud
    ASK = ->(x) { x.who }
  end

  def test_refinements_do_not_leak_into_sites
    plain = ->(x) { x.who }
    3.times { assert_equal :plain, plain.(Who.new) }
    3.times { assert_equal [:refined, :plain], [Using::ASK.(Who.new), plain.(Who.new)] }
  end

  class Ivars
    def set(v) = @v = v
    def get = @v
  end

  def test_instance_variables_of_many_shapes
    classes = Array.new(12) { |i| Class.new(Ivars) { define_method(:before) { instance_variable_set("@b#{i}", i) } } }
    objects = classes.map(&:new)
    objects.each_with_index { |o, i| o.before if i.odd? }
    3.times do |round|
      assert_equal [round] * 12, objects.map { |o| o.set(round) }
      assert_equal [round] * 12, objects.map(&:get)
    end
    assert_equal [nil] * 12, classes.map { |c| c.new.get }
    GC.start
    objects.each { |o| o.set("s") }
    GC.start
    assert_equal ["s"] * 12, objects.map(&:get)
    objects[3].freeze
    assert_raises(FrozenError) { objects[3].set(1) }
  end

  class Ops
    def +(o) = (x = o if o > 5; [x, o])
    def -(o, more = 2) = [o, more]
    def *(o) = yield_or(o)
    def [](i) = i
    def []=(i, v); w = i if v; @set = [i, v, w]; end
    def !~(*rest) = rest
    def nil? = (y = nil; y || :asked)
    def -@ = self
    def ==(o) = o == 3 ? raise("three") : o
    def /(o) = self / o
    def yield_or(o) = block_given? ? yield : o
    attr_reader :set
  end

  # Operators in Ruby: locals begin as nil, all parameter forms, exceptions, recursion without end; then another method.
  def test_operators_in_ruby
    o = Ops.new
    use = -> { [o + 1, o + 9, o - 1, o * 4, o[5], (o[6] = 7), o.set, o !~ 8, o.nil?, (-o).equal?(o), o == 2] }
    all = [[nil, 1], [9, 9], [1, 2], 4, 5, 7, [6, 7, 6], [8], :asked, true, 2]
    3.times { assert_equal all, use.call }
    three = -> { o == 3 }
    2.times { assert_match(/in '.*Ops#=='/, assert_raises(RuntimeError, &three).backtrace[0]) }
    2.times { assert_raises(SystemStackError) { o / 1 } }
    Ops.class_eval { def +(o) = :new }
    assert_equal :new, use.call[0]
    Ops.class_eval { def +(o, k) = :two }
    2.times { assert_equal "wrong number of arguments (given 1, expected 2)", assert_raises(ArgumentError, &use).message }
  end

  module Kept
    attr_reader :read
    def put(v) = @held = v
    def get = @held
    def other(v) = @read = v
  end
  class KeptTime < Time; include Kept; end
  class KeptText < String; include Kept; end
  class KeptList < Array; include Kept; end
  class KeptPlain; include Kept; end
  class KeptModule < Module; include Kept; end

  # Variables of what keeps them outside itself, at the sites that plain objects use too.
  def test_instance_variables_of_other_types
    all = [KeptTime.at(0), KeptText.new("a"), KeptList.new, KeptPlain.new, KeptModule.new, Class.new.extend(Kept)]
    3.times do |round|
      all.each_with_index do |o, i|
        3.times { |n| assert_equal [n, n], [o.put(n), o.get] }
        o.other("r#{i}#{round}")
        assert_equal [2, "r#{i}#{round}"], [o.get, o.read]
      end
      GC.start
    end
    twins = [KeptTime.at(1), KeptTime.at(2)]
    twins.each_with_index { |t, i| 3.times { t.put(i) } }
    assert_equal [0, 1], twins.map(&:get)
    twins[0].remove_instance_variable(:@held)
    assert_equal [nil, 1], twins.map(&:get)
    twins[0].other(7)
    twins[0].put(8)
    assert_equal [8, 7, 1, nil], twins.flat_map { |t| [t.get, t.read] }
    twins.each(&:freeze)
    2.times { twins.each { |t| assert_raises(FrozenError) { t.put(9) } } }
    assert_equal [8, 1], twins.map(&:get)
    300.times { |n| all[0].instance_variable_set("@v#{n}", n) }
    assert_equal [2, 5, 5], [all[0].get, all[0].put(5), all[0].get]
    young = all.map { |o| o.put("y".dup << "z"); GC.start(full_mark: false); o.get }
    assert_equal ["yz"] * all.size, young
  end

  def test_sites_do_not_keep_classes_alive
    100.times { many(family.map(&:new)) }
    GC.start
    assert_equal [:base], many([family[0].new])
  end
end
