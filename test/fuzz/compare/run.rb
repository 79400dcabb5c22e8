# run.rb - the same programs on two Rubies: what they print, raise and leave behind must be equal.
#
#   run.rb RUBY REFERENCE [--seed N] [--count OPERATIONS] [--batch PROGRAMS] [--jobs N] [--memory MB] [--keep FOLDER]
#                         [--first PROGRAM] [--only PROGRAM] [--most N] [--patience SECONDS] [--show] [--stress gc:50]
#
# Programs come from gen.rb and run in child.rb, a batch in one process of each Ruby.  Each of the --jobs workers makes its
# own batches, runs them and compares; the parent counts.  The first difference of a program is looked up in explained.rb
# and what comes after it is not counted; others, crashes and hangs are made smaller (lines, then parts of lines, are left
# out as long as the difference stays) and kept as FOLDER/SEED-PROGRAM.txt.  Driven by REFERENCE.
require "fileutils"
require "optparse"
require "tmpdir"
require_relative "gen"
require_relative "explained"

CHILD = File.expand_path("child.rb", __dir__)
$opts = { seed: 1, count: 20_000, batch: 400, jobs: 2, memory: 3000, keep: "fuzz-found", most: 40, patience: 20 }
OptionParser.new do |o|
  o.on("--seed N", Integer) { |v| $opts[:seed] = v }
  o.on("--count N", Integer) { |v| $opts[:count] = v }
  o.on("--batch N", Integer) { |v| $opts[:batch] = v }
  o.on("--jobs N", Integer) { |v| $opts[:jobs] = v }
  o.on("--memory MB", Integer) { |v| $opts[:memory] = v } # of address space for each process; 0: no limit (sanitizers)
  o.on("--first N", Integer) { |v| $opts[:first] = v }
  o.on("--only N", Integer) { |v| $opts[:only] = v }
  o.on("--most N", Integer) { |v| $opts[:most] = v }
  o.on("--patience SECONDS", Integer) { |v| $opts[:patience] = v }
  o.on("--keep FOLDER") { |v| $opts[:keep] = v }
  o.on("--stress SPEC") { |v| $opts[:stress] = v } # VM_STRESS of RUBY
  o.on("--show") { $opts[:show] = true }
end.parse!
abort "usage: run.rb RUBY REFERENCE [options]" unless ARGV.length == 2
RUBIES = ARGV.map { |r| File.expand_path(r) }
$folder = Dir.mktmpdir("compare")
owner = Process.pid
at_exit { FileUtils.rm_rf($folder) if Process.pid == owner }

def start(ruby, file, out)
  File.write(out, "")
  env = { "LC_ALL" => "C.UTF-8", "RUBYOPT" => nil, "TZ" => "UTC", "VM_STRESS" => ruby == RUBIES[0] ? $opts[:stress] : nil }
  limits = { rlimit_core: 0, rlimit_cpu: $opts[:patience] }
  limits[:rlimit_as] = $opts[:memory] << 20 if $opts[:memory] > 0
  Process.spawn(env, ruby, "--disable=gems", CHILD, file, out, in: File::NULL, [:out, :err] => "#{out}.err", chdir: $folder, pgroup: true, **limits)
end

