# RubyVM::YJIT and the options of CRuby's compilers, by which programs turn the JIT on and read its counters.
require "open3"
require_relative "lib/test_helper"

class TestJitApi < Minitest::Test
  ENVIRONMENT = { "RUBY_JIT" => nil, "RUBY_YJIT_ENABLE" => nil, "RUBYOPT" => nil }.freeze
  FIB = "def fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)\n"

  def setup = skip_without_jit

  # Returns what the program prints, and its errors.
  def ruby(*options, program, env: {}) = Open3.capture2e(ENVIRONMENT.merge(env), RbConfig.ruby, "--disable=gems", *options, "-e", program).first

  def enabled?(*options, env: {}) = ruby(*options, "p RubyVM::YJIT.enabled?", env:).chomp

  def test_options_that_turn_it_on_and_off
    assert_equal "false", enabled?
    %w[--jit --yjit --yjit= --zjit --enable=jit --enable=yjit --enable=zjit --enable=all --yjit-call-threshold=2 --yjit-mem-size=8 --yjit-exec-mem-size=8
       --yjit-stats=quiet --yjit-log=file --yjit-cold-threshold=3 --yjit-code-gc --yjit-trace-exits-sample-rate=2].each do |option|
      assert_equal "true", enabled?(option), option
    end
    assert_equal "false", enabled?("--yjit-disable")
    assert_equal "false", enabled?("--jit", "--disable=yjit")
    assert_equal "true", enabled?("--disable=all", "--yjit")
  end

  # The command line comes before RUBYOPT, whichever of the names each of them uses, and both before the variable.
  def test_order_of_options
    assert_equal "true", enabled?("--yjit", env: { "RUBYOPT" => "--disable=zjit" })
    assert_equal "false", enabled?("--disable=jit", env: { "RUBYOPT" => "--yjit" })
    assert_equal "true", enabled?(env: { "RUBYOPT" => "--yjit" })
    %w[1 yes true].each { |value| assert_equal "true", enabled?(env: { "RUBY_YJIT_ENABLE" => value }), value }
    ["0", "", "no", "2", "on"].each { |value| assert_equal "false", enabled?(env: { "RUBY_YJIT_ENABLE" => value }), value }
    assert_equal "false", enabled?("--disable=all", env: { "RUBY_YJIT_ENABLE" => "1" })
    assert_equal "false", enabled?(env: { "RUBY_YJIT_ENABLE" => "1", "RUBY_JIT" => "0" })
  end

  def test_wrong_options
    { "--yjit-foo" => "invalid YJIT option 'foo'", "--yjit-mem-size=0" => "invalid YJIT option 'mem-size=0'", "--yjit-mem-size=8x" => "invalid YJIT option",
      "--yjit-call-threshold" => "invalid YJIT option 'call-threshold'", "--yjit-call-threshold=two" => "invalid YJIT option",
      "--jit-call-threshold=" => "invalid option --jit-call-threshold=", "--jit-window=1x" => "invalid option --jit-window=1x", "--yjit=1" => "invalid YJIT option '1'", "--yjitx" => "invalid option --yjitx",
      "--yjit-" => "invalid option --yjit-", "--jit-foo" => "invalid option --jit-foo", "--jitx" => "invalid option --jitx",
      "--zjitx" => "invalid option --zjitx" }.each do |option, message|
      assert_includes ruby(option, "p 1"), "#{message} ", option
    end
  end

  # Code that ran before the JIT was on is compiled like code that is loaded afterwards.
  def test_enable
    assert_equal "false\n610\ntrue\nfalse\ntrue\n6765\ntrue\n", ruby(<<~RUBY)
      #{FIB}
      p RubyVM::YJIT.enabled?, fib(15)
      p RubyVM::YJIT.enable, RubyVM::YJIT.enable, RubyVM::YJIT.enabled?
      p fib(20)
      p RubyVM::YJIT.runtime_stats(:compiled_iseq_count) > 0
    RUBY
  end

  # CRuby takes a threshold of 0, too: the first call compiles.
  def test_a_threshold_of_none
    assert_equal "true\n", ruby("--yjit-call-threshold=0", "def a = 1\na\na\np RubyVM::YJIT.runtime_stats(:compiled_iseq_count) > 0")
  end

  def test_enable_while_events_are_reported
    assert_equal "[true, 6765, true]\n", ruby(<<~RUBY)
      #{FIB}
      calls = 0
      trace = TracePoint.new(:call) { calls += 1 }
      on = trace.enable { fib(5).then { RubyVM::YJIT.enable } }
      p [on, fib(20), calls > 10]
    RUBY
  end

  def test_arguments_of_enable
    { "mem_size: 0" => "mem_size must be between 1 and 2048 MB", "mem_size: 2049" => "mem_size must be between 1 and 2048 MB",
      "mem_size: 'a'" => "mem_size must be a Integer", "call_threshold: 0" => "call_threshold must be a positive integer",
      "call_threshold: 1.5" => "call_threshold must be a Integer", "foo: 1" => "unknown keyword: :foo" }.each do |arguments, message|
      assert_equal "#{message}\nfalse\n", ruby(<<~RUBY), arguments
        begin
          RubyVM::YJIT.enable(#{arguments})
        rescue ArgumentError => e
          puts e.message.lines.first
        end
        p RubyVM::YJIT.enabled?
      RUBY
    end
    assert_equal "true\n", ruby("p RubyVM::YJIT.enable(mem_size: 2048, call_threshold: 3, stats: :quiet, log: nil)")
    assert_match(/^jit: \d+ versions/, ruby("RubyVM::YJIT.enable(stats: true)\n#{FIB}fib(20)"))
  end

  def test_runtime_stats
    assert_equal "nil\nnil\n", ruby("p RubyVM::YJIT.runtime_stats, RubyVM::YJIT.runtime_stats(:invalidation_count)")
    out = ruby("--jit", <<~RUBY)
      #{FIB}
      fib(20)
      s = RubyVM::YJIT.runtime_stats
      p s.values_at(:inline_code_size, :outlined_code_size, :compiled_iseq_count, :compiled_iseq_entry, :compiled_block_count).all?(&:positive?)
      p s[:code_region_size] % 4096, s[:code_region_size] >= s[:inline_code_size] + s[:outlined_code_size]
      p RubyVM::YJIT.runtime_stats(:no_such_counter)
      def fib(n) = n
      p RubyVM::YJIT.runtime_stats(:invalidation_count) > s[:invalidation_count]
      begin
        RubyVM::YJIT.runtime_stats("a")
      rescue TypeError => e
        p e.message
      end
      p RubyVM::YJIT.reset_stats!, RubyVM::YJIT.runtime_stats(:side_exit_count)
      p RubyVM::YJIT.stats_enabled?, RubyVM::YJIT.log_enabled?
    RUBY
    assert_equal "true\n0\ntrue\nnil\ntrue\n\"non-symbol given\"\nnil\n0\nfalse\nfalse\n", out
  end
end
