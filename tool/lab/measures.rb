# measures.rb - runs one process and returns its figures: time, memory, instructions, cache misses, the program's own.
#
# Owns      Lab::Measures, the table of measures, and the protocol of probe.rb and loops.rb (variables: LAB_OUT, LAB_OBJECTS).
# Uses      tool/measure/programs.rb (cachegrind's caches), perf or valgrind for counts, a C compiler for tool/measure/malloc_count.c
# ME-1      A measured process has the environment given here and nothing of the caller's.
# ME-2      A process either succeeds and has every figure that was asked for, or its sample is a failure with one line of reason.
# ME-3      No process outlives its limit: its group is killed.
# Checked   test/test_lab.rb
require "tempfile"
require_relative "stop"
require_relative "../measure/programs"

module Lab
  module Measures
    # kind: :run is one plain process, :mallocs one with a preloaded library, :count one under a counting tool; figures: name => unit
    Measure = Struct.new(:kind, :figures, :text)
    ALL = {
      time: Measure.new(:run, { "time" => "s" }, "processor time, user and system, by rusage of the child"),
      peak: Measure.new(:run, { "peak" => "KiB" }, "greatest resident memory (VmHWM)"),
      private: Measure.new(:run, { "private" => "KiB" }, "private memory at the end (smaps_rollup)"),
      start: Measure.new(:run, { "start" => "s" }, "time from the start of the process to the first line of Ruby"),
      pauses: Measure.new(:run, %w[gap-p50 gap-p99 gap-p99.9 longest-gap longest-busy].to_h { |name| [name, "ms"] }, "gaps between the program's calls of lab_tick"),
      warmup: Measure.new(:run, %w[first-iteration steady warm-after].to_h { |name| [name, "ms"] }, "processor time of the iterations of lab_iterate"),
      mallocs: Measure.new(:mallocs, { "mallocs" => "", "malloc-peak" => "KiB" }, "calls of malloc, calloc and realloc, and the greatest sum of live blocks"),
      own: Measure.new(:run, {}, "figures that the program appends to the file LAB_OUT: a line for each, `name value unit`"),
      instructions: Measure.new(:count, { "instructions" => "" }, "instructions in user mode: perf stat, or callgrind where perf has no counter"),
      cache: Measure.new(:count, { "instructions" => "", "D1 misses" => "", "LL misses" => "" }, "instructions and cache misses, by cachegrind"),
    }.freeze
    PROBE = File.expand_path("probe.rb", __dir__)
    LOOPS = File.expand_path("loops.rb", __dir__)
    COUNTER = File.expand_path("../measure/malloc_count.c", __dir__)
    WRITTEN = %i[peak private pauses warmup].freeze # a Ruby file in the process writes these
    PROBED = %w[peak private].freeze # the probe writes these for every program, and a run has them if it measures them
    BUCKETS = "gaps" # the unit of a bucket of a histogram, which no ratio is made of
    ENVIRONMENT = Programs::ENVIRONMENT
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
    #   loops     whether the program calls lab_tick or lab_iterate
    #   padding   bytes by which the environment is longer: its size moves the stack
    def take(ruby, words, kind:, names:, folder:, environment: {}, objects: 0, padding: 0, limit: 600, loops: (names & %i[pauses warmup]).any?)
      ruby += ["-r", LOOPS] if loops
      Programs.with_folder(words, folder) do |own,|
        out = File.join(folder, "out.#{Process.pid}")
        File.write(out, "")
        variables = ENVIRONMENT.merge("LAB_PAD" => "x" * padding, "LAB_OUT" => out, **environment)
        variables["LAB_OBJECTS"] = objects.to_s if objects.positive?
        bytes = variables.sum { |name, value| name.bytesize + value.bytesize + 2 }
        sample = case kind
                 when :run then run(ruby, own, names, variables, folder, out, limit)
                 when :mallocs then mallocs(ruby, own, variables, folder, out, limit)
                 else count(ruby, own, names, variables, folder, limit)
                 end
        sample.environment_bytes = bytes
        sample
      ensure
        File.delete(out) if out && File.exist?(out)
      end
    end

    def run(ruby, words, names, variables, folder, out, limit)
      probe = (names & %i[peak private start]).any? || variables["LAB_OBJECTS"] ? ["-r", PROBE] : []
      start = clock
      status, seconds, wall, text = spawn([*ruby, *probe, *words], variables, folder, limit)
      error = fault(status, text, limit)
      figures = names.include?(:time) ? [["time", seconds, "s"]] : []
      error ||= read_out(out, names, figures, start)
      Sample.new(figures: error ? [] : figures, error: error, tool: "rusage", wall: wall)
    end

    # Appends the figures of a file of the probe or the program; returns an error or nil.
    #   start   the clock as the process was started
    def read_out(out, names, figures, start)
      wanted = (names & WRITTEN).flat_map { |name| ALL.fetch(name).figures.keys }
      File.readlines(out, chomp: true).each do |line|
        match = line.match(LINE) or return "wrote a line that is not a figure to LAB_OUT: #{line.inspect}"
        name, value, unit = match[1], match[2].to_f, match[3].to_s
        if name == "started-at" then figures << ["start", value - start, "s"] if names.include?(:start)
        elsif wanted.include?(name) || (names.include?(:own) && !PROBED.include?(name)) || (unit == BUCKETS && names.include?(:pauses)) then figures << [name, value, unit]
        end
      end
      missing = (wanted + (names & [:start]).map(&:to_s)).reject { |name| figures.any? { |figure| figure[0] == name } }
      return "left no figure of #{missing.join(" and ")} (#{why_missing(missing)})" if missing.any?
      "wrote no figure to LAB_OUT" if figures.empty?
    end

    def why_missing(missing)
      return "it calls lab_tick less than twice" if missing.include?("longest-gap")
      return "it does not call lab_iterate" if missing.include?("steady")
      "it ended without at_exit"
    end

    # Counts calls of malloc by a preloaded library.
    def mallocs(ruby, words, variables, folder, out, limit)
      library = counter(folder) or return Sample.new(figures: [], error: "calls of malloc are not counted here: #{@no_counter}", tool: "preload", wall: 0.0)
      status, _, wall, text = spawn([*ruby, *words], variables.merge("LD_PRELOAD" => library, "LAB_MALLOC" => out), folder, limit)
      error = fault(status, text, limit)
      figures = error ? [] : File.readlines(out, chomp: true).filter_map { |line| line.match(LINE)&.captures }
      figures = figures.select { |name,| ALL[:mallocs].figures.key?(name) }.map { |name, value, unit| [name, value.to_f, unit.to_s] }
      error ||= "left no count of calls of malloc (it ended without destructors, or has a malloc of its own)" if figures.size < 2 || figures[0][1].zero?
      Sample.new(figures: error ? [] : figures, error: error, tool: "preload", wall: wall)
    end

    # Returns the library of COUNTER, which is compiled once into the folder; nil if it cannot be, with the reason in @no_counter.
    def counter(folder)
      library = File.join(folder, "malloc_count.so")
      return library if File.exist?(library) && File.mtime(library) >= File.mtime(COUNTER)
      text = IO.popen([ENV["CC"] || "cc", "-O2", "-shared", "-fPIC", "-o", "#{library}.new", COUNTER], err: %i[child out], &:read)
      return File.rename("#{library}.new", library) && library if $?.success?
      @no_counter = text.lines.first.to_s.strip
      nil
    rescue SystemCallError => e
      @no_counter = e.message
      nil
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
