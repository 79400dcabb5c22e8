# test_pathname.rb - Pathname (file/pathname.c) and what require "pathname" adds (lib/pathname.rb).
require_relative "lib/table_test"
require "tmpdir"

class TestPathname < Minitest::Test
  TableTest.define(self, "pathname")

  def setup = @dir = Pathname.new(Dir.mktmpdir)
  def teardown = FileUtils.rm_rf(@dir.to_s)

  def test_argument_conversion
    by_path = Object.new
    def by_path.to_path = "zz"
    by_str = Object.new
    def by_str.to_str = "a"
    assert_equal Pathname("zz"), Pathname.new(by_path)
    assert_equal Pathname("a"), Pathname.new(by_str)
    assert_equal Pathname("a/zz"), Pathname("a") + by_path
    def by_path.to_path = 1
    assert_raises(TypeError) { Pathname.new(by_path) }
  end

  def test_own_text
    text = +"x"
    a = Pathname.new(text)
    text << "y"
    a.to_s << "z"
    assert_equal "x", a.to_s
    assert_predicate a.freeze.instance_variable_get(:@path), :frozen?
    refute_predicate a.to_s, :frozen?
  end

  def test_subclass
    sub = Class.new(Pathname)
    assert_instance_of sub, sub.new("a/b").cleanpath
    assert_instance_of sub, sub.new("a/b").basename
    assert_instance_of sub, sub.getwd
    assert_instance_of sub, sub.new(@dir.to_s).tap { |d| (d + "f").write("") }.children[0]
    assert_instance_of Pathname, sub.new("a") + "b"
    assert_instance_of Pathname, sub.new("a").parent
    assert_equal Pathname.new("a"), sub.new("a")
  end

  def test_files
    f = @dir + "f"
    assert_equal 3, f.write("abc")
    assert_equal 1, f.write("d", mode: "a")
    assert_equal 1, f.binwrite("B", 1)
    assert_equal ["aBcd", "Bc", 4], [f.read, f.binread(2, 1), f.size]
    assert_equal ["aBcd"], f.each_line.to_a
    assert_equal "aBcd", f.open { |io| io.gets }
    g, l = @dir + "g", @dir + "l"
    g.make_link(f)
    l.make_symlink("f")
    assert_equal [Pathname("f"), true, true], [l.readlink, l.symlink?, g.file?]
    assert_equal f.realpath, l.realpath
    assert_equal 1, f.truncate(1) + 1
    assert_equal 1, g.size
    assert_equal 1, l.unlink
    f.rename(@dir + "h")
    assert_equal %w[g h], @dir.children(false).map(&:to_s).sort
    assert_raises(Errno::ENOENT) { f.unlink }
  end

  def test_directories
    deep = @dir + "a/b/c"
    assert_same deep, deep.mkpath(mode: 0700)
    assert_equal 0700, (@dir + "a").stat.mode & 0777
    assert_same deep, deep.mkpath
    (@dir + "f").write("")
    assert_raises(Errno::EEXIST) { (@dir + "f/g").mkpath }
    assert_equal [@dir + "a", @dir + "f"], @dir.children.sort
    assert_equal [@dir + "a", @dir + "f"], @dir.each_child.sort
    assert_equal %w[. .. a f], @dir.each_entry.map(&:to_s).sort
    assert_equal [@dir + "f"], @dir.glob("f*")
    assert_equal [Pathname("f")], Pathname.glob("f*", base: @dir)
    assert_equal [false, true, true], [@dir, deep, @dir + "f"].map(&:empty?)
    assert_equal 0, deep.unlink
    assert_equal [Pathname(".").mountpoint?, true], [Pathname("./.").mountpoint?, Pathname("/").mountpoint?]
    Dir.chdir(@dir) { assert_equal %w[a f], Pathname(".").children.map(&:to_s).sort }
  end

  def test_sub_sets_last_match_of_its_caller
    assert_equal Pathname("fOO.rb"), Pathname("foo.rb").sub(/(?<x>o+)/) { $~[:x].upcase }
    assert_equal "oo", $&
  end

  def test_library
    require "pathname"
    (@dir + "a/b").mkpath
    assert_equal ["", "/a", "/a/b"].map { |s| Pathname(@dir.to_s + s) }, @dir.find.to_a
    Dir.chdir(@dir) { assert_equal %w[. a a/b], Pathname(".").find.map(&:to_s) }
    assert_equal @dir + "a", (@dir + "a").rmtree
    refute_path_exists @dir + "a"
    Pathname.mktmpdir { |d| assert_predicate d, :directory? }
  end
end
