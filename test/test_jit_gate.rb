# tool/check/jit_gate on programs planted here: what --jit makes slower, changes or breaks fails, and what the table owes is named.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "rbconfig"
require "tmpdir"

class TestJitGate < Minitest::Test
  TOOL = File.expand_path("../tool/check/jit_gate", __dir__)
  WITH_JIT = 'File.read("/proc/self/cmdline").include?("--jit")'
  SAME = "print 1"
  SLOWER = "i = 0\ni += 1 while i < 300_000 if #{WITH_JIT}".freeze
  FASTER = "i = 0\ni += 1 while i < 300_000 unless #{WITH_JIT}".freeze

  def setup
    skip "no valgrind; script/setup gets it" unless system("valgrind", "--version", out: File::NULL, err: File::NULL)
    @folder = Dir.mktmpdir
    @table = "#{@folder}/table.txt"
    skip "valgrind and a sanitizer exclude each other" if sanitized?
    skip "no JIT" if Open3.capture2e(RbConfig.ruby, "--disable-gems", "-w", "--jit", "-e", "0").first.include?("warning: --jit")
  end

  def teardown
    FileUtils.rm_rf(@folder) if @folder
  end

  # Writes the programs and returns what the tool prints of them, and whether it was content.
  def gate(*arguments, **programs)
    programs.each { |name, text| File.write("#{@folder}/#{name}.rb", "#{text}\n") }
    command = [RbConfig.ruby, "--disable=gems", TOOL, RbConfig.ruby, "--table", @table, "--programs", @folder, *arguments, *programs.keys.map(&:to_s)]
    output, status = Open3.capture2e(*command)
    [output, status.success?]
  end

  # Replaces the recorded ratio of a program.
  def record(name, ratio) = File.write(@table, File.read(@table).sub(/^(#{name} .*?)\S+$/) { "#{$1}#{ratio}" })

  # `same` is little more than a start, which costs more with --jit: its row is owed.
  def test_what_is_recorded_passes_and_a_slower_row_fails
    output, content = gate("--update", quick: FASTER, same: SAME)
    assert content, output
    assert_operator File.read(@table)[/^quick .* (\S+)$/, 1].to_f, :<, 1
    output, content = gate(quick: FASTER, same: SAME)
    assert content, output
    assert_includes output, "jit-gate: 2 passed, 0 failed"
    assert_includes output, "owed, more than the interpreter: same"
    output, content = gate(quick: SLOWER, same: SAME)
    refute content, output
    assert_match(/^quick .*more than 0\.\d+ of the table/, output)
    assert_includes output, "jit-gate: 1 passed, 1 failed: quick"
  end

  # Below the tolerance of an owed row nothing fails, above it it does; a row that is recorded at 1 or below may not be above 1 at all.
  def test_the_tolerance_and_the_limit
    output, content = gate("--update", slow: SLOWER)
    assert content, output
    found = File.read(@table)[/^slow .* (\S+)$/, 1].to_f
    assert_operator found, :>, 1.02
    record("slow", (found / 1.01).round(3))
    assert gate(slow: SLOWER)[1]
    record("slow", (found / 1.2).round(3))
    refute gate("--tolerance", "10", slow: SLOWER)[1]
    record("slow", "1.000")
    output, content = gate("--tolerance", "1000", slow: SLOWER)
    refute content
    assert_match(/^slow .*more than the interpreter/, output)
  end

  def test_what_prints_otherwise_fails_or_has_no_row
    output, content = gate("--update", other: "print #{WITH_JIT}")
    refute content
    assert_includes output, "other: it prints otherwise with --jit"
    assert_includes output, "not written: other"
    refute File.exist?(@table)
    output, content = gate(raises: "raise 'planted'")
    refute content
    assert_match(/^raises: it fails: .*planted/, output)
    output, content = gate(same: SAME)
    refute content
    assert_includes output, "no row in the table"
  end

  # A table of another compiler: its owed rows are not compared, the others are with 1.
  def test_a_table_of_another_build
    File.write(@table, "# other-cc x86_64\nslow 1 1 0.900\nowed 1 1 1.100\n")
    output, content = gate(slow: SLOWER, owed: SLOWER)
    refute content
    assert_includes output, "the table is of another build (other-cc x86_64)"
    assert_includes output, "1 passed, 1 failed: slow"
  end

  def test_the_programs_have_a_row
    names = File.read(TOOL)[/^PROGRAMS = %w\[(.*?)\]/m, 1].split
    assert_equal names, File.readlines(TOOL + ".txt").drop(1).map { |line| line.split.first }
    names.each { |name| assert_path_exists File.expand_path("../benchmark/#{name}.rb", __dir__) }
  end
end