# {number => lines of what it printed}, and the numbers that ended the process.
def results(out)
  found = {}
  File.binread(out).force_encoding("UTF-8").scrub("?").split(/^# program /).drop(1).each do |part|
    head, _, rest = part.partition("\n")
    found[head.to_i] = rest.delete_suffix("# done\n").lines
  end
  [found, File.binread(out).end_with?("# done\n")]
end

# programs: {number => lines}.  For each Ruby {number => answer lines}; a program that ended its process has ["DIED ..."].
def both(programs, patience = $opts[:patience])
  todo = [programs, programs]
  answers = [{}, {}]
  until todo.all?(&:empty?)
    pids = todo.each_with_index.map do |list, i|
      next if list.empty?
      file = "#{$folder}/in#{i}"
      File.write(file, list.map { |n, lines| "# program #{n}\n#{lines.join("\n")}\n" }.join)
      start(RUBIES[i], file, "#{$folder}/out#{i}")
    end
    pids.each_with_index do |pid, i|
      next unless pid
      status = nil
      deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + patience * 20 # for what sleeps; rlimit_cpu ends what spins
      until (status = Process.wait2(pid, Process::WNOHANG)&.last)
        sleep 0.01
        break if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
      end
      unless status
        Process.kill(:KILL, -pid)
        status = Process.wait2(pid).last
      end
      found, done = results("#{$folder}/out#{i}")
      answers[i].update(found)
      rest = todo[i].reject { |n, _| found.key?(n) }
      unless done
        culprit = rest.keys.first
        err = File.binread("#{$folder}/out#{i}.err").scrub("?").lines.grep(/ERROR|BUG|assert|runtime error|Error/i).first.to_s.strip
        answers[i][culprit || found.keys.last] = ["DIED #{status.signaled? ? "signal #{status.termsig}" : "status #{status.exitstatus}"} #{err[0, 200]}\n"]
        rest.delete(culprit)
        rest = {} if culprit.nil?
      end
      todo[i] = rest
    end
  end
  answers
end

# nil, or [operation number, our line, their line, the variables that the operation left changed there] of the first difference.
def difference(ours, theirs)
  return nil if ours == theirs
  number = 0
  [ours.length, theirs.length].max.times do |i|
    number = ours[i].to_i if ours[i]&.match?(/\A\d/)
    next if ours[i] == theirs[i]
    number = theirs[i].to_i.nonzero? || number if ours[i]&.match?(/\ADIED/) || ours[i].nil?
    return [number, ours[i].to_s.chomp, theirs[i].to_s.chomp, theirs.drop_while { |l| l.to_i != number }.drop(1).take_while { |l| l.start_with?("    ") }.join]
  end
end

# Is this a difference to report?  An explained one hides what comes after it in its program.
def judge(lines, ours, theirs)
  number, a, b, left = difference(ours, theirs)
  return nil unless number
  op = lines[number - 1].to_s
  why = explained(op, a, b, left)
  [why, number, op, a, b]
end

def kind_of(verdict) # what must stay while a program is made smaller
  _, _, _, a, b = verdict
  shape = ->(t) { t.sub(/\A\d+ = /, "").then { |x| x[/\A(DIED|[A-Z]\w+(::\w+)*(Error|Exception|Iteration)\w*)/] || (x.start_with?("    ") ? "state" : "value") } }
  [shape.(a), shape.(b)]
end

def shrink(lines, verdict)
  want = kind_of(verdict)
  same = ->(list, ours, theirs) { (v = judge(list, ours, theirs)) && v[0].nil? && kind_of(v) == want }
  try = lambda do |candidates|
    programs = candidates.each_with_index.to_h { |c, i| [i, c] }
    ours, theirs = both(programs, 20)
    candidates.each_index.find { |i| same.(candidates[i], ours[i] || [], theirs[i] || []) }&.then { |i| candidates[i] }
  end
  lines = lines.first(verdict[1])
  died = verdict[3].start_with?("DIED")
  size = [lines.length / 2, 1].max
  loop do
    smaller = (0...lines.length).step(size).map { |i| lines[0, i] + lines[i + size..].to_a }.reject(&:empty?)
    smaller = smaller.first(8) if died
    if (found = smaller.empty? ? nil : try.(smaller))
      lines = found
    elsif size == 1
      break
    else
      size /= 2
    end
  end
  8.times do
    smaller = lines.each_with_index.flat_map do |line, i|
      parts = line.scan(/[^,;]+[,;] ?|(?<=[,;\[{(])[^,;\[\](){}]+|\.\w+|x = |[^,;\[{(]+; /).uniq
      parts.first(40).map { |part| lines[0, i] + [line.sub(part, "")] + lines[i + 1..] }
    end
    smaller = smaller.first(died ? 6 : 60)
    found = smaller.empty? ? nil : try.(smaller)
    break unless found
    lines = found
  end
  lines
end

def keep(number, lines, verdict)
  FileUtils.mkdir_p($opts[:keep])
  ours, theirs = both({ 0 => lines }, 20)
  text = lines.join("\n") + "\n--- ours\n" + (ours[0] || []).join + "--- reference\n" + (theirs[0] || []).join
  File.write(File.join($opts[:keep], "#{$opts[:seed]}-#{number}.txt"), text)
  puts "== #{$opts[:seed]}:#{number}", lines.map { |l| "   #{l}" }, "   ours:   #{verdict[3][0, 300]}", "   theirs: #{verdict[4][0, 300]}"
  $stdout.flush
end

CRASHED = /\ADIED signal (4|6|7|8|11)\b/

# One batch: what the parent has to know of it.
def run_batch(numbers)
  programs = numbers.to_h { |n| [n, Gen.new($opts[:seed], n).program] }
  ours, theirs = both(programs)
  tale = { programs: programs.length, operations: 0, known: Hash.new(0), found: [] }
  programs.each do |n, lines|
    verdict = judge(lines, ours[n] || [], theirs[n] || [])
    puts lines, ours[n], "---", theirs[n] if $opts[:show]
    if [ours, theirs].all? { |all| all[n]&.first&.start_with?("DIED") }
      # a crash of ours is a finding even where the reference dies as well
      next tale[:found] << [n, lines, [nil, lines.length, lines.last, ours[n].first, theirs[n].first]] if ours[n].first.match?(CRASHED)
      void = "both died"
    end
    void ||= "not a program" if verdict.nil? && theirs[n]&.first&.start_with?("SyntaxError")
    if void
      tale[:known][void] += 1
      next
    end
    tale[:operations] += verdict ? verdict[1] : lines.length
    next unless verdict
    verdict[0] ? tale[:known][verdict[0]] += 1 : tale[:found] << [n, lines, verdict]
  end
  tale.merge(known: tale[:known].to_a)
end

# Runs every jobs-th batch from the index-th on and writes a marshalled tale of each.
def work(index, to)
  $folder = File.join($folder, index.to_s)
  Dir.mkdir($folder)
  first = ($opts[:first] || 0) + index * $opts[:batch]
  loop do
    Marshal.dump(run_batch((first...first + $opts[:batch]).to_a), to)
    to.flush
    first += $opts[:batch] * $opts[:jobs]
  end
rescue Errno::EPIPE
  nil # the parent has enough
end

def start_workers
  $opts[:jobs].times.map do |i|
    from, to = IO.pipe(binmode: true)
    fork do
      from.close
      work(i, to)
      exit!(0)
    end
    to.close
    from
  end
end

$bad = $operations = $programs = 0
$known = Hash.new(0)
$seen = Hash.new(0)
$began = Process.clock_gettime(Process::CLOCK_MONOTONIC)

def told_so_far
  seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - $began
  format("%d operations in %d programs, %d explained, %d unexplained, %.0f s (%.0f operations/s)", $operations, $programs, $known.values.sum,
         $bad, seconds, $operations / seconds)
end

def count(tale)
  $programs += tale[:programs]
  $operations += tale[:operations]
  tale[:known].each { |name, n| $known[name] += n }
  tale[:found].each do |n, lines, verdict|
    $bad += 1
    next if ($seen[[kind_of(verdict), verdict[2][/\.\w+[!?]?/]]] += 1) > 2 # enough of this kind
    lines = shrink(lines, verdict)
    a, b = both({ n => lines }, 20)
    keep(n, lines, judge(lines, a[n] || [], b[n] || []) || verdict)
  end
end

if $opts[:only]
  count(run_batch([$opts[:only]]))
else
  readers = start_workers
  said = $began
  while $operations < $opts[:count] && $bad < $opts[:most]
    IO.select(readers)[0].each { |from| count(Marshal.load(from)) }
    now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    next if now - said < 10
    puts "... #{told_so_far}"
    $stdout.flush
    said = now
  end
  readers.each(&:close)
end
$known.sort_by { |_, c| -c }.each { |name, c| puts "explained: #{c} #{name}" }
puts "compare (seed #{$opts[:seed]}): #{told_so_far}"
Process.waitall
exit $bad.zero?
