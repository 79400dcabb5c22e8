# test_locked_platforms.rb - bundles whose Gemfile.lock was written by CRuby for a platform: the file stays, byte by byte.
require_relative "lib/test_helper"
require "fileutils"
require "open3"
require "rubygems"
require "tmpdir"
require "zlib"

# A folder is the source: `planted` for the platform and without one, which also needs `helper`; `only` for the platform alone.
class TestLockedPlatforms < Minitest::Test
  LOCAL = Gem::Platform.local.to_s
  BUNDLE = [RbConfig.ruby, "-rrubygems", "-e", "require 'bundler'; require 'bundler/friendly_errors'; require 'bundler/cli'; Bundler.with_friendly_errors { Bundler::CLI.start(ARGV) }"].freeze

  def setup
    @folder = Dir.mktmpdir
    @source = "#{@folder}/source"
    FileUtils.mkdir_p(["#{@source}/gems", "#{@source}/quick/Marshal.4.8", "#{@folder}/app"])
    @env = { "GEM_HOME" => "#{@folder}/home", "GEM_PATH" => nil, "HOME" => @folder, "BUNDLE_APP_CONFIG" => "#{@folder}/config", "BUNDLE_GEMFILE" => nil, "RUBYOPT" => nil,
             "FACET_GEM_CACHE" => "off", "BUNDLE_FROZEN" => nil, "FACET_PLATFORM_GEMS" => nil }
    @specs = []
    gem("planted", "1.0", "ruby", "helper" => ">= 1.5")
    gem("planted", "1.0", LOCAL)
    gem("only", "1.0", LOCAL)
    %w[1.0 1.5 1.7].each { |version| gem("helper", version, "ruby") }
    index
  end

  def teardown = FileUtils.rm_rf(@folder)

  # Adds a gem to the source; its library defines a constant with the gem's full name.
  def gem(name, version, platform, needs = {})
    require "rubygems/package"
    spec = Gem::Specification.new do |s|
      s.name, s.version, s.platform, s.summary, s.authors, s.files = name, version, platform, name, ["a"], ["lib/#{name}.rb"]
      needs.each { |needed, requirement| s.add_dependency(needed, requirement) }
    end
    tree = "#{@folder}/tree"
    FileUtils.mkdir_p("#{tree}/lib")
    File.write("#{tree}/lib/#{name}.rb", "#{name.upcase} = #{spec.full_name.dump}\n")
    Dir.chdir(tree) { Gem::DefaultUserInteraction.use_ui(Gem::SilentUI.new) { Gem::Package.build(spec, true, false, "#{@source}/gems/#{spec.full_name}.gem") } }
    File.binwrite("#{@source}/quick/Marshal.4.8/#{spec.full_name}.gemspec.rz", Zlib.deflate(Marshal.dump(spec)))
    @specs << spec
  end

  def index
    tuples = @specs.map { |spec| [spec.name, spec.version, spec.original_platform] }
    { "specs" => tuples, "latest_specs" => tuples, "prerelease_specs" => [] }.each { |name, list| File.binwrite("#{@source}/#{name}.4.8.gz", Zlib.gzip(Marshal.dump(list))) }
  end

  # Writes an application that needs +name+ and a lock as CRuby writes it.
  def lock(name, *entries, platforms: [LOCAL], sums: "")
    File.write("#{@folder}/app/Gemfile", "source \"file://#{@source}\"\ngem \"#{name}\"\n")
    @lock = "GEM\n  remote: file://#{@source}/\n  specs:\n#{entries.map { |entry| "    #{entry}\n" }.join}\nPLATFORMS\n#{platforms.map { |platform| "  #{platform}\n" }.join}\n" \
            "DEPENDENCIES\n  #{name}\n\n#{sums}BUNDLED WITH\n  #{Gem::VERSION}\n"
    File.write("#{@folder}/app/Gemfile.lock", @lock)
  end

  def bundle(*arguments, env: {})
    out, status = Open3.capture2e(@env.merge(env), *BUNDLE, *arguments, chdir: "#{@folder}/app")
    assert_equal @lock, File.read("#{@folder}/app/Gemfile.lock"), out
    [out, status.exitstatus]
  end

  def run_bundled(program, env: {})
    out, status = Open3.capture2e(@env.merge(env), RbConfig.ruby, "-rbundler/setup", "-e", program, chdir: "#{@folder}/app")
    assert_equal @lock, File.read("#{@folder}/app/Gemfile.lock"), out
    [out, status.exitstatus]
  end

  def installed = Dir.children("#{@folder}/home/gems").sort

  def check(env = {})
    out, status = bundle("install", env: env)
    assert_equal 0, status, out
    assert_equal %w[helper-1.7 planted-1.0], installed
    assert_equal ["planted-1.0 helper-1.7\n", 0], run_bundled("require 'planted'; require 'helper'; puts \"\#{PLANTED} \#{HELPER}\"", env: env)
    gem("helper", "1.9", "ruby")
    index
    out, status = bundle("install", env: env)
    assert_equal [0, %w[helper-1.7 planted-1.0]], [status, installed], out
    assert_equal 0, bundle("check", env: env).last
  end

  def test_lock_for_a_platform
    lock("planted", "planted (1.0-#{LOCAL})")
    check
  end

  def test_frozen
    lock("planted", "planted (1.0-#{LOCAL})")
    check("BUNDLE_FROZEN" => "true")
  end

  def test_lock_for_the_c_library_too
    gem("planted", "1.0", "#{LOCAL}-gnu")
    index
    lock("planted", "planted (1.0-#{LOCAL}-gnu)", platforms: ["#{LOCAL}-gnu"])
    check
  end

  def test_lock_with_checksums
    require "digest"
    sum = Digest::SHA256.file("#{@source}/gems/planted-1.0-#{LOCAL}.gem").hexdigest
    lock("planted", "planted (1.0-#{LOCAL})", sums: "CHECKSUMS\n  planted (1.0-#{LOCAL}) sha256=#{sum}\n\n")
    check
  end

  # Entries for `ruby` and for other machines stay where they are; the locked version of the helper is taken.
  def test_lock_for_both
    lock("planted", "helper (1.5)", "planted (1.0)", "  helper (>= 1.5)", "planted (1.0-#{LOCAL})", platforms: ["ruby", LOCAL])
    out, status = bundle("install")
    assert_equal [0, %w[helper-1.5 planted-1.0]], [status, installed], out
  end

  def test_gem_that_is_good_as_published
    lock("only", "only (1.0-#{LOCAL})")
    out, status = bundle("install", env: { "FACET_PLATFORM_GEMS" => "only" })
    assert_equal [0, ["only-1.0-#{LOCAL}"]], [status, installed], out
  end

  def test_gem_for_the_platform_alone
    lock("only", "only (1.0-#{LOCAL})")
    [{}, { "BUNDLE_FROZEN" => "true" }].each do |env|
      out, status = bundle("install", env: env)
      refute_equal 0, status, out
      assert_match(/only/, out)
    end
  end

  def test_frozen_with_another_gemfile
    lock("planted", "planted (1.0-#{LOCAL})")
    File.write("#{@folder}/app/Gemfile", "gem \"only\"\n", mode: "a")
    out, status = bundle("install", env: { "BUNDLE_FROZEN" => "true" })
    assert_equal 16, status, out
    assert_match(/frozen mode is set/, out)
  end
end
