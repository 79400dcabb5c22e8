# tool/build/missing, and configure and make where something is missing; configure in a source tree works in build/.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "tmpdir"

class TestBuildMissing < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  TOOL = "#{ROOT}/tool/build/missing"
  NEEDED = %w[configure.ac sources.mk Makefile.in include/ruby/config.h.in gems/list tool/build/missing tool/build/progress.mk].freeze

  # Yields a folder with what configure reads of this tree, and an empty prism.
  def source_tree
    skip "autoconf is missing" unless system("command -v autoconf > /dev/null")
    Dir.mktmpdir do |dir|
      NEEDED.each { |path| FileUtils.mkdir_p(File.dirname("#{dir}/#{path}")) && FileUtils.cp("#{ROOT}/#{path}", "#{dir}/#{path}") }
      %w[core lib prism/include].each { |path| FileUtils.mkdir_p("#{dir}/#{path}") }
      File.write("#{dir}/prism/include/prism.h", "")
      assert system("autoconf", chdir: dir)
      FileUtils.rm_rf("#{dir}/autom4te.cache")
      yield dir
    end
  end

  def configure(dir, *options, env: {})
    Open3.capture3({ "CC" => nil, "CXX" => nil }.merge(env), "./configure", "-q", "--with-prism-dir=#{dir}/prism", *options, chdir: dir)
  end

  def test_each_system
    %w[cc bison autoconf ruby gmp crypt double-conversion openssl zlib libyaml libffi].each do |thing|
      _, err, status = Open3.capture3(TOOL, thing)
      assert_equal 1, status.exitstatus
      ["apt-get install", "dnf install", "apk add", "brew install"].each { |command| assert_match(/ #{command} \S+/, err, thing) }
    end
  end

  def test_unknown_thing
    _, err, status = Open3.capture3(TOOL, "flux")
    assert_equal [2, "missing: no package is known for flux.\n"], [status.exitstatus, err]
  end

  def test_commands
    assert_equal ["", "", true], Open3.capture3(TOOL, "--commands", "cc=sh -c", "bison=cat").then { |out, err, status| [out, err, status.success?] }
    _, err, status = Open3.capture3(TOOL, "--commands", "cc=sh", "bison=no-such-bison")
    assert_equal 1, status.exitstatus
    assert_match(/\AThis build needs bison\./, err)
  end

  # The compiler of this test refuses GMP's header, as one does where it is not installed.
  def test_configure_names_packages
    source_tree do |dir|
      File.write("#{dir}/cc", "#!/bin/sh\nfor file; do case $file in *.c) grep -q gmp.h \"$file\" && exit 1 ;; esac; done\nexec cc \"$@\"\n", perm: 0o755)
      _, err, status = configure(dir, env: { "CC" => "#{dir}/cc" })
      assert_equal 1, status.exitstatus
      assert_includes err, "configure: error: gmp.h is missing"
      assert_includes err, "  Fedora          dnf install gmp-devel\n"
    end
  end

  # The PATH has neither dpkg-query nor bison.
  def test_setup_on_another_system
    Dir.mktmpdir do |tools|
      %w[sh dirname cat].each { |name| File.symlink("/bin/#{name}".then { |path| File.exist?(path) ? path : "/usr#{path}" }, "#{tools}/#{name}") }
      %w[cc autoconf ruby].each { |name| File.write("#{tools}/#{name}", "", perm: 0o755) }
      _, err, status = Open3.capture3({ "PATH" => tools }, "/bin/sh", "#{ROOT}/script/setup")
      assert_equal 1, status.exitstatus
      assert_match(/\AThis build needs bison\..*dnf install bison.*^script\/setup: this is not Debian: /m, err)
      refute_includes err, "autoconf"
    end
  end

  def test_in_tree
    source_tree do |dir|
      before = Dir.glob("**/*", File::FNM_DOTMATCH, base: dir)
      out, err, status = configure(dir)
      assert_predicate status, :success?, out + err
      refute_match(/cannot remove/, err)
      assert_equal %w[Makefile], Dir.glob("**/*", File::FNM_DOTMATCH, base: dir).reject { |path| path.start_with?("build") } - before
      help, status = Open3.capture2e("make", "help", chdir: dir)
      assert_predicate status, :success?, help
      assert_includes help, "check-install"
      _, err, status = Open3.capture3("make", "BISON=no-such-bison", chdir: dir)
      refute_predicate status, :success?
      assert_includes err, "apk add bison"
      assert_includes err, "a tool that this build runs is missing"
    end
  end
end
