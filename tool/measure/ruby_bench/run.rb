# run.rb - the single-file programs of ruby-bench on this VM and on another Ruby: a table, sorted, and the geometric mean.
#
#   ruby run.rb RUBY PEER RUBY_BENCH [--report FILE] [NAME...]
#
# Each program runs ROUNDS times on each, in turns; the time is the median of the iterations' processor times.  What wants
# Ractor is left out, and said so.  FILE gets the table between two marks, the rest of it stays.
# Errors: a program that fails on either is reported and not in the mean; the exit status is then 1.
require "tempfile"

ROUNDS = Integer(ENV.fetch("ROUNDS", "3"))
ENV["ITERATIONS"] ||= "3"
report = (at = ARGV.index("--report")) && ARGV.slice!(at, 2).last
ruby, peer, bench, *names = ARGV
abort "usage: run.rb RUBY PEER RUBY_BENCH [--report FILE] [NAME...]" unless bench && File.directory?("#{bench}/benchmarks")
ENV["RUBY_BENCH"] = File.expand_path(bench)
MARKS = ["<!-- ruby-bench -->\n", "<!-- /ruby-bench -->\n"].freeze

# => [seconds, ...], kilobytes; nil when it fails
def run(ruby, file)
  Tempfile.create do |out|
    command = [{ "OUT" => out.path }, ruby, "-I", __dir__, file]
    system(*command, out: File::NULL, err: File::NULL, in: File::NULL) or return
    *times, peak = out.read.split.map(&:to_f)
    return times, peak
  end
end

median = ->(list) { list.sort[list.size / 2] }
mean = ->(list) { Math.exp(list.sum { |x| Math.log(x) } / list.size) }
failed = []
skipped = []
rows = Dir["#{bench}/benchmarks/*.rb"].sort.filter_map do |file|
  name = File.basename(file, ".rb")
  next if names.any? && !names.include?(name)
  next skipped << name && nil if File.read(file).include?("Ractor")
  $stderr.print "\r\e[K#{name}" if $stderr.tty?
  runs = { ruby => [], peer => [] }
  ROUNDS.times { runs.each { |one, list| list << run(one, file) } }
  next failed << name && nil if runs.values.flatten(1).include?(nil)
  ours, theirs = runs.values.map { |list| median[list.flat_map(&:first)] }
  our_memory, their_memory = runs.values.map { |list| median[list.map(&:last)] }
  [name, theirs * 1000, ours * 1000, theirs / ours, their_memory / 1024, our_memory / 1024, our_memory / their_memory]
end
abort "ruby_bench: nothing ran" if rows.empty?
rows.sort_by! { |row| -row[3] }
text = +"| program | peer ms | facet ms | times as fast | peer MB | facet MB | memory |\n|---|--:|--:|--:|--:|--:|--:|\n"
rows.each { |name, *figures| text << format("| %s | %.1f | %.1f | %.2f | %.1f | %.1f | %.2f |\n", name, *figures) }
text << format("\nGeometric mean of %d: %.2f times as fast, %.2f of the memory.", rows.size, mean[rows.map { |r| r[3] }], mean[rows.map(&:last)])
text << "  Left out (Ractor): #{skipped.join(', ')}." if skipped.any?
text << "  Failed: #{failed.join(', ')}." if failed.any?
puts text
if report
  page = File.exist?(report) ? File.read(report) : ""
  page << "\n#{MARKS[0]}#{MARKS[1]}" unless page.include?(MARKS[0])
  commit = IO.popen(%w[git rev-parse --short HEAD], chdir: __dir__, err: File::NULL, &:read).strip
  intro = "\nPeer: `#{IO.popen([peer, '-v'], &:read).strip}`.  #{ROUNDS} rounds of #{ENV['ITERATIONS']} iterations in turns, medians of processor time.  Commit #{commit}.\n\n"
  page[/#{Regexp.escape MARKS[0]}.*#{Regexp.escape MARKS[1]}/m] = MARKS[0] + intro + text + "\n" + MARKS[1]
  File.write(report, page)
end
exit failed.empty?
