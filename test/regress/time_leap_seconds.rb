require "test_helper"

# Zones under right/ count leap seconds; Time took a day for 86400 seconds there too.  Expected: CRuby 4.0.1.
class TestTimeLeapSeconds < Minitest::Test
  def setup
    @zone, ENV["TZ"] = ENV["TZ"], "right/America/Los_Angeles"
    skip "the system has no zones under right/" if Time.at(78796800).utc.sec != 60
  end

  def teardown = ENV["TZ"] = @zone

  def test_an_inserted_second_is_a_sixtieth
    assert_equal "2008-12-31 23:59:60 UTC", Time.utc(2008, 12, 31, 23, 59, 60).to_s
    assert_equal "2008-12-31 15:59:60 -0800", Time.local(2008, 12, 31, 15, 59, 60).to_s
    assert_equal "2009-01-01 00:00:00 UTC", (Time.utc(2008, 12, 31, 23, 59, 60) + 1).to_s
    assert_equal "2009-01-01 00:00:00 UTC", Time.utc(2008, 12, 31, 24).to_s
    assert_equal "2009-01-01 00:59:60 +0100", Time.utc(2008, 12, 31, 23, 59, 60).getlocal("+01:00").to_s
  end

  def test_seconds_counted
    assert_equal 78796800, Time.utc(1972, 6, 30, 23, 59, 60).to_i
    assert_equal 2, Time.utc(1972, 7, 1) - Time.utc(1972, 6, 30, 23, 59, 59)
    assert_equal Time.utc(1999, 1, 2, 3, 4, 5), Marshal.load(Marshal.dump(Time.utc(1999, 1, 2, 3, 4, 5)))
    with = Time.utc(2100).to_i
    ENV["TZ"] = "UTC"
    assert_equal [4102444800, "2009-01-01 00:00:00 UTC"], [Time.utc(2100).to_i, Time.utc(2008, 12, 31, 23, 59, 60).to_s]
    refute_equal 4102444800, with
  end
end
