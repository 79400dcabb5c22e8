# Regexp.timeout= with more nanoseconds than an int64_t has: the longest time there is.
require "test_helper"

class TestRegexpTimeoutTooLong < Minitest::Test
  def test_saturates
    [2**63 - 1, 1e300, Float::INFINITY].each do |seconds|
      re = Regexp.new("a+b", timeout: seconds)
      assert_operator re.timeout, :>, 9e9
      assert_equal 0, re =~ "aab"
    end
  end
end
