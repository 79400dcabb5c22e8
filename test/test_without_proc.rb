# test_without_proc.rb - the interpreter finds its library where /proc is not mounted, and never in the current folder.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "tmpdir"

class TestWithoutProc < Minitest::Test
  HIDE = 'mount -t tmpfs none /proc && cd "$1" && shift && exec "$@"'

  # Runs +command+ in +folder+ without /proc; skips the test if this system does not let a user hide it.
  def hidden(folder, env, *command)
    enter = Process.uid.zero? ? %w[unshare -m] : %w[unshare -rm]
    skip "unshare or mount is refused" unless system(*enter, "sh", "-c", HIDE, "sh", "/", "true", out: File::NULL, err: File::NULL)
    out, err, status = Open3.capture3(env, *enter, "sh", "-c", HIDE, "sh", folder, *command)
    err = err.gsub(/^==\d+==WARNING: reading executable name failed.*\n/, "") if sanitized? # AddressSanitizer looks in /proc itself
    [out, err, status]
  end

  def folder = RbConfig.ruby[%r{\A(.*)/[^/]+\z}, 1]
  def prefix = File.realpath(RbConfig::TOPDIR)
  def by_name = { "PATH" => "#{folder}:#{ENV.fetch("PATH")}", "RUBYLIB" => nil, "RUBYOPT" => nil }

  def test_command_that_the_path_finds
    out, err, = hidden("/", by_name, File.basename(RbConfig.ruby), "-rrbconfig", "-e", "print RbConfig::TOPDIR")
    assert_equal [prefix, ""], [File.realpath(out), err]
  end

  def test_command_given_by_its_path
    out, err, = hidden("/", by_name, RbConfig.ruby, "-rrbconfig", "-e", "print RbConfig::TOPDIR")
    assert_equal [prefix, ""], [File.realpath(out), err]
  end

  # A folder with a file `ruby` and a library is not that of a command found by PATH.
  def test_library_of_the_current_folder_is_not_taken
    Dir.mktmpdir do |dir|
      name = File.basename(RbConfig.ruby)
      FileUtils.mkdir_p("#{dir}/lib/ruby/#{RbConfig::CONFIG["ruby_version"]}")
      FileUtils.cp(RbConfig.ruby, "#{dir}/#{name}")
      planted = "puts $:"
      out, = Open3.capture2(by_name, name, "-e", planted, chdir: dir)
      refute_includes out, File.realpath(dir)
      assert_includes out, prefix
      out, = hidden(dir, by_name, name, "-e", planted)
      refute_includes out, File.realpath(dir)
      assert_includes out, prefix
    end
  end

  # Without a library the interpreter prints one sentence, and runs what needs none.
  def test_no_library
    Dir.mktmpdir do |dir|
      FileUtils.cp(RbConfig.ruby, "#{dir}/alone")
      out, err, status = Open3.capture3(by_name, "#{dir}/alone", "-e", "p 1 + 1")
      skip "this build has its library in the configured place" if err.empty? && File.directory?("#{RbConfig::CONFIG["prefix"]}/lib/ruby")
      assert_equal ["2\n", true], [out, status.success?]
      assert_match(%r{\Awarning: the standard library is missing: there is no lib/ruby/\S+ in the folder of the interpreter or above it\n\z}, err)
      assert_equal ["2\n", ""], Open3.capture3(by_name, "#{dir}/alone", "--disable-gems", "-e", "p 1 + 1").first(2)
    end
  end
end
