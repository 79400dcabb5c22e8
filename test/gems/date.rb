require "date"
d = Date.new(2024, 2, 29)
p d, d >> 12, d.next_month, d.cwday, d.yday, d.jd, (d - Date.new(2000, 1, 1)), d.step(d + 2).to_a.size, d.iso8601, d.httpdate, Date.new(2024, 1, 2, Date::GREGORIAN)
p Date.parse("3rd Feb 2001"), DateTime.parse("2001-02-03T04:05:06.789+09:00"), Date.strptime("2001-W05-6", "%G-W%V-%u"), Date.valid_date?(2023, 2, 29), Date._parse("10:20 pm H31.04.30")
begin
  Date.parse("xx")
rescue Date::Error => e
  p e.message
end
p Marshal.load(Marshal.dump(d)) == d, DateTime.new(2001, 2, 3, 4, 5, 6.5r, "+9").to_time.utc, Time.at(0).utc.to_date, d.strftime("%A %-d %^b %j %G-%V"), Date.gregorian_leap?(1900)
case d
in { year:, month: 2 } then p year
end
__END__
#<Date: 2024-02-29 ((2460370j,0s,0n),+0s,2299161j)>
#<Date: 2025-02-28 ((2460735j,0s,0n),+0s,2299161j)>
#<Date: 2024-03-29 ((2460399j,0s,0n),+0s,2299161j)>
4
60
2460370
(8825/1)
3
"2024-02-29"
"Thu, 29 Feb 2024 00:00:00 GMT"
#<Date: 2024-01-02 ((2460312j,0s,0n),+0s,-Infj)>
#<Date: 2001-02-03 ((2451944j,0s,0n),+0s,2299161j)>
#<DateTime: 2001-02-03T04:05:06+09:00 ((2451943j,68706s,789000000n),+32400s,2299161j)>
#<Date: 2001-02-03 ((2451944j,0s,0n),+0s,2299161j)>
false
{hour: 22, min: 20, year: 2019, mon: 4, mday: 30}
"invalid date"
true
2001-02-02 19:05:06.5 UTC
#<Date: 1970-01-01 ((2440588j,0s,0n),+0s,2299161j)>
"Thursday 29 FEB 060 2024-09"
false
2024
