require "test_helper"

# BasicObject#method_missing called by hand words its error by the last call of the thread that found no method, as in CRuby 4.0.1.
class TestMethodMissingLastReason < Minitest::Test
  class Guarded
    protected def guarded = 1
    def outer = super
  end

  def by_hand
    Object.new.instance_eval { method_missing(:a) }
  rescue NameError
    "#{$!.class}: #{$!.message}"
  end

  def after
    yield
  rescue NameError
    by_hand
  end

  def test_reason_of_the_last_call
    assert_equal "NoMethodError: private method 'a' called for an instance of Object", after { 1.puts }
    assert_equal "NoMethodError: protected method 'a' called for an instance of Object", after { Guarded.new.guarded }
    assert_equal "NoMethodError: super: no superclass method 'a' for an instance of Object", after { Guarded.new.outer }
    assert_equal "NameError: undefined local variable or method 'a' for an instance of Object", after { nothing_here }
    assert_equal "NoMethodError: undefined method 'a' for an instance of Object", after { 1.nothing_here }
  end

  def test_reason_belongs_to_the_thread
    after { 1.puts }
    assert_equal "NoMethodError: undefined method 'a' for an instance of Object", Thread.new { by_hand }.value
    assert_match(/private method/, by_hand)
  end
end
