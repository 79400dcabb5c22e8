# fork_cow - memory that a forked worker no longer shares with its parent: private dirty memory, from /proc/self/smaps_rollup.
#
#   ruby tool/measure/fork_cow.rb [WORKERS=4]
#
# The program is made from a seed: methods that call methods (12,288 call sites and as many again that call them in turn),
# and 60,000 objects that hold Strings, Arrays and Hashes, which a worker reads but does not write.  Four parents:
#   cold            has loaded the program, called nothing
#   cold, warmup    the same, then Process.warmup
#   warm            has run it three times
#   warm, warmup    the same, then Process.warmup
# Each forks WORKERS that run the program, one after the other; a worker tells its private dirty memory at birth and when
# the work is done, and then after a full collection of garbage.  Printed: KiB, medians of the workers.

SITES = 12_288
random = Random.new(20)
callees, callers = SITES / 4, SITES / 8
source = +""
callees.times { |i| source << "def f#{i}(a) = a\n" }
callers.times { |i| source << "def c#{i}\n  #{Array.new(8) { "f#{random.rand(callees)}(3)" }.join("; ")}\nend\n" }
(0...callers).to_a.shuffle(random: random).each_slice(64).with_index do |part, i|
  source << "def work#{i}\n  #{part.map { |c| "c#{c}" }.join("; ")}\nend\n"
end
source << "def call_all\n  #{Array.new((callers + 63) / 64) { |i| "work#{i}" }.join("; ")}\nend\n"
eval(source)

class Entry
  attr_reader :name, :tags, :table
  def initialize(i, random)
    @name = "entry \u{e9} number #{i}"
    @tags = Array.new(3) { random.rand(100) }
    @table = {id: i, even: i.even?}
  end

  def sum = @tags.sum + @table[:id] + @name.length
end

ENTRIES = Array.new(60_000) { |i| Entry.new(i, random) }
Array.new(100_000) { |i| "garbage #{i}" } # what warmup may give back

def work
  2.times { call_all }
  total = 0
  ENTRIES.each { |e| total += e.sum }
  total
end

def private_dirty
  file = File.exist?("/proc/self/smaps_rollup") ? "/proc/self/smaps_rollup" : "/proc/self/smaps"
  File.read(file).scan(/^Private_Dirty:\s+(\d+)/).sum { |(n)| n.to_i }
end

# [at birth, after the work, after a collection] of each worker
def workers(count)
  Array.new(count) do
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      born = private_dirty
      work
      done = private_dirty
      GC.start
      writer.puts [born, done, private_dirty].join(" ")
      writer.close
      exit!(0)
    end
    writer.close
    figures = reader.read.split.map(&:to_i)
    Process.wait(pid)
    figures
  end
end

# A parent of its own for each case, so that they do not warm one another.
def parent(warm, warmup, count)
  reader, writer = IO.pipe
  pid = fork do
    reader.close
    3.times { work } if warm
    Process.warmup if warmup
    list = workers(count)
    resident = File.read("/proc/self/status")[/VmRSS:\s+(\d+)/, 1].to_i
    writer.puts [resident, *list.transpose.map { |l| l.sort[l.size / 2] }].join(" ")
    exit!(0)
  end
  writer.close
  figures = reader.read.split.map(&:to_i)
  Process.wait(pid)
  figures
end

count = Integer(ARGV.fetch(0, "4"))
puts format("%-14s %10s %10s %10s %10s", "parent", "its RSS", "at birth", "after work", "after GC")
[["cold", false, false], ["cold, warmup", false, true], ["warm", true, false], ["warm, warmup", true, true]].each do |name, warm, warmup|
  puts format("%-14s %10d %10d %10d %10d", name, *parent(warm, warmup, count))
end
