# What sites keep of their receivers: a class for several layouts, a writer that adds a variable, send by a name.
require_relative "lib/test_helper"

# Receivers of one class that differ in their layouts.
module SiteLayouts
  class Base
    def initialize(*names) = names.each { |name| instance_variable_set(name, 1) }
    attr_accessor :a, :b, :late

    def keywords(x, y: 2, z: 3) = [x, y, z]
    def rest(*all) = all
    def block(&b) = b.call(1)
    def plain(x) = x
    def splat(a, b = 5, *c, k: 0) = [a, b, c, k]
    define_method(:defined) { |x| [:defined, x] }
    def by_block = yield(7)
  end
  class Sub < Base
    def keywords(x, y: 20, z: 30) = [:sub, x, y, z]
    def rest(*all) = [:sub, *all]
    def plain(x) = [:sub, x]
  end
  LAYOUTS = [%i[@p], %i[@q], %i[@q @p], %i[@r], %i[@s @t], []].freeze
  def self.all(klass = Base) = LAYOUTS.map { |names| klass.new(*names) }
end


class Named
  attr_accessor :field

  def initialize = @field = 1
  def one(x) = [:one, x]
  def two(x, y = 2) = [:two, x, y]
  def none = :none
  def key(k: 1) = [:key, k]
  def method_missing(name, *args) = name == :nobody ? super : [:missing, name, args]
  def respond_to_missing?(name, _all) = name != :nobody
  def from_inside(name, *args) = send(name, *args)
  def by_name(name) = send(name)

  private def hidden(x) = [:hidden, x]
  protected def guarded(x) = [:guarded, x]
end

module NamedRefined
  refine Named do
    def one(x) = [:refined, x]
  end
end

module RefinedScope
  using NamedRefined

  class ::RefinedSite
    def call(o, name) = o.send(name, 1)
  end
end

