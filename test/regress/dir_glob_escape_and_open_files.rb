require "test_helper"
require "tmpdir"

# Dir.glob: a backslash at the end of the pattern, and what happens when no more files can be opened.
class TestDirGlobEscapeAndOpenFiles < Minitest::Test
  def in_folder
    Dir.mktmpdir do |folder|
      Dir.mkdir("#{folder}/d")
      ["a", "b\\", "d/a"].each { |name| File.write("#{folder}/#{name}", "") }
      Dir.chdir(folder) { yield }
    end
  end

  def test_backslash_at_the_end
    in_folder do
      {"a\\" => ["a"], "b\\" => [], "b\\\\" => ["b\\"], "*\\" => ["a", "b\\", "d"], "d\\/a" => ["d/a"], "d/a\\" => ["d/a"], "d/\\" => ["d/"],
       "**/a\\" => ["a", "d/a"], "{a,b}\\" => ["a"], "\\" => []}.each do |pattern, found|
        assert_equal found, Dir.glob(pattern), pattern
      end
      assert_equal ["b\\"], Dir.glob("b\\", File::FNM_NOESCAPE)
    end
  end

  # A slash between brackets parts no components, and nothing matches it.
  def test_slash_between_brackets
    in_folder do
      {"[ab/d]" => ["a", "d"], "[d/]/a" => ["d/a"], "[!/]" => ["a", "d"], "d[/]a" => [], "[a/d" => [], "{[a/],d}" => ["a", "d"]}.each do |pattern, found|
        assert_equal found, Dir.glob(pattern), pattern
      end
    end
    assert File.fnmatch("[d/]/a", "d/a", File::FNM_PATHNAME)
    refute File.fnmatch("d[/]a", "d/a", File::FNM_PATHNAME)
    refute File.fnmatch("[/]", "/", File::FNM_PATHNAME)
  end

  PROGRAM = <<~'RUBY'
    Process.setrlimit(:NOFILE, 16)
    files = []
    begin
      20.times { files << File.open(IO::NULL) }
    rescue Errno::EMFILE
    end
    [-> { Dir.glob("*") }, -> { Dir.glob("/*/x") }, -> { Dir.glob("*", base: "/") }, -> { Dir.glob("**/a") }].each do |glob|
      begin
        p glob.()
      rescue Errno::EMFILE
        puts $!.message
      end
    end
    p Dir.glob("a") # nothing is read
    files = nil     # a collection closes them
    p Dir.glob("*")
  RUBY

  def test_too_many_open_files
    in_folder do
      out = IO.popen([RbConfig.ruby, "--disable-gems", "-e", PROGRAM], err: [:child, :out], &:read)
      assert_equal ["Too many open files - ", "Too many open files - /", "Too many open files - /", "Too many open files - ",
                    '["a"]', '["a", "b\\\\", "d"]'], out.lines(chomp: true)
    end
  end
end
