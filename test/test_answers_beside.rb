# test_answers_beside.rb - test/answers/beside: two Rubies compared, differences printed, and what it refuses.
require_relative "lib/test_helper"
require_relative "lib/answers"
require "fileutils"
require "open3"
require "tmpdir"

class TestAnswersBeside < Minitest::Test
  SECTION = "require_relative \"common\"\nt(\"same\") { 1 + 1 }\nprogram \"ends\", \"-e\", \"puts 1; warn 2; exit 3\"\nt(\"variable\") { ENV[\"PLANTED\"] }\n"

  # Yields a copy of the tool with one small section and its recorded answers.
  def in_copy(accepted: "")
    Dir.mktmpdir do |top|
      FileUtils.mkdir_p(["#{top}/lib", "#{top}/answers"])
      FileUtils.cp("#{__dir__}/lib/answers.rb", "#{top}/lib")
      FileUtils.cp(%w[beside common.rb].map { |name| "#{__dir__}/answers/#{name}" }, "#{top}/answers")
      File.write("#{top}/answers/small.rb", SECTION)
      File.write("#{top}/answers/small.out", "same: 2\nends status: 3\nends out 1: \"1\"\nends err 1: \"2\"\nvariable: nil\n")
      File.write("#{top}/answers/small.accepted", accepted)
      yield "#{top}/answers"
    end
  end

  def beside(folder, *args, env: {})
    Open3.capture3({ "RUBYOPT" => nil }.merge(env), RbConfig.ruby, "--disable-gems", "#{folder}/beside", RbConfig.ruby, *args)
  end

  # A program that is this Ruby with a variable, in the place of the reference.
  def planted(folder)
    File.write("#{folder}/planted", "#!/bin/sh\nPLANTED=yes exec #{RbConfig.ruby} \"$@\"\n")
    File.chmod(0o755, "#{folder}/planted")
    "#{folder}/planted"
  end

  def test_equal
    in_copy do |folder|
      out, err, status = beside(folder)
      assert_equal ["beside: 1 sections, 0 lines that differ\n", "", 0], [out, err, status.exitstatus]
    end
  end

  def test_reference_that_differs
    in_copy do |folder|
      out, _, status = beside(folder, "--reference", planted(folder), "small")
      assert_equal "small: variable: nil, CRuby \"yes\"\nbeside: 1 sections, 1 lines that differ\n", out
      assert_equal 1, status.exitstatus
    end
  end

  def test_recorded_answer_that_differs
    in_copy do |folder|
      out, _, status = beside(folder, env: { "PLANTED" => "x" })
      assert_equal "small: variable: \"x\", CRuby nil\nbeside: 1 sections, 1 lines that differ\n", out
      assert_equal 1, status.exitstatus
    end
  end

  def test_needless_entry
    in_copy(accepted: "same: a reason\n") do |folder|
      out, _, status = beside(folder)
      assert_match(/\Asmall: same: does not differ/, out)
      assert_equal 1, status.exitstatus
    end
  end

  def test_record
    in_copy do |folder|
      before = File.read("#{folder}/small.out")
      beside(folder, "--reference", planted(folder), "--record")
      assert_equal before.sub("variable: nil", "variable: \"yes\""), File.read("#{folder}/small.out")
    end
  end

  def test_refusals
    in_copy do |folder|
      { ["nonesuch"] => /no section nonesuch/, ["--reference", "/no/ruby"] => %r{no Ruby at /no/ruby}, ["--record"] => /--record needs --reference/,
        ["--planted"] => /invalid option/, ["--reference", "/bin/false"] => /false ends small.rb with/ }.each do |args, message|
        out, err, status = beside(folder, *args)
        assert_equal ["", 2], [out, status.exitstatus]
        assert_match(/\Abeside: .*#{message.source}/, err)
        assert_equal 1, err.lines.size
      end
    end
  end

  # Two lines with one label would hide each other.
  def test_label_used_twice
    assert_match(/labels used twice: \["a"\]/, assert_raises(Answers::Failure) { Answers.parse("a: 1\na: 2\n") }.message)
  end
end
