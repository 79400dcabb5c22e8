require "test_helper"

# Which of two instants with one clock reading is meant; Time.new refused :std and :dst.  Expected: CRuby 4.0.1.
class TestTimeClockShownTwice < Minitest::Test
  def setup = (@zone = ENV["TZ"])
  def teardown = ENV["TZ"] = @zone

  def test_std_and_dst
    ENV["TZ"] = "America/Los_Angeles"
    assert_equal "2010-11-07 01:30:00 -0700", Time.new(2010, 11, 7, 1, 30, 0, :dst).to_s
    assert_equal "2010-11-07 01:30:00 -0800", Time.new(2010, 11, 7, 1, 30, 0, in: :std).to_s
    assert_equal "2010-11-07 01:30:00 -0700", Time.new("2010-11-07 01:30:00", in: :dst).to_s
    assert_equal "can't convert Symbol into an exact number", assert_raises(TypeError) { Time.new(2010, 7, 7, 1, 30, 0, :foo) }.message
    assert_raises(TypeError) { Time.now(in: :std) }
  end

  # Both are summer time, or neither: with the flag the earlier is meant.
  def test_flag_of_time_local_where_both_are_alike
    ENV["TZ"] = "Europe/London"
    assert_equal "1947-08-10 02:59:59 +0200", Time.local(59, 59, 2, 10, 8, 1947, nil, nil, true, nil).to_s
    assert_equal "1947-08-10 02:59:59 +0100", Time.local(59, 59, 2, 10, 8, 1947, nil, nil, false, nil).to_s
  end
end
