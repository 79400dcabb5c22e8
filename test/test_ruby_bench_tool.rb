# tool/measure/ruby_bench on a checkout planted here, with this Ruby on both sides: the table, what fails, is cut, or left out.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "rbconfig"
require "tmpdir"
require_relative "../tool/measure/ruby_bench/figures"
require_relative "../tool/measure/ruby_bench/process"

class TestRubyBenchTool < Minitest::Test
  TOOL = File.expand_path("../tool/measure/ruby_bench/run.rb", __dir__)
  SIDES = "one=#{RbConfig.ruby} --disable=gems;two=SIDE=2 #{RbConfig.ruby} --disable=gems"

  def setup
    @bench = Dir.mktmpdir
    FileUtils.mkdir_p("#{@bench}/benchmarks")
    FileUtils.mkdir_p("#{@bench}/harness")
    File.write("#{@bench}/harness/loader.rb", "require 'harness'\n")
    plant("quick", "run_benchmark(10) { 100.times { |i| i } }")
  end

  def teardown
    FileUtils.rm_rf(@bench)
  end

  def plant(name, text, gemfile: nil)
    folder = gemfile && "#{@bench}/benchmarks/#{name}"
    FileUtils.mkdir_p(folder) if folder
    File.write("#{folder}/Gemfile", "") if folder
    File.write("#{folder}/Gemfile.lock", gemfile) if folder
    file = folder ? "#{folder}/benchmark.rb" : "#{@bench}/benchmarks/#{name}.rb"
    File.write(file, "require_relative '#{"../" if folder}../harness/loader'\n#{text}\n")
  end

  # Returns what the tool printed and its status.
  def run_tool(*arguments, sides: SIDES, **environment)
    environment = { "ITERATIONS" => "8", "ROUNDS" => "1", "BUDGET" => "20", "GEM_HOME" => nil, "CHECKOUTS" => "" }.merge(environment.transform_keys(&:to_s))
    output, status = Open3.capture2e(environment, RbConfig.ruby, "--disable=gems", TOOL, @bench, sides, *arguments)
    [output, status.exitstatus]
  end

  def rows(output, name) = output.lines.grep(/^\| #{name} \|/).map { |line| line.split("|").map(&:strip).drop(2) }

  def test_a_row_for_each_command_and_the_means
    plant("other", "run_benchmark(10) { 'a' * 10 }")
    output, status = run_tool("--subject", "two")
    assert_equal 0, status, output
    %w[quick other].each do |name|
      one, two = rows(output, name)
      assert_equal %w[one two], [one[0], two[0]], output
      [one, two].each { |row| assert(row[1, 4].all? { |figure| figure.match?(/\A\d+(\.\d)?\z/) }, output) }
      assert_operator one[4].to_f, :>, 1.0, output # megabytes
      assert_match(/\A\d+\.\d\d\z/, one[5])
      assert_equal "", two[5]
      assert_equal ["", ""], [one[6], two[6]]
    end
    assert_includes output, "Geometric means, all 2 programs:"
    assert_equal 3, output.scan(/^\| (?:steady|first iteration|memory) \| one \| 1\.00 \| \d+\.\d\d \|$/).size, output
    assert_includes output, "With fewer than 38 iterations YJIT does not compile"
  end

  def test_names_choose_programs_and_many_iterations_are_not_warned_of
    plant("other", "raise 'not to be run'")
    output, status = run_tool("quick", ITERATIONS: "38")
    assert_equal 0, status, output
    refute_includes output, "With fewer"
    assert_includes output, "8 iterations or 20 s"
  end

  def test_a_program_that_fails_on_one_side_is_named_and_in_no_mean
    plant("fails", "raise ArgumentError, 'planted' if ENV['SIDE']\nrun_benchmark(1) { }")
    output, status = run_tool
    assert_equal 1, status, output
    assert_match(/^\| fails \|.*failed: two: status 1: .*planted \(ArgumentError\) \|$/, output)
    assert_match(/^Failed: fails: two: status 1/, output)
    assert_includes output, "all 1 programs"
  end

  def test_a_program_that_dies_or_measures_nothing_fails
    plant("dies", "Process.kill(:KILL, $$)")
    plant("nothing", "p 1")
    output, status = run_tool
    assert_equal 1, status, output
    assert_includes output, "Failed: dies: one: signal 9."
    assert_includes output, "Failed: nothing: one: it ended without a run_benchmark."
  end

  def test_a_program_that_does_not_end_fails
    plant("spins", "loop { }")
    output, status = run_tool("spins", LIMIT: "0.5")
    assert_equal 1, status, output
    assert_match(/^Failed: spins: one: it used more than \d s of processor time/, output)
    refute_includes output, "Geometric"
  end

  def test_a_cut_row_says_so_and_a_second_mean_leaves_it_out
    spin = "c = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }\nrun_benchmark(1) { s = c.call; nil until c.call - s > 0.08 }"
    plant("slow", spin)
    output, status = run_tool(ITERATIONS: "40", BUDGET: "0.2")
    assert_equal 0, status, output
    assert_match(/cut: 3 of 40 iterations|cut: 2 of 40 iterations/, rows(output, "slow")[0][6])
    assert_equal "", rows(output, "quick")[0][6]
    assert_includes output, "Geometric means, all 2 programs, 1 of them cut:"
    assert_includes output, "Geometric means, the 1 that were not cut:"
  end

  LOCK = "GEM\n  specs:\n    %s (1.0)\n\nDEPENDENCIES\n  %s\n\nBUNDLED WITH\n  1\n"

  def test_a_program_whose_gems_are_not_here_is_left_out
    plant("wants", "Dir.chdir __dir__\nuse_gemfile\nrun_benchmark(1) { }", gemfile: format(LOCK, "facet_planted", "facet_planted"))
    output, status = run_tool
    assert_equal 2, status, output
    assert_includes output, "Left out: wants: no folder of gems is given for one."
    Dir.mktmpdir do |gems|
      output, status = run_tool(sides: "one=GEM_HOME=#{gems} #{RbConfig.ruby}")
      assert_equal 2, status, output
      assert_match(/^Left out: wants: gem facet_planted: .*Could not find 'facet_planted'/, output)
    end
  end

  def test_a_checkout_takes_the_place_of_a_gem
    FileUtils.mkdir_p("#{@bench}/source/lib")
    File.write("#{@bench}/source/lib/facet_planted.rb", "PLANTED = 7\n")
    text = "Dir.chdir __dir__\nuse_gemfile\nrequire 'facet_planted'\nrun_benchmark(1) { PLANTED }"
    plant("wants", text, gemfile: format(LOCK, "facet_planted", "facet_planted!"))
    output, status = run_tool(sides: "one=GEM_HOME=#{@bench} #{RbConfig.ruby}")
    assert_equal 2, status, output
    assert_includes output, "Left out: wants: facet_planted is taken from a repository: CHECKOUTS="
    output, status = run_tool(sides: "one=GEM_HOME=#{@bench} #{RbConfig.ruby}", CHECKOUTS: "facet_planted=#{@bench}/source")
    assert_equal 0, status, output
    assert_includes output, "Gems: wants: facet_planted-checkout."
  end

  def test_a_report_keeps_the_rest_of_its_page
    File.write("#{@bench}/page.md", "before\n<!-- ruby-bench -->\nold\n<!-- /ruby-bench -->\nafter\n")
    run_tool("--report", "#{@bench}/page.md")
    page = File.read("#{@bench}/page.md")
    assert_match(/\Abefore\n.*\| quick \|.*\nafter\n\z/m, page)
    refute_includes page, "old"
  end

  def test_wrong_arguments
    { ["nothere"] => /there is no program nothere/, ["--subject", "three"] => /no command is named "three"/ }.each do |arguments, why|
      output, status = run_tool(*arguments)
      assert_equal 3, status, output
      assert_match why, output
    end
    output, status = run_tool(sides: "one=#{@bench}/no-ruby")
    assert_equal 3, status, output
    assert_includes output, "does not run"
  end

  # A folder without benchmark.rb has one program a file.
  def test_a_folder_of_programs
    FileUtils.mkdir_p("#{@bench}/benchmarks/many")
    %w[a b].each { |name| File.write("#{@bench}/benchmarks/many/#{name}.rb", "require_relative '../../harness/loader'\nrun_benchmark(1) { }\n") }
    output, status = run_tool("many-b", "many-a")
    assert_equal 0, status, output
    assert_equal [2, 2, 0], %w[many-a many-b quick].map { |name| rows(output, name).size }
  end

  # The figures by hand: nanoseconds 100, 60, 22, 20 ... 20: the third is the first within 90 % of the speed.
  def test_figures
    run = RubyBench::Run.new(times: [100_000, 60_000, 22_000, 18_000, 19_000, 20_000, 20_000, 24_000, 25_000], peak: 2048)
    f = RubyBench.figures([run], 9)
    assert_equal [100.0, 160.0, 20.0, 2.0, nil], [f.first, f.warm, f.steady, f.peak, f.note]
    assert_equal "cut: 9 of 38 iterations", RubyBench.figures([run], 38).note
    assert_equal 0.0, RubyBench.figures([RubyBench::Run.new(times: [5000], peak: 1)], 1).warm
  end
end
