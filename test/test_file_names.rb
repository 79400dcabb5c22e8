# File.fnmatch under each flag; dirname, basename, extname, split, join, expand_path; tests of files; Kernel#test.
require_relative "lib/table_test"

class TestFileNames < Minitest::Test
  TableTest.define(self, "file_names")

  # Both ends of a range belong to it, though it runs backwards; a backslash at a component's end is not there; a brace without its end
  # matches nothing.
  def test_patterns_that_are_odd
    assert_equal %w[a c], %w[a b c].select { File.fnmatch?("[c-a]", _1) }
    assert_equal %w[C a], %w[C a b].select { File.fnmatch?("[a-C]", _1) }
    assert_equal ["a"], %w[a a\\].select { File.fnmatch?("a\\", _1) }
    assert File.fnmatch?("a\\/b", "a/b", File::FNM_PATHNAME)
    assert_empty ["a{b", "ab"].select { File.fnmatch?("a{b", _1, File::FNM_EXTGLOB) }
    assert File.fnmatch?("a}", "a}", File::FNM_EXTGLOB)
  end

  def test_dirname_of_nothing
    assert_equal [".", ".", "a/b"], [File.dirname("", 0), File.dirname(""), File.dirname("a/b", 0)]
  end
end
