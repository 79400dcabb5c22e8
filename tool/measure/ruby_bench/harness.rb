# harness.rb - takes the place of ruby-bench's harness in the measured process (run.rb puts this folder first by -I).
#
# It runs the block ITERATIONS times, or until BUDGET seconds of processor time are spent, and writes to the file OUT:
#   times N N ...    processor time of each iteration in nanoseconds
#   peak N           peak memory of the process in kilobytes
#   gems NAME-VERSION ...   the gems that the program asked for, if any
#   missing WHY      in place of all others: a gem is not installed; the program was not run
# Where the program has its gems from: GEM_HOME; CHECKOUTS="name=folder;..." for gems that its Gemfile takes from a repository.

Random.srand(1337) # as ruby-bench's own harness does: the programs' inputs depend on it

module RubyBenchHarness
  CHECKOUTS = ENV.fetch("CHECKOUTS", "").split(";").to_h { |pair| pair.split("=", 2).then { |name, folder| [name, File.expand_path(folder)] } }
  GEMS = []

  def self.clock = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)

  def self.tell(*lines)
    File.open(ENV.fetch("OUT"), "a") { |out| lines.each { |line| out.puts(line) } }
  end

  # Ends the process: the program cannot run with the gems that are here.
  def self.missing(why)
    tell("missing #{why.lines.first.chomp}")
    exit!(0)
  end

  # Returns the names that Gemfile.lock's section DEPENDENCIES holds (with ! behind a gem from a repository), and the versions that it has locked, by name.
  def self.locked(lines)
    names = lines.drop(lines.index("DEPENDENCIES") + 1).take_while { |line| !line.empty? }.map { |line| line[/\A\s+(\S+)/, 1] }
    [names, lines.filter_map { |line| line.match(/\A {4}(\S+) \(([^)-]+)\)\z/)&.captures }.to_h]
  end

  # Activates each gem that the program's Gemfile.lock asks for: the locked version, else any that is installed.
  def self.activate
    names, versions = locked(File.readlines("Gemfile.lock", chomp: true))
    names.each do |name|
      missing("#{name.chop} is taken from a repository: CHECKOUTS=\"#{name.chop}=folder\" names one") if name.end_with?("!") && !CHECKOUTS[name.chop]
      name = name.chomp("!")
      next if name.include?("jdbc") || name == "tzinfo-data" # of other platforms
      if CHECKOUTS[name]
        $LOAD_PATH.unshift("#{CHECKOUTS[name]}/lib")
        next GEMS << "#{name}-checkout"
      end
      begin
        gem(name, versions[name])
      rescue Gem::LoadError
        begin
          gem(name)
        rescue Gem::LoadError => e
          missing("gem #{name}: #{e.message}")
        end
      end
      GEMS << Gem.loaded_specs[name].full_name
    end
  end

  # Sets a Rails application up: it loads its gems by Bundler, which takes locked versions only.
  def self.bundle(extra)
    require "bundler"
    Bundler.setup
    GEMS.concat(Gem.loaded_specs.values.map(&:full_name).sort)
    return unless extra
    environment = { "PATH" => "#{File.dirname(ENV.fetch("MEASURED"))}:#{ENV["PATH"]}" }
    system(environment, extra, out: :err) or abort("#{extra} failed")
  rescue Bundler::BundlerError => e
    missing(e.message)
  end
end

def use_gemfile(extra_setup_cmd: nil)
  File.exist?("config/environment.rb") ? RubyBenchHarness.bundle(extra_setup_cmd) : RubyBenchHarness.activate
end

def make_shareable(object, copy: false) = defined?(Ractor.make_shareable) ? Ractor.make_shareable(object, copy: copy) : object

def run_benchmark(_hint, ractor_args: [], **)
  most = Integer(ENV.fetch("ITERATIONS"))
  budget = Float(ENV.fetch("BUDGET")) * 1_000_000_000
  times = []
  spent = 0
  while times.size < most && spent < budget
    start = RubyBenchHarness.clock
    yield 0, *ractor_args
    times << RubyBenchHarness.clock - start
    spent += times.last
  end
  peak = File.read("/proc/self/status")[/^VmHWM:\s*(\d+)/, 1]
  gems = RubyBenchHarness::GEMS
  RubyBenchHarness.tell("times #{times.join(" ")}", "peak #{peak}", *("gems #{gems.join(" ")}" if gems.any?))
end
