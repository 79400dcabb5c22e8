# output/facet.rb - the table that script/bench prints: speed and memory of each executable, ratios, geometric means.
#
# The last executable is the one that was built here; ratios are against the first.  Above 1.00 is faster, and for
# memory larger.  BENCH_REPORT names a file that gets the same table in Markdown, by falling ratio of speed, under a
# heading that says how it was made.
require "benchmark_driver/struct"
require_relative "../../../../draw/doc_page"

class BenchmarkDriver::Output::Facet
  ERROR = BenchmarkDriver::Result::ERROR

  def initialize(metrics:, jobs:, contexts:)
    @speed, @memory = metrics
    @names = contexts.map(&:name)
    @contexts = contexts
    @width = [*jobs.map { |job| job.name.size }, "geometric mean".size].max
    @rows = []
  end

  def with_warmup
    yield
  end

  def with_benchmark
    $stdout.sync = true
    header
    yield
    footer
  end

  def with_job(job)
    @row = { name: job.name, speed: {}, memory: {} }
    yield
    @rows << @row
    $stderr.print "\r\e[K" if $stderr.tty?
    line(@row)
  end

  def with_context(context)
    @context = context.name
    yield
  end

  def report(result)
    @row[:speed][@context] = number(result.values[@speed])
    @row[:memory][@context] = number(result.values[@memory])
  end

  private

  def number(value)
    ERROR.equal?(value) || value.nil? ? nil : value
  end

  def header
    puts [" " * @width, *@names.map { |name| "%10s" % name[0, 10] }, "  ratio", *@names.map { |name| "%10s" % name[0, 10] }, "  ratio"].join("  ")
    puts [" " * @width, *@names.map { "%10s" % "i/s" }, "       ", *@names.map { "%10s" % "peak MB" }].join("  ")
  end

  def line(row)
    puts [row[:name].ljust(@width),
          *@names.map { |name| "%10s" % significant(row[:speed][name]) }, ratio(row[:speed]),
          *@names.map { |name| "%10s" % megabytes(row[:memory][name]) }, ratio(row[:memory])].join("  ")
  end

  def footer
    blanks = [" " * 10] * @names.size
    puts [("geometric mean").ljust(@width), *blanks, mean(:speed), *blanks, mean(:memory)].join("  ")
    failed = @rows.select { |row| row[:speed][@names.last].nil? }
    puts "failed: #{failed.map { |row| row[:name] }.join(" ")}" unless failed.empty?
    File.write(ENV["BENCH_STATUS"], failed.size.to_s) if ENV["BENCH_STATUS"]
    File.write(ENV["BENCH_REPORT"], markdown) if ENV["BENCH_REPORT"]
  end

  def preamble
    runs = ENV.fetch("BENCH_REPEAT", "3")
    clock = ENV.fetch("BENCH_CLOCK", "cpu") == "cpu" ? "processor time of the process" : "real time"
    machine = File.foreach("/proc/cpuinfo").find { |line| line.start_with?("model name") }.to_s.split(": ", 2).last.to_s.strip
    <<~TEXT
      # Speed and memory, program by program

      Written on commit #{DocPage.commit(File.expand_path("../../../../..", __dir__))} by

          #{ENV.fetch("BENCH_COMMAND")}

      #{runs == "1" ? "One run of each" : "The median of #{runs} runs of each, the Rubies taking turns"}; #{clock}, start-up excluded; peak
      resident memory of the whole process.  A ratio above 1 means faster, and for memory: larger.  Sorted by ratio.
      Machine: #{machine}, #{`nproc`.strip} processors, not idle: differences of a few percent say nothing.

      #{@contexts.map { |context| "- #{context.name}: `#{context.executable.description}`" }.join("\n")}

    TEXT
  end

  def markdown
    columns = [*@names.map { |name| "#{name} i/s" }, "ratio", *@names.map { |name| "#{name} MB" }, "memory ratio"]
    rows = @rows.sort_by { |row| -(quotient(row[:speed]) || Float::INFINITY) }
    text = preamble + "| program | #{columns.join(" | ")} |\n|---|#{"--:|" * columns.size}\n"
    rows.each do |row|
      cells = [*@names.map { |name| significant(row[:speed][name]) }, ratio(row[:speed]).strip,
               *@names.map { |name| megabytes(row[:memory][name]) }, ratio(row[:memory]).strip]
      text << "| #{row[:name]} | #{cells.join(" | ")} |\n"
    end
    blanks = [""] * @names.size
    text << "| **geometric mean** | #{[*blanks, mean(:speed).strip, *blanks, mean(:memory).strip].join(" | ")} |\n"
  end

  def quotient(values)
    first, last = values[@names.first], values[@names.last]
    last.to_f / first if first && last && @names.size > 1
  end

  def ratio(values)
    (q = quotient(values)) ? "%7.2f" % q : "%7s" % "-"
  end

  def mean(kind)
    quotients = @rows.map { |row| quotient(row[kind]) }.compact
    quotients.empty? ? "%7s" % "-" : "%7.2f" % Math.exp(quotients.sum { |q| Math.log(q) } / quotients.size)
  end

  def significant(value)
    return "ERROR" unless value
    value >= 100 ? "%.0f" % value : "%.3g" % value
  end

  def megabytes(value)
    value ? "%.1f" % (value / 1e6) : "ERROR"
  end
end
