# loops.rb - loaded with -r into a Ruby whose program measures its own loop: pauses between iterations, and how it warms up.
#
# Owns      lab_tick and lab_iterate, the figures that they append to LAB_OUT, and the names of those figures.
# LO-1      Every Ruby runs this one probe with one clock (CLOCK_MONOTONIC for gaps).  The collector's own account is not used.
# LO-2      lab_tick keeps counts only: 1,024 small Integers, made before the first tick.  It allocates nothing that a collection could find.
# LO-3      The program has one thread that calls lab_tick; a gap is whatever lies between two of its calls.
# Checked   test/test_lab_measures.rb
#
# A gap on a loaded machine may be another process.  So the thread's own processor time is kept, too: "longest-busy" is the greatest
# of it between two ticks.  A pause of the collector shows in both, unless another thread did its work.
# It runs on any Ruby from 2.5 on and needs no library.
LAB_PARTS = 16 # buckets for each power of two: a bucket is at most 1/16 wide
LAB_GAPS = Array.new(64 * LAB_PARTS, 0)
LAB_TICK = [0, 0, 0, 0] # the clock and the thread's clock at the last tick, the longest gap, the longest busy gap

# Ends an iteration of a loop, and counts the nanoseconds since the last end.
def lab_tick
  now = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
  busy = Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID, :nanosecond)
  last = LAB_TICK[0]
  if last > 0
    gap = now - last
    LAB_GAPS[lab_bucket(gap)] += 1
    LAB_TICK[2] = gap if gap > LAB_TICK[2]
    gap = busy - LAB_TICK[1]
    LAB_TICK[3] = gap if gap > LAB_TICK[3]
  end
  LAB_TICK[1] = busy
  # The probe's own time lies outside of the gap.
  LAB_TICK[0] = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
end

# Returns the bucket of a number of nanoseconds.
def lab_bucket(gap)
  return gap if gap < LAB_PARTS
  power = gap.bit_length
  (power - 4) * LAB_PARTS + (gap >> (power - 5)) - LAB_PARTS
end

# Returns the least number of nanoseconds of a bucket.
def lab_least(bucket)
  return bucket if bucket < LAB_PARTS
  (LAB_PARTS + bucket % LAB_PARTS) * 2**(bucket / LAB_PARTS - 1)
end

# Returns the nanoseconds that `part` of all gaps do not exceed.  The gaps of a bucket count as spread evenly: quantiles of whole
# buckets would be equal in one round and a sixteenth apart in the next.
def lab_quantile(part)
  wanted = (LAB_GAPS.sum * part).ceil
  seen = 0
  bucket = LAB_GAPS.index { |count| (seen += count) >= wanted }
  inside = (wanted - seen + LAB_GAPS[bucket] - 0.5) / LAB_GAPS[bucket]
  [lab_least(bucket) + inside * (lab_least(bucket + 1) - lab_least(bucket)), LAB_TICK[2]].min
end

def lab_gap_lines
  lines = [["gap-p50", 0.5], ["gap-p99", 0.99], ["gap-p99.9", 0.999]].map { |name, part| "#{name} #{lab_quantile(part) / 1e6} ms" }
  lines << "longest-gap #{LAB_TICK[2] / 1e6} ms" << "longest-busy #{LAB_TICK[3] / 1e6} ms"
  powers = Hash.new(0)
  LAB_GAPS.each_with_index { |count, bucket| powers[lab_least(bucket).bit_length] += count if count > 0 }
  lines.concat(powers.map { |power, count| "gaps-below-2^#{power}-ns #{count} gaps" })
end

# Runs the block `times` times and keeps the processor time of each; the figures are written when it ends.
def lab_iterate(times)
  took = Array.new(times, 0)
  i = 0
  while i < times
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
    yield i
    took[i] = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - start
    i += 1
  end
  lab_write(lab_warm_lines(took))
end

# Steady is the median of the last half.  The program is warm at the first iteration that is within a tenth of steady, as is the median
# of it and the next two.  The time to there ends with that iteration, so it is never 0 and has a ratio.
def lab_warm_lines(took)
  median = lambda do |list|
    sorted = list.sort
    sorted[sorted.size / 2]
  end
  steady = median.(took.drop(took.size / 2))
  warm = (0...took.size).find { |i| [took[i], median.(took[i, 3])].max * 0.9 <= steady } || took.size
  ["first-iteration #{took[0] / 1e6} ms", "steady #{steady / 1e6} ms", "warm-after #{took.take(warm + 1).sum / 1e6} ms"]
end

def lab_write(lines)
  out = ENV["LAB_OUT"] or return
  File.open(out, "a") { |f| f.write(lines.map { |line| "#{line}\n" }.join) }
end

lab_owner = Process.pid
at_exit { lab_write(lab_gap_lines) if LAB_TICK[0] > 0 && LAB_GAPS.sum > 0 && Process.pid == lab_owner }
