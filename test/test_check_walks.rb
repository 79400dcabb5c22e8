# test_check_walks.rb - the texts of CONTRIBUTING.md's walks fit the files they go into; check_walks reports a text that does not.
# `make check-walks` also builds what the walks make and runs their commands.
require_relative "lib/test_helper"
require "open3"
require "tmpdir"

class TestCheckWalks < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  PAGE = File.read("#{ROOT}/CONTRIBUTING.md")

  # Returns what check_walks prints for a page of this text, and whether it ends with status 0.
  def texts(page)
    Dir.mktmpdir do |dir|
      File.write("#{dir}/page.md", page)
      out, status = Open3.capture2e(RbConfig.ruby, "--disable=gems", "#{ROOT}/tool/check/check_walks", "--texts", ROOT, "#{dir}/page.md", chdir: dir)
      [out, status.success?]
    end
  end

  def test_every_text_of_the_walks_has_its_place
    out, good = texts(PAGE)
    assert good, out
    assert_operator out[/(\d+) passed/, 1].to_i, :>=, 16
  end

  def test_a_text_without_a_place_is_reported
    planted = PAGE.sub("insn putnil ()", "insn putnull ()")
    refute_equal PAGE, planted
    out, good = texts(planted)
    refute good
    assert_includes out, "insns.def has `insn putnull ()` 0 times"
    assert_includes out, " 1 failed"
  end

  def test_a_file_that_does_not_exist_is_reported
    out, good = texts(PAGE.sub("In `version.c`, below", "In `versions.c`, below"))
    refute good
    assert_match(/No such file.*versions\.c/, out)
  end

  def test_a_page_without_walks_is_reported
    out, good = texts("# A page\n")
    refute good
    assert_includes out, "page.md has no walk"
  end
end
