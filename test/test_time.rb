# test_time.rb - Time: zones and what is no number; Process.spawn's arguments and status.
require "minitest/autorun"

class TestTime < Minitest::Test
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
