# main.rb - the commands of script/lab.
#
# Owns      the command line, and what is printed on a terminal.
# MA-1      Wrong input ends with one sentence on standard error and status 1, wrong words with status 2, an interrupt with 130.
# MA-2      One run measures at a time on a machine: build/lab/lock.NAME is held while samples are taken.
# Checked   test/test_lab.rb
require "etc"
require "fileutils"
require "optparse"
require_relative "stop"
require_relative "experiment"
require_relative "../measure/huge_pages"

module Lab
  class Main
    USAGE = <<~TEXT.freeze
      usage: script/lab COMMAND
        list                   the experiments, their questions and variants, and the groups
        run NAME...            build what is missing, measure, and print the ratios with their intervals
        show RUN               print the table of a run again
        compare A B            two commits, measured side by side; or two runs, by their numbers.  With one commit twice, how many rows differ by chance
        history PROGRAM        a program's figures by commit
        bisect GOOD BAD        the commit that changed a program's figure
        export FILE            a copy of the store
        import FILE            add the runs of another store
        report [FILE]          the page with all runs (lab.html)
        pages [FILE...]        the sections of experiments in pages of Markdown (doc/experiments/*.md, doc/performance.md, README.md)

      options
        --quick                small programs, fewer builds; --width 5 --budget 2.5 unless they are given
        --width PERCENT        how narrow each interval is to be: half its width (1)
        --budget MINUTES       when to stop, for each experiment (20)
        --new                  start a run even if one of the same experiment and builds is unfinished
        --seed NUMBER          for the order of a new run (drawn)
        --limit SECONDS        when one process has failed (600)
        --experiment NAME      whose programs `compare` and `bisect` run (commits)
        --program NAME         one program of that experiment
        --figure NAME          which figure `bisect` and `history` are about (time)
        --switches WORDS       configure's switches for `compare` and `bisect`
        --commit NAME          `run` measures a commit in the place of the tree as it is; `pages` takes the runs of a commit
        --on HOST,...          `run` gives each program to one of these hosts by ssh (HOST or HOST:FOLDER)
        --slurm                `run` gives each program to Slurm, as a job array

      LAB_TOP      the tree to measure (this one)
      LAB_STORE    the store (lab.db in the tree)
      LAB_SSH      the command that reaches a host (ssh)
      REFERENCE    an outside Ruby, for experiments that have one
    TEXT

    def initialize(words)
      @words = words
      @top = File.expand_path(ENV["LAB_TOP"] || File.expand_path("../..", __dir__))
      @file = File.expand_path(ENV["LAB_STORE"] || File.join(@top, "lab.db"))
      @folder = File.join(@top, "build", "lab")
      @options = {}
    end

    # Runs the command and returns the status.
    def run
      rest = parser.parse(@words)
      command = rest.shift
      return help if @options[:help]
      return usage("a command is missing") unless command
      return usage("there is no command #{command}") unless COMMANDS.key?(command)
      least, most = COMMANDS[command]
      return usage("#{command} takes #{least == most ? least : "#{least} or more"} argument#{"s" unless least == 1}") unless rest.size.between?(least, most)
      require_relative "store"
      require_relative "builds"
      require_relative "runner"
      send("command_#{command}", *rest).then { |status| status.is_a?(Integer) ? status : 0 }
    rescue OptionParser::ParseError => e
      usage(e.message)
    end

    # name => least and most arguments
    COMMANDS = { "list" => [0, 0], "run" => [1, 99], "show" => [1, 1], "compare" => [2, 2], "history" => [1, 1], "bisect" => [2, 2],
                 "export" => [1, 1], "import" => [1, 1], "report" => [0, 1],
                 "pages" => [0, 99] }.freeze

    # The files that may have sections of experiments.
    PAGES = %w[doc/experiments/*.md doc/performance.md README.md].freeze

    private

    def help
      puts USAGE
      0
    end

    def usage(text)
      warn "script/lab: #{text}; script/lab --help lists the commands."
      2
    end

    def parser
      OptionParser.new do |o|
        o.on("--quick") { @options[:quick] = true }
        o.on("--width PERCENT", Float) { |v| @options[:width] = positive(v, "--width") }
        o.on("--budget MINUTES", Float) { |v| @options[:budget] = positive(v, "--budget") }
        o.on("--limit SECONDS", Float) { |v| @options[:limit] = positive(v, "--limit") }
        o.on("--seed NUMBER", Integer) { |v| @options[:seed] = v }
        o.on("--new") { @options[:fresh] = true }
        o.on("--experiment NAME") { |v| @options[:experiment] = v }
        o.on("--program NAME") { |v| @options[:program] = v }
        o.on("--figure NAME") { |v| @options[:figure] = v }
        o.on("--switches WORDS") { |v| @options[:switches] = v.split }
        o.on("--commit NAME") { |v| @options[:commit] = v }
        o.on("--on HOSTS") { |v| @options[:on] = v.split(",") }
        o.on("--slurm") { @options[:slurm] = true }
        o.on("-h", "--help") { @options[:help] = true }
      end
    end

    def positive(value, name)
      raise OptionParser::InvalidArgument, "#{name} must be above zero" unless value.positive?
      value
    end

    def catalogue = @catalogue ||= Catalogue.new(@top)

    # ---- commands ----

    def command_list
      known = catalogue
      known.experiments.each_value do |one|
        puts "#{one.name}: #{one.question}", "    #{one.variants.map(&:name).join(", ")}; #{one.programs.size} programs; #{one.measures.join(", ")}"
        puts "    left out: #{one.absent.join(", ")}" if one.absent.any?
      end
      known.groups.each { |name, members| puts "#{name}: all of #{members.join(", ")}" }
      nil
    end

    def command_run(*names)
      experiments = catalogue.pick(names)
      experiments.each(&:make_quick) if @options[:quick]
      experiments.each { |experiment| only_commit(experiment) }
      return elsewhere(experiments) if @options[:on] || @options[:slurm]
      failed = with_store do |store|
        experiments.count { |experiment| !one_run(experiment, store) }
      end
      failed.zero? ? 0 : 1
    end

    def command_show(number)
      with_store(existing: true) { |store| print_results(results(store, run_of(store, number))) }
    end

    def command_compare(one, other)
      return compare_runs(one, other) if [one, other].all? { |word| word.match?(/\A\d{1,6}\z/) }
      commits = [one, other].map { |name| builds.commit(name) }
      experiment = between_commits("compare", commits)
      with_store do |store|
        whole = one_run(experiment, store) { |results| puts Results.repeated(results.lines), "" if commits.uniq.one? }
        whole ? 0 : 1
      end
    end

    def command_history(program)
      require_relative "history"
      with_store(existing: true) do |store|
        history = History.new(store, program, @options[:figure])
        raise Stop, "#{program} was measured on outside Rubies and trees with changes only, which have no commit." if history.points.empty?
        puts history.table
      end
    end

    def command_bisect(good, bad)
      require_relative "bisect"
      good, bad = [good, bad].map { |name| builds.commit(name) }
      raise Stop, "both names are the same commit." if good == bad
      with_store do |store|
        bisect = Bisect.new(builds, figure: @options[:figure] || "time") do |commits|
          experiment = between_commits("bisect", commits)
          only_program(experiment)
          id = measure(experiment, store)
          results(store, id)
        end
        puts bisect.run(good, bad)
      end
    end

    def command_export(file)
      with_store(existing: true) { |store| store.export(File.expand_path(file)) }
    end

    def command_import(file)
      runs, samples = with_store { |store| store.import(File.expand_path(file)) }
      puts "imported #{runs} runs and #{samples} samples"
    end

    def command_report(file = "lab.html")
      require_relative "report"
      text = with_store(existing: true) { |store| Report.new(store, catalogue).page }
      File.write(file, text)
      puts "wrote #{file}"
    rescue SystemCallError => e
      raise Stop, "#{file} cannot be written: #{e.message}."
    end

    def command_pages(*files)
      require_relative "pages"
      files = PAGES.flat_map { |name| Dir[File.join(@top, name)].sort } if files.empty?
      commit = @options[:commit] && builds.commit(@options[:commit])
      puts(with_store(existing: true) { |store| Pages.new(store, catalogue, known: Switches.known(@top), commit: commit).write(files) })
    end

    # ---- parts ----

    # Runs experiments on other machines, and prints the runs that came back.
    def elsewhere(experiments)
      require_relative "jobs"
      raise Stop, "--on and --slurm exclude each other." if @options[:on] && @options[:slurm]
      experiments.each { |experiment| only_program(experiment) }
      jobs = Job.of(experiments)
      came = []
      failures = with_store do |store|
        fetched = ->(file) { store.import(file) { |id| came |= [id] } }
        @options[:on] ? hosts.run(jobs, &fetched) : on_slurm(experiments, jobs, fetched)
      ensure
        came.sort.each { |id| print_results(results(store, id)) }
      end
      failures.each { |text| warn "script/lab: #{text}" }
      failures.empty? ? 0 : 1
    end

    def hosts = Hosts.new(@top, @options[:on], options: job_options, folder: File.join(@folder, "jobs"), progress: method(:progress))

    # Makes the builds here, once, before tasks share them.
    def on_slurm(experiments, jobs, fetched)
      commit = @options[:commit] ? builds.commit(@options[:commit]) : Job.commit(@top)
      @options[:commit] = commit
      experiments.each { |experiment| only_commit(experiment) }
      alone { experiments.each { |one| one.variants.each { |variant| builds.make(variant, one.extensions) } } }
      Slurm.new(@top, options: job_options - ["--commit", commit], folder: File.join(@folder, "jobs"), progress: method(:progress)).run(jobs, commit, &fetched)
    end

    # The options that a job shares with this command.
    def job_options
      given = { "--width" => :width, "--budget" => :budget, "--limit" => :limit, "--seed" => :seed, "--commit" => :commit }
      [*("--quick" if @options[:quick]), *("--new" if @options[:fresh]), *given.flat_map { |word, name| @options[name] ? [word, @options[name].to_s] : [] }]
    end

    # Yields while no other run measures on this machine.
    def alone
      File.open(File.join(@folder, "lock.#{Etc.uname[:nodename]}"), File::RDWR | File::CREAT) do |lock|
        raise Stop, "another run of the laboratory is under way, and two would disturb each other." unless lock.flock(File::LOCK_EX | File::LOCK_NB)
        yield
      end
    end

    # Makes the builds of an experiment those of the commit that --commit names.
    def only_commit(experiment)
      name = @options[:commit] or return
      experiment.variants.each { |variant| variant.commit ||= builds.commit(name) unless variant.command }
    end

    def with_store(existing: false, &block)
      FileUtils.mkdir_p(@folder)
      Store.open(@file, existing: existing, &block)
    end

    def builds = @builds ||= Builds.new(@top, @folder, progress: method(:progress))

    # Measures one experiment, prints its table and yields its Results; returns whether nothing failed.
    def one_run(experiment, store)
      only_program(experiment)
      id = measure(experiment, store)
      found = results(store, id)
      print_results(found, experiment)
      yield found if block_given?
      @failures.each { |text| warn "script/lab: #{experiment.name}: #{text}" }
      @failures.empty?
    rescue Stop => e
      warn "script/lab: #{experiment.name}: #{e.message}"
      false
    end

    # Takes samples of one experiment while no other run does; returns the run's id.
    def measure(experiment, store)
      quick = @options[:quick]
      alone do
        runner = Runner.new(experiment, builds: builds, store: store, folder: scratch, quick: quick, words: ["script/lab", *@words].join(" "),
                                        width: (@options[:width] || (quick ? 5 : 1)) / 100.0, budget: (@options[:budget] || (quick ? 2.5 : 20)) * 60,
                                        fresh: @options[:fresh], seed: @options[:seed], limit: @options[:limit] || 600, progress: $stderr.tty? ? method(:progress) : nil)
        id = runner.run
        @failures = runner.failures
        progress(nil)
        id
      end
    end

    def scratch = File.join(@folder, "scratch.#{Etc.uname[:nodename]}").tap { |folder| FileUtils.mkdir_p(folder) }

    # Rewrites the last line of a terminal; elsewhere a line is printed for builds only.
    def progress(text)
      if $stderr.tty? then $stderr.print("\r\e[K#{text.to_s[0, 110]}")
      elsif text then warn "script/lab: #{text}"
      end
    end

    def results(store, id) = Results.new(store.run(id), store.figures(run: id))

    def run_of(store, number)
      id = Integer(number, exception: false)
      return id if id && store.run(id)
      raise Stop, "there is no run #{number}; the store has #{store.runs.map { |run| run[:id] }.join(", ")}."
    end

    def print_results(results, experiment = catalogue.experiments[results.run[:experiment]])
      run = results.run
      differing, all = results.twins
      puts "## #{run[:experiment]}, run #{run[:id]}#{" (unfinished)" unless run[:finished]}", "", run[:question], "", results.table, ""
      puts "A/A: #{differing} of #{all} rows differ."
      results.claims(experiment&.claims || []).each { |text, verdict| puts "#{verdict}: #{text}" }
      (experiment&.words_only || []).each { |text| puts "to be judged by the reader: #{text}" }
      puts
    end

    # Keeps the program that --program names.
    def only_program(experiment)
      name = @options[:program] or return
      experiment.programs.any? { |program| program.name == name } or raise Stop, "experiment #{experiment.name} has no program #{name}."
      experiment.programs.select! { |program| program.name == name }
      experiment.claims.select! { |claim| claim.program == name }
    end

    # Makes an experiment whose variants are commits, with the programs and measures of another.
    def between_commits(name, commits)
      pattern = catalogue.pick([@options[:experiment] || catalogue.experiments.keys.first || raise(Stop, "lab/ has no experiment.")]).first
      switches = @options[:switches] || []
      one = Experiment.new("#{name} #{commits.map { |commit| commit[0, 10] }.join(" ")}", top: @top)
      one.question("Do these commits differ in the programs of #{pattern.name}?")
      commits.each_with_index { |commit, i| one.build("#{commit[0, 10]}#{" repeated" if commits.index(commit) < i}", *switches, commit: commit) }
      one.programs.concat(pattern.programs)
      one.refuted_by("An interval without 1.")
      one.measure(*pattern.measures)
      one.needs(*pattern.extensions)
      one.compares(pattern.statistic)
      one.vary_phase(pattern.objects)
      one.check(Switches.known(@top))
    end

    # Compares the same variants of two runs: unpaired, for their rounds have nothing in common.
    def compare_runs(one, other)
      with_store(existing: true) do |store|
        first, second = [one, other].map { |number| run_of(store, number) }
        raise Stop, "run #{one} cannot be compared with itself: its samples are the same." if first == second
        raise Stop, "one of the runs is of small programs (--quick) and the other is not." if [first, second].map { |id| store.run(id)[:quick] }.uniq.size > 1
        machines = [first, second].map { |id| store.run(id)[:machine] }
        puts "The runs are of different machines: their times cannot be compared." if machines.uniq.size > 1
        a, b = [first, second].map { |id| store.figures(run: id).reject { |row| row.unit == Measures::BUCKETS }.group_by { |row| [row.program, row.figure, row.variant] } }
        raise Stop, "runs #{one} and #{other} have no program on a variant in common." if (a.keys & b.keys).empty?
        puts "| program | figure | variant | run #{one} | run #{other} | ratio | interval (95 %) | verdict |", "|---|---|---|---:|---:|---:|---|---|"
        lines = (a.keys & b.keys).map { |key| run_line(key, a[key], b[key]) }
        lines.each { |line| puts row_of_runs(line) }
        equal = lines.select { |line| same_build?(a, b, line) }
        puts "", Results.repeated(equal) if equal.any?
      end
      nil
    end

    # Returns whether a line compares two times the same build of a commit without changes.
    def same_build?(one, other, line)
      key = [line.program, line.figure, line.variant]
      sides = [one, other].map { |rows| rows[key].map { |row| [row.commit, row.dirty, row.switches] }.uniq }
      sides[0] == sides[1] && sides[0].one? && sides[0][0][0] && !sides[0][0][1]
    end

    def run_line(key, mine, theirs)
      base, values = [mine, theirs].map { |rows| rows.map(&:value) }
      program, figure, variant = key
      Line.new(program: program, figure: figure, variant: variant, unit: mine.first.unit, samples: values, base_samples: base,
               value: Stats.median(values), base_value: Stats.median(base), interval: Stats.ratio(values, base, paired: false))
    end

    def row_of_runs(line)
      bounds = line.interval.low ? format("%.4f .. %.4f", line.interval.low, line.interval.high) : "none"
      medians = [line.base_value, line.value].map { |value| Results.number(value, line.unit) }
      "| #{[line.program, line.figure, line.variant, *medians, format("%.4f", line.interval.estimate), bounds, line.verdict].join(" | ")} |"
    end
  end
end

if $PROGRAM_NAME == __FILE__
  begin
    exit Lab::Main.new(ARGV.dup).run
  rescue Lab::Stop => e
    warn "script/lab: #{e.message}"
    exit e.status
  rescue Interrupt
    warn "\nscript/lab: interrupted; the same command continues where it was."
    exit 130
  end
end
