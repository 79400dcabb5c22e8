# test_time.rb - Time: the table's answers are CRuby's; zones and what is no number; Process.spawn's arguments and status.
require_relative "lib/table_test"

class TestTime < Minitest::Test
  def setup = (@zone, ENV["TZ"] = ENV["TZ"], "UTC")
  def teardown = ENV["TZ"] = @zone

  TableTest.define(self, "time")

  # A time is local to the zone that was in force when it was made local.
  def test_zone_of_the_moment
    ENV["TZ"] = "America/New_York"
    t = Time.at(0).localtime
    u = Time.local(2000)
    v = Time.new(2000, 1, 1)
    ENV["TZ"] = "Asia/Tokyo"
    assert_equal [-18000] * 3, [t, u, v].map(&:utc_offset)
    assert_equal "EST", Marshal.load(Marshal.dump(u)).zone
  end

  def test_no_numbers
    assert_equal "can't convert Time into an exact number", assert_raises(TypeError) { Time.at(Time.now, 1) }.message
    [-> { Time.new(2000, 1, 1, 12, 0, 0, Object.new) }, -> { Time.now(in: Object.new) }, -> { Time.now.getlocal(Object.new) }].each do |f|
      assert_equal "can't convert Object into an exact number", assert_raises(TypeError, &f).message
    end
  end

  def test_zone_out_of_range
    zone = Object.new
    def zone.local_to_utc(t) = Time.utc(t.year, t.mon, t.day + 1, t.hour)
    assert_equal "utc_offset out of range", assert_raises(ArgumentError) { Time.new(2000, 1, 1, 12, 0, 0, zone) }.message
  end

  def test_spawn_converts_once_and_sets_the_status
    calls = []
    arg = Object.new
    arg.define_singleton_method(:to_str) { calls << 1; "true" }
    Process.wait Process.spawn(arg)
    assert_equal 1, calls.size
    assert_raises(Errno::ENOENT) { Process.spawn("no-such-program") }
    assert_equal 127, $?.exitstatus
  end
end
