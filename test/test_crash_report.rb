# test_crash_report.rb - what a process says when it dies of a fault (vm/crash.c).
require_relative "lib/test_helper"
require "tmpdir"

class TestCrashReport < Minitest::Test
  KILL = "def f = Process.kill(:SEGV, $$)\nf"
  SECTIONS = ["Control frame information", "Ruby level backtrace information", "C level backtrace information",
              "Other runtime information"].freeze

  def crash(env = {}, *args)
    Dir.mktmpdir do |dir|
      File.write("#{dir}/die.rb", KILL)
      env = { "RUBY_CRASH_REPORT" => nil, "ASAN_OPTIONS" => "handle_segv=0" }.merge(env)
      read, write = IO.pipe
      pid = spawn(env, RbConfig.ruby, "--disable-gems", *args, "die.rb", chdir: dir, err: write, out: write, rlimit_core: 0)
      write.close
      said = read.read
      Process.wait(pid)
      assert_equal Signal.list["SEGV"], $?.termsig
      yield said, pid, dir
    end
  end

  def assert_report(text)
    assert_match(/\Adie\.rb:1: \[BUG\] Segmentation fault at 0x\h+\n#{Regexp.quote(RUBY_DESCRIPTION)}\n\n/, text)
    assert_equal SECTIONS, text.scan(/^-- (.*?) -+$/).flatten & SECTIONS
    assert_includes text, "\ndie.rb:2:in '<main>'\ndie.rb:1:in 'f'\ndie.rb:1:in 'kill'\n\n"
    assert_match(/^c:0003 CFUNC  :kill\nc:0002 METHOD die\.rb:1\nc:0001 EVAL   die\.rb:2$/, text)
    assert_match(/\* Loaded script: die\.rb$/, text)
  end

  def test_standard_error
    crash { |said,| assert_report(said) }
  end

  def test_file
    crash({ "RUBY_CRASH_REPORT" => "%e.%f.%p.%%.%101.log" }) do |said, pid, dir|
      assert_empty said
      assert_report File.read("#{dir}/ruby.die.rb.#{pid}.%.A.log")
    end
  end

  # The option goes before the variable, the last option before others, those of the command line before those of RUBYOPT.
  def test_option
    crash({ "RUBY_CRASH_REPORT" => "env.log", "RUBYOPT" => "--crash-report=opt.log" }, "--crash-report=%f.log") do |said, _, dir|
      assert_empty said
      assert_report File.read("#{dir}/die.rb.log")
      assert_equal %w[die.rb die.rb.log], Dir.children(dir).sort
    end
    crash({ "RUBY_CRASH_REPORT" => "env.log", "RUBYOPT" => "--crash-report=opt.log" }) { |_, _, dir| assert_report File.read("#{dir}/opt.log") }
    crash({}, "--crash-report=a.log", "--crash-report", "b.log") { |_, _, dir| assert_equal %w[b.log die.rb], Dir.children(dir).sort }
  end

  def test_program
    crash({ "RUBY_CRASH_REPORT" => "| /bin/echo %f:%p" }) { |said, pid,| assert_equal "die.rb:#{pid}\n", said }
    crash({ "RUBY_CRASH_REPORT" => "| /bin/cat" }) { |said,| assert_report(said) }
  end

  # Features that are no Strings are not asked what they are.
  def test_odd_features
    crash({}, "-e", "$\".unshift(Object.new)", "-e", KILL) { |said,| assert_includes said, "   0 (no String)\n" }
  end
end
