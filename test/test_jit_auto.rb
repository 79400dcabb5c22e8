# The JIT starts by itself when a thread has used 50 ms of processor time (jit/auto.c).
require "open3"
require_relative "lib/test_helper"

class TestJitAuto < Minitest::Test
  ENVIRONMENT = { "RUBY_JIT" => nil, "RUBY_YJIT_ENABLE" => nil, "RUBYOPT" => nil }.freeze
  # work: returns when the JIT is on, or after 30 s of processor time; spend: uses so many seconds of it
  LOOPS = <<~'RUBY'
    def used = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    def spend(seconds) = (last = used + seconds; nil until used > last)
    def work = (last = used + 30; nil until RubyVM::YJIT.enabled? || used > last)
  RUBY

  def setup = skip_without_jit

  # Returns what the program prints, with its errors.
  def ruby(*options, program, env: {})
    out, status = Open3.capture2e(ENVIRONMENT.merge(env), RbConfig.ruby, "--disable=gems", *options, "-e", LOOPS + program)
    assert_predicate status, :success?, out
    out
  end

  def test_it_starts_after_50_ms_of_processor_time
    assert_equal "false\ntrue\ntrue\n", ruby("p RubyVM::YJIT.enabled?; work; p RubyVM::YJIT.enabled?, used >= 0.05")
    assert_equal "true\n", ruby("work; p RubyVM::YJIT.enabled?", env: { "RUBY_JIT" => "auto" })
  end

  def test_it_stays_off_when_it_is_told_to
    program = "spend 0.3; p RubyVM::YJIT.enabled?"
    [[%w[--disable-jit], {}], [%w[--yjit-disable], {}], [%w[--disable=all], {}], [[], { "RUBY_JIT" => "0" }], [[], { "RUBYOPT" => "--disable-yjit" }],
     *%w[0 no false].map { |word| [[], { "RUBY_YJIT_ENABLE" => word }] }].each do |options, env|
      assert_equal "false\n", ruby(*options, program, env:), "#{options} #{env}"
    end
    assert_equal "true\n", ruby("--disable-jit", "RubyVM::YJIT.enable; spend 0.2; p RubyVM::YJIT.enabled?")
  end

  # Sleeping uses no processor time, and SIGVTALRM from elsewhere is not the timer's.
  def test_what_does_not_start_it
    assert_equal "true\n", ruby(<<~'RUBY') # a slow build may use 50 ms
      sleep 0.2
      Process.kill(:VTALRM, $$)
      system("kill", "-VTALRM", $$.to_s)
      on = RubyVM::YJIT.enabled?
      p !on || used >= 0.05
    RUBY
  end

  def test_while_the_main_thread_waits
    assert_equal "true\n", ruby("Thread.new { work }.join; p RubyVM::YJIT.enabled?")
    assert_equal "true\n", ruby("r, w = IO.pipe; Thread.new { work; w.puts RubyVM::YJIT.enabled? }; print r.gets")
    assert_equal "true\n", ruby("Fiber.new { work }.resume; p RubyVM::YJIT.enabled?")
  end

  # The timer may expire while a thread ends and has given its stack back.
  def test_threads_that_end
    20.times { assert_equal "true\n", ruby("last = used + 30; Thread.new {}.join until RubyVM::YJIT.enabled? || used > last; p RubyVM::YJIT.enabled?") }
  end

  # The child of a fork has a timer of its own, whether or not the parent's has expired.
  def test_fork
    assert_equal "true\n0\n", ruby("Process.wait(fork { work; p RubyVM::YJIT.enabled? }); p $?.exitstatus")
    assert_equal "true\n0\n", ruby("work; Process.wait(fork { spend 0.2; p RubyVM::YJIT.enabled? }); p $?.exitstatus")
    assert_equal "false\n0\n", ruby("--disable-jit", "Process.wait(fork { spend 0.2; p RubyVM::YJIT.enabled? }); p $?.exitstatus")
  end

  # A program that knows nothing of SIGVTALRM would end by it.
  def test_exec_and_spawn
    busy = "exec awk 'BEGIN { while (i < 6000000) i++; print i }'"
    assert_equal "6000000\n", ruby("exec #{busy.dump}")
    assert_equal "6000000\ntrue\n", ruby("p system(#{busy.dump})")
    assert_equal "6000000\ntrue\n", ruby("Process.wait(fork { exec #{busy.dump} }); p $?.success?")
  end

  # The code of these loops is never entered again.
  def test_loops_that_run_when_it_starts
    turns = "n = 0\nwhile n < 5_000\n  n += 1 if RubyVM::YJIT.enabled?\nend\n"
    ["#{turns}p", "Thread.new { #{turns} }.join; p", "Fiber.new { #{turns} }.resume; p",
     "f = Fiber.new { n = 0; Fiber.yield; n += 1 while n < 5_000 }; f.resume; nil until RubyVM::YJIT.enabled?; f.resume; p"].each do |program|
      assert_equal "true\n", ruby("#{program} RubyVM::YJIT.runtime_stats[:compiled_block_count] > 0"), program
    end
  end

  # What ran before is compiled like what is loaded afterwards, in loops that run as well as in methods.
  def test_answers
    assert_equal "#{(0...3_000_000).sum}\n832040\n", ruby(<<~'RUBY')
      def fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)
      i = sum = 0
      while i < 3_000_000
        sum += i
        i += 1
      end
      p sum, fib(30)
    RUBY
  end
end
