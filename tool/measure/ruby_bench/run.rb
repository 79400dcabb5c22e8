# run.rb - the programs of ruby-bench on any number of commands, in turns: processor time and memory, a table, geometric means.
#
#   ruby run.rb RUBY_BENCH "NAME=COMMAND;..." [--subject NAME] [--report FILE] [PROGRAM...]
#
# rubies.rb has the form of a command.  The subject, the first command if none is named, has its ratios to the others in the rows.
# RUBY_BENCH is a checkout of ruby-bench.  FILE gets the text between two marks; the rest of it stays.  The environment:
#   ITERATIONS (38)  iterations a process: with fewer, YJIT never compiles a method that an iteration calls once (its threshold is 30 calls),
#                    and every ratio to it flatters the other side
#   BUDGET (20)      seconds of processor time a process; a program that is cut by it says so in its row
#   ROUNDS (1)       processes of each program and command; the figures are their medians
#   LIMIT            seconds of processor time after which a process is ended (process.rb)
#   CHECKOUTS        "name=folder;...": sources of gems that a program's Gemfile takes from a repository
#
# The times are those of the iterations: what a program does before them is not measured.  "To 90 %" is the processor time that passes before
# the first iteration with 90 % of the steady speed; steady is the median of the last six.
# Errors: status 1 if a program failed on some command, 2 if one was left out (its gems or its data are not here, or the commands
# have other versions of them); each is named with its reason and is in no mean.  Status 3: the arguments are wrong.
require_relative "programs"
require_relative "rubies"
require_relative "process"
require_relative "figures"
require_relative "table"

MARKS = ["<!-- ruby-bench -->\n", "<!-- /ruby-bench -->\n"].freeze
DEFAULTS = { "ITERATIONS" => "38", "BUDGET" => "20", "ROUNDS" => "1" }.freeze
FLATTERS = "With fewer than 38 iterations YJIT does not compile what an iteration calls once: ratios to it flatter the others."
DEFAULTS.each { |name, value| ENV[name] ||= value }

def fail_usage(why)
  warn "ruby-bench: #{why}", 'usage: run.rb RUBY_BENCH "NAME=COMMAND;..." [--subject NAME] [--report FILE] [PROGRAM...]'
  exit 3
end

# Runs one program on all Rubies.  Returns [:row, figures by command], [:left, reason] or [:failed, reason].
def measure_all(program, rubies)
  runs = rubies.to_h { |ruby| [ruby, []] }
  Integer(ENV["ROUNDS"]).times do
    runs.each do |ruby, list|
      $stderr.print "\r\e[K#{program.name} #{ruby.name}" if $stderr.tty?
      run = RubyBench.measure(ruby, program)
      return [:left, run.missing] if run.missing
      return [:failed, "#{ruby.name}: #{run.failed}"] if run.failed
      list << run
    end
  end
  gems = runs.transform_values { |list| list.first.gems }
  return [:left, "other versions of gems: #{gems.map { |ruby, line| "#{ruby.name} #{line}" }.join("; ")}"] if gems.values.uniq.size > 1
  [:row, runs.to_h { |ruby, list| [ruby.name, RubyBench.figures(list, Integer(ENV["ITERATIONS"]))] }]
end

def conditions(rubies)
  rounds = Integer(ENV["ROUNDS"])
  how = "#{rounds} #{rounds == 1 ? "round" : "rounds"} in turns, #{ENV["ITERATIONS"]} iterations or #{ENV["BUDGET"]} s of processor time a process"
  few = "  #{FLATTERS}" if Integer(ENV["ITERATIONS"]) < 38
  rubies.map { |ruby| "- #{ruby.name}: `#{ruby.version}`\n" }.join + "\n#{how}; processor time in microseconds.#{few}\n\n"
end

def write_report(file, text)
  page = File.exist?(file) ? File.read(file) : +""
  page << "\n#{MARKS[0]}#{MARKS[1]}" unless page.include?(MARKS[0])
  commit = IO.popen(%w[git rev-parse --short HEAD], chdir: __dir__, err: File::NULL, &:read).strip
  page[/#{Regexp.escape MARKS[0]}.*#{Regexp.escape MARKS[1]}/m] = "#{MARKS[0]}\nCommit #{commit}.\n\n#{text}\n#{MARKS[1]}"
  File.write(file, page)
end

report, subject = %w[--report --subject].map { |word| (at = ARGV.index(word)) && ARGV.slice!(at, 2)[1] }
bench, list, *names = ARGV
fail_usage("there is no folder #{bench}/benchmarks") unless bench && File.directory?("#{bench}/benchmarks")
begin
  rubies = RubyBench.rubies(list.to_s)
  programs = RubyBench.programs(bench, names)
rescue ArgumentError => e
  fail_usage(e.message)
end
subject ||= rubies.first&.name
fail_usage("no command is named #{subject.inspect}") unless rubies.any? { |ruby| ruby.name == subject }

found = { row: {}, left: {}, failed: {} }
programs.each do |program|
  kind, what = measure_all(program, rubies)
  found[kind][program.name] = what
end
$stderr.print "\r\e[K" if $stderr.tty?
text = conditions(rubies) + RubyBench::Table.new(found[:row], found[:left], found[:failed], rubies, subject).to_s
puts text
write_report(report, text) if report
exit 1 if found[:failed].any?
exit 2 if found[:left].any?
