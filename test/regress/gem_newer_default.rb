require "test_helper"
require "fileutils"
require "tmpdir"

# `require` of a default gem's file took the default gem though a newer one was installed: the specifications of default gems
# named no files.
class TestGemNewerDefault < Minitest::Test
  def install(home, name, version)
    lib = "#{home}/gems/#{name}-#{version}/lib"
    FileUtils.mkdir_p([lib, "#{home}/specifications"])
    File.write("#{lib}/#{name}.rb", "NEWER = true\n")
    File.write("#{home}/specifications/#{name}-#{version}.gemspec", <<~RUBY)
      Gem::Specification.new do |s|
        s.name, s.version, s.summary, s.authors = #{name.inspect}, #{version.inspect}, "newer", ["a"]
        s.files = ["lib/#{name}.rb"]
      end
    RUBY
  end

  def run_with(home, source)
    IO.popen({ "GEM_HOME" => home, "RUBYOPT" => nil }, [RbConfig.ruby, "-e", source], &:read)
  end

  def test_newer
    Dir.mktmpdir do |home|
      install(home, "weakref", "9999.0")
      assert_equal "[\"constant\", \"9999.0\"]\n",
                   run_with(home, 'require "weakref"; p [defined?(NEWER), Gem.loaded_specs["weakref"]&.version.to_s]')
    end
  end

  def test_none_newer
    Dir.mktmpdir do |home|
      assert_equal "[\"constant\", true]\n", run_with(home, 'require "weakref"; p [defined?(WeakRef), Gem.loaded_specs.key?("weakref")]')
    end
  end
end
