# tool/build/progress.mk in a small Makefile: the numbers on a terminal, and the plain lines elsewhere.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "pty"
require "tmpdir"

class TestBuildProgress < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  MAKEFILE = <<~MAKE
    V = 0
    srcdir = ../source
    VPATH = $(srcdir)
    PROGRESS_OBJECTS = a.o b.o c.o
    include #{ROOT}/tool/build/progress.mk
    all: a.o b.o c.o
    \t@$(say_end)
    %.o: %.c
    \t@$(call say,CC,$<)
    \t@cp $< $@
  MAKE
  PLAIN = "  CC    a.c\n  CC    b.c\n  CC    c.c\n"
  CLEAN = { "MAKEFLAGS" => nil, "MAKELEVEL" => nil, "MFLAGS" => nil, "MAKE_TERMOUT" => nil, "CI" => nil }.freeze

  def setup
    skip "make is missing" unless system("command -v make > /dev/null")
    @top = Dir.mktmpdir
    @folder = "#{@top}/build"
    FileUtils.mkdir_p([@folder, "#{@top}/source"])
    File.write("#{@folder}/Makefile", MAKEFILE)
    %w[a b c].each { |name| File.write("#{@top}/source/#{name}.c", name) }
  end

  def teardown
    FileUtils.rm_rf(@top) if @top
  end

  def piped(*words, **env)
    out, status = Open3.capture2e(CLEAN.merge(env.transform_keys(&:to_s)), "make", *words, chdir: @folder)
    assert_predicate status, :success?, out
    out
  end

  # Returns what make prints on a terminal, with \n at the ends of lines, and N for the seconds.
  def on_terminal(*words, **env)
    out = +""
    PTY.spawn(CLEAN.merge(env.transform_keys(&:to_s)), "make", "-C", @folder, "--no-print-directory", *words) do |reader, _, pid|
      begin
        loop { out << reader.readpartial(4096) }
      rescue Errno::EIO, EOFError
        nil # the terminal's other side is closed
      end
      Process.wait(pid)
    end
    out.gsub("\r\n", "\n").sub(/after \d+ s/, "after N s")
  rescue Errno::ENODEV
    skip "/dev/pts is not mounted"
  end

  def test_terminal
    assert_equal "[  1/3] CC    a.c\n[  2/3] CC    b.c\n[  3/3] CC    c.c\nall: up to date after N s\n", on_terminal
    assert_equal "all: up to date after N s\n", on_terminal
  end

  # Two objects are absent and one is older than its source.
  def test_object_that_is_compiled_again
    File.write("#{@folder}/b.o", "")
    File.utime(0, 0, "#{@folder}/b.o")
    assert_equal "[  1/2] CC    a.c\n  CC    b.c\n[  2/2] CC    c.c\nall: up to date after N s\n", on_terminal
  end

  def test_pipe
    assert_equal PLAIN, piped
    assert_equal %w[a b c], %w[a b c].map { |name| File.read("#{@folder}/#{name}.o") }
  end

  def test_workflow
    assert_equal PLAIN, on_terminal(CI: "true")
  end

  def test_commands_instead
    out = on_terminal("V=1")
    refute_match(/CC/, out)
    assert_path_exists "#{@folder}/c.o"
  end

  # Makefile.in gives this file its objects, and prints the line of each rule that compiles one of them by it.
  def test_makefile
    makefile = File.read("#{ROOT}/Makefile.in")
    assert_includes makefile.lines.each_cons(2).select { |line, _| line.start_with?("PROGRESS_") }, ["PROGRESS_OBJECTS = $(OBJS) $(PRISM_OBJS)\n", "include $(srcdir)/tool/build/progress.mk\n"]
    rules = makefile.scan(/^(?:%\.o|prism\/%\.o): .*\n((?:\t.*\n)+)/).flatten
    assert_equal 3, rules.size
    assert_equal rules, rules.select { |rule| rule.start_with?("\t@$(call say,C") }
    assert_equal "\t@$(say_end)\n", makefile[/^all: .*\n(.*\n)/, 1]
  end
end
