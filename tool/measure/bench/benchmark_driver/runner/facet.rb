# runner/facet.rb - a benchmark_driver runner: one process per measurement, speed and peak memory from the same run.
#
# The executables take turns, so that a machine that slows down slows all of them; of BENCH_REPEAT runs (default 3)
# the median counts, for speed and for memory.  Time is taken inside the process, around the program: start-up does not
# count.  It is processor time of the process (BENCH_CLOCK=cpu, the default: what other processes do matters least)
# or real time (BENCH_CLOCK=wall).  A program that fails its own check ends with a status other than 0 and counts as
# ERROR; so does one that takes longer than BENCH_TIMEOUT seconds (default 120).
require "benchmark_driver/struct"
require "benchmark_driver/metric"
require "benchmark_driver/default_job"
require "benchmark_driver/default_job_parser"
require "tempfile"

class BenchmarkDriver::Runner::Facet
  SPEED = BenchmarkDriver::Metric.new(name: "Iteration per second", unit: "i/s")
  MEMORY = BenchmarkDriver::Metric.new(name: "Max resident set size", unit: "bytes", larger_better: false)
  ERROR = BenchmarkDriver::Result::ERROR

  CLOCKS = { "cpu" => "CLOCK_PROCESS_CPUTIME_ID", "wall" => "CLOCK_MONOTONIC" }.freeze

  Job = Class.new(BenchmarkDriver::DefaultJob)
  JobParser = BenchmarkDriver::DefaultJobParser.for(klass: Job, metrics: [SPEED, MEMORY])

  def initialize(config:, output:, contexts:)
    @repeat = [config.repeat_count, Integer(ENV.fetch("BENCH_REPEAT", 3))].max
    @timeout = ENV.fetch("BENCH_TIMEOUT", "120")
    @clock = CLOCKS.fetch(ENV.fetch("BENCH_CLOCK", "cpu")) { |name| abort "BENCH_CLOCK is cpu or wall, not #{name}." }
    @output = output
    @contexts = contexts
  end

  def run(jobs)
    @output.with_benchmark do
      jobs.each_with_index do |job, k|
        @output.with_job(name: job.name) do
          report(job, measure_all(job, "[#{k + 1}/#{jobs.size}]"))
        end
      end
      progress ""
    end
  end

  private

  # { context => [[seconds, bytes], ...] }; a failure ends the turns of its context
  def measure_all(job, label)
    contexts = job.runnable_contexts(@contexts)
    results = contexts.to_h { |context| [context, []] }
    @repeat.times do |turn|
      contexts.each do |context|
        next if results[context].include?(ERROR)
        progress "#{label} #{job.name}  #{context.name} #{turn + 1}/#{@repeat}"
        results[context] << measure(job, context)
      end
    end
    results
  end

  def report(job, results)
    results.each do |context, runs|
      failed = runs.include?(ERROR)
      values = {
        SPEED => failed ? ERROR : (job.loop_count || 1) / median(runs.map(&:first)),
        MEMORY => failed ? ERROR : median(runs.map(&:last)),
      }
      @output.with_context(name: context.name, executable: context.executable, gems: context.gems, prelude: context.prelude) do
        @output.report(values: values, loop_count: job.loop_count)
      end
    end
  end

  def median(values)
    sorted = values.sort
    (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2
  end

  def measure(job, context)
    Tempfile.create(["bench-", ".rb"]) do |script|
      Tempfile.create("bench-time-") do |seconds|
        Tempfile.create("bench-memory-") do |memory|
          script.write(render(job, context, seconds.path))
          script.close
          command = ["/usr/bin/time", "-q", "-f", "%M", "-o", memory.path, "timeout", @timeout, *context.executable.command, script.path]
          system(*command, out: File::NULL, err: error_log(job, context)) or return ERROR
          return [Float(seconds.read), Integer(memory.read.lines.last) * 1024]
        end
      end
    end
  rescue ArgumentError, TypeError
    ERROR
  end

  # The program may end by exit; at_exit would be measured, so the last line of the program writes the time.
  def render(job, context, path)
    body = job.script
    count = job.loop_count || 1
    body = "__bench_i = 0\nwhile __bench_i < #{count}\n#{body}\n__bench_i += 1\nend" if count > 1
    <<~RUBY
      #{[context.prelude, job.prelude].compact.reject(&:empty?).join("\n")}
      __bench_start = Process.clock_gettime(Process::#{@clock})
      #{body}
      __bench_seconds = Process.clock_gettime(Process::#{@clock}) - __bench_start
      #{job.teardown}
      File.write(#{path.dump}, __bench_seconds.to_s)
    RUBY
  end

  def error_log(job, context)
    folder = ENV["BENCH_LOG"] or return File::NULL
    File.join(folder, "#{job.name}.#{context.name}.err")
  end

  def progress(text)
    $stderr.print "\r\e[K#{text}" if $stderr.tty?
  end
end
