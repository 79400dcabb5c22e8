require "test_helper"

# Under a zone that counts leap seconds, Time did not; :std and :dst were no zone argument.
class TestTimeLeapSeconds < Minitest::Test
  def in_zone(name)
    old, ENV["TZ"] = ENV["TZ"], name
    yield
  ensure
    ENV["TZ"] = old
  end

  def test_right_zones
    skip "no right/ zones here" unless File.exist?("/usr/share/zoneinfo/right/Europe/Paris")
    in_zone("right/Europe/Paris") do
      t = Time.utc(2008, 12, 31, 23, 59, 60)
      assert_equal "2008-12-31 23:59:60 UTC", t.to_s
      assert_equal "2009-01-01 00:00:00 UTC", (t + 1).to_s
      assert_equal 2, Time.utc(2009, 1, 1) - Time.utc(2008, 12, 31, 23, 59, 59)
      assert_equal t, Time.local(2009, 1, 1, 0, 59, 60)
      assert_equal "2009-01-01 00:59:60 +0100", t.getlocal.to_s
    end
    in_zone("Europe/Paris") { assert_equal "2009-01-01 00:00:00 UTC", Time.utc(2008, 12, 31, 23, 59, 60).to_s }
  end

  def test_which_of_two
    in_zone("Europe/Paris") do
      assert_equal "2008-10-26 02:30:00 +0200", Time.new(2008, 10, 26, 2, 30, 0, :dst).to_s
      assert_equal "2008-10-26 02:30:00 +0100", Time.new(2008, 10, 26, 2, 30, 0, :std).to_s
      assert_raises(TypeError) { Time.new(2008, 10, 26, 2, 30, 0, :other) }
    end
  end
end
