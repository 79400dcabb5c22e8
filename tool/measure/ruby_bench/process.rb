# process.rb - one process that measures one program on one Ruby: its times, or why there are none.
#
# It has a home of its own (an empty folder), no options of this process's Ruby, and a limit of processor time: LIMIT seconds, four times the
# budget and a minute more where none is given, since what a program does before its iterations counts as well.
require "tempfile"
require "tmpdir"
require_relative "../../../test/lib/patience"

module RubyBench
  # times: nanoseconds; peak: kilobytes; gems: one line; missing: why the program cannot be run here; failed: how it failed.
  Run = Struct.new(:times, :peak, :gems, :missing, :failed, keyword_init: true)

  CLEAN = %w[RUBYOPT RUBYLIB BUNDLE_GEMFILE BUNDLE_BIN_PATH RUBY_JIT].to_h { |name| [name, nil] }.freeze
  HOME = Dir.mktmpdir("ruby-bench")
  at_exit { FileUtils.rm_rf(HOME) }

  def self.measure(ruby, program)
    return Run.new(missing: "no folder of gems is given for #{ruby.name}") if program.gemfile && !ruby.gems?
    seconds = Float(ENV["LIMIT"] || Float(ENV.fetch("BUDGET")) * 4 + 60)
    Tempfile.create do |out|
      Tempfile.create do |errors|
        environment = CLEAN.merge("OUT" => out.path, "HOME" => HOME, "MEASURED" => ruby.program).merge(ruby.environment)
        pid = Process.spawn(environment, *ruby.command, "-I", __dir__, program.file, in: File::NULL, out: File::NULL, err: errors.path, pgroup: true)
        status = Patience.wait(pid, seconds)
        outcome(status, out.read, File.read(errors.path), seconds)
      end
    end
  end

  def self.outcome(status, out, errors, seconds)
    told = out.lines(chomp: true).to_h { |line| line.split(" ", 2) }
    return Run.new(missing: told["missing"].slice(0, 160)) if told["missing"]
    why = if !status then "it used more than #{seconds.round} s of processor time, or slept"
          elsif status.signaled? then "signal #{status.termsig}"
          elsif !status.success? then "status #{status.exitstatus}"
          elsif !told["times"] then "it ended without a run_benchmark"
          end
    return Run.new(failed: [why, message(errors)].compact.join(": ")) if why
    Run.new(times: told["times"].split.map(&:to_i), peak: told["peak"].to_i, gems: told["gems"])
  end

  # Returns the first line of what a Ruby wrote to stderr about the exception that ended it, without folders: nil if it wrote nothing.
  def self.message(errors)
    lines = errors.scrub.lines(chomp: true).reject { |line| line.strip.empty? }
    (lines.grep(/\([A-Z]\w*(::\w+)*\)\z/).first || lines.first)&.gsub(%r{\S*/(?=[^/\s]+)}, "")&.tr("|", "/")&.slice(0, 160)
  end
end
