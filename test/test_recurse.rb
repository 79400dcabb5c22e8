# test_recurse.rb - structures that contain themselves (object/recurse.c).
require_relative "lib/test_helper"

class TestRecurse < Minitest::Test
  S = Struct.new(:member)

  def test_inspect_of_each_container
    a = [1]
    a << a
    h = {}
    h[:self] = h
    s = S.new
    s.member = s
    assert_equal "[1, [...]]", a.inspect
    assert_equal "{self: {...}}", h.inspect
    assert_equal "#<struct TestRecurse::S member=#<struct TestRecurse::S:...>>", s.inspect
    h[:a] = [h, a]
    assert_equal "{self: {...}, a: [{...}, [1, [...]]]}", h.inspect
  end

  def test_the_guard_ends_with_the_call
    a = []
    a << a << Object.new.tap { |o| def o.inspect = raise("no") }
    2.times { assert_equal "no", assert_raises(RuntimeError) { a.inspect }.message } # RECUR-1: nothing is left behind
    a.pop
    assert_equal "[[...]]", a.inspect
    a << Object.new.tap { |o| def o.inspect = throw(:out, 1) }
    assert_equal 1, catch(:out) { a.inspect }
    a.pop
    assert_equal "[[...]]", a.inspect
  end

  def test_pairs
    a, b = [], []
    a << a
    b << b
    assert_equal a, a
    assert a == b, "two endless arrays of one shape are equal as far as anyone looks"
    a << 1
    b << 2
    refute_equal a, b
    x, y = { 1 => nil }, { 1 => nil }
    x[1], y[1] = y, x
    assert x == y
    assert_equal 0, a <=> a
  end

  def test_hash_of_a_structure_that_contains_itself
    a = []
    a << a
    assert_equal a.hash, [a].hash # outermost: any endless structure has the hash of its class of structures
    h = {}
    h[1] = h
    assert_kind_of Integer, h.hash
    assert_raises(ArgumentError) { a.flatten }
    assert_raises(ArgumentError) { a.join }
  end

  # An array that is being inspected is not "inside" for another fiber or thread.
  def test_each_fiber_and_thread_has_its_own
    a = [1]
    ask = Object.new
    ask.define_singleton_method(:inspect) { @asked ? "asked" : (@asked = true; Fiber.new { a.inspect }.resume) }
    a << ask
    assert_equal "[1, [1, asked]]", a.inspect
    again = Object.new
    again.define_singleton_method(:inspect) { @asked ? "asked" : (@asked = true; Thread.new { a.inspect }.value) }
    a[1] = again
    assert_equal "[1, [1, asked]]", a.inspect
  end

  def test_many_levels_at_once
    outer = inner = []
    500.times { inner << (nested = []); inner = nested }
    inner << outer
    assert_equal "[" * 501 + "[...]" + "]" * 501, outer.inspect
  end

  # #hash written in Ruby: each made another Array for its answer, so nothing came back.
  def test_hash_in_ruby_of_objects_that_hold_each_other
    holder = Struct.new(:x) { def hash = [x, ""].hash }
    a, b = holder.new, holder.new
    a.x, b.x = b, a
    assert_equal a.hash, b.hash
    assert_equal 7, { a => 7 }[b]
    assert_raises(RuntimeError) { { Class.new { def hash = raise("no") }.new => 1 } }
    assert_equal 8, { a => 8 }[b]
  end

  def test_the_outermost_hash_ends_at_once
    list = []
    list << (object = Struct.new(:list, :asked).new(list, false))
    def object.hash
      self[:asked] = true
      super
      raise "reached"
    end
    assert_kind_of Integer, list.hash
    assert object.asked
  end
end
