require "test_helper"

# Arguments of Enumerator::Lazy#each reach the source when operations follow.
class TestLazyEachArguments < Minitest::Test
  class Source
    include Enumerable
    def each(*args) = (yield args; yield 2; self)
  end

  def test_arguments_of_lazy_each
    lazy = Source.new.lazy
    assert_equal [[1], 2], lazy.each(1).map { |x| x }.to_a
    assert_equal [[1]], lazy.each(1).select { true }.map { |x| x }.first(1)
    assert_equal [[1, 2], 2], lazy.each(1).each(2).map { |x| x }.to_a
    assert_equal [[], 2], lazy.map { |x| x }.each(3).map { |x| x }.to_a
    assert_equal [[[1], 0], [2, 1]], lazy.each(1).with_index.to_a
    assert_equal [[], 2], lazy.map { |x| x }.to_a
  end
end
