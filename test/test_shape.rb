# test_shape.rb - instance variables wherever they are kept (shape.c, variable.c, variable/ivar_methods.c).
require_relative "lib/test_helper"

class TestShape < Minitest::Test
  class K; end
  def text_of(klass, &b) = assert_raises(klass, &b).message

  # One of each store: slot and extension block, side table, class.
  def each_holder
    yield K.new
    yield "text".dup
    yield [1]
    yield Class.new
    yield Module.new
    yield proc { }
  end

  def test_many_in_order
    each_holder do |o|
      40.times { |i| o.instance_variable_set("@v#{i}", i.to_s) }
      GC.start
      assert_equal (0...40).map { :"@v#{_1}" }, o.instance_variables
      assert_equal %w[0 1 2 3 20 39], [0, 1, 2, 3, 20, 39].map { o.instance_variable_get("@v#{_1}") }
      assert_nil o.instance_variable_get(:@none)
      refute o.instance_variable_defined?(:@none)
    end
  end

  def test_more_than_shapes_hold
    each_holder do |o|
      300.times { |i| o.instance_variable_set("@w#{i}", i.to_s) }
      GC.start
      assert_equal 300, o.instance_variables.size
      assert_equal %w[0 249 250 299], [0, 249, 250, 299].map { o.instance_variable_get("@w#{_1}") }
      o.instance_variable_set(:@w5, :new)
      assert_equal :new, o.instance_variable_get(:@w5)
    end
  end

  def test_remove
    each_holder do |o|
      5.times { |i| o.instance_variable_set("@r#{i}", i) }
      assert_equal 2, o.remove_instance_variable(:@r2)
      assert_equal %i[@r0 @r1 @r3 @r4], o.instance_variables
      assert_equal [0, 1, nil, 3, 4], (0..4).map { o.instance_variable_get("@r#{_1}") }
      o.instance_variable_set(:@r2, 7)
      assert_equal %i[@r0 @r1 @r3 @r4 @r2], o.instance_variables
    end
    assert_equal "instance variable @a not defined", text_of(NameError) { K.new.remove_instance_variable(:@a) }
  end

  def test_copies_are_apart
    [K.new, "text".dup, [1]].each do |o|
      [1, 5, 20, 260].each do |n|
        n.times { |i| o.instance_variable_set("@c#{i}", i) }
        d, c = o.dup, o.clone
        assert_equal o.instance_variables, d.instance_variables
        assert_equal o.instance_variables, c.instance_variables
        d.instance_variable_set(:@c0, :d)
        assert_equal 0, o.instance_variable_get(:@c0)
        assert_equal n - 1, c.instance_variable_get("@c#{n - 1}")
      end
    end
  end

  def test_singleton_class_keeps_them
    o = K.new
    8.times { |i| o.instance_variable_set("@s#{i}", i) }
    def o.x = @s7
    assert_equal 7, o.x
    o.extend(Comparable)
    o.instance_variable_set(:@s8, 8)
    assert_equal [7, 8, 9], [o.x, o.instance_variable_get(:@s8), o.instance_variables.size]
    assert_equal 7, o.clone.x
  end

  def test_ever_new_orders
    klass = Class.new
    objects = 400.times.map do |i|
      o = klass.new
      o.instance_variable_set("@a#{i % 200}", i)
      o.instance_variable_set("@b#{i}", -i)
      o
    end
    GC.start
    objects.each_with_index do |o, i|
      assert_equal [i, -i], [o.instance_variable_get("@a#{i % 200}"), o.instance_variable_get("@b#{i}")]
    end
  end

  def test_larger_slots_are_learned
    klass = Class.new { def initialize = 20.times { |i| instance_variable_set("@l#{i}", i) } }
    3.times { assert_equal (0...20).to_a, klass.new.then { |o| o.instance_variables.map { o.instance_variable_get(_1) } } }
    assert_equal [], Class.new(klass) { def initialize = nil }.new.instance_variables
  end

  def test_frozen
    [K.new, "", [], 1, :a, nil].each do |o|
      o.freeze
      assert_equal "can't modify frozen #{o.class}: #{o.inspect}", text_of(FrozenError) { o.instance_variable_set(:@a, 1) }
    end
  end

  def test_names
    assert_equal "'a' is not allowed as an instance variable name", text_of(NameError) { K.new.instance_variable_set("a", 1) }
    assert_equal "'@' is not allowed as an instance variable name", text_of(NameError) { K.new.instance_variable_get("@") }
    assert_equal "3 is not a symbol nor a string", text_of(TypeError) { K.new.instance_variable_get(3) }
    e = assert_raises(NameError) { K.new.instance_variable_get("@1") }
    assert_equal "@1", e.name.to_s
  end

  def test_side_table_forgets_the_dead
    5.times do
      200.times { |i| "s".dup.instance_variable_set(:@a, [i]) }
      GC.start
    end
    s = "s".dup
    assert_equal [], s.instance_variables
  end
end
