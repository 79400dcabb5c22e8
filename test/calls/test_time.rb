# Time: its methods and the ways to make one.
require_relative "../lib/call_table"

class TestTimeCalls < Minitest::Test
  ENV["TZ"] = "America/New_York"

  class Zone # a zone object
    def utc_to_local(t) = t + 3600
    def local_to_utc(t) = t - 3600
    def inspect = "#<Zone>"
  end
  ARGS = ["0", "1", "-1", "1.5", "3r/7", "2**40", "2**80", "nil", '"x"', '"+09:00"', '"-00:00"', '"UTC"', '"Z"', '"A"', '"J"', '"+9"', '"+25:00"', '"+09:60"', '"+0900"', '"+090000"', '"+09:00:59"', ":sym", "Float::NAN", "Float::INFINITY", "[]", "Time.at(5)", "Time.utc(2000)",
          "3600", "86400", "1i", "Odd.new(to_int: 3)", "Odd.new(to_r: 1r/3)", "Odd.new(to_str: '+01:00')", "Odd.new(divmod: [1, 0])", "TestTimeCalls::Zone.new", "9", "10", "Odd.new(to_str: 1)", "true"].freeze
  FORMATS = %w[%Y %C %y %m %B %b %^b %h %d %e %j %H %k %I %l %P %p %#p %M %S %L %3N %N %24N %z %:z %::z %:::z %Z %A %a %^a %u %w %G %g %V %U %W %s %n %t %% %c %D %F %v %x %X %r %R %T %+ %-d %_5d %05e %^10a %010Y %-m/%-d/%-y %_H %:: %E %EY %Od %Q %10% %-10N %_z %-z %_10z %010:z %+S %5 %#Z %10n].freeze
  CallTable.new("time_calls",
                receivers: ["Time.utc(2000, 2, 29, 23, 59, 59.5r)", "Time.new(2024, 3, 10, 3, 30, 0)", "Time.at(-1, 999_999_999, :nsec)", 'Time.new(1969, 12, 31, 0, 0, 1, "+05:30")', "Time.utc(-1, 1, 1)", "Time.utc(12345, 6, 7)", "Time.at(2**40)",
                            "Time.new(2000, 1, 1, in: TestTimeCalls::Zone.new)", "Time.utc(1900, 12, 31)", "Time.new(2024, 11, 3, 1, 30, 0)", "Time.at(1r/3, in: '-00:00')", "Time.utc(2020, 1, 1).freeze"],
                args: ARGS + FORMATS.map(&:inspect) + ['"%Y\0%m"', '"é%d"', '"%d".encode("UTF-16LE")', '"%H".b', '""'],
                calls: ["in: '+09:00'", "in: nil", "in: 'x'", "in: 3600", "10", "-1, half: :up", "3, half: :down", "1, 2", "nope: 1", "[:year]", "[:year, :zone, :nope]", "[:subsec, :wday, :yday, :dst, :month, :day, :hour, :min, :sec]"],
                blocks: [], methods: Time.instance_methods(false) - %i[hash]).define(self)

  TEXTS = ["2000-01-02", "2000-01-02 03:04:05", "2000-01-02T03:04:05Z", "2000-01-02 03:04:05.123456789012 +09:00", "2000-13-01 00:00:00", "2000-01-32 00:00:00", "2000-01-02 24:00:00", "2000-01-02 24:00:01", "2000-01-02 25:00:00", "2000-01-02 03:60:00", "2000-01-02 03:04:61", "2000-01-02 03:04:60",
           "2000-01-02 03:04", "2000-01-02 03:04:05 x", "2000", "200", "20000", "2000-1-2 3:4:5", "2000-01", " 2000-01-02 03:04:05", "2000-01-02 03:04:05 ", "2000-01-02 03:04:05.", "2000-01-02 03:04:05 UTC", "2000-01-02 03:04:05 +9", "x", "", "2000-01-02 03:04:05 -00:00", "2000-02-30 00:00:00",
           "2000-01-02\0", "12345-01-02 03:04:05", "2000-01-02  03:04:05", "2000-01-02 03:04:05+09:00", "2000-01-02 03:04:05 A", "2000-01-02 03:04:5", "-2000-01-02 03:04:05"].freeze
  CallTable.new("time_made",
                receivers: ["Time"],
                args: ARGS + TEXTS.map(&:inspect) + ["2000", '"2000"'],
                pairs: ["2000", "2", "-1", '"3"', '"feb"', "nil", "1.5", '"x"', "13", "0", "Time.at(1)", ":nsec", "2**70", "Odd.new(to_int: 2)"],
                triples: ["2000", "12", '"31"', "nil", "-1", ":microsecond", ":usec", ":nsec", ":millisecond", ":nope", "32", "1.5"],
                calls: ["2000, 1, 2, 3, 4, 5", "2000, 1, 2, 24, 0, 0", "2000, 1, 2, 24, 0, 1", "2000, 1, 2, 3, 60, 5", "2000, 1, 2, 3, 4, 60", "2000, 1, 2, 3, 4, 61", "2000, 1, 2, 3, 4, 5.75", "2000, 1, 2, 3, 4, 5, 6", "2000, 1, 2, 3, 4, 5, 6.5r", "2000, 1, 2, 3, 4, 5, '+09:00'", "2000, 1, 2, 3, 4, 5, 'x'", "2000, 1, 2, 3, 4, 5, nil",
                        "5, 4, 3, 2, 1, 2000, 0, 0, false, nil", "5, 4, 3, 2, 1, 2000, 0, 0, true, nil", "1, 2, 3, 4, 5, 6, 7, 8", "2000, 2, 30", "2001, 2, 29", "2000, 4, 31", "2024, 3, 10, 2, 30", "2024, 11, 3, 1, 30", "0, in: 'UTC'", "0, in: TestTimeCalls::Zone.new", "0, in: Object.new", "0, 5, :nsec, in: '+01:00'",
                        "2000, in: '+09:00'", "2000, 1, 1, 0, 0, 0, '+09:00', in: 'UTC'", "'2000-01-02 03:04:05', in: '+09:00'", "'2000-01-02 03:04:05 +01:00', in: '+09:00'", "'2000-01-02 03:04:05.123456', precision: 3", "'2000-01-02 03:04:05.1', precision: -1", "'2000-01-02 03:04:05.1', precision: nil", "2000, precision: 3", "nope: 1", "2000, 'x', 1",
                        "2000, 1, 2, 3, 4, 5, TestTimeCalls::Zone.new", "2000, 1, 2, 3, 4, 5, Odd.new(local_to_utc: 1)", "99, 1, 1", "2000, 1, 2, '03', '04', '05'", "2000, 1, 2, 'x'", "2000, 1, nil, nil, nil, '5.25'"],
                blocks: [], methods: %i[new at utc gm local mktime], except: /new\(\)|new\(in: nil\)/).define(self)
end
