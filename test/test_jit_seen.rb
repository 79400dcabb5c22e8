require_relative "lib/test_helper"

# What native code tests once and relies on until something can change it: the shape of a variable's value, and that self is not frozen
# (TRANS-7 in internal/jit/translate.h).
class TestJitSeen < Minitest::Test
  TIMES = 40

  class Store
    attr_reader :first, :late

    def initialize = @first = 0

    def frozen_between(n, freezing)
      @first = n
      @first = n + 1
      freeze if freezing
      @first = n + 2
      @first
    end

    def objects(a, n)
      @first = n
      @first = a
      @first = nil
      @first = 1.5
      @first = [a]
    end

    def grow(n)
      me = self
      before = me.first
      @late = n
      [before, me.first, me.late]
    end
  end

  def test_a_store_after_freeze_raises
    TIMES.times { |i| assert_equal i + 2, Store.new.frozen_between(i, false) }
    store = Store.new
    assert_raises(FrozenError) { store.frozen_between(7, true) }
    assert_equal 8, store.first
  end

  def test_stores_of_immediates_and_objects_follow_each_other
    store = Store.new
    GC.start
    TIMES.times { |i| assert_equal ["a#{i}"], store.objects("a#{i}", i) }
    3.times { store.objects("b" + "c", 1) && GC.start(full_mark: false) }
    assert_equal ["bc"], store.first
  end

  def test_a_local_that_is_self_too_follows_a_new_shape
    TIMES.times { |i| assert_equal [0, 0, i], Store.new.grow(i) }
  end

  Two = Struct.new(:left, :right)
  Other = Struct.new(:right, :left)

  def exchange(a, b)
    x = a
    r = [x.left, x.left]
    x = b
    r << x.left << x.left
  end

  def test_a_local_that_is_written_is_tested_again
    two, other = Two.new(1, 2), Other.new(3, 4)
    TIMES.times { assert_equal [1, 1, 1, 1], exchange(two, two) }
    assert_equal [1, 1, 4, 4], exchange(two, other)
    assert_equal [4, 4, 1, 1], exchange(other, two)
  end

  def exchange_outer(a, b)
    x, r = a, []
    2.times do
      left = x.left
      again = x.left
      x = b
      r << left << again << x.left << x.right
    end
    r
  end

  def test_a_local_of_a_parent_that_is_written_is_tested_again
    two, other = Two.new(1, 2), Other.new(3, 4)
    TIMES.times { assert_equal [1, 1, 1, 2] * 2, exchange_outer(two, two) }
    assert_equal [1, 1, 4, 3, 4, 4, 4, 3], exchange_outer(two, other)
  end

  def exchange_in_block(a, b)
    x = a
    left = x.left
    1.times { x = b }
    [left, x.left]
  end

  def test_a_local_that_a_block_writes_is_tested_again
    two, other = Two.new(1, 2), Other.new(3, 4)
    TIMES.times { assert_equal [1, 1], exchange_in_block(two, two) }
    assert_equal [1, 4], exchange_in_block(two, other)
    assert_raises(NoMethodError) { exchange_in_block(two, nil) }
  end

  class Answers
    def some = 1
    def seven = 7
  end

  def answers(o) = [o.respond_to?(:some), o.respond_to?(:later), o.respond_to?(:some), o.seven + o.seven]

  def test_answers_change_with_the_methods
    o = Answers.new
    TIMES.times { assert_equal [true, false, true, 14], answers(o) }
    assert_equal [false, false, false, 14], answers(Struct.new(:seven).new(7))
    Answers.class_eval { def later = 2 }
    TIMES.times { assert_equal [true, true, true, 14], answers(o) }
    Answers.class_eval { undef_method :some }
    TIMES.times { assert_equal [false, true, false, 14], answers(o) }
    Answers.class_eval { def seven = 8 }
    assert_equal [false, true, false, 16], answers(o)
    o.singleton_class.define_method(:some) { 3 }
    TIMES.times { assert_equal [true, true, true, 16], answers(o) }
  end

  def test_answers_of_immediates
    ask = ->(o) { [o.respond_to?(:succ), o.respond_to?(:succ), o.respond_to?(:nan?)] }
    TIMES.times { assert_equal [true, true, false], ask[1] }
    assert_equal [false, false, true], ask[1.5]
    assert_equal [false, false, false], ask[nil]
    assert_equal [true, true, false], ask["a"]
  end

  def branches(o)
    r = 0
    r += 1 if o.respond_to?(:some)
    r += 2 unless o.respond_to?(:other)
    r
  end

  def test_branches_on_answers
    plain, with = Class.new, Class.new { def some = 1 }
    TIMES.times { assert_equal 3, branches(with.new) }
    TIMES.times { assert_equal 2, branches(plain.new) }
    with.define_method(:other) { 1 }
    TIMES.times { assert_equal 1, branches(with.new) }
  end
end
