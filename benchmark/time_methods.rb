# frozen_string_literal: true
# time_methods - Time.at, strftime, arithmetic, comparison, components, in UTC.
start = Time.utc(2026, 1, 1)
sum = 0
150_000.times do |i|
  time = start + i * 3601
  sum += time.hour + time.yday + time.wday + time.min
  sum += time.strftime("%Y-%m-%d %H:%M:%S").size
  sum += 1 if time > start
  sum += (time - start).to_i & 7
  sum += Time.at(i, in: "UTC").sec
end
raise "time_methods: #{sum}" unless sum == 41828328
