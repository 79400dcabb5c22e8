# test_fusions.rb - tool/measure/fusions: each fusion of insns.def has counts, and what the check refuses.
require "open3"
require "tmpdir"
require_relative "lib/test_helper"

class TestFusions < Minitest::Test
  TOP = File.expand_path("..", __dir__)
  TOOL = "#{TOP}/tool/measure/fusions"

  def check(*files) = Open3.capture2e(RbConfig.ruby, "--disable-gems", TOOL, "--check", *files)

  def planted(insns, table)
    Dir.mktmpdir do |folder|
      File.write("#{folder}/insns.def", insns)
      File.write("#{folder}/table", table)
      yield check("#{folder}/insns.def", "#{folder}/table")
    end
  end

  def test_every_fusion_has_counts
    out, status = check
    assert_equal ["", true], [out, status.success?]
  end

  def test_a_fusion_without_counts_is_refused
    planted("fuse a_b_f = a b ;\nfuse b_c_f = b c ;\n", "# counts\na_b_f 12 1 fib\n") do |out, status|
      assert_match(/fusion b_c_f .* has no counts/, out)
      refute status.success?
    end
  end

  def test_counts_of_no_fusion_are_refused
    planted("fuse a_b_f = a b ;\n", "a_b_f 12 1 fib\ngone_f 3 1 fib\n") do |out, status|
      assert_match(/gone_f is no fusion/, out)
      refute status.success?
    end
  end

  # One handler follows another as often as callgrind wrote calls between their functions.
  def test_counts_of_a_file
    script = <<~'RUBY'
      ARGV.replace(["--read", ENV.fetch("CALLGRIND")])
      load ENV.fetch("TOOL")
    RUBY
    Dir.mktmpdir do |folder|
      File.write("#{folder}/out", <<~TEXT)
        fn=(1) op_getlocal
        12 3
        cfn=(2) op_opt_plus'2
        calls=4 0
        12 40
        cfn=(3) slow_vm_send_miss
        calls=9 0
        12 40
        fn=(2)
        cfn=(1)
        calls=5 0
        13 7
      TEXT
      out, status = Open3.capture2e({ "CALLGRIND" => "#{folder}/out", "TOOL" => TOOL }, RbConfig.ruby, "--disable-gems", "-e", script)
      assert_equal ["getlocal opt_plus 4\nopt_plus getlocal 5\n", true], [out, status.success?]
    end
  end

  def test_wrong_words
    out, status = Open3.capture2e(RbConfig.ruby, "--disable-gems", TOOL)
    assert_match(/usage: fusions/, out)
    refute status.success?
  end
end
