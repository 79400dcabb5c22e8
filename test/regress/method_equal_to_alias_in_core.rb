require "test_helper"

# Array#collect and the like are Ruby methods of their own in core/; they are equal to the methods whose C function they have.
class TestMethodEqualToAliasInCore < Minitest::Test
  def test_aliases
    { Array => [%i[map collect], %i[select filter]], Hash => [%i[each each_pair]] }.each do |owner, pairs|
      pairs.each do |a, b|
        one, other = owner.instance_method(a), owner.instance_method(b)
        assert_equal one, other
        assert one.eql?(other)
        assert_equal one.hash, other.hash
        receiver = owner.new
        assert_equal receiver.method(a), receiver.method(b)
      end
    end
  end

  def test_others_differ
    %i[map select each reject].combination(2) { |a, b| refute_equal Array.instance_method(a), Array.instance_method(b) }
    refute_equal Array.instance_method(:each), Hash.instance_method(:each)
  end
end
