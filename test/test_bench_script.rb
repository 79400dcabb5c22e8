# script/bench with a planted build, driver and peers: the paths that it passes on and prints, and the input that it refuses.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestBenchScript < Minitest::Test
  SCRIPT = File.expand_path("../script/bench", __dir__)
  PEER = "#!/bin/sh\necho 9.9.9\n"
  # Writes its folder, its words and the environment of the report to ./seen of the caller.
  DRIVER = <<~'SH'
    #!/bin/sh
    { pwd; printf '%s\n' "$@"; echo "report ${BENCH_REPORT-}"; echo "log $BENCH_LOG"; echo "command $BENCH_COMMAND"; } > "$SEEN"
    printf '%s' "$FAILED" > "$BENCH_STATUS"
  SH

  def setup
    @folder = File.realpath(Dir.mktmpdir)
    plant("build/Makefile", "GEMS_DIR = #{@folder}/gems\n")
    plant("gems/benchmark_driver-1.2.3/exe/benchmark-driver", "")
    plant("build/ruby", "#!/bin/sh\necho this build\n")
    plant("driver-ruby", DRIVER)
    plant("here/peer", PEER)
    plant("other/peer", PEER)
  end

  def teardown
    FileUtils.rm_rf(@folder)
  end

  def plant(path, text)
    FileUtils.mkdir_p(File.dirname("#{@folder}/#{path}"))
    File.write("#{@folder}/#{path}", text)
    File.chmod(0o755, "#{@folder}/#{path}")
  end

  # Runs the script in here/.  Returns what it printed, its errors, its status, and the lines of the driver.
  def bench(*words, peers: "./peer", failed: "0")
    env = { "COMPARE_RUBY" => peers, "BENCH_DRIVER_RUBY" => "#{@folder}/driver-ruby", "SEEN" => "#{@folder}/seen", "FAILED" => failed,
            "BENCH_REPORT" => nil, "BENCH_REPEAT" => nil, "BENCH_CLOCK" => nil }
    out, err, status = Open3.capture3(env, SCRIPT, "--built", "../build", *words, chdir: "#{@folder}/here")
    [out, err, status.exitstatus, File.exist?("#{@folder}/seen") ? File.readlines("#{@folder}/seen", chomp: true) : nil]
  end

  def executables(seen)
    seen.each_cons(2).filter_map { |word, value| value if word == "--executables" }
  end

  def refused(message, *words, **options)
    _, err, status, seen = bench(*words, **options)
    assert_equal ["script/bench: #{message}\n", 1, nil], [err, status, seen]
  end

  def test_paths_are_those_of_the_callers_folder
    out, err, status, seen = bench("--report", "table.md", "ackermann")
    assert_equal ["", 0], [err, status]
    assert_includes out, "this build"
    assert_equal ["ruby-9.9.9::#{@folder}/here/./peer", "facet::#{@folder}/build/ruby"], executables(seen)
    assert_equal File.expand_path("../benchmark", __dir__), seen[0]
    assert_includes seen, "ackermann.rb"
    assert_includes seen, "-I#{@folder}/gems/benchmark_driver-1.2.3//lib"
    assert_includes seen, "report #{@folder}/here/table.md"
    assert_includes seen, "log #{@folder}/build/bench"
    assert_path_exists "#{@folder}/build/bench"
  end

  def test_absolute_report
    assert_includes bench("--report", "#{@folder}/table.md", "ackermann")[3], "report #{@folder}/table.md"
  end

  def test_peers_with_names
    seen = bench("ackermann", peers: "old::./peer -W0;new::../other/peer")[3]
    assert_equal ["old::#{@folder}/here/./peer -W0;new::#{@folder}/here/../other/peer", "facet::#{@folder}/build/ruby"], executables(seen)
  end

  def test_command_of_the_report
    seen = bench("--quick", "ackermann")[3]
    assert_includes seen, "command COMPARE_RUBY='./peer' script/bench --built ../build --quick ackermann"
  end

  def test_a_program_that_fails
    assert_equal 1, bench("ackermann", failed: "1")[2]
  end

  def test_refusals
    refused "no benchmark is called no_such_program.", "no_such_program"
    refused "unknown option --slow; there are --quick and --report FILE.", "--slow"
    refused "--report needs the name of a file.", "--report"
    refused "COMPARE_RUBY: there is no #{@folder}/here/./no_peer.", "ackermann", peers: "./no_peer"
    FileUtils.rm_rf("#{@folder}/gems")
    refused "benchmark_driver is missing: run script/setup.", "ackermann"
  end
end
