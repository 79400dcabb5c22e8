# One suite of a gem in this process, by the job file of tool/check/test_suites: `ruby child.rb JOB`.
# Each start and end of a test is a line of the result file, so that the test in which the process ends is known.
JOB = eval(File.read(ARGV.shift)) # rubocop:disable Security/Eval
JOB[:gems].each { |name, version| gem name, version }
$LOAD_PATH.unshift(*JOB[:path])
Dir.chdir(JOB[:folder])
srand 1

# What every framework's reporter writes.  A forked child writes nothing.
module SuiteReport
  RESULTS = File.open(JOB[:results], File::WRONLY | File::APPEND | File::CREAT)
  RESULTS.sync = true
  OWNER = Process.pid
  TODAY = Time.now.strftime("%F").freeze
  TIMES = Hash.new(0)
  NAMES = {}

  module_function

  # Returns what is comparable of a text: one line, no addresses, no tabs, "today" for the date of the run.
  def plain(text, limit)
    text = text.to_s.dup.force_encoding("UTF-8").scrub("?")
    text.gsub(/0x\h{6,}/, "0x").gsub(TODAY, "today").gsub(/\s+/, " ").strip[0, limit]
  end

  # Writes that the test has begun.  The second test of a name is "name (2)".
  def start(key, name)
    return unless Process.pid == OWNER
    name = plain(name, 400)
    count = TIMES[name] += 1
    NAMES[key] = count == 1 ? name : "#{name} (#{count})"
    RESULTS.write "start\t#{NAMES[key]}\n"
  end

  # Writes how the test ended: passed, failed, error or skipped.
  def finish(key, status, detail = nil)
    return unless Process.pid == OWNER
    name = NAMES.delete(key) or return
    RESULTS.write "#{status}\t#{name}\t#{plain(detail, 300)}\n"
  end
end

case JOB[:framework]
when :minitest
  gem "minitest", JOB[:minitest] if JOB[:minitest]
  ENV["MT_NO_PLUGINS"] = "1"
  require "minitest"
  # Plugins of gems that a suite does not want are not loaded, with minitest 6 either.
  def Minitest.load_plugins(*) = nil
  # The reporter of minitest: results come as they do to its own.
  class SuiteMinitestReporter < Minitest::AbstractReporter
    def prerecord(klass, name)
      SuiteReport.start([klass.name, name], "#{klass.name}##{name}")
    end

    def record(result)
      key = [result.klass, result.name]
      SuiteReport.start(key, "#{result.klass}##{result.name}") unless SuiteReport::NAMES.key?(key)
      status = result.passed? ? :passed : result.skipped? ? :skipped : result.error? ? :error : :failed
      SuiteReport.finish(key, status, result.failure && "#{result.failure.message} #{result.failure.location}")
    end

    def passed?
      true
    end
  end

  # Plugins may replace the reporters: ours comes after them.
  Minitest.singleton_class.prepend(Module.new do
    def init_plugins(*)
      super
      reporter << SuiteMinitestReporter.new
    end
  end)
  ARGV.replace(["--seed", "1", *JOB[:arguments]])
  require "minitest/autorun"
  JOB[:before].each { |feature| require feature }
  JOB[:files].each { |file| require file }
when :test_unit
  require "test/unit"
  require "test/unit/testresult"
  # The listener of test-unit: faults come before their test ends, the worst one counts.
  class SuiteTestUnitListener
    RANK = { skipped: 1, failed: 2, error: 3 }.freeze

    def initialize
      @worst = {}
    end

    def attach_to_mediator(mediator)
      mediator.add_listener(Test::Unit::TestCase::STARTED_OBJECT) { |test| SuiteReport.start(test.object_id, test.name) }
      mediator.add_listener(Test::Unit::TestResult::FAULT) { |fault| note(fault) }
      mediator.add_listener(Test::Unit::TestCase::FINISHED_OBJECT) do |test|
        status, detail = @worst.delete(test.name)
        SuiteReport.finish(test.object_id, status || :passed, detail)
      end
    end

    def note(fault)
      status = case fault
               when Test::Unit::Error then :error
               when Test::Unit::Failure then :failed
               else :skipped
               end
      return if fault.is_a?(Test::Unit::Notification)
      return if @worst[fault.test_name] && RANK[@worst[fault.test_name][0]] >= RANK[status]
      @worst[fault.test_name] = [status, "#{fault.message} #{fault.location&.first}"]
    end
  end
  Test::Unit::AutoRunner.prepare { |runner| runner.listeners << SuiteTestUnitListener.new }
  ARGV.replace(JOB[:arguments])
  JOB[:before].each { |feature| require feature }
  JOB[:files].each { |file| require file }
when :rspec
  require "rspec/core"
  # The formatter of rspec.
  class SuiteRSpecFormatter
    RSpec::Core::Formatters.register self, :example_started, :example_passed, :example_failed, :example_pending, :message

    def initialize(_output)
    end

    def example_started(notification)
      example = notification.example
      SuiteReport.start(example.object_id, "#{example.metadata[:file_path]}: #{example.full_description}")
    end

    def example_passed(notification)
      SuiteReport.finish(notification.example.object_id, :passed)
    end

    def example_pending(notification)
      SuiteReport.finish(notification.example.object_id, :skipped)
    end

    def example_failed(notification)
      fault = notification.example.execution_result.exception
      line = notification.example.metadata[:line_number]
      SuiteReport.finish(notification.example.object_id, fault.class.name.to_s.start_with?("RSpec::") ? :failed : :error,
                         "#{fault.class}: #{fault.message} (line #{line}; #{fault.backtrace&.first})")
    end

    def message(notification)
      warn notification.message
    end
  end
  ARGV.clear
  JOB[:before].each { |feature| require feature }
  exit RSpec::Core::Runner.run(["--no-color", "--format", "SuiteRSpecFormatter", "--order", "defined", "--seed", "1", *JOB[:arguments], *JOB[:files]])
when :own
  JOB[:files].each do |file|
    name = file.delete_prefix("#{JOB[:folder]}/")
    SuiteReport.start(file, name)
    begin
      load file
      SuiteReport.finish(file, :passed)
    rescue Exception => e # rubocop:disable Lint/RescueException
      SuiteReport.finish(file, :error, "#{e.class}: #{e.message}")
    end
  end
end
