# doc/measurements.tsv: each row is whole, its commit exists, and the figures that README.md and doc/status.md quote are rows of it.
require_relative "lib/test_helper"
require_relative "../tool/measure/measurements"
require "tmpdir"

class TestMeasurements < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  TEXT = File.read("#{ROOT}/doc/measurements.tsv")
  ROWS = Measurements.read(TEXT)

  def test_every_row_is_whole
    assert_equal [], Measurements.faults(TEXT, ROOT)
    assert_operator ROWS.size, :>, 100
  end

  def test_figures_of_the_pages_are_rows
    assert_equal [], Measurements.unquoted(File.read("#{ROOT}/doc/status.md"), ROWS), "doc/status.md"
    tables = File.read("#{ROOT}/README.md").lines.grep(/^\| [\d.]+(?: %)? \|/)
    assert_operator tables.size, :>=, 3
    assert_equal [], Measurements.unquoted(tables.join, ROWS), "README.md"
  end

  def with_env(changes)
    before = changes.keys.to_h { [_1, ENV[_1]] }
    ENV.update(changes)
    yield
  ensure
    ENV.update(before)
  end

  def line(**changes)
    Measurements::Row.new("2001-02-03", nil, "one", "quiet", "make it", "1.5", "-", "-").tap { |row| changes.each { |k, v| row[k] = v } }.to_a.join("\t")
  end

  # A git tree with one commit; yields its folder and the commit.
  def repository
    skip "git is missing" unless system("git", "--version", out: File::NULL, err: File::NULL)
    Dir.mktmpdir do |folder|
      File.write("#{folder}/file", "1\n")
      [%w[init -q], %w[add file], %w[-c user.name=a -c user.email=a@b commit -q -m first]].each { assert system("git", "-C", folder, *_1) }
      yield folder, Measurements.git(folder, "rev-parse", "--short=7", "HEAD").chomp
    end
  end

  def test_a_row_with_a_fault_is_found
    repository do |folder, commit|
      header = Measurements::COLUMNS.join("\t")
      text = [header, line(commit: commit), line(commit: "0000000"), line(commit: commit, date: "then"), line(commit: commit, note: ""),
              line(commit: commit).sub(/\t-\z/, ""), line(commit: commit) + "\t-"].join("\n")
      whole = "8 columns are needed, - for an empty one"
      assert_equal ["line 3: no commit 0000000", "line 4: then is not a date", *[5, 6, 7].map { "line #{_1}: #{whole}" }], Measurements.faults(text, folder)
      assert_equal ["the first line is not the names of the columns"], Measurements.faults("date\n", folder)
    end
  end

  def test_a_figure_without_a_row_is_found
    rows = Measurements.read("header\n#{line(commit: "1234567")}\n")
    good = "It is 1.5 times as fast with clang 19; `f(1.75)` and [a page](x99.9.md).\n| 1.5 | what | `make it`, 1234567 |\n"
    assert_equal [], Measurements.unquoted(good, rows)
    assert_equal ["no row has 1.6", "no row has 12 %", "no row has 4,096"], Measurements.unquoted("1.6 or 12 % of 4,096, not 1.5", rows)
    assert_equal ["no row has 1.5 of make it, 1234568"], Measurements.unquoted(good.sub("1234567", "1234568"), rows)
    assert_equal ["no row has 1.5 of make that, 1234567"], Measurements.unquoted(good.sub("make it", "make that"), rows)
  end

  def test_append
    repository do |folder, commit|
      file = "#{folder}/rows.tsv"
      add = -> { Measurements.append(command: "make it", value: "1.5", note: "a\tb\nc", file: file, root: folder) }
      with_env("MEASUREMENTS" => nil) { assert_nil add.() }
      refute_path_exists file
      with_env("MEASUREMENTS" => "1", "MEASUREMENTS_LOAD" => "quiet") { 2.times { assert add.() } }
      assert_equal [], Measurements.faults(File.read(file), folder)
      row = Measurements.read(File.read(file)).last
      assert_equal [commit, "quiet", "make it", "1.5", "-", "a b c"], [row.commit, *row.to_a[3..]]
      File.write("#{folder}/file", "2\n")
      _, err = capture_io { with_env("MEASUREMENTS" => "1") { assert_nil add.() } }
      assert_match(/changes that are not committed/, err)
      assert_equal 3, File.readlines(file).size
    end
  end

  # The tools that measure append to the table, by the library.
  def test_tools_that_append
    tools = Dir["#{ROOT}/tool/{check,measure}/*"].select { File.file?(_1) && !_1.end_with?(".md") && File.read(_1).include?("Measurements.append(") }.map { File.basename(_1) }
    assert_equal %w[coverage insn_cost jit_gate measurements.rb test_cruby test_suites], tools.sort
  end
end
