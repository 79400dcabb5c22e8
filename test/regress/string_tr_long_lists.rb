require "test_helper"

# Lists of more than 16 bytes: their ranges lie in a String of their own, which was filled from an uninitialised counter.
class TestStringTrLongLists < Minitest::Test
  WIDE = (200..260).to_a.pack("U*")

  # Writes other values over the cells of the machine stack that a set will use.
  def soil = 60.times.map { |i| format("%0*d %s", i, i, [i] * i).tr("0-9", "a-j") }.sort.join

  def test_after_other_calls
    soil
    assert_equal "xx", "xx".squeeze(WIDE)
    soil
    assert_equal "x", "x".delete(WIDE)
    soil
    assert_equal 0, "x".count(WIDE)
    soil
    assert_equal "x", "x".tr(WIDE, "-")
    soil
    assert_equal "x", "x".tr_s(WIDE, WIDE.reverse)
  end

  def test_members
    text = "a\u{c8}\u{c8}b\u{104}\u{104}"
    assert_equal "a\u{c8}b\u{104}", text.squeeze(WIDE)
    assert_equal "ab", text.delete(WIDE)
    assert_equal 4, text.count(WIDE)
    assert_equal "a\u{104}\u{104}b\u{c8}\u{c8}", text.tr(WIDE, WIDE.reverse)
    assert_equal "a\u{104}b\u{c8}", text.tr_s(WIDE, WIDE.reverse)
    assert_equal 2, text.count("^" + WIDE)
  end

  # More ranges than were reserved for: a list of bytes with an escape each.
  def test_many_ranges
    list = (32..126).map { |c| "\\#{c.chr}" }.join
    assert_equal 95, (32..126).map(&:chr).join.count(list)
    assert_equal "", (32..126).map(&:chr).join.delete(list)
  end
end
