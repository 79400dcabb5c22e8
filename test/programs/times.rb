# times - time (parsing and printing formats), date with calendars and arithmetic, timeout.
require "time"
require "date"
require "timeout"
ENV["TZ"] = "UTC"

["2026-11-20 13:05:11", "20 Nov 2026 13:05 +0200", "2026-11-20T13:05:11.123456Z", "12:30", "Fri Nov 20 2026", "20261120T130511Z", "H31.04.30", "3rd Feb 2001 04:05:06 PM"].each do |text|
  puts "#{text.ljust(30)} #{Time.parse(text, Time.utc(2000, 1, 2)).utc.iso8601(3)}"
end
puts Time.iso8601("2026-11-20T13:05:11+01:00"), Time.rfc2822("Fri, 20 Nov 2026 13:05:11 +0000"), Time.httpdate("Fri, 20 Nov 2026 13:05:11 GMT")
puts Time.strptime("2026-324 07", "%Y-%j %H"), Time.strptime("1700000000.5", "%s").utc, Time.strptime("20/11/26 01:02:03 PM +0300", "%d/%m/%y %I:%M:%S %p %z")
time = Time.utc(2026, 11, 20, 13, 5, 11.5r)
puts time.iso8601, time.iso8601(2), time.xmlschema(6), time.rfc2822, time.httpdate, time.getlocal("+05:30").rfc2822
%w[nonsense 2026-13-45 25:61].each do |text|
  Time.parse(text)
  puts "parsed #{text}"
rescue ArgumentError => e
  puts e.message
end
[-> { Time.iso8601("2026") }, -> { Time.strptime("x", "%Y") }, -> { Time.httpdate("never") }, -> { Time.rfc2822("no") }].each do |action|
  action.call
rescue ArgumentError => e
  puts e.message
end

date = Date.new(2024, 2, 29)
p date, date + 1, date >> 12, date << 1, date.next_month, date.prev_year, date.cwday, date.cweek, date.yday, date.jd, date.mjd, date.leap?, date.saturday?, date.ajd
puts date.strftime("%A %d %B %Y, week %V, day %j, %-m/%-d/%y %U %u %G %C"), date.iso8601, date.rfc3339, date.httpdate, date.jisx0301
p Date.parse("3rd Feb 2001"), Date.parse("H13.02.03"), Date.parse("20010203"), Date.strptime("2001-W05-6", "%G-W%V-%u"), Date.valid_date?(2023, 2, 29), Date.valid_commercial?(2026, 53, 1)
p (Date.new(2026, 3, 1) - Date.new(2026, 2, 1)), Date.new(2026, 1, 31).step(Date.new(2026, 2, 3)).map(&:day), date.upto(date + 2).to_a.size, (date...date + 30).select(&:sunday?).map(&:to_s)
p Date.new(-1, -1, -1), Date.new(1582, 10, 4).next_day, Date.new(1582, 10, 15).julian?, Date.commercial(2026, 47, 5), Date.ordinal(2026, 100), Date._parse("10:20 pm 2001-02-03 +0900"), date === DateTime.new(2024, 2, 29, 12), date <=> DateTime.new(2024, 2, 29, 12)
case date
in { year:, month: 2, day: } then p [year, day]
end
moment = DateTime.new(2026, 11, 20, 13, 5, 11.25, "+2")
p moment, moment.to_time.utc, moment.new_offset(0), moment.hour, moment.sec_fraction, moment + Rational(1, 24), moment.to_date, time.to_date, time.to_datetime
puts moment.iso8601(3), moment.strftime("%s %L %N %z %Z %p %I"), DateTime.parse("2001-02-03T04:05:06+07:00")
[-> { Date.new(2023, 2, 29) }, -> { Date.parse("nothing here") }, -> { Date.strptime("x", "%Y") }, -> { Date.iso8601("x" * 200) }].each do |action|
  action.call
rescue Date::Error, ArgumentError => e
  puts "#{e.class}: #{e.message}"
end
p Marshal.load(Marshal.dump(date)) == date, [date, date - 1].min, { date => 1 }[Date.new(2024, 2, 29)], date.hash == Date.new(2024, 2, 29).hash

begin
  Timeout.timeout(0.05) { sleep }
rescue Timeout::Error => e
  puts e.message, e.class
end
p Timeout.timeout(5) { |seconds| seconds }, Timeout.timeout(nil) { 1 }, Timeout.timeout(0) { 2 }
Custom = Class.new(StandardError)
begin
  Timeout.timeout(0.05, Custom, "too slow") { loop { sleep 0.01 } }
rescue Custom => e
  puts e.message
end
begin
  Timeout.timeout(5) { Timeout.timeout(0.05) { sleep } }
rescue Timeout::Error
  puts "inner"
end
begin
  Timeout.timeout(-1) { }
rescue ArgumentError => e
  puts e.message
end
