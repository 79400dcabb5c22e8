require "test_helper"

# A class whose cached result was taken back stayed on the list of classes that keep the name.  When it died, the list kept a
# pointer to its slot, and the next look at the list read another object's memory.
class TestMethodCacheDeadClass < Minitest::Test
  def round(name)
    keep = Array.new(100) { Class.new.tap { |k| k.method_defined?(name) } }
    base = Class.new
    Array.new(30) { Class.new(base).method_defined?(name) }
    base.class_eval { define_method(name) { } }
    base = nil
    3.times { GC.start }
    GC.verify_internal_consistency
    more = Array.new(600) { Class.new.method_defined?(name) }
    assert_equal [false], more.uniq
    assert_equal 100, keep.size
  end

  def test_dead_class_leaves_the_lists
    3.times { |i| round(:"method_cache_dead_#{i}") }
  end

  # The same name again after it was taken back, with one class that stays.
  def test_class_that_stays
    others = Array.new(100) { Class.new.tap { |k| k.method_defined?(:method_cache_stays) } }
    base = Class.new
    child = Class.new(base)
    50.times do
      refute child.method_defined?(:method_cache_stays)
      base.class_eval { def method_cache_stays = 1 }
      assert child.method_defined?(:method_cache_stays)
      base.class_eval { undef_method :method_cache_stays }
    end
    assert_equal 100, others.size
  end
end
