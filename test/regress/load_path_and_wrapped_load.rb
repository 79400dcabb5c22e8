require "test_helper"
require "tmpdir"

class TestLoadPathAndWrappedLoad < Minitest::Test
  def run_ruby(*args, source)
    IO.popen([RbConfig.ruby, "--disable-gems", *args, "-e", source, err: [:child, :out]], &:read)
  end

  # The expanded load path was kept although what it depends on had changed.
  def test_relative_folder_and_to_path
    Dir.mktmpdir do |dir|
      %w[a b].each { |d| Dir.mkdir("#{dir}/#{d}"); File.write("#{dir}/#{d}/found_#{d}.rb", "p :#{d}") }
      assert_equal ":a\n:b\n", run_ruby("Dir.chdir('#{dir}/a'); $: << '.'; require 'found_a'; Dir.chdir('#{dir}/b'); require 'found_b'")
      assert_equal ":a\n:b\n", run_ruby("o = Object.new; def o.to_path = $d; $: << o; $d = '#{dir}/a'; require 'found_a'; $d = '#{dir}/b'; require 'found_b'")
    end
  end

  # private and public at the top of a wrapped file looked into Object.
  # Links in the load path are followed, those in a path that was given are not; a file has one feature all the same.
  def test_links_in_the_load_path
    Dir.mktmpdir do |dir|
      dir = File.realpath(dir)
      Dir.mkdir("#{dir}/real")
      File.symlink("#{dir}/real", "#{dir}/link")
      File.write("#{dir}/real/linked.rb", "p __FILE__.delete_prefix(#{dir.dump})")
      File.write("#{dir}/real/linked_too.rb", "p __FILE__.delete_prefix(#{dir.dump})\nrequire_relative 'linked'")
      run = ->(text) { IO.popen([RbConfig.ruby, "--disable-gems", "-C", dir, "-e", text], &:read) }
      assert_equal "\"/real/linked_too.rb\"\n\"/real/linked.rb\"\nfalse\n", run.(%(p($:.unshift("#{dir}/link") && require("linked_too") && require("linked"))))
      assert_equal "\"/link/linked.rb\"\nfalse\n", run.(%(require "./link/linked"; $: << "link"; p require("linked")))
      assert_equal "[\"#{dir}/link\", :rb, \"/real/linked.rb\"]\n",
                   run.(%($:.unshift("#{dir}/link"); k, f = $:.resolve_feature_path("linked"); p [$:[0], k, f.delete_prefix("#{dir}")]))
      assert_equal "\"link/linked.rb\"\n\"/real/linked.rb\"\n",
                   run.(%($: << "#{dir}/none" << "#{dir}/link"; load "link/linked.rb"; $:.insert(1, "#{dir}/nor this"); load "linked.rb"))
    end
  end

  def test_private_in_wrapped_load
    Dir.mktmpdir do |dir|
      File.write("#{dir}/wrapped.rb", "def only_here = 1; private :only_here; p only_here")
      out = run_ruby("-w", "load '#{dir}/wrapped.rb', true; p Object.private_method_defined?(:only_here)")
      assert_equal "#{dir}/wrapped.rb:1: warning: main.private in the wrapped load is effective only in wrapper module\n1\nfalse\n", out
    end
  end

  def test_encodings_are_there
    assert_equal "true\n", run_ruby("p require('enc/trans/single_byte')")
  end
end
