# tool/release/dockerfile on planted Dockerfiles, in a folder that has a shell and its libraries; this tree's Dockerfile is read.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "tmpdir"
load File.expand_path("../tool/release/dockerfile", __dir__)

class TestReleaseDockerfile < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  TOOL = "#{ROOT}/tool/release/dockerfile"

  def setup
    @folder = Dir.mktmpdir
    @base = "#{@folder}/base"
    programs = %w[sh cat].map { |name| File.realpath("/bin/#{name}") }
    programs.zip(%w[sh cat]).each { |path, name| place(path, "bin/#{name}") }
    IO.popen(["ldd", *programs], err: File::NULL, &:read).scan(%r{/\S+\.so\S*}).uniq.each { |path| place(File.realpath(path), path) unless path.end_with?(":") }
    FileUtils.mkdir_p("#{@folder}/context/sub")
    { "one" => "1\n", "sub/two" => "2\n", "secret" => "3\n", ".dockerignore" => "secret\n" }.each { |name, text| File.write("#{@folder}/context/#{name}", text) }
  end

  def teardown
    FileUtils.rm_rf(@folder)
  end

  def place(path, name)
    FileUtils.mkdir_p(File.dirname("#{@base}/#{name}"))
    FileUtils.cp(path, "#{@base}/#{name}")
  end

  def run_file(text)
    skip "chroot is not permitted" unless system(*%w[unshare], Process.uid.zero? ? "-m" : "-rm", "chroot", @base, "/bin/sh", "-c", ":", out: File::NULL, err: File::NULL)
    File.write("#{@folder}/Dockerfile", text)
    Open3.capture3(RbConfig.ruby, TOOL, "#{@folder}/Dockerfile", "#{@folder}/context", "#{@folder}/work", "--base", "small=#{@base}")
  end

  def test_two_stages
    out, err, status = run_file(<<~'FILE')
      # A comment.
      FROM small AS first
      WORKDIR /a
      COPY . .
      ENV GREETING="good day"
      RUN cat one sub/two > both && \
          test "$GREETING" = "good day"
      FROM small
      COPY --from=first /a/both /b/
      RUN cat /b/both
      CMD ["/bin/sh", "-c", "echo it starts"]
    FILE
    assert_predicate status, :success?, out + err
    assert_match(/^1\n2\n/, out)
    assert_match(/it starts\n\z/, out)
    refute_path_exists File.join(@folder, "work", "first", "a", "secret")
    refute_path_exists "#{@base}/a"
  end

  def test_step_that_fails
    out, err, status = run_file("FROM small\nRUN true\nRUN exit 7\nRUN echo never\n")
    assert_equal [1, "dockerfile: line 3: RUN ended with status 7.\n"], [status.exitstatus, err]
    refute_includes out, "never"
  end

  def test_command_that_is_missing
    _, err, status = run_file("FROM small\nCMD [\"no-such-program\"]\n")
    assert_equal [1, "dockerfile: CMD ended with status 127.\n"], [status.exitstatus, err.lines.last]
  end

  def test_refused_texts
    { "FROM a\nHEALTHCHECK NONE\n" => "line 2: the instruction HEALTHCHECK is not supported", "RUN true\n" => "line 1: the first instruction must be FROM",
      "" => "line 1: the first instruction must be FROM" }.each do |text, words|
      assert_equal words, assert_raises(DockerfileRun::Error) { DockerfileRun.steps(text) }.message
    end
  end

  def test_missing_parts
    { "FROM other\n" => "line 1: --base has no folder for the image other", "FROM small\nCOPY absent /\n" => "line 2: #{@folder}/context/absent does not exist",
      "FROM small\nCOPY --from=x /a /b\n" => "line 2: there is no stage x" }.each do |text, words|
      _, err, status = run_file(text)
      assert_equal [1, "dockerfile: #{words}.\n"], [status.exitstatus, err]
    end
  end

  def test_this_tree
    steps = DockerfileRun.steps(File.read("#{ROOT}/Dockerfile"))
    assert_equal 2, steps.count { |step| step.word == "FROM" }
    assert_equal "CMD", steps.last.word
  end
end
