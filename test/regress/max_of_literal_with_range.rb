require "test_helper"

# The error of [..].max names the operands in the order in which they were compared: an Array with a Range is no literal there.
class TestMaxOfLiteralWithRange < Minitest::Test
  def error_of = assert_raises(ArgumentError) { yield }.message

  def test_range_first
    assert_equal "comparison of Integer with Range failed", error_of { [1..2, 3].max }
    assert_equal "comparison of Range with 3 failed", error_of { [3, 1..2].min }
    assert_equal "comparison of Integer with Array failed", error_of { [[1..2], 3].max }
  end

  def test_literals_alone
    assert_equal "comparison of Symbol with 3 failed", error_of { [:a, 3].max }
    assert_equal "comparison of Range with 3 failed", error_of { ranges = [1..2, 3]; ranges.max }
  end
end
