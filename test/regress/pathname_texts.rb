require "test_helper"
require "pathname"
require "tmpdir"

class TestPathnameTexts < Minitest::Test
  def text(name, path) = Pathname.new("").send(name, path)

  def test_separators_at_the_end
    assert_equal [false, false, false, true], ["/", "///", "a", "a/"].map { |p| text(:has_trailing_separator?, p) }
    assert_equal ["/", "/", "/a", "/a", "///a", "."], ["/", "///", "/a", "/a//", "///a/", ".//"].map { |p| text(:del_trailing_separator, p) }
  end

  def test_stand_in_for_a_pathname
    base = Object.new
    def base.is_a?(m) = m == Pathname
    def base.cleanpath = Pathname.new("/foo/baz")
    assert_equal Pathname.new("../bar"), Pathname.new("/foo/bar").relative_path_from(base)
  end

  def test_mkpath_mode_and_umask
    Dir.mktmpdir do |dir|
      old = File.umask(0o77)
      Pathname.new("#{dir}/x/y").mkpath(mode: 0o775)
      assert_equal [0o775, 0o775], ["x", "x/y"].map { |p| File.stat("#{dir}/#{p}").mode & 0o777 }
    ensure
      File.umask(old)
    end
  end
end
