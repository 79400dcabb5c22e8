# The same commit twice in the laboratory: the share of rows that differ, with samples of a known distribution and with planted differences.
require_relative "lib/test_helper"
require_relative "lib/lab_tree"
require_relative "../tool/lab/results"

class TestLabRepeat < Minitest::Test
  include LabTree

  Row = Struct.new(:round, :program, :variant, :kind, :figure, :value, :unit, keyword_init: true)
  PROGRAMS = 40
  ROUNDS = 8

  # Returns the Results of 40 programs on two equal variants; factors: {program's number => by how much the second one is slower}
  def results(factors = {})
    random = Random.new(5)
    rows = PROGRAMS.times.to_a.product(ROUNDS.times.to_a, %w[a b]).map do |program, round, variant|
      noise = 1 + (random.rand + random.rand + random.rand - 1.5) * 0.02
      value = noise * (variant == "b" ? factors.fetch(program, 1) : 1)
      Row.new(round: round, program: "p#{program}", variant: variant, kind: "run", figure: "time", value: value, unit: "s")
    end
    run = { definition: JSON.generate(variants: [{ name: "a" }, { name: "b" }]), statistic: "median" }
    Lab::Results.new(run, rows, resamples: 300)
  end

  # Returns [rows that differ, rows, percent] of the sentence.
  def share(lines)
    match = Lab::Results.repeated(lines).match(/\ASame commit: (\d+) of (\d+) rows differ beyond their interval \(([\d.]+) %\); chance alone makes 5 % differ\.\z/)
    refute_nil match, Lab::Results.repeated(lines)
    [match[1].to_i, match[2].to_i, match[3].to_f]
  end

  def test_equal_samples_differ_by_chance_only
    count, all, percent = share(results.lines)
    assert_equal PROGRAMS, all
    assert_operator count, :<=, 6 # of 40 draws of 5 %, more than 6 come with a probability of 0.3 %
    assert_in_delta 100.0 * count / all, percent, 0.051
  end

  def test_a_planted_difference_is_one_row_more
    quiet = results.lines.reject { |line| line.interval.difference? }
    number = quiet.first.program[/\d+/].to_i
    [1.1, 0.9].each { |factor| assert_equal share(results.lines)[0] + 1, share(results(number => factor).lines)[0] }
    assert_equal [PROGRAMS, PROGRAMS, 100.0], share(results((0...PROGRAMS).to_h { |i| [i, 1.1] }).lines)
  end

  def test_rows_without_an_interval_are_left_out
    lines = results.lines
    single = lines.first.dup.tap { |line| line.interval = Lab::Stats.ratio([1], [2]) }
    assert_equal share(lines), share([*lines, single])
    assert_equal "Same commit: no row has an interval, which needs two rounds.", Lab::Results.repeated([single])
  end

  # ---- the command ----

  def test_a_commit_against_itself
    tree do |folder|
      out, err, status = lab(folder, "compare", "HEAD", "HEAD", "--experiment", "same")
      assert_equal 0, status, err
      name = git(folder, "rev-parse", "--short=10", "HEAD")
      assert_match(/^\| work \| cost \| #{name} again \|/, out)
      assert_match(/^\| work \| cost \| #{name} repeated \|/, out)
      assert_match(/^Same commit: 0 of 2 rows differ beyond their interval \(0\.0 %\); chance alone makes 5 % differ\.$/, out)
      out, = lab(folder, "run", "same")
      refute_match(/^Same commit/, out)
      assert_refused(/both names are the same commit\./, lab(folder, "bisect", "HEAD", "HEAD"))
    end
  end

  # Between two runs of one commit the machine becomes slower.
  def test_two_runs_of_a_commit
    tree do |folder|
      File.write("#{folder}/program", PROGRAM.sub("cost=100", 'cost=100; [ ! -e "${0%/*}/../../slower" ] || cost=105'))
      commit(folder, "a program that a file makes slower")
      2.times { lab(folder, "run", "same") }
      out, err, status = lab(folder, "compare", "1", "2")
      assert_equal 0, status, err
      assert_match(/^Same commit: 0 of 3 rows differ beyond their interval/, out)
      FileUtils.touch("#{folder}/build/lab/slower")
      lab(folder, "run", "same")
      assert_match(/^Same commit: 3 of 3 rows differ beyond their interval \(100\.0 %\);/, lab(folder, "compare", "1", "3").first)
      commit(folder, "another commit")
      lab(folder, "run", "same")
      refute_match(/^Same commit/, lab(folder, "compare", "3", "4").first)
      assert_refused(/run 1 cannot be compared with itself: its samples are the same\./, lab(folder, "compare", "1", "1"))
    end
  end
end
