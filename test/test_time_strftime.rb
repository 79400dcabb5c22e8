# test_time_strftime.rb - Time#strftime (time/strftime.c): each letter, then flags, widths, the offset, weeks, and what is no directive.
require_relative "lib/test_helper"

class TestTimeStrftime < Minitest::Test
  AT = Time.utc(2026, 3, 5, 4, 7, 9.25r) # a Thursday
  NOON = Time.new(2026, 11, 28, 12, 30, 0, "+05:30")

  def self.rows(name, time, rows)
    define_method("test_#{name}") do
      assert_equal rows, rows.to_h { |format, _| [format, time.strftime(format)] }
    end
  end

  rows :numbers_have_the_width_of_their_letter, AT,
       "%Y" => "2026", "%C" => "20", "%y" => "26", "%m" => "03", "%d" => "05", "%e" => " 5", "%j" => "064", "%H" => "04", "%k" => " 4",
       "%I" => "04", "%l" => " 4", "%M" => "07", "%S" => "09", "%u" => "4", "%w" => "4", "%s" => "1772683629"

  rows :names_are_english, AT,
       "%A" => "Thursday", "%a" => "Thu", "%B" => "March", "%b" => "Mar", "%h" => "Mar", "%p" => "AM", "%P" => "am", "%Z" => "UTC"

  rows :a_letter_may_stand_for_a_format, AT,
       "%c" => "Thu Mar  5 04:07:09 2026", "%x" => "03/05/26", "%D" => "03/05/26", "%F" => "2026-03-05", "%T" => "04:07:09",
       "%X" => "04:07:09", "%R" => "04:07", "%r" => "04:07:09 AM", "%v" => " 5-MAR-2026", "%+" => "%+"

  rows :percent_newline_and_tab_have_letters, AT, "%%" => "%", "%n" => "\n", "%t" => "\t", "%3n|" => "  \n|", "%-3%|" => "%|", "%03t" => "00\t"

  rows :text_between_directives_is_copied, AT, "" => "", "at %H o'clock" => "at 04 o'clock", "\u00e9%d\u00e9" => "\u00e905\u00e9", "a\0%d\0" => "a\u000005\0"

  rows :twelve_hours_count_from_twelve, NOON, "%I" => "12", "%l" => "12", "%p" => "PM", "%P" => "pm", "%r" => "12:30:00 PM"
  rows :midnight_is_twelve_in_the_morning, Time.utc(2026, 1, 1), "%I %p" => "12 AM", "%l" => "12", "%k" => " 0", "%H" => "00"

  # ---- flags and widths ----

  rows :a_minus_removes_the_padding, AT,
       "%-m/%-d" => "3/5", "%-H" => "4", "%-e" => "5", "%-j" => "64", "%-y" => "26", "%-10d" => "5", "%-a" => "Thu", "%-10A" => "Thursday",
       "%-10F" => "2026-03-05", "%-0d" => "5", "%0-d" => "5"

  rows :zero_and_underscore_choose_the_padding, AT,
       "%0e" => "05", "%_d" => " 5", "%_m" => " 3", "%_j" => " 64", "%_5d" => "    5", "%05d" => "00005", "%0_d" => " 5", "%_0d" => "05",
       "%010A" => "00Thursday", "%_10A" => "  Thursday", "%05p" => "000AM", "%_6Y" => "  2026", "%06Y" => "002026"

  rows :a_width_fills_on_the_left, AT,
       "%10A" => "  Thursday", "%3A" => "Thursday", "%5d" => "00005", "%5e" => "    5", "%12F" => "  2026-03-05", "%012F" => "002026-03-05",
       "%10T" => "  04:07:09", "%1d" => "5", "%6Z" => "   UTC", "%100d" => "0" * 99 + "5"

  rows :circumflex_is_upper_case, AT,
       "%^a" => "THU", "%^B" => "MARCH", "%^P" => "AM", "%^c" => "THU MAR  5 04:07:09 2026", "%^10a" => "       THU", "%^d" => "05"

  rows :hash_changes_the_case, AT,
       "%#a" => "THU", "%#B" => "MARCH", "%#p" => "am", "%#P" => "AM", "%#Z" => "utc", "%^#p" => "am", "%#c" => "Thu Mar  5 04:07:09 2026",
       "%#10Z" => "       utc"

  rows :E_and_O_before_letters_that_allow_them_have_no_effect, AT,
       "%EY" => "2026", "%EC" => "20", "%Ex" => "03/05/26", "%Ec" => "Thu Mar  5 04:07:09 2026", "%Od" => "05", "%OH" => "04", "%Ou" => "4",
       "%Ed" => "%Ed", "%OY" => "%OY", "%E" => "%E", "%O" => "%O", "%EE" => "%EE", "%E%d" => "%E05"

  # ---- the fraction ----

  rows :the_fraction_is_cut_to_its_digits, Time.utc(2026, 1, 1, 0, 0, 0.123456789r),
       "%L" => "123", "%N" => "123456789", "%1N" => "1", "%3N" => "123", "%6N" => "123456", "%6L" => "123456", "%12N" => "123456789000",
       "%-L" => "123", "%_12N" => "123456789000", "%0N" => "123456789"

  rows :the_fraction_is_exact_below_the_nanosecond, Time.at(Rational(1, 3)).utc, "%N" => "333333333", "%15N" => "333333333333333"
  rows :zeros_lead_the_digits_below_the_nanosecond, Time.at(Rational(1, 10**11)).utc, "%N" => "000000000", "%12N" => "000000000010"

  # ---- the offset ----

  rows :the_offset_has_three_forms, NOON, "%z" => "+0530", "%:z" => "+05:30", "%::z" => "+05:30:00", "%:::z" => "+05:30"
  rows :the_shortest_offset_drops_zeros, Time.new(2026, 1, 1, 0, 0, 0, "+09:00"), "%:::z" => "+09"
  rows :the_shortest_offset_keeps_seconds, Time.new(2026, 1, 1, 0, 0, 0, 3601), "%:::z" => "+01:00:01", "%z" => "+0100", "%::z" => "+01:00:01"
  rows :an_offset_to_the_west_is_negative, Time.new(2026, 1, 1, 0, 0, 0, "-03:30"),
       "%z" => "-0330", "%:z" => "-03:30", "%-z" => "-0330", "%_z" => " -330", "%_8z" => "    -330", "%-:z" => "-03:30", "%10z" => "-000000330"
  rows :the_offset_of_utc_is_positive_unless_the_padding_is_removed, AT, "%z" => "+0000", "%-z" => "-0000", "%:z" => "+00:00", "%_z" => " +000", "%_5:z" => " +0:00", "%_:z" => " +0:00"
  rows :four_colons_are_no_directive, AT, "%::::z" => "%::::z", "%:d" => "%:d", "%:" => "%:", "%::" => "%::"

  # ---- weeks ----

  # Weeks of %U begin on Sunday, those of %W on Monday, those of %V on Monday too, in the year (%G) that has their Thursday.
  {
    [2021, 1, 1] => "00 00 53 2020 20", [2021, 1, 3] => "01 00 53 2020 20", [2021, 1, 4] => "01 01 01 2021 21",
    [2024, 12, 29] => "52 52 52 2024 24", [2024, 12, 30] => "52 53 01 2025 25", [2023, 1, 1] => "01 00 52 2022 22",
    [2020, 12, 31] => "52 52 53 2020 20", [2026, 12, 31] => "52 52 53 2026 26", [2000, 1, 1] => "00 00 52 1999 99"
  }.each do |date, text|
    rows :"the_weeks_of_#{date.join("_")}", Time.utc(*date), "%U %W %V %G %g" => text
  end

  rows :sunday_is_the_seventh_day_or_day_zero, Time.utc(2026, 3, 8), "%u" => "7", "%w" => "0", "%a" => "Sun"

  # ---- years ----

  rows :a_negative_year_has_its_sign_before_four_digits, Time.utc(-5, 1, 1),
       "%Y" => "-0005", "%C" => "-1", "%y" => "95", "%F" => "-0005-01-01", "%_Y" => "   -5", "%-Y" => "-5", "%8Y" => "-0000005", "%G" => "-0006"
  rows :a_small_year_has_four_digits, Time.utc(7, 1, 1), "%Y" => "0007", "%C" => "00", "%y" => "07", "%c" => "Mon Jan  1 00:00:00 0007"
  rows :a_large_year_has_all_its_digits, Time.utc(10**20 + 26, 1, 1), "%Y" => "100000000000000000026", "%C" => "1000000000000000000", "%y" => "26"
  rows :the_seconds_may_be_negative, Time.at(-1).utc, "%s" => "-1", "%5s" => "-0001", "%_5s" => "   -1", "%Y" => "1969"

  # ---- what is no directive ----

  rows :unknown_letters_stay, AT, "%Q" => "%Q", "%i" => "%i", "%5Q" => "%5Q", "%-Q%d" => "%-Q05", "%\u00e9" => "%\u00e9", "%!" => "%!"

  def test_a_format_that_ends_in_a_directive_is_refused
    ["%", "abc %", "%-", "%5", "%^#0"].each do |format|
      assert_equal "invalid format: #{format}", assert_raises(ArgumentError) { AT.strftime(format) }.message
    end
  end

  def test_a_width_above_the_largest_int_is_no_directive
    assert_equal "%2147483648d", AT.strftime("%2147483648d")
  end

  def test_the_format_must_be_an_ascii_compatible_string
    assert_equal "no implicit conversion of nil into String", assert_raises(TypeError) { AT.strftime(nil) }.message
    assert_equal "format should have ASCII compatible encoding", assert_raises(ArgumentError) { AT.strftime("%d".encode("UTF-16LE")) }.message
    assert_equal "wrong number of arguments (given 0, expected 1)", assert_raises(ArgumentError) { AT.strftime }.message
  end

  def test_the_text_has_the_encoding_of_the_format
    [Encoding::UTF_8, Encoding::US_ASCII, Encoding::BINARY, Encoding::EUC_JP].each do |encoding|
      assert_equal encoding, AT.strftime("%d".encode(encoding)).encoding
    end
  end

  def test_a_zone_object_names_its_zone
    zone = Object.new
    def zone.utc_to_local(time) = time + 3600
    def zone.local_to_utc(time) = time - 3600
    def zone.abbr(time) = "Abc"
    at = Time.at(0, in: zone)
    assert_equal ["Abc", "ABC", "abc", "   Abc", "+0100"], ["%Z", "%^Z", "%#Z", "%6Z", "%z"].map { |format| at.strftime(format) }
    assert_equal "", Time.new(2026, 1, 1, 0, 0, 0, 3600).strftime("%Z")
  end
end
