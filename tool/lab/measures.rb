# measures.rb - runs one process and returns its figures: time, memory, instructions, cache misses, the program's own.
#
# Owns      Lab::Measures, the table of measures, and probe.rb's protocol (two variables: LAB_OUT, LAB_OBJECTS).
# Uses      tool/measure/programs.rb (cachegrind's caches), perf or valgrind for counts
# ME-1      A measured process has the environment given here and nothing of the caller's.
# ME-2      A process either succeeds and has every figure that was asked for, or its sample is a failure with one line of reason.
# ME-3      No process outlives its limit: its group is killed.
# Checked   test/test_lab.rb
require "tempfile"
require_relative "stop"
require_relative "../measure/programs"

module Lab
  module Measures
    # kind: :run is one plain process, :count one under a counting tool; figures: name => unit
    Measure = Struct.new(:kind, :figures, :text)
    ALL = {
      time: Measure.new(:run, { "time" => "s" }, "processor time, user and system, by rusage of the child"),
      peak: Measure.new(:run, { "peak" => "KiB" }, "greatest resident memory (VmHWM)"),
      private: Measure.new(:run, { "private" => "KiB" }, "private memory at the end (smaps_rollup)"),
      own: Measure.new(:run, {}, "figures that the program appends to the file LAB_OUT: a line for each, `name value unit`"),
      instructions: Measure.new(:count, { "instructions" => "" }, "instructions in user mode: perf stat, or callgrind where perf has no counter"),
      cache: Measure.new(:count, { "instructions" => "", "D1 misses" => "", "LL misses" => "" }, "instructions and cache misses, by cachegrind"),
    }.freeze
    PROBE = File.expand_path("probe.rb", __dir__)
    ENVIRONMENT = Programs::ENVIRONMENT
    MEMORY = %i[peak private].freeze
    LINE = /\A(\S.*?)\s+(-?[\d.]+(?:e[-+]?\d+)?)(?:\s+(\S+))?\z/

    # The outcome of one process; figures: [[name, value, unit], ...], error: nil or one line.
    Sample = Struct.new(:figures, :error, :tool, :wall, :environment_bytes, keyword_init: true)

    module_function

    # Returns the kinds of processes that some measures need.
    def kinds(names) = names.map { |name| ALL.fetch(name).kind }.uniq

    # Runs ruby (a list of words) with `words` and returns a Sample.
    #   kind      :run or :count
    #   names     the measures that were asked for
    #   objects   objects that the probe allocates and drops first
    #   padding   bytes by which the environment is longer: its size moves the stack
    def take(ruby, words, kind:, names:, folder:, environment: {}, objects: 0, padding: 0, limit: 600)
      Programs.with_folder(words, folder) do |own,|
        out = File.join(folder, "out.#{Process.pid}")
        File.write(out, "")
        variables = ENVIRONMENT.merge("LAB_PAD" => "x" * padding, "LAB_OUT" => out, **environment)
        variables["LAB_OBJECTS"] = objects.to_s if objects.positive?
        bytes = variables.sum { |name, value| name.bytesize + value.bytesize + 2 }
        sample = kind == :run ? run(ruby, own, names, variables, folder, out, limit) : count(ruby, own, names, variables, folder, limit)
        sample.environment_bytes = bytes
        sample
      ensure
        File.delete(out) if out && File.exist?(out)
      end
    end

    def run(ruby, words, names, variables, folder, out, limit)
      probe = (names & MEMORY).any? || variables["LAB_OBJECTS"] ? ["-r", PROBE] : []
      status, seconds, wall, text = spawn([*ruby, *probe, *words], variables, folder, limit)
      error = fault(status, text, limit)
      figures = names.include?(:time) ? [["time", seconds, "s"]] : []
      error ||= read_out(out, names, figures)
      Sample.new(figures: error ? [] : figures, error: error, tool: "rusage", wall: wall)
    end

    # Appends the figures of a file of the probe or the program; returns an error or nil.
    def read_out(out, names, figures)
      lines = File.readlines(out, chomp: true)
      written = lines.map { |line| line.match(LINE) || (return "wrote a line that is not a figure to LAB_OUT: #{line.inspect}") }
      wanted = names & MEMORY
      written.each do |match|
        name = match[1]
        figures << [name, match[2].to_f, match[3].to_s] if names.include?(:own) || wanted.include?(name.to_sym)
      end
      missing = wanted.reject { |name| figures.any? { |figure| figure[0] == name.to_s } }
      return "left no figure of #{missing.join(" and ")} (it ended without at_exit)" if missing.any?
      "wrote no figure to LAB_OUT" if figures.empty?
    end

    def count(ruby, words, names, variables, folder, limit)
      return cachegrind([*ruby, *words], variables, folder, limit, cache: true) if names.include?(:cache)
      perf? ? perf([*ruby, *words], variables, folder, limit) : cachegrind([*ruby, *words], variables, folder, limit, cache: false)
    end

    # Returns whether perf counts instructions on this machine: virtual machines often have no counter.
    def perf?
      return @perf unless @perf.nil?
      text = IO.popen(%w[perf stat -x, -e instructions:u true], err: %i[child out], &:read)
      @perf = $?.success? && text.match?(/^\d+,/)
    rescue Errno::ENOENT
      @perf = false
    end

    def perf(command, variables, folder, limit)
      out = File.join(folder, "perf.#{Process.pid}")
      status, _, wall, text = spawn(["perf", "stat", "-x,", "-e", "instructions:u", "-o", out, *command], variables, folder, limit)
      error = fault(status, text, limit)
      value = File.read(out)[/^\d+(?=,)/] unless error
      error ||= "perf counted no instructions" unless value
      Sample.new(figures: error ? [] : [["instructions", value.to_f, ""]], error: error, tool: "perf", wall: wall)
    ensure
      File.delete(out) if File.exist?(out)
    end

    # Counts by cachegrind, or by callgrind where no caches are asked for.
    def cachegrind(command, variables, folder, limit, cache:)
      out = File.join(folder, "valgrind.#{Process.pid}")
      tool = cache ? "cachegrind" : "callgrind"
      options = cache ? ["--cache-sim=yes", *Programs::CACHES] : []
      status, _, wall, text = spawn(["valgrind", "-q", "--tool=#{tool}", *options, "--#{tool}-out-file=#{out}", *command], variables, folder, limit * 50)
      error = fault(status, text, limit)
      figures = error ? [] : events(out, cache)
      error ||= "#{tool} left no counts" if figures.empty?
      Sample.new(figures: figures, error: error, tool: tool, wall: wall)
    ensure
      File.delete(out) if File.exist?(out)
    end

    def events(out, cache)
      names = totals = nil
      File.foreach(out, encoding: "BINARY") do |line|
        names = line.split.drop(1) if line.start_with?("events:")
        totals = line.split.drop(1).map(&:to_f) if line.start_with?("summary:", "totals:")
      end
      return [] unless names && totals
      counts = names.zip(totals).to_h
      figures = [["instructions", counts["Ir"], ""]]
      cache ? figures + [["D1 misses", counts["D1mr"] + counts["D1mw"], ""], ["LL misses", counts["DLmr"] + counts["DLmw"], ""]] : figures
    end

    # Returns [Process::Status, or nil past the limit, processor seconds, seconds of the wall clock, what the process wrote].
    def spawn(command, variables, folder, limit)
      log = File.join(folder, "err.#{Process.pid}")
      before, start = Process.times, clock
      pid = Process.spawn(variables, *command, unsetenv_others: true, in: File::NULL, out: File::NULL, err: log, pgroup: true)
      late = false
      watch = Thread.new do
        sleep limit
        late = true
        kill(pid)
      end
      status = Process.wait2(pid).last
      pid = nil
      after = Process.times
      seconds = after.cutime - before.cutime + after.cstime - before.cstime
      [late ? nil : status, seconds, clock - start, File.read(log, encoding: "BINARY")]
    rescue SystemCallError => e
      [e, 0.0, 0.0, ""]
    ensure
      watch&.kill
      if pid # an exception interrupted the wait
        kill(pid)
        Process.wait(pid)
      end
      File.delete(log) if File.exist?(log)
    end

    def kill(pid)
      Process.kill(:KILL, -pid)
    rescue Errno::ESRCH
      nil
    end

    # Returns nil for a success, else one line: what ended the process, and the first line that it wrote.
    def fault(status, text, limit)
      return nil if status.is_a?(Process::Status) && status.success?
      return "cannot be started: #{status.message}" if status.is_a?(SystemCallError)
      return "took longer than #{limit} s" unless status
      how = status.signaled? ? "signal #{status.termsig}" : "status #{status.exitstatus}"
      first = text.lines.map(&:strip).find { |line| !line.empty? }.to_s.encode("UTF-8", invalid: :replace, undef: :replace)
      first.empty? ? how : "#{how}: #{first[0, 200]}"
    end

    def clock = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
