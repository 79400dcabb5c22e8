# measure.rb - one loop of loops.rb, warm: by how much the process grows.
#
#   ruby test/leaks/measure.rb NAME TURNS      prints bytes a turn, and the turns of a leg
#   ruby test/leaks/measure.rb                 the names
#
# Resident memory is read at four points after the warm-up, a leg of turns between each two.  What leaks grows in every leg,
# what only finds its size does not: the smallest growth counts.
require_relative "loops"

at_exit { FileUtils.rm_rf(LEAK_DIR) }

def resident_bytes
  4.times { GC.start }
  File.read("/proc/self/statm").split[1].to_i * 4096
end

if ARGV.empty?
  puts LEAK_LOOPS.keys
  exit
end

share, block = LEAK_LOOPS.fetch(ARGV[0])
leg = [(ARGV[1].to_i * share).to_i, 10].max
turn = 0
run = -> { leg.times { block.call(turn += 1) } }
2.times { run.call }
at = resident_bytes
grown = Array.new(3) do
  run.call
  before, at = at, resident_bytes
  at - before
end
puts "#{([grown.min, 0].max.to_f / leg).round(2)} #{leg}"
