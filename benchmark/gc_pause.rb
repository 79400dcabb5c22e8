# frozen_string_literal: true
# gc_pause - requests against a large live heap; the longest of them must stay near the usual one.
live = Array.new(300_000) { |i| ["user #{i}", i] }
random = Random.new(97)
longest = 0.0
sum = 0
1200.times do |request|
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  rows = Array.new(150) { |k| { id: k, name: live[random.rand(live.size)][0], tags: [k, request] } }
  page = rows.map { |row| "<li>#{row[:id]} #{row[:name]} #{row[:tags].join(",")}</li>" }.join
  sum += page.size
  live[request * 7] = ["user again #{request}", request]
  taken = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  longest = taken if taken > longest
end
raise "gc_pause: a request took #{longest} s" if longest > 2.0
raise "gc_pause: #{sum}" unless sum == 5444565
