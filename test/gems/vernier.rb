require "vernier"
def work = 200.times { |i| (1..200).map { |j| (i * j).to_s }.sort }
r = Vernier.profile(mode: :wall, interval: 200) { work; Thread.new { work }.join }
puts r.main_thread[:samples].size > 5, r.threads.size >= 2
r = Vernier.profile(mode: :retained) { $k = Array.new(50) { "r#{_1}" * 3 } }
puts r.main_thread[:samples].size >= 50
Vernier.profile(out: "o.json", mode: :wall) { work }
require "json"
puts JSON.parse(File.read("o.json")).keys.sort.first(3).inspect
__END__
true
true
true
["counters", "libs", "meta"]
