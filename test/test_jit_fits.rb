# test_jit_fits.rb - tool/jit/fits refuses a table whose code is of another build and whose layout number is this one's.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestJITFits < Minitest::Test
  TREE = File.expand_path("..", __dir__)
  TABLE = File.read("#{TREE}/jit/table_x86_64.inc")
  LAYOUT = TABLE[/^#define JIT_TABLE_LAYOUT .*$/]

  def fits(table)
    Dir.mktmpdir do |dir|
      File.write("#{dir}/new.inc", table)
      text, status = Open3.capture2e("#{TREE}/tool/jit/fits", "#{dir}/new.inc", "#{TREE}/jit/table_x86_64.inc")
      [status.exitstatus, text.lines.last.to_s.chomp.delete_prefix("jit table: ")]
    end
  end

  def other_code = TABLE.sub(/^  (\d+),/) { "  #{($1.to_i + 1) % 256}," }

  def test_the_same_table
    assert_equal [0, "fits"], fits(TABLE)
  end

  def test_other_code_under_the_same_number
    refute_equal TABLE, other_code
    assert_equal [1, "other stencils under the same layout number"], fits(other_code)
  end

  def test_another_number_turns_the_jit_off
    assert_equal [0, "made for another layout, so the JIT is off"], fits(other_code.sub(LAYOUT, "#define JIT_TABLE_LAYOUT UINT64_C(1)"))
  end

  def test_a_table_without_a_number
    status, text = fits(TABLE.sub(LAYOUT, ""))
    assert_equal 1, status
    assert_includes text, "has no layout number"
  end
end
