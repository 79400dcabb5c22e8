require "test_helper"

# TracePoint.stat made a new key at each call, so that two answers were never equal.
class TestTracepointStatKey < Minitest::Test
  def test_equal_while_nothing_changes
    assert_equal TracePoint.stat, TracePoint.stat
    assert_kind_of RubyVM, TracePoint.stat.keys.first
  end

  def test_counts_enabled
    trace = TracePoint.new(:call) {}
    before = TracePoint.stat.values.first[0]
    assert_equal before + 1, trace.enable { TracePoint.stat.values.first[0] }
  end
end
