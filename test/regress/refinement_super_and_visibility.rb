require "test_helper"

# super under active refinements, protected and undefined methods of refinements, and what a `refine` block cannot hold.
class TestRefinementSuperAndVisibility < Minitest::Test
  class Parent; def a = "parent"; end
  class Child < Parent; def a = "child/" + super; def b = "child"; end

  module Refined
    refine(Parent) { def a = "refined parent/" + super; def c = "refined c" }
    refine(Child) { def a = "refined child/" + super; def b = "refined b/" + super; def c = "child c/" + super }
  end

  module Late
    refine(Child) { def d = super }
    refine(Parent) { def d = "d" }
  end

  class Before < Parent
    def a = "before/" + super
    def c = super
  end

  using Refined
  using Late

  class After < Child
    def a = "after/" + super
    def b = [1].map { super() }.first
    def c = defined?(super)
    def above = method(:a).super_method.call
  end

  def test_super_finds_refinements_that_are_active_where_it_stands
    assert_equal "after/refined child/child/parent", After.new.a
    assert_equal "refined b/child", After.new.b
    assert_equal "refined child/child/parent", After.new.above
    2.times { assert_equal "before/parent", Before.new.a }
    assert_raises(NoMethodError) { Before.new.c }
    assert_nil After.new.c
  end

  def test_super_of_a_refined_method_finds_the_superclass_refined
    assert_equal "child c/refined c", Child.new.c
    assert_equal "d", Child.new.d
    assert_equal "refined child/child/parent", Child.new.a
  end

  class Guarded; end

  module Guard
    refine Guarded do
      def on(other) = other.secret
      protected def secret = :secret
    end
  end

  class Guarded
    using Guard
    def own(other) = other.secret
  end

  class Heir < Guarded; end
  using Guard

  def test_protected_method_of_a_refinement
    assert_equal :secret, Guarded.new.own(Guarded.new)
    assert_equal :secret, Guarded.new.own(Heir.new)
    assert_equal :secret, Heir.new.on(Guarded.new)
    assert_raises(NoMethodError) { Guarded.new.secret }
  end

  module Without
    refine(String) { undef swapcase }
    refine(Integer) { undef ** }
  end

  def test_undef_in_a_refinement
    assert_equal "A", "a".swapcase
    error = assert_raises(NoMethodError) { Using.swapcase("a") }
    assert_equal "undefined method 'swapcase' for an instance of String", error.message
    assert_raises(NoMethodError) { Using.power(2, 2) }
  end

  module Using
    using Without
    def self.swapcase(s) = s.swapcase
    def self.power(a, b) = a**b
  end

  def test_constants_and_class_variables_in_a_refine_block
    mod = Module.new
    _, err = capture_io do
      mod.module_eval(<<~RUBY, "place", 1)
        refine(String) do
          self::HERE = 1
          def hidden = @@never
          class Inner; HERE = 1; end
        end
      RUBY
    end
    assert_equal "place:2: warning: not defined at the refinement, but at the outer class/module\n", err
  end
end
