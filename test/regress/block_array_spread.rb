# A proc spread a lone Array over |a = 1, *b|, and did not spread one that `...` passed on.
require_relative "../lib/test_helper"

class TestBlockArraySpread < Minitest::Test
  PAIR = proc { |a, b = 2| [a, b] }

  class Base
    def call(...) = PAIR.call(...)
  end

  class Derived < Base
    def call(...) = super
  end

  def forward(...) = PAIR.call(...)
  def forward_more(...) = forward(...)
  def forward_yield(...) = PAIR.yield(...)
  def forward_exec(...) = instance_exec(...)
  def splat(*a, **k) = PAIR.call(*a, **k)

  def test_dots_pass_an_array_that_is_spread
    assert_equal [1, 2], forward([1])
    assert_equal [1, 3], forward_more([1, 3])
    assert_equal [1, 2], forward_yield([1])
    assert_equal [1, 2], forward_exec([1], &PAIR)
    assert_equal [1, 2], Derived.new.call([1])
    assert_equal [[1], 5], forward([1], 5)
    assert_equal [[1], { k: 3 }], forward([1], k: 3)
    assert_equal [[1], 2], splat([1])
  end

  def test_one_optional_parameter_and_a_rest_take_it_whole
    whole = proc { |a = 1, *b| [a, b] }
    assert_equal [[2, 3], []], whole.call([2, 3])
    assert_equal [[2, 3], []], instance_exec([2, 3], &whole)
    assert_equal [1, []], whole.call
    assert_equal [[[2, 3], [], {}]], [[2, 3]].map { |a = 1, *b, **c| [a, b, c] }
    assert_equal [[2, 3]], ([[2, 3]].map { |a = 1, *| a })
    assert_equal [[2, [], 3]], ([[2, 3]].map { |a = 1, *b, c| [a, b, c] })
    assert_equal [[2, 3, []]], ([[2, 3]].map { |a = 1, b = 4, *c| [a, b, c] })
  end
end
