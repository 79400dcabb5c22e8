require "test_helper"
require "rbconfig"
require "tmpdir"

# An extension that is loaded is not loaded again from a folder that came before its own in $LOAD_PATH; a .rb of its name is.
class TestRequireExtensionOfLaterFolder < Minitest::Test
  def so
    @so ||= $LOAD_PATH.map { |d| "#{d}/stringio.so" }.find { |f| File.exist?(f) } || skip("no stringio.so: make ext")
  end

  def run_with(folder)
    source = <<~RUBY
      require "stringio"
      $LOAD_PATH.unshift #{folder.dump}
      p require("stringio"), require("stringio.so"), $LOADED_FEATURES.grep(/stringio/).size
    RUBY
    IO.popen([RbConfig.ruby, "-I", File.dirname(so), "--disable-gems", "-w", "-e", source, err: %i[child out]], &:read)
  end

  def test_extension
    Dir.mktmpdir do |dir|
      File.write("#{dir}/stringio.so", File.binread(so))
      assert_equal "false\nfalse\n1\n", run_with(dir)
    end
  end

  def test_ruby_file
    Dir.mktmpdir do |dir|
      File.write("#{dir}/stringio.rb", "")
      assert_equal "true\nfalse\n2\n", run_with(dir)
    end
  end
end
