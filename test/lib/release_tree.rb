# frozen_string_literal: true
#
# release_tree.rb - a small checkout of git that has what a release is made of, for the tests of tool/release/.
#
# Owns      one temporary folder a test: repo (the checkout), gems (two unpacked gems and a tool), out (for products).
# Uses      git and autoconf; a test is skipped where one of them is missing.
# Checked   test/test_release_dist.rb, test/test_release_sbom.rb, test/test_release_script.rb
require "fileutils"
require "open3"
require "tmpdir"

module ReleaseTree
  ROOT = File.expand_path("../..", __dir__)
  PAGE = <<~MD
    | part | version | licence | in the binary | installed | in the tarball |
    |---|---|---|---|---|---|
    | alpha, the parser | 1.0 | MIT | compiled in | no | yes |
    | beta | 2.0 | GPL-3.0 with the runtime exception | linked statically | no | no |
    | gamma | 3.0 | LGPL-3.0-or-later or GPL-2.0-or-later | linked dynamically | no | no |
    | the default and the bundled gems | `gems/list` | each its own | their extensions are libraries | yes | yes |

    Extensions of the default gems link libraries of the system: delta (Apache-2.0) and
    epsilon (Zlib).
  MD
  LIST = "# The gems.\nalpha 1.0 #{"a" * 64} build\nomega 2.1 #{"b" * 64} default\nchisel 9.9 #{"c" * 64} tool\n"
  GIT = { "GIT_CONFIG_GLOBAL" => File::NULL, "GIT_AUTHOR_NAME" => "A", "GIT_AUTHOR_EMAIL" => "a@b", "GIT_COMMITTER_NAME" => "A", "GIT_COMMITTER_EMAIL" => "a@b",
          "GIT_AUTHOR_DATE" => "1700000000 +0000", "GIT_COMMITTER_DATE" => "1700000000 +0000" }.freeze

  def setup
    %w[git autoconf].each { |name| skip "#{name} is missing" unless system("command -v #{name} > /dev/null") }
    @folder = Dir.mktmpdir
    @repo = "#{@folder}/repo"
    @gems = "#{@folder}/gems"
    @out = "#{@folder}/out"
    FileUtils.mkdir_p([@out, "#{@repo}/gems", "#{@gems}/alpha-1.0/lib", "#{@gems}/omega-2.1/lib"])
    plant("THIRD_PARTY.md" => PAGE, "gems/list" => LIST, ".gitignore" => "/configure\n/autom4te.cache\n/build\n", "configure.ac" => "AC_INIT([facet], [0.1.0])\nAC_OUTPUT\n")
    %w[alpha-1.0 omega-2.1].each { |gem| File.write("#{@gems}/#{gem}/lib/a.rb", "A = 1\n") }
    File.write("#{@gems}/alpha-1.0.gemspec", "  s.licenses = [\"Ruby\".freeze, \"BSDL\".freeze]\n")
    File.write("#{@gems}/omega-2.1.gemspec", "")
    git("init", "-q")
    commit
  end

  def teardown
    FileUtils.rm_rf(@folder) if @folder
  end

  # Writes +files+, texts by name, into the checkout.
  def plant(files)
    files.each do |name, text|
      FileUtils.mkdir_p(File.dirname("#{@repo}/#{name}"))
      File.write("#{@repo}/#{name}", text)
    end
  end

  def git(*words)
    out, status = Open3.capture2e(GIT, "git", *words, chdir: @repo)
    assert_predicate status, :success?, out
    out
  end

  def commit
    git("add", "-A")
    git("commit", "-q", "-m", "plant: add the files")
  end
end
