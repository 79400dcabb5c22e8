# runner.rb - takes the samples of an experiment: interleaved rounds, until the intervals are narrow or the budget ends.
#
# Owns      Lab::Runner.
# Uses      store.rb (each sample goes there at once), builds.rb, measures.rb, stats.rb
# RU-1      A round runs every side of a program once, in an order drawn from the run's seed and the round's number, so a run that is
#           continued has the order it would have had.
# RU-2      All sides of a round have one environment size and one number of objects before the program; both differ by round.
# RU-3      What was taken is read from the store, never kept beside it: a kill changes nothing.
# RU-4      Counting tools run after the least number of plain rounds: they take fifty times as long, and a short budget is for times.
# RU-5      The rule to stop looks at widths only, never at whether an interval contains 1.
# RU-6      A variant with `heap` runs after the smallest heap of its build was found, which is a sample of kind "heap" in round 0.
# RU-7      Looks into a program follow its last counted round.  A look that failed stops neither the program nor another look.
# Checked   test/test_lab.rb, test/test_lab_heap.rb, test/test_lab_looks.rb
require_relative "experiment"
require_relative "looks"
require_relative "measures"
require_relative "results"
require_relative "smallest_heap"

module Lab
  class Runner
    LEAST_ROUNDS = 5
    MOST_ROUNDS = 200
    PADDING = 4096 # bytes: a page, by which the stack moves

    # quick: small programs; width: the half-width of each interval that is narrow enough, as a part of the ratio; budget: seconds
    def initialize(experiment, builds:, store:, folder:, quick:, width:, budget:, words:, fresh: false, seed: nil, progress: nil, limit: 600)
      @experiment, @builds, @store, @folder, @progress = experiment, builds, store, folder, progress
      @quick, @width, @budget, @words, @fresh, @limit = quick, width, budget, words, fresh, limit
      @given_seed = seed
      @kinds = Measures.kinds(experiment.measures)
      first = @kinds.include?(:run) ? LEAST_ROUNDS : 0
      # Counts vary little; a second one gives them an interval.
      @counted = (first...first + (quick ? 1 : 2))
    end

    attr_reader :failures

    # Returns the id of the run.  Afterwards `failures` has a sentence for each program that failed on a variant.
    def run
      @built = @experiment.sides.to_h { |side| [side.name, build(side)] }
      @ids = @built.transform_values { |build| @store.build(build.description) }
      find_run
      @taken = @store.taken(@run)
      @looked = @store.looked(@run)
      @smallest = @store.figures(run: @run).select { |row| row.kind == "heap" }.to_h { |row| [[row.program, row.variant], (row.value * 1024).round] }
      @start = Measures.clock # the budget is for samples, not for builds
      rounds
      @failures = failed.map { |(program, variant), error| "#{program} failed on #{variant}: #{error}" } + failed_looks
      @store.finish_run(@run) if open_programs.empty?
      @run
    end

    private

    # Makes the build of a side; the store keeps whether its configuration builds.
    def build(side)
      made = @builds.make(side, @experiment.extensions)
      @store.build_made(**made.description.slice(:commit_id, :dirty, :switches)) unless side.command
      made
    rescue FailedBuild => e
      @store.build_failed(e.message, **@builds.configuration(side))
      raise
    end

    def find_run
      columns = { experiment: @experiment.name, digest: @experiment.digest, quick: @quick ? 1 : 0, machine_id: @store.machine(Runner.machine) }
      found = @store.unfinished(@ids.values.uniq, **columns) unless @fresh
      @seed = found ? found[:seed] : @given_seed || Random.new_seed & 0x7fffffff
      @run = found ? found[:id] : @store.start_run(**columns, **described, seed: @seed, width: @width, words: @words)
    end

    # The columns of a run that describe its experiment.
    def described
      { definition: JSON.generate(@experiment.definition), question: @experiment.question, statistic: @experiment.statistic.to_s }
    end

    def rounds
      round = 0
      until (open = open_programs).empty? || round >= MOST_ROUNDS
        random = Random.new(@seed * 1000 + round)
        padding, objects = random.rand(PADDING), @experiment.objects.positive? ? 1 + random.rand(@experiment.objects) : 0
        order = @experiment.programs.shuffle(random: random).map { |program| [program, @experiment.sides.shuffle(random: random)] }
        order.each do |program, sides|
          next unless open.include?(program)
          return if over?
          @kinds.each { |kind| sides.each { |side| take(program, side, kind, round, padding, objects) } if kind == :run || @counted.cover?(round) }
          look_into(program) if round >= @counted.max
        end
        round += 1
      end
    end

    def take(program, side, kind, round, padding, objects)
      return if @taken.key?([round, program.name, side.name, kind.to_s]) || failed.key?([program.name, side.name])
      show(program, round)
      build = @built.fetch(side.name)
      ruby = [*build.ruby, *side.options]
      words = program.words(kind == :count ? :counted : @quick ? :quick : :full, @folder)
      fixed = fixed_heap(program, side) or return
      sample = Measures.take(ruby, words, kind: kind, names: @experiment.measures.select { |name| Measures::ALL[name].kind == kind }, folder: @folder,
                             environment: program.environment.merge(side.environment, fixed), objects: kind == :run ? objects : 0, padding: kind == :run ? padding : 0, limit: @limit,
                             loops: (@experiment.measures & %i[pauses warmup]).any?)
      keep(sample, program, side, kind.to_s, round, objects, [*ruby, *words].join(" "))
    end

    # Takes the looks into a program that the store does not have yet.
    def look_into(program)
      missing_looks(program).each do |side, name|
        ruby = [*@built.fetch(side.name).ruby, *side.options]
        seen = Looks.take(ruby, program.words(:quick, @folder), name, folder: @folder, environment: program.environment.merge(side.environment),
                                                                      loops: (@experiment.measures & %i[pauses warmup]).any?, limit: @limit)
        @store.add_look(seen.page, run_id: @run, program: program.name, variant: side.name, look: name.to_s, command: seen.command, error: seen.error)
        @looked[[program.name, side.name, name.to_s]] = seen.error
      end
    end

    # Returns [[Variant, name of a look], ...] of a program: what the experiment wants and the store does not have.
    def missing_looks(program)
      sides = @experiment.variants.select { |side| Looks.possible?(side) && !failed.key?([program.name, side.name]) }
      sides.product(@experiment.looks_into(program)).reject { |side, name| @looked.key?([program.name, side.name, name.to_s]) }
    end

    def failed_looks
      @looked.select { |_, error| error }.map { |(program, variant, name), error| "the #{Looks::ALL.fetch(name.to_sym).text} of #{program} on #{variant} failed: #{error}" }
    end

    # Writes a sample to the store.
    def keep(sample, program, side, kind, round, objects, command)
      @store.add_sample(sample.figures, run_id: @run, round: round, program: program.name, variant: side.name, kind: kind, build_id: @ids.fetch(side.name),
                                        taken: Time.now.utc.strftime("%Y-%m-%dT%H:%M:%SZ"), load: Runner.load, objects: objects, environment_bytes: sample.environment_bytes,
                                        wall: sample.wall, tool: sample.tool, command: command, error: sample.error)
      @taken[[round, program.name, side.name, kind]] = sample.error
    end

    # Returns the variables that fix the heap of a variant; none if its heap grows.  Returns nil if no heap runs the program on its build:
    # the variant has a failed sample then.
    def fixed_heap(program, side)
      return {} unless side.heap
      smallest = @smallest[[program.name, side.name]] ||= search_heap(program, side)
      smallest && SmallestHeap.environment(smallest, side.heap)
    end

    # Finds the smallest heap, in bytes, and writes it to the store as a figure of the variant.  Variants of one build, command line and
    # environment have one search.
    def search_heap(program, side)
      like = @experiment.sides.find do |other|
        @smallest.key?([program.name, other.name]) && %i[options environment].all? { |member| other[member] == side[member] } && @ids[other.name] == @ids[side.name]
      end
      ruby, words = [*@built.fetch(side.name).ruby, *side.options], program.words(@quick ? :quick : :full, @folder)
      start, error = Measures.clock, nil
      bytes = like ? @smallest.fetch([program.name, like.name]) : SmallestHeap.find { |size| (error = heap_error(ruby, words, program, side, size)).nil? }
      figures = bytes ? [["smallest heap", bytes / 1024.0, "KiB"]] : []
      sample = Measures::Sample.new(figures: figures, error: bytes ? nil : "no size of the heap runs it: #{error}", tool: "bisection", wall: Measures.clock - start, environment_bytes: 0)
      keep(sample, program, side, "heap", 0, 0, [*ruby, *words].join(" "))
      bytes
    end

    # Returns why the program fails with a heap of this size, nil if it does not.  Objects of a varied phase count, so the most of them come first.
    def heap_error(ruby, words, program, side, size)
      environment = program.environment.merge(side.environment, SmallestHeap::VARIABLE => size.to_s)
      Measures.take(ruby, words, kind: :run, names: [:time], folder: @folder, environment: environment, objects: @experiment.objects, limit: @limit).error
    end

    # {[program, variant] => the last error}
    def failed = @taken.select { |_, error| error }.to_h { |(_, program, variant, _), error| [[program, variant], error] }

    # The programs with a ratio that is not narrow enough yet.
    def open_programs
      lines = Results.new(@store.run(@run), @store.figures(run: @run), resamples: 500).lines.group_by(&:program)
      @experiment.programs.select do |program|
        next false if failed.key?([program.name, @experiment.base.name])
        sides = @experiment.sides.drop(1).reject { |side| failed.key?([program.name, side.name]) }
        sides.any? && (wanting(program, sides, lines.fetch(program.name, [])) || missing_looks(program).any?)
      end
    end

    def wanting(program, sides, lines)
      counted = (@kinds - [:run]).product(sides, @counted.to_a).any? { |kind, side, round| !@taken.key?([round, program.name, side.name, kind.to_s]) }
      return counted unless @kinds.include?(:run)
      plain = lines.select { |line| line.kind == "run" }
      @needed = [@needed.to_i, *plain.map { |line| rounds_needed(line.interval) }].max
      counted || plain.empty? || plain.any? { |line| line.interval.rounds < LEAST_ROUNDS || line.interval.half_width > @width }
    end

    # A width falls with the root of the number of rounds.
    def rounds_needed(interval)
      return LEAST_ROUNDS unless interval.low && interval.half_width.finite?
      [[(interval.rounds * (interval.half_width / @width)**2).ceil, LEAST_ROUNDS].max, MOST_ROUNDS].min
    end

    def over? = Measures.clock - @start > @budget

    # Prints which round runs, and how long the rest may take.
    def show(program, round)
      return unless @progress
      spent = Measures.clock - @start
      needed = [@needed.to_i, LEAST_ROUNDS].max
      @first_round ||= round
      done = round - @first_round
      left = done.zero? ? @budget - spent : [spent / done * (needed - round), @budget - spent].min
      @progress.call(format("%s: round %d of about %d, %s; %d min %02d s left at most", @experiment.name, round + 1, needed, program.name, *[left, 0].max.round.divmod(60)))
    end

    # What the store keeps of the machine.
    def self.machine
      cpu = File.read("/proc/cpuinfo")[/^model name\s*:\s*(.*)/, 1]
      { processor: cpu, cores: Integer(`nproc`), memory_mib: File.read("/proc/meminfo")[/^MemTotal:\s*(\d+)/, 1].to_i / 1024, kernel: File.read("/proc/sys/kernel/osrelease").chomp,
        huge_pages: File.exist?("/sys/kernel/mm/transparent_hugepage/enabled") ? File.read("/sys/kernel/mm/transparent_hugepage/enabled")[/\[(\w+)\]/, 1] : nil }
    end

    def self.load = File.read("/proc/loadavg").to_f
  end
end
