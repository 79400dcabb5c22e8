# cruby_report.rb - the data of test_cruby: the result of one test, the tests that count, the table.

# state: "." passed, "S" skipped, "F" failed, "E" error, "H" hung, "D" died.
CRubyTest = Struct.new(:name, :state, :said) do
  def fine?
    %w[. S].include?(state)
  end

  def to_s
    "#{state} #{name}: #{said.to_s[0, 160]}"
  end
end

class CRubyTest
  WHOLE = "(whole file)" # hung or died where no test ran: while loading, or at exit

  class << self
    def write(path, tests)
      File.binwrite(path, tests.each_value.map { |t| "#{t.name}\t#{t.state}\t#{t.said}\n" }.join)
    end

    def read(path)
      File.binread(path).each_line(chomp: true).to_h do |line|
        name, state, said = line.split("\t", 3)
        [name, new(name, state, said)]
      end
    end

    # What cruby_recorder.rb left: results by name, the test that was running, whether the process came to its end.
    def read_record(path)
      tests, running, done = {}, nil, false
      File.binread(path).each_line(chomp: true) do |line|
        event, name, state, said = line.split("\t", 4)
        case event
        when "start" then running = name
        when "done" then done = true
        when "end"
          running = nil if running == name
          tests[name] = new(name, state, said) unless tests[name] && state == "."
        end
      end
      [tests, running, done]
    end

    # The verbose output of bootstraptest/runner.rb: "#7 test_fork.rb:12 . 0.031".  One line may hold several tests.
    def read_bootstrap(log)
      text = File.binread(log)
      seen = Hash.new(0)
      text.scan(/^#(\d+) (\S+\.rb:\d+) +(?=(.))/).to_h do |id, place, state|
        name = "#{place}/#{seen[place] += 1}"
        said = text[/^##{id} #{Regexp.escape(place)}: ((?:.*\n){1,30}?.*#=> .*)/, 1] unless state == "."
        [name, new(name, state == "." ? "." : "F", said.to_s.gsub(/\s+/, " ")[-300..] || said.to_s.gsub(/\s+/, " "))]
      end
    end
  end
end

# What counts: the tests that CRuby 4.0.1 passes.
class CRubyTarget
  def self.of_run(results)
    new(results.transform_values { |tests| tests.values.select { |t| t.state == "." }.map(&:name) })
  end

  def self.of_baseline(path)
    abort "test_cruby: #{path} is missing: give --reference" unless File.file?(path)
    new(File.foreach(path).grep_v(/\A#/).to_h { |line| file, n = line.split("\t"); [file, n.to_i] })
  end

  # files: { file => names of tests, or their number }
  def initialize(files)
    @files = files
  end

  def count(file)
    known = @files.fetch(file, 0)
    known.is_a?(Array) ? known.size : known
  end

  def passed(file, tests)
    known = @files.fetch(file, 0)
    return known.count { |name| tests[name]&.fine? } if known.is_a?(Array)
    [tests.count { |_, t| t.fine? && t.state == "." }, known].min
  end

  # Tests that did not run here: the file did not load, or another method defines them.
  def missing(file, tests)
    known = @files.fetch(file, 0)
    known.is_a?(Array) ? (known - tests.keys).size : [known - tests.size, 0].max
  end

  def counts?(file, test)
    known = @files.fetch(file, 0)
    known.is_a?(Array) ? known.include?(test.name) : known.positive?
  end
end

class CRubyReport
  HEAD = ["folder", "files", "tests", "passed", "failed", "errors", "not run", "hung", "died", "of CRuby 4.0.1"].freeze
  MARK = "<!-- test-cruby -->\n"

  def initialize(results, target)
    @results, @target = results, target
  end

  def sound?
    @results.each_value.none? { |tests| tests.each_value.any? { |t| %w[H D].include?(t.state) } }
  end

  # Tests that the target passes and this VM does not.
  def failures
    @results.flat_map do |file, tests|
      tests.values.reject { |t| t.fine? || !(@target.counts?(file, t) || t.name == CRubyTest::WHOLE) }.map { |t| "#{file} #{t}" }
    end + @results.keys.filter_map do |file|
      n = @target.missing(file, @results[file])
      "#{file}: #{n} tests not run" if n.positive?
    end
  end

  def table
    rows = @results.keys.group_by { |file| folder_of(file) }.sort.map { |name, files| row(name, files) }
    rows.unshift(row("**all**", @results.keys)) if rows.size > 1
    [HEAD, ["---"] * HEAD.size, *rows].map { |cells| "| #{cells.join(" | ")} |" }.join("\n")
  end

  # Returns how many of the target's tests pass here, and how many the target passes.
  def total = [@results.sum { |file, tests| @target.passed(file, tests) }, @results.keys.sum { |file| @target.count(file) }]

  def write_baseline(path)
    require "fileutils"
    FileUtils.mkdir_p(File.dirname(path))
    lines = @results.keys.map { |file| "#{file}\t#{@target.count(file)}\n" }
    File.write(path, "# Made by tool/check/test_cruby --baseline: tests that CRuby 4.0.1 passes, by file.\n#{lines.join}")
  end

  # The page is shared with tool/check/test_spec: the part after the mark is ours.
  def write_page(path, ruby, left_out)
    before = File.read(path).split(MARK).first.rstrip
    version = IO.popen([ruby, "-v"], &:read).strip
    File.write(path, "#{before}\n\n#{MARK}\n" + <<~PAGE)
      # Conformance: CRuby's own tests

      Made by `make test-cruby`; do not edit below the mark.  #{version}.

      One process per file.  Counted are the tests that CRuby 4.0.1 passes on the same machine; a test that hangs or ends the
      process counts as itself alone, the file then runs without it.

      #{table.gsub("\n", "\n      ").gsub(/^ +/, "")}

      Left out: #{left_out.map { |pattern, why| "`#{pattern.source[/test_\w+/]}` (#{why})" }.join(", ")}.
    PAGE
  end

  private

  # test/ruby/enc/x.rb counts to test/ruby, test/test_x.rb to test.
  def folder_of(file)
    parts = File.dirname(file).split("/")
    parts[0, 2].join("/")
  end

  def row(name, files)
    tests = files.flat_map { |file| @results[file].values.map { |t| [file, t] } }
    counted = tests.select { |file, t| @target.counts?(file, t) || t.name == CRubyTest::WHOLE }
    states = %w[F E H D].map { |state| counted.count { |_, t| t.state == state } }
    states.insert(2, files.sum { |file| @target.missing(file, @results[file]) })
    target = files.sum { |file| @target.count(file) }
    passed = files.sum { |file| @target.passed(file, @results[file]) }
    [name, files.size, target, passed, *states, target.zero? ? "-" : format("%.1f %%", 100.0 * passed / target)]
  end
end
