# Kernel#format: every conversion under each flag, width and precision; how arguments are named; encodings; what is refused.
require_relative "lib/table_test"

class TestSprintf < Minitest::Test
  TableTest.define(self, "sprintf")

  # A star at the end took an argument, or missed one, before the directive was seen to be cut short.
  def test_star_at_the_end
    ["%*", "%.*", "%-*"].each do |format|
      [[], [1, 2], [{}]].each do |arguments|
        assert_equal "malformed format string - %*[0-9]", assert_raises(ArgumentError) { format(format, *arguments) }.message
      end
    end
  end
end