class TestSiteLayouts < Minitest::Test
  def test_a_call_with_keywords_serves_every_layout_of_a_class
    call = ->(o) { o.keywords(1, z: 9) }
    3.times { SiteLayouts.all.each { |o| assert_equal [1, 2, 9], call.(o) } }
    assert_equal [:sub, 1, 20, 9], call.(SiteLayouts::Sub.new(:@p))
    assert_equal [1, 2, 9], call.(SiteLayouts.all[1])
  end

  def test_positional_arguments_to_keyword_parameters_rest_define_method_a_block_parameter_a_splat
    objects = SiteLayouts.all
    list = [1, 2, 3]
    passed = proc { |x| x + 1 }
    4.times do
      objects.each do |o|
        assert_equal [1, 2, 3], o.keywords(1)
        assert_equal [1, 2], o.rest(1, 2)
        assert_equal [:defined, 4], o.defined(4)
        assert_equal 3, (o.block { |x| x + 2 })
        assert_equal 2, o.block(&passed)
        assert_equal [1, 2, [3], 0], o.splat(*list)
        assert_equal [1, 2, [3], 8], o.splat(*list, k: 8)
        assert_equal 8, o.by_block(&passed)
        assert_equal true, o.respond_to?(:rest)
        assert_equal false, o.respond_to?(:nothing)
        assert_equal 5, o.itself.plain(5)
        assert_equal false, o.equal?(list)
        assert_equal false, o.frozen?
        assert_equal SiteLayouts::Base, o.class
      end
    end
  end

  def test_a_site_with_a_class_as_its_key_sees_a_new_definition
    klass = Class.new(SiteLayouts::Base) { def keywords(x, y: 0) = [:old, x, y] }
    call = ->(o) { o.keywords(1, y: 2) }
    SiteLayouts.all(klass).each { |o| assert_equal [:old, 1, 2], call.(o) }
    klass.class_eval { def keywords(x, y: 0) = [:new, x, y] }
    SiteLayouts.all(klass).each { |o| assert_equal [:new, 1, 2], call.(o) }
    klass.prepend(Module.new { def keywords(x, y: 0) = [:prepended, *super] })
    SiteLayouts.all(klass).each { |o| assert_equal [:prepended, :new, 1, 2], call.(o) }
  end

  def test_a_singleton_method_a_subclass_and_an_immediate_are_not_of_the_site_s_class
    call = ->(o) { o.rest(1) }
    objects = SiteLayouts.all
    objects.each { |o| call.(o) }
    def (objects[2]).rest(*) = :singleton
    assert_equal :singleton, call.(objects[2])
    assert_equal [1], call.(objects[3])
    assert_equal [:sub, 1], call.(SiteLayouts::Sub.new(:@q))
    assert_equal [1], call.(objects[4])
    assert_raises(NoMethodError) { call.(3) }
    assert_raises(NoMethodError) { call.(nil) }
    assert_equal [1], call.(objects[5])
  end

  def test_strings_of_all_sizes_are_one_receiver_for_a_c_method
    strings = [1, 20, 40, 90, 200, 1000].map { |n| "x" * n }
    lines = ->(s) { s.lines }
    3.times do
      strings.each do |s|
        assert_equal s.size, s.bytesize
        assert_equal true, s.start_with?("x")
        assert_equal [s], lines.(s)
        assert_equal false, s.empty?
        assert_equal s, s.tr("y", "z")
      end
    end
    assert_equal [:sub], lines.(Class.new(String) { def lines = [:sub] }.new("x"))
    assert_equal ["y"], lines.("y")
  end

  # ---- writers that add a variable ----

  def test_attr_writer_adds_a_variable_to_each_new_object
    make = lambda do |*names|
      o = SiteLayouts::Base.new(*names)
      o.a = 1
      o.b = 2
      o.late = 3
      o
    end
    20.times do
      SiteLayouts::LAYOUTS.each do |names|
        o = make.(*names)
        assert_equal [1, 2, 3], [o.a, o.b, o.late]
        assert_equal [*names, :@a, :@b, :@late], o.instance_variables
      end
    end
  end

  def test_attr_writer_that_would_add_to_a_frozen_object_raises
    write = ->(o) { o.late = 1 }
    5.times { write.(SiteLayouts::Base.new) }
    error = assert_raises(FrozenError) { write.(SiteLayouts::Base.new.freeze) }
    assert_match(/can't modify frozen SiteLayouts::Base/, error.message)
    assert_equal 1, write.(SiteLayouts::Base.new)
  end

  def test_attr_writer_that_adds_keeps_what_an_old_object_gets_alive
    klass = Class.new { attr_accessor :one, :two, :three }
    write = ->(o, v) { o.one = v; o.two = v + "2"; o.three = [v] }
    5.times { write.(klass.new, "warm") }
    old = Array.new(50) { klass.new }
    3.times { GC.start }
    old.each_with_index { |o, i| write.(o, "v#{i}") }
    GC.start(full_mark: false)
    garbage = Array.new(2000) { |i| "g#{i}" }
    old.each_with_index { |o, i| assert_equal ["v#{i}", "v#{i}2", ["v#{i}"]], [o.one, o.two, o.three] }
    garbage.clear
  end

  def test_attr_writer_that_adds_more_variables_than_the_slot_has_room_for
    klass = Class.new { attr_accessor(*(1..40).map { |i| "v#{i}" }) }
    5.times do
      o = klass.new
      (1..40).each { |i| o.public_send("v#{i}=", i) }
      assert_equal (1..40).to_a, (1..40).map { |i| o.public_send("v#{i}") }
    end
  end

  # ---- send by a name ----

  def test_send_by_a_name_that_changes
    o = Named.new
    names = %i[one two hidden guarded one two]
    5.times do
      answers = names.map { |name| o.send(name, 5) }
      assert_equal [[:one, 5], [:two, 5, 2], [:hidden, 5], [:guarded, 5], [:one, 5], [:two, 5, 2]], answers
      assert_equal [:none, 1, Named, false], %i[none field class frozen?].map { |name| o.send(name) }
      assert_equal [[:missing, :other, [1]], [:one, 1]], %i[other one].map { |name| o.send(name, 1) }
      assert_equal [:one, 1], o.send("one", 1)
      assert_equal [:key, 1], o.send(:key)
      assert_equal 9, o.send(:field=, 9)
      assert_equal 9, o.by_name(:field)
      o.field = 1
    end
  end

  def test_send_by_a_name_to_layouts_of_one_class
    call = ->(o, name) { o.send(name, 4) }
    4.times { SiteLayouts.all.each { |o| assert_equal [4, [:defined, 4], [4]], %i[plain defined rest].map { |name| call.(o, name) } } }
  end

  def test_send_by_a_name_to_many_classes
    receivers = [1, 2.0, "3", :four, nil, true, [5], { 6 => 7 }, 8..9, Named.new, Object.new, 2**70]
    3.times do
      receivers.each do |r|
        assert_equal r.class, r.send(:class)
        assert_equal r.to_s, r.public_send(:to_s) unless r.instance_of?(Object)
        assert_equal r.nil?, r.__send__(:nil?)
      end
    end
  end

  def test_public_send_calls_public_methods_only
    o = Named.new
    3.times do
      assert_equal [:one, 1], o.public_send(:one, 1)
      assert_equal [:missing, :hidden, [1]], o.public_send(:hidden, 1)
      assert_equal [:missing, :guarded, [1]], o.public_send(:guarded, 1)
      error = assert_raises(NoMethodError) { o.public_send(:nobody, 1) }
      assert_match(/undefined method 'nobody' for an instance of Named/, error.message)
    end
  end

  def test_send_sees_a_new_definition_an_undefinition_and_another_visibility
    klass = Class.new { def x(y) = [:old, y] }
    o = klass.new
    call = ->(name) { o.send(name, 1) }
    reach = ->(name) { o.public_send(name, 1) }
    3.times { assert_equal [[:old, 1]] * 2, [call.(:x), reach.(:x)] }
    klass.class_eval { def x(y) = [:new, y] }
    3.times { assert_equal [[:new, 1]] * 2, [call.(:x), reach.(:x)] }
    klass.class_eval { private :x }
    assert_equal [:new, 1], call.(:x)
    assert_raises(NoMethodError) { reach.(:x) }
    klass.class_eval { undef_method :x }
    assert_raises(NoMethodError) { call.(:x) }
  end

  def test_send_with_the_wrong_number_of_arguments
    o = Named.new
    call = ->(name) { o.send(name, 1) }
    3.times { call.(:one) }
    assert_match(/given 1, expected 0/, assert_raises(ArgumentError) { call.(:none) }.message)
    assert_match(/no method name given/, assert_raises(ArgumentError) { o.send }.message)
    assert_match(/is not a symbol nor a string/, assert_raises(TypeError) { o.send(3) }.message)
    assert_equal [:one, 1], call.(:one)
  end

  def test_send_under_a_refinement
    o = Named.new
    plain = ->(name) { o.send(name, 1) }
    3.times { plain.(:one) }
    refined = RefinedSite.new
    3.times { assert_equal [:refined, 1], refined.call(o, :one) }
    assert_equal [:one, 1], plain.(:one)
    assert_equal [:two, 1, 2], refined.call(o, :two)
  end

  def test_send_deep_in_a_recursion_and_of_a_method_that_raises
    klass = Class.new do
      def down(n) = n.zero? ? 0 : 1 + send(:down, n - 1)
      def fail(n) = raise(ArgumentError, "no #{n}")
      def caught(name) = send(name, 3) rescue $!.message
    end
    assert_equal 1000, klass.new.down(1000)
    3.times { assert_equal "no 3", klass.new.caught(:fail) }
    assert_raises(SystemStackError) { klass.new.down(10_000_000) }
  end
end
