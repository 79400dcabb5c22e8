# test_dir_glob.rb - Dir.glob and Dir.[] (dir/glob.c): names, patterns, "**", slashes, links, base:, sort:, refused arguments.
#
# Every test runs in a folder of its own, which has the entries below.
require_relative "lib/test_helper"
require "fileutils"
require "tmpdir"

class TestDirGlob < Minitest::Test
  FILES = %w[a.rb b.rb B.txt .hidden one/c.rb one/.dot/d.rb one/two/e.rb one/two/three/f.rb x[1].txt back\\slash {q} star*].freeze

  def setup
    @before = Dir.pwd
    @root = Dir.mktmpdir
    Dir.chdir(@root)
    FILES.each do |name|
      FileUtils.mkdir_p(File.dirname(name))
      File.write(name, "")
    end
    File.symlink("one", "link")
    File.symlink("nowhere", "broken")
  end

  def teardown
    Dir.chdir(@before)
    FileUtils.rm_rf(@root)
  end

  def glob(...) = Dir.glob(...)
  def text_of(klass, &) = assert_raises(klass, &).message

  # ---- one component ----

  def test_a_name_without_wildcards_is_found_or_is_not
    assert_equal ["a.rb"], glob("a.rb")
    assert_equal [], glob("A.rb")
    assert_equal [], glob("missing/a.rb")
    assert_equal [], glob("a.rb/b.rb")
    assert_equal [], glob("")
  end

  def test_names_come_sorted_by_their_bytes
    assert_equal ["B.txt", "a.rb", "b.rb", "back\\slash", "broken", "link", "one", "star*", "x[1].txt", "{q}"], glob("*")
    assert_equal %w[a.rb b.rb], glob("*.rb", sort: true)
    assert_equal %w[a.rb b.rb], glob("*.rb", sort: false).sort
  end

  def test_wildcards_match_within_one_component
    assert_equal %w[a.rb b.rb], glob("?.rb")
    assert_equal %w[b.rb], glob("[b-z].rb")
    assert_equal %w[a.rb], glob("[^b].rb")
    assert_equal %w[one/c.rb], glob("*/c.rb").grep(/\Aone/)
    assert_equal [], glob("one*c.rb")
  end

  def test_a_leading_dot_must_be_written_or_allowed
    assert_equal [], glob("*hidden")
    assert_equal %w[.hidden], glob(".h*")
    assert_equal %w[. .hidden], glob(".*")
    assert_equal %w[. .hidden], glob("*", File::FNM_DOTMATCH) & %w[. .. .hidden]
    assert_equal %w[one/.dot], glob("one/.d*")
  end

  def test_a_backslash_makes_the_next_character_plain
    assert_equal ["star*"], glob("star\\*")
    assert_equal ["x[1].txt"], glob("x\\[1\\].txt")
    assert_equal ["back\\slash"], glob("back\\\\slash")
    assert_equal ["a.rb"], glob("\\a.rb")
    assert_equal ["back\\slash"], glob("back\\slash", File::FNM_NOESCAPE)
    assert_equal [], glob("star\\*", File::FNM_NOESCAPE)
    assert_equal ["a.rb"], glob("a.rb\\")
  end

  def test_case_counts_and_cannot_be_folded
    assert_equal %w[B.txt], glob("B*")
    assert_equal [], glob("A.R?")
    assert_equal [], glob("A.R?", File::FNM_CASEFOLD)
    assert_equal [], glob("A.rb", File::FNM_CASEFOLD)
  end

  # ---- braces ----

  def test_braces_name_alternatives_in_their_order
    assert_equal %w[b.rb a.rb], glob("{b,a}.rb")
    assert_equal %w[a.rb one/c.rb], glob("{a,one/c}.rb")
    assert_equal %w[a.rb b.rb], glob("{a,{b,zz}}.rb")
    assert_equal %w[a.rb a.rb], glob("{a,a}.rb")
    assert_equal %w[a.rb], glob("a{,.b}.rb")
    assert_equal ["{q}"], glob("\\{q\\}")
  end

  # ---- "**" ----

  def test_two_stars_and_a_slash_match_folders_of_any_depth_and_none
    assert_equal %w[a.rb b.rb one/c.rb one/two/e.rb one/two/three/f.rb], glob("**/*.rb")
    assert_equal %w[one/two/three/f.rb], glob("**/f.rb")
    assert_equal %w[one/two/e.rb], glob("one/**/e.rb")
    assert_equal %w[one/two/three/f.rb], glob("**/two/**/f.rb")
    assert_equal %w[one/c.rb one/two/e.rb one/two/three/f.rb], glob("one/**/**/*.rb")
    assert_equal ["one/", "one/two/", "one/two/three/"], glob("**/").grep(/one/)
  end

  def test_two_stars_elsewhere_are_one_star
    assert_equal %w[a.rb b.rb], glob("**.rb")
    assert_equal glob("*"), glob("**")
  end

  def test_two_stars_enter_hidden_folders_only_if_dots_match
    assert_equal [], glob("**/d.rb")
    assert_equal %w[one/.dot/d.rb], glob("**/d.rb", File::FNM_DOTMATCH)
    assert_equal %w[one/.dot/d.rb], glob("**/.dot/*")
    assert_equal %w[one/. one/.dot one/c.rb one/two], glob("one/*", File::FNM_DOTMATCH)
    assert_equal %w[one/. one/.dot one/.dot/d.rb one/c.rb one/two one/two/e.rb one/two/three one/two/three/f.rb],
                 glob("one/**/*", File::FNM_DOTMATCH)
  end

  def test_two_stars_do_not_follow_links
    assert_equal [], glob("**/c.rb").grep(/link/)
    assert_equal %w[link/c.rb], glob("link/*.rb")
    assert_equal %w[link/c.rb one/c.rb], glob("*/c.rb")
    assert_equal %w[link/c.rb link/two/e.rb link/two/three/f.rb], glob("link/**/*.rb")
  end

  # ---- slashes ----

  def test_a_slash_at_the_end_finds_folders
    assert_equal %w[link/ one/], glob("*/")
    assert_equal %w[one/], glob("one/")
    assert_equal [], glob("a.rb/")
    assert_equal %w[one//], glob("one//")
  end

  def test_slashes_stay_as_the_pattern_has_them
    assert_equal %w[one//c.rb], glob("one//c.rb")
    assert_equal %w[one//c.rb], glob("one//*.rb")
    assert_equal %w[./a.rb], glob("./a*")
    assert_equal %w[one/../a.rb], glob("one/../a*")
    assert_equal %w[one//c.rb one//two/e.rb one//two/three/f.rb], glob("one//**/*.rb")
  end

  def test_an_absolute_pattern_gives_absolute_names
    assert_equal ["#{@root}/a.rb", "#{@root}/b.rb"], glob("#{@root}/*.rb")
    assert_equal ["/"], glob("/")
    assert_equal ["#{@root}/a.rb"], glob("#{@root}/a.rb", base: "one")
  end

  # ---- links and folders that cannot be read ----

  def test_a_broken_link_is_a_name
    assert_equal %w[broken], glob("broken")
    assert_equal %w[broken], glob("bro*")
    assert_equal [], glob("broken/*")
    assert_equal [], glob("broken/")
  end

  # ---- base: ----

  def test_names_are_relative_to_base
    assert_equal %w[c.rb], glob("*.rb", base: "one")
    assert_equal %w[c.rb two/e.rb two/three/f.rb], glob("**/*.rb", base: "one")
    assert_equal %w[c.rb], glob("c.rb", base: "#{@root}/one")
    assert_equal %w[two/], glob("*/", base: "one")
    assert_equal %w[a.rb b.rb], glob("*.rb", base: "")
    assert_equal %w[a.rb b.rb], glob("*.rb", base: nil)
    assert_equal [], glob("*", base: "missing")
    assert_equal [], glob("*", base: "a.rb")
  end

  def test_base_may_be_a_dir_or_have_a_path
    Dir.open("one") { |dir| assert_equal %w[c.rb], glob("*.rb", base: dir) }
    assert_equal %w[c.rb], glob("*.rb", base: Struct.new(:to_path).new("one"))
    assert_equal "no implicit conversion of Integer into String", text_of(TypeError) { glob("*", base: 1) }
  end

  # ---- arguments ----

  def test_several_patterns_are_searched_one_after_another
    assert_equal %w[b.rb a.rb], glob(%w[b.rb a.rb])
    assert_equal %w[b.rb a.rb], Dir["b.rb", "a.rb"]
    assert_equal %w[a.rb], Dir[Struct.new(:to_path).new("a.rb")]
    assert_equal [], glob([])
    assert_equal %w[c.rb c.rb], Dir["c.rb", "*.rb", base: "one"]
  end

  def test_a_block_is_given_each_name_and_the_answer_is_nil
    seen = []
    assert_nil glob("?.rb") { |name| seen << name }
    assert_equal %w[a.rb b.rb], seen
  end

  def test_flags_may_be_positional_or_a_keyword
    assert_equal %w[.hidden], glob("*hidden", flags: File::FNM_DOTMATCH)
    assert_equal [], glob("*hidden", File::FNM_DOTMATCH, flags: 0)
    assert_equal "unknown keyword: :flags", text_of(ArgumentError) { Dir["*", flags: 0] }
    assert_equal "unknown keyword: :other", text_of(ArgumentError) { glob("*", other: 0) }
  end

  def test_refused_arguments_are_named
    assert_equal "expected true or false as sort: 1", text_of(ArgumentError) { glob("*", sort: 1) }
    assert_equal "expected true or false as sort: nil", text_of(ArgumentError) { glob("*", sort: nil) }
    assert_equal "nul-separated glob pattern is deprecated", text_of(ArgumentError) { glob("a\0b") }
    assert_equal "no implicit conversion of nil into String", text_of(TypeError) { glob(nil) }
    assert_equal "no implicit conversion of Integer into String", text_of(TypeError) { glob(["a.rb", 1]) }
    assert_equal "no implicit conversion of Array into String", text_of(TypeError) { Dir[%w[a.rb]] }
    assert_equal "no implicit conversion of Array into String", text_of(TypeError) { Dir[%w[a.rb], "b.rb"] }
    assert_equal "wrong number of arguments (given 0, expected 1..2)", text_of(ArgumentError) { glob }
    assert_equal "wrong number of arguments (given 3, expected 1..2)", text_of(ArgumentError) { glob("*", 0, 0) }
    assert_equal "incompatible character encodings: UTF-16LE and US-ASCII",
                 text_of(Encoding::CompatibilityError) { glob("*".encode("UTF-16LE")) }
  end

  def test_names_have_the_encoding_of_the_pattern
    assert_equal Encoding::UTF_8, glob("a.rb")[0].encoding
    assert_equal Encoding::BINARY, glob("a.r?".b)[0].encoding
    assert_equal Encoding.find("filesystem"), glob("a.r?".encode("US-ASCII"))[0].encoding
    File.write("\u00e9.rb", "")
    assert_equal ["\u00e9.rb"], glob("?.rb") - %w[a.rb b.rb]
    assert_equal [], glob("?.rb".b) - %w[a.rb b.rb]
  end

  def test_the_pattern_may_change_while_the_block_runs
    pattern = +"?.rb"
    seen = []
    glob(pattern) { |name| seen << name; pattern.replace("zz") }
    assert_equal %w[a.rb b.rb], seen
  end
end
