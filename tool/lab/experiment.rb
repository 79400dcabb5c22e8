# experiment.rb - the words of the files in lab/, and the rules that make an experiment whole.
#
# Owns      Lab::Experiment, its parts (Variant, Program, Claim), and Lab::Catalogue, which reads a folder of them.
# Uses      stop.rb, measures.rb (the names of measures), tool/measure/programs.rb (RDoc's command line)
# EX-1      An experiment in the catalogue is whole: a question, two variants or more, a program, a measure, known switches.
# EX-2      `definition` holds everything that a sample depends on, except builds: runs of one digest may be continued.
# EX-3      The first variant is the base of every ratio, and it has a twin, "NAME again", which runs the same command (A/A).
# Checked   test/test_lab.rb
require "digest"
require "json"
require_relative "stop"
require_relative "measures"
require_relative "looks"
require_relative "../measure/programs"

module Lab
  # One side of a comparison.  switches: words for configure, nil for an outside Ruby; options: words for the ruby;
  # environment: variables of the run; command: the outside Ruby; commit: nil for the tree as it is; heap: the size of the heap as a
  # multiple of the smallest that runs the program, nil for a heap that grows.
  Variant = Struct.new(:name, :switches, :options, :environment, :command, :commit, :heap, keyword_init: true) do
    def definition = to_h.compact
  end

  # A claim that an interval can refute.  over: true if a ratio above the bound refutes, false if one below it does.
  Claim = Struct.new(:text, :program, :figure, :variant, :bound, :over, keyword_init: true) do
    # Returns "refuted", "stands" or "open" for the Interval of the claim's ratio; nil has not been measured.
    def verdict(interval)
      return "open" unless interval&.low
      beyond, within = over ? [interval.low > bound, interval.high <= bound] : [interval.high < bound, interval.low >= bound]
      beyond ? "refuted" : within ? "stands" : "open"
    end
  end

  # One program in three sizes.  words and text are functions of the size; text is nil for a program that is given by words.
  class Program
    SIZES = %i[full quick counted].freeze
    attr_reader :name, :options, :environment

    def initialize(name, options:, environment:, text: nil, words: nil)
      @name, @options, @environment, @text, @words = name, options, environment, text, words
    end

    # Returns the words after the ruby; `keep` is a folder that takes the text as a file.
    def words(size, keep)
      return @options + @words.(size) unless @text
      text = @text.(size)
      file = File.join(keep, "#{@name.gsub(/\W+/, "_")}.#{Digest::SHA256.hexdigest(text)[0, 12]}.rb")
      File.write(file, text) unless File.exist?(file)
      @options + [file]
    end

    def definition
      { name: @name, options: @options, environment: @environment, words: SIZES.map { |size| @text ? Digest::SHA256.hexdigest(@text.(size)) : @words.(size) } }
    end
  end

  class Experiment
    attr_reader :name, :top, :claims, :words_only, :variants, :programs, :measures, :extensions, :objects, :statistic

    # top: the tree whose benchmark/ and gems/ programs are taken from; environment: the caller's, for REFERENCE
    def initialize(name, top:, environment: ENV)
      @name, @top, @environment = name, top, environment
      @variants, @programs, @measures, @claims, @words_only, @extensions, @absent, @full_only = [], [], [], [], [], [], [], []
      @looks = []
      @objects = 0
      @statistic = :median
    end

    # ---- the words of a file in lab/ ----

    # Sets the question, or returns it.
    def question(text = nil) = text ? @question = text : @question

    # Adds a sentence about what would refute the experiment's claim.
    def refuted_by(text) = @words_only << text

    # Adds a claim with its bound: refuted_if "sentence", program:, figure:, variant:, over: 1.0 (or under: 1.0).
    def refuted_if(text, program:, figure:, variant:, over: nil, under: nil)
      @claims << Claim.new(text: text, program: program, figure: figure, variant: variant, bound: over || under, over: !over.nil?)
    end

    # Adds a variant that is built; run: words for the ruby; quick: whether it takes part in a run of small programs; heap: the size of its
    # heap, 1 or more, as a multiple of the smallest heap that runs the program on this build.
    def build(name, *switches, run: [], environment: {}, commit: nil, quick: true, heap: nil)
      fault("build #{name} has a heap of #{heap.inspect} times the smallest; it needs a number from 1 on") unless heap.nil? || (heap.is_a?(Numeric) && heap >= 1)
      fault("build #{name} is the base of all ratios, which every run needs") if @variants.empty? && !quick
      @full_only << name unless quick
      add_variant(Variant.new(name: name, switches: switches, options: run, environment: environment, commit: commit, heap: heap))
    end

    # Adds the Ruby that a variable of the caller's environment names, with its words; environment: variables of the run; the experiment does without it where it is unset.
    def reference(name = "reference", variable: "REFERENCE", run: [], environment: {})
      command = @environment[variable].to_s.split
      return @absent << "#{name} (#{variable} is not set)" if command.empty?
      add_variant(Variant.new(name: name, options: run, environment: environment, command: command))
    end

    # Adds a program: a file of benchmark/ or a text with its counts by size, or words after the ruby.
    #   sizes    {"text of the count" => [full, quick, counted]}
    #   gems     false: without RubyGems; true: with; both: a program for each
    def program(name, file: nil, text: nil, words: nil, sizes: {}, gems: false, environment: {})
      fault("program #{name} needs one of file:, text: and words:") unless [file, text, words].compact.size == 1
      text = read_benchmark(file) if file
      resized = text && ->(size) { resize(name, text, sizes, Program::SIZES.index(size)) }
      given = words && ->(size) { words.is_a?(Hash) ? words.fetch(size) { words.fetch(:full) } : words }
      resized&.call(:full)
      [gems].flatten.each do |with|
        add_program(Program.new(gems == [false, true] && with ? "#{name}, RubyGems" : name, options: with ? [] : ["--disable=gems"],
                                environment: environment, text: resized, words: given))
      end
    end

    # Adds RDoc, which makes HTML of some of the unpacked gems: their names for each size.
    def rdoc(name, full:, quick:, counted:, gems: false)
      folder = File.join(@top, "gems/cache")
      names = { full: full, quick: quick, counted: counted }
      words = names.transform_values { |list| Programs.rdoc(folder, Programs.gem_files(folder, list)) }
      return @absent << "#{name} (no unpacked gem of RDoc: run script/setup)" if words.value?(nil)
      @extensions |= Programs::RDOC_EXTENSIONS.split
      program(name, words: words, gems: gems)
    end

    # Names measures; measures.rb lists them.
    def measure(*names)
      names.each { |one| fault("there is no measure #{one}: #{Measures::ALL.keys.join(", ")}") unless Measures::ALL.key?(one) }
      @measures |= names
    end

    # Names looks into programs (looks.rb lists them); programs: names, all unless given.
    def looks(*names, programs: nil)
      names.each { |one| fault("there is no look #{one}: #{Looks::ALL.keys.join(", ")}") unless Looks::ALL.key?(one) }
      @looks << [names, programs]
    end

    # Names extensions that builds need.
    def needs(*names) = @extensions |= names.map(&:to_s)

    # Varies the phase of collections: each round allocates and drops up to this many objects before the program.
    def vary_phase(objects) = @objects = objects

    # Compares medians (the default) or means.
    def compares(statistic)
      fault("#{statistic} is neither median nor mean") unless %i[median mean].include?(statistic)
      @statistic = statistic
    end

    # ---- what other files read ----

    attr_reader :absent

    def base = @variants.first

    # The second name of the base.
    def twin = Variant.new(**base.to_h, name: "#{base.name} again")

    # All that a round runs, the twin included.
    def sides = [base, twin, *@variants.drop(1)]

    # Returns the names of the looks into a Program.
    def looks_into(program) = @looks.select { |_, programs| programs.nil? || programs.include?(program.name) }.flat_map(&:first).uniq

    # Leaves out the variants of full runs only: a build takes longer than all its small programs.
    def make_quick = @variants.reject! { |variant| @full_only.include?(variant.name) }

    def definition
      { name: @name, variants: @variants.map(&:definition), programs: @programs.map(&:definition), measures: @measures, objects: @objects, statistic: @statistic }
    end

    def digest = Digest::SHA256.hexdigest(JSON.generate(definition))[0, 16]

    # Raises Stop unless the experiment is whole; known: the switches of configure, nil if the tree has none.
    def check(known = nil)
      fault("it has no question") unless @question
      fault("it has #{@variants.size} variant#{"s" unless @variants.size == 1}#{" (left out: #{@absent.join(", ")})" if @absent.any?}; a comparison needs two") if @variants.size < 2
      fault("it has no program#{" (left out: #{@absent.join(", ")})" if @absent.any?}") if @programs.empty?
      fault("it measures nothing") if @measures.empty?
      fault("nothing would refute it: it needs refuted_by or refuted_if") if @claims.empty? && @words_only.empty?
      @variants.each { |variant| Switches.check(known, variant.switches || []) { |switch| fault("build #{variant.name}: configure has no switch #{switch}") } }
      @looks.flat_map { |_, programs| programs || [] }.each do |name|
        fault("a look is into #{name}, which is not a program") unless @absent.any? || @programs.any? { |program| program.name == name }
      end
      @claims.each do |claim|
        next unless @absent.empty?
        fault("a claim is about #{claim.variant}, which is not a variant") unless @variants.any? { |v| v.name == claim.variant }
        fault("a claim is about #{claim.program}, which is not a program") unless @programs.any? { |p| p.name == claim.program }
      end
      self
    end

    def fault(text) = raise(Stop, "experiment #{@name}: #{text}.")

    private

    def add_variant(variant)
      fault("two variants are called #{variant.name}") if @variants.any? { |v| v.name == variant.name }
      @variants << variant
    end

    def add_program(program)
      fault("two programs are called #{program.name}") if @programs.any? { |p| p.name == program.name }
      @programs << program
    end

    # A benchmark checks its answer, which depends on the count: the check is left out.
    def read_benchmark(file)
      File.read(File.join(@top, "benchmark", file)).gsub(/^raise .* unless .*$/, "")
    rescue Errno::ENOENT
      fault("there is no benchmark/#{file}")
    end

    def resize(name, text, sizes, column)
      sizes.reduce(text) do |result, (count, values)|
        fault("program #{name} does not contain #{count.inspect}") unless result.include?(count)
        result.sub(count, values.fetch(column))
      end
    end
  end

  # The switches that configure.ac declares.
  module Switches
    WORD = /\A--(?:with|without|enable|disable)-([\w-]+)(?:=.*)?\z/

    module_function

    # Returns the names, without --with- and the like, or nil for a tree without configure.ac.
    def known(top)
      file = File.join(top, "configure.ac")
      File.read(file).scan(/(?:AC_ARG_ENABLE|AC_ARG_WITH|FACET_YESNO)\(\[([\w-]+)\]/).flatten if File.exist?(file)
    end

    # Yields each word that is neither a known switch nor VARIABLE=value.
    def check(known, words)
      return unless known
      words.each { |word| yield word unless word.match?(/\A[A-Z_]+=/) || known.include?(word[WORD, 1]) }
    end
  end

  # The experiments and groups of a folder.
  class Catalogue
    attr_reader :experiments, :groups

    def initialize(top, environment: ENV)
      @top, @environment = top, environment
      @experiments, @groups, @faults = {}, {}, {}
      Dir[File.join(top, "lab", "*.rb")].sort.each { |file| read(file) }
    end

    # Called by a file: an experiment with its words in the block.
    def experiment(name, &block)
      raise Stop, "lab/: two experiments are called #{name}." if @experiments.key?(name)
      one = @experiments[name] = Experiment.new(name, top: @top, environment: @environment)
      one.instance_eval(&block)
    rescue Stop => e
      @faults[name] = e
    end

    # Called by a file: a name for some experiments.
    def group(name, *members) = @groups[name] = members

    # Returns the experiments of some names, groups included; raises Stop for a name that is unknown or not whole.
    def pick(names)
      names.flat_map { |name| @groups[name] || [name] }.uniq.map do |name|
        one = @experiments[name] or raise Stop, "there is no experiment #{name}; script/lab list prints the names."
        raise @faults[name] if @faults[name]
        one.check(Switches.known(@top))
      end
    end

    private

    def read(file)
      instance_eval(File.read(file), file)
    rescue Stop
      raise
    rescue ScriptError, StandardError => e
      raise Stop, "#{file}: #{e.class}: #{e.message.lines.first.to_s.chomp}."
    end
  end
end
