# The drivers of tests (test/run, test/fuzz/run, lib/patience.rb, lib/within): what spins and what sleeps is found out, by processor
# time and by the backstop, and what only waits is not.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestDrivers < Minitest::Test
  HERE = __dir__

  # A program in the place of one of the fuzzer's kinds: it logs each scenario before it runs it, as theirs do.
  CHILD = <<~'RUBY'
    seed, first, count = ARGV[0, 3].map { |s| Integer(s) }
    log = File.open(ARGV[3], "a")
    log.sync = true
    count.times do |k|
      log.syswrite("#{seed}:#{first + k} planted\n")
      begin
        %s if first + k == 1
      rescue Interrupt
        nil
      end
    end
    log.syswrite("done\n")
  RUBY
  DEAF = 'trap("INT", "IGNORE")'

  def fuzz(scenario, patience: 0.2, asleep: 1000, before: "")
    Dir.mktmpdir do |folder|
      File.write("#{folder}/child.rb", format(CHILD, scenario))
      Open3.capture2e("/bin/sh", "-c", "#{before} exec \"$@\"", "sh", RbConfig.ruby, "--disable=gems", "#{HERE}/fuzz/run", RbConfig.ruby, "--scenarios", "3",
                      "--jobs", "1", "--patience", patience.to_s, "--asleep", asleep.to_s, "--child", "#{folder}/child.rb")
    end
  end

  def assert_hang(result)
    out, status = result
    assert_equal 1, status.exitstatus, out
    assert_match(/^FAIL fuzz: hang, --seed 1 --only 1: 1:1 planted$/, out)
    assert_match(/: 2 passed, 1 failed$/, out)
  end

  def assert_all_pass(result)
    out, status = result
    assert_match(/: 3 passed, 0 failed$/, out)
    assert_equal 0, status.exitstatus, out
  end

  def test_fuzz_finds_what_spins = assert_hang(fuzz("(#{DEAF}; loop { })"))

  def test_fuzz_finds_what_sleeps = assert_hang(fuzz("(#{DEAF}; sleep)", patience: 1000, asleep: 0.5))

  def test_fuzz_interrupts_what_is_endless
    assert_all_pass(fuzz("loop { }"))
    assert_all_pass(fuzz("sleep", patience: 1000, asleep: 0.5))
  end

  # A shell that is not interactive ignores SIGINT in what it starts in the background, and children inherit that.
  def test_fuzz_interrupts_where_the_interrupt_was_ignored
    assert_all_pass(fuzz("loop { }", before: "trap '' INT;"))
  end

  def test_fuzz_lets_wait_what_is_asleep_for_longer_than_its_processor_time
    assert_all_pass(fuzz("(#{DEAF}; sleep 1)"))
  end

  def run_files(limit, asleep, **sources)
    Dir.mktmpdir do |folder|
      files = sources.map do |name, source|
        File.write("#{folder}/#{name}.rb", "class T < Minitest::Test; def test_it = (#{source}; assert true); end")
        "#{folder}/#{name}.rb"
      end
      Open3.capture2e(RbConfig.ruby, "--disable=gems", "#{HERE}/run", RbConfig.ruby, "--limit", limit.to_s, "--asleep", asleep.to_s, *files).first
    end
  end

  def test_run_ends_what_spins
    out = run_files(sanitized? ? 8 : 2, 1000, spins: "loop { }", waits: "sleep 3")
    assert_match(/^FAIL ruby: .*spins\.rb \(over/, out)
    assert_match(/^ruby: 1 passed, 1 failed; run again by themselves: spins\.rb$/, out)
  end

  def test_run_ends_what_sleeps
    out = run_files(300, 0.01, sleeps: "sleep")
    assert_match(/^FAIL ruby: .*sleeps\.rb \(over/, out)
    assert_match(/^ruby: 0 passed, 1 failed/, out)
  end

  # Processor time of children counts: the group is what is limited.
  def test_run_ends_whose_child_spins
    out = run_files(sanitized? ? 8 : 2, 1000, spins: "Process.wait(fork { loop { } })")
    assert_match(/^ruby: 0 passed, 1 failed/, out)
  end

  def test_within
    within = "#{HERE}/lib/within"
    assert_equal Signal.list["XCPU"], Open3.capture2e(within, "1", RbConfig.ruby, "--disable=gems", "-e", "loop { }").last.termsig
    assert_equal 124, Open3.capture2e({ "ASLEEP" => "1" }, within, "1", "sleep", "1000").last.exitstatus
    assert_equal ["7\n", 3], Open3.capture2e(within, "100", RbConfig.ruby, "--disable=gems", "-e", "p 7; exit 3").then { |out, status| [out, status.exitstatus] }
  end
end
