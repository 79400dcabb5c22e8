# Instructions that read and write instance variables of objects of many shapes, and of many classes (vm/ivar.c).
require_relative "lib/test_helper"

class TestIvarSites < Minitest::Test
  class Base
    attr_reader :one

    def initialize(value) = (@zero, @one = 0, value)
    def store(value) = @one = value
    def load = @one
    def add(value) = @added = value
    def added = @added
  end
  KINDS = Array.new(300) { Class.new(Base) }

  module ClassState
    def own = @own
    def own=(value)
      @own = value
    end
  end

  def old(*objects) = (4.times { GC.start }; objects)

  # A store of a young object into old ones, by one instruction for all of them: each has to survive a minor collection.
  def test_stores_to_old_objects_of_many_shapes
    objects = KINDS.map { |kind| kind.new(nil) }
    old(objects)
    3.times do |round|
      objects.each_with_index { |object, i| object.store("#{round} #{i}") }
      20_000.times { +"garbage" }
      GC.start(full_mark: false)
      assert_equal objects.each_index.map { |i| "#{round} #{i}" }, objects.map(&:load)
    end
  end

  def test_a_variable_that_is_added_to_old_objects
    objects = KINDS.map { |kind| kind.new(nil) }
    old(objects)
    assert_equal [nil], objects.map(&:added).uniq
    objects.each_with_index { |object, i| object.add("added #{i}") }
    20_000.times { +"garbage" }
    GC.start(full_mark: false)
    assert_equal objects.each_index.map { |i| "added #{i}" }, objects.map(&:added)
  end

  def test_frozen_objects_among_others
    objects = KINDS.first(20).map { |kind| kind.new(1) }
    3.times { objects.each { |object| object.store(2) } }
    frozen = objects[7].freeze
    old(objects)
    assert_raises(FrozenError) { frozen.store(3) }
    assert_equal 2, frozen.load
  end

  # One instruction reads the variables of many classes; each class has its own.
  def test_variables_of_many_classes
    classes = Array.new(60) { |i| Class.new { extend ClassState }.tap { |c| c.own = "own #{i}" } }
    3.times { assert_equal Array.new(60) { |i| "own #{i}" }, classes.map(&:own) }
    classes.each_with_index { |c, i| c.own = i }
    assert_equal [*0...60], classes.map(&:own)
    plain = Object.new.extend(ClassState)
    plain.own = :plain
    assert_equal [:plain, 3, nil], [plain.own, classes[3].own, Class.new { extend ClassState }.own]
  end

  # The ids of dead classes' shapes are used again, with the variables in another order.
  def test_shapes_of_classes_that_are_gone
    body = proc { def a = @a; def b = @b }
    first = proc { def initialize = (@a, @b = 1, 2) }
    second = proc { def initialize = (@b, @a = 20, 10) }
    reader = Module.new(&body)
    6.times do
      200.times { c = Class.new { include reader }; c.class_eval(&first); o = c.new; assert_equal [1, 2], [o.a, o.b] }
      GC.start
      200.times { c = Class.new { include reader }; c.class_eval(&second); o = c.new; assert_equal [10, 20], [o.a, o.b] }
      GC.start
    end
  end
end
