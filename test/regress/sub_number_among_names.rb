# A replacement's \1 stands for nothing if the pattern has named groups: they alone are captured.
require_relative "../lib/test_helper"

class TestSubNumberAmongNames < Minitest::Test
  def test_a_number_stands_for_nothing
    assert_equal "a<>c", "abc".sub(/(?<n>b)/, '<\1>')
    assert_equal "a<>", "abc".gsub(/(?<n>b)(c)/, '<\1\2>')
    assert_equal "a<>c", "abc".sub(/(?<n>b)(?<m>x)?/, '<\1\9>')
  end

  def test_what_is_no_number_still_stands_for_a_group
    assert_equal "a<bbb>c", "abc".sub(/(?<n>b)/, '<\0\+\k<n>>')
    assert_equal "a<b>c", "abc".sub(/(b)/, '<\1>')
  end
end
