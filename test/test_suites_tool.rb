# tool/check/test_suites on suites planted here: what passes, fails, raises, is skipped, dies or does not end is told apart.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "rbconfig"
require "tmpdir"

class TestSuitesTool < Minitest::Test
  TOOL = File.expand_path("../tool/check/test_suites", __dir__)
  LIBRARIES = $LOAD_PATH.map(&:to_s).grep(/minitest|test-unit|power_assert/)
  PLANTED = <<~RUBY
    class Planted < Minitest::Test
      def self.test_order = :alpha
      def test_a_passes = assert_equal(2, 1 + 1)
      def test_b_fails = assert_equal(1, 2, "object 0x00007fabcdef\\there")
      def test_c_raises = raise("words")
      def test_d_is_skipped = skip
      def test_e_forks = (Process.wait(fork { exit!(0) }); pass)
      %s
      def test_z_passes = pass
    end
  RUBY

  def setup
    @folder = Dir.mktmpdir
    @suites = "#{@folder}/suites"
    @list = "#{@folder}/list.rb"
    FileUtils.mkdir_p(%w[gem other].map { |r| "#{@suites}/#{r}/test" })
    File.write("#{@folder}/gems", "# none\n")
  end

  def teardown
    FileUtils.rm_rf(@folder)
  end

  def tool(*arguments, suites: @suites)
    Open3.capture2e({ "RUBY_JIT" => nil }, RbConfig.ruby, TOOL, "--ruby", RbConfig.ruby, "--suites", suites, "--build", "#{@folder}/build", "--list", @list,
                    "--gems", "#{@folder}/gems", "--keep", "#{@folder}/keep", *arguments)
  end

  # Writes a suite of minitest tests and a list with it.
  def plant(line = "", repository: "gem", more: "")
    File.write("#{@suites}/#{repository}/test/test_planted.rb", format(PLANTED, line))
    File.write(@list, "suite \"planted\", \"someone/#{repository}\", :minitest, files: \"test/test_*.rb\", path: #{LIBRARIES.inspect}\n#{more}")
  end

  def results(name, mode)
    file = Dir["#{@folder}/build/suites/#{name}.#{mode}.*"].reject { |f| f.end_with?(".log") }.first
    File.readlines(file, chomp: true)
  end

  def test_each_end_of_a_test_is_told_apart
    plant
    said, = tool("--modes", "here")
    assert_includes said, "1/1 planted: here 3/6", said
    lines = results("planted", "here")
    assert_includes lines, "passed\tPlanted#test_a_passes\t"
    assert(lines.any? { |l| l.start_with?("failed\tPlanted#test_b_fails\tobject 0x here") }, lines.join("\n"))
    assert(lines.any? { |l| l.start_with?("error\tPlanted#test_c_raises\tRuntimeError: words") }, lines.join("\n"))
    assert(lines.any? { |l| l.start_with?("skipped\tPlanted#test_d_is_skipped\t") }, lines.join("\n"))
    assert_equal 1, lines.grep(/\Apassed\tPlanted#test_e_forks/).size, "the child wrote as well"
    assert_match(/\Aend\t\t\d/, lines.last)
  end

  def test_the_test_in_which_the_process_dies_is_named
    plant("def test_m_dies = Process.kill(:KILL, Process.pid)")
    said, status = tool("--modes", "here")
    assert_includes said, "died: planted (here: SIGKILL)"
    refute status.success?
    assert_includes results("planted", "here"), "start\tPlanted#test_m_dies"
    assert_equal 1, results("planted", "here").grep(/test_m_dies/).size
  end

  def test_a_loop_without_end_is_stopped_by_its_processor_time
    plant("def test_m_loops = loop { }")
    said, status = tool("--modes", "here", "--cpu", "2")
    assert_includes said, "died: planted (here: no end in 2 s of processor time)"
    refute status.success?
  end

  def test_a_mode_that_did_not_run_has_no_figure
    plant("def test_m_passes = pass")
    said, = tool("--reference", RbConfig.ruby, "--modes", "reference,here")
    assert_includes said, "1 suites: 4 tests pass on the reference; of these 4 pass here; none dies"
    said, = tool("--modes", "jit")
    assert_includes said, "1 suites: 4 pass with every method compiled; none dies"
  end

  def test_what_passes_on_the_reference_only_is_a_difference
    plant("def test_m_knows_the_mode = assert_nil(ENV[\"RUBY_JIT\"])")
    said, status = tool("--reference", RbConfig.ruby)
    assert_includes said, "1 suites: 4 tests pass on the reference; of these 4 pass here and 3 with every method compiled; none dies"
    assert_includes said, "  planted [jit] Planted#test_m_knows_the_mode: failed: Expected \"call-threshold=1\" to be nil."
    refute status.success?
    page = "#{@folder}/page.md"
    File.write(page, "before\n<!-- suites -->\n<!-- /suites -->\nafter\n")
    tool("--reference", RbConfig.ruby, "--page", page)
    text = File.read(page)
    assert_match(/^\| planted \|.*4 of 7.*\| 0 \| 1 \|$/, text)
    assert_includes text, "- planted (jit): `Planted#test_m_knows_the_mode`: failed: "
    assert text.end_with?("<!-- /suites -->\nafter\n")
  end

  def test_what_was_run_is_not_run_again
    plant("def test_m_leaves_a_mark = File.write(\"#{@folder}/mark\", \"x\", mode: \"a\")")
    tool("--modes", "here")
    tool("--modes", "here")
    assert_equal "x", File.read("#{@folder}/mark")
    tool("--modes", "here", "--again")
    assert_equal "xx", File.read("#{@folder}/mark")
  end

  def git(*words)
    said, status = Open3.capture2e("git", "-C", "#{@suites}/gem", "-c", "user.name=someone", "-c", "user.email=someone", *words)
    assert status.success?, said
  end

  def test_what_a_run_leaves_in_its_repository_is_undone
    plant("def test_m_writes = (Dir.mkdir('left'); %w[left/file .left tracked].each { |f| refute(File.exist?(f) && File.read(f) == 'x'); File.write(f, 'x') }; File.delete('gone'))")
    Dir.chdir("#{@suites}/gem") { %w[tracked gone].each { |f| File.write(f, "as committed") } }
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "-m", "all")
    File.write("#{@suites}/gem/found", "before the run")
    File.write("#{@suites}/gem/test/test_planted.rb", "# changed before the run\n", mode: "a")
    2.times do
      said, = tool("--modes", "here", "--again")
      assert_includes said, "1/1 planted: here 4/7", said
      assert_equal %w[.git found gone test tracked], Dir.children("#{@suites}/gem").sort
      assert_equal ["as committed"], %w[tracked gone].map { |f| File.read("#{@suites}/gem/#{f}") }.uniq
      assert File.read("#{@suites}/gem/test/test_planted.rb").end_with?("# changed before the run\n")
    end
  end

  def test_the_date_of_the_run_is_no_part_of_a_name
    plant("define_method(\"test_m_on_\#{Time.now.strftime(\"%F\")}_and_2000-01-01\") { pass }")
    tool("--modes", "here")
    assert_includes results("planted", "here"), "passed\tPlanted#test_m_on_today_and_2000-01-01\t"
  end

  def test_what_is_missing_is_said
    plant(more: "suite \"away\", \"someone/away\", :minitest, files: \"test/*.rb\"\n")
    said, = tool("--modes", "here")
    assert_includes said, "left out 1: no someone/away in #{@suites}"
    said, status = tool("--modes", "here", suites: "")
    assert_includes said, "make test-suites SUITES=folder"
    refute status.success?
    said, status = tool("--modes", "here", "nobody")
    assert_includes said, "not on the list: nobody"
    refute status.success?
  end

  SERVER = "require 'socket'; s = TCPServer.new('127.0.0.1', PORT); loop { c = s.accept; c.write(\"served\"); c.close }"

  # Plants a suite whose tests read from the server of `command`.
  def plant_served(command)
    plant("def test_m_is_served = assert_equal(\"served\", (require(\"socket\"); TCPSocket.open(\"127.0.0.1\", ENV.fetch(\"SERVED\"), &:read)))")
    File.write(@list, File.read(@list).chomp + ", service: #{command.inspect}, env: { \"SERVED\" => \"PORT\" }\n")
  end

  def test_a_server_runs_while_its_suite_runs
    plant_served([RbConfig.ruby, "-e", "File.write('#{@folder}/pid', $$); #{SERVER}"])
    said, = tool("--modes", "here")
    assert_includes said, "1/1 planted: here 4/7", said
    assert_raises(Errno::ESRCH) { Process.kill(0, File.read("#{@folder}/pid").to_i) }
  end

  def test_a_server_that_ends_is_reported
    plant_served([RbConfig.ruby, "-e", "exit"])
    said, status = tool("--modes", "here")
    assert_includes said, "#{RbConfig.ruby} ended or did not answer"
    refute status.success?
  end

  def test_a_suite_without_its_server_is_left_out
    plant_served(["no-such-server", "PORT"])
    said, = tool("--modes", "here")
    assert_includes said, "planted: left out: it needs no-such-server"
    refute Dir.exist?("#{@folder}/build/suites") && Dir["#{@folder}/build/suites/planted*"].any?
  end

  def test_a_gem_of_source_is_built_whatever_compiled_one_is_there
    plant
    File.write("#{@folder}/gems", "plain 1.0\nthere 1.0\nbuilt 2.0 source\n")
    specifications = "#{@folder}/keep/gems-facet/specifications"
    FileUtils.mkdir_p(specifications)
    %w[there-1.0-x86_64-linux built-2.0-x86_64-linux].each { |name| File.write("#{specifications}/#{name}.gemspec", "") }
    recorder = "#{@folder}/recorder"
    File.write(recorder, "#!/bin/sh\necho \"$*\" >> #{@folder}/recorded\n")
    File.chmod(0o755, recorder)
    said, = tool("--modes", "here", "--ruby", recorder)
    installs = File.readlines("#{@folder}/recorded", chomp: true).grep(/gem install/)
    assert_equal ["plain:1.0"], installs.grep_v(/--platform/).map { |l| l[/\S+:.*/] }
    assert_equal ["built:2.0"], installs.grep(/--platform ruby /).map { |l| l[/\S+:.*/] }
    assert_includes said, "2 gems are missing: plain 1.0, built 2.0"
  end

  def test_programs_of_no_framework
    File.write("#{@suites}/other/test/a.rb", "p 1\n")
    File.write("#{@suites}/other/test/b.rb", "exit 1\n")
    File.write(@list, "suite \"own\", \"someone/other\", :own, files: \"test/*.rb\", without: \"test/c.rb\"\n")
    File.write("#{@suites}/other/test/c.rb", "exit! 1\n")
    said, = tool("--modes", "here")
    assert_includes said, "own: here 1/2"
    assert_includes results("own", "here"), "error\ttest/b.rb\tSystemExit: exit"
  end
end
