# test_rubygems_defaults.rb - which gem RubyGems and Bundler take where one is published for a platform, too.
require_relative "lib/test_helper"
require "rubygems"
require "bundler"
require "open3"

class TestRubygemsDefaults < Minitest::Test
  LINUX = Gem::Platform.local

  def test_precompiled_gem_is_not_ours
    refute Gem::Platform.match_gem?(LINUX, "nokogiri")
    refute Gem::Platform.match_gem?(Gem::Platform.new("x86_64-linux-gnu"), "sqlite3")
    assert Gem::Platform.match_gem?(Gem::Platform::RUBY, "nokogiri")
  end

  def test_gem_without_anything_of_cruby_is_taken_as_published
    assert Gem::Platform.match_gem?(LINUX, "sorbet-static")
    assert Gem::Platform.match_gem?(Gem::Platform::RUBY, "sorbet-static")
  end

  def test_platform_asked_for_by_name
    before = Gem.platforms
    darwin = Gem::Platform.new("arm64-darwin")
    Gem.platforms = [Gem::Platform::RUBY, darwin]
    assert Gem::Platform.match_gem?(darwin, "nokogiri")
    refute Gem::Platform.match_gem?(LINUX, "nokogiri")
  ensure
    Gem.platforms = before
  end

  def test_name_must_be_a_string
    error = assert_raises(RuntimeError) { Gem::Platform.match_gem?(LINUX, :nokogiri) }
    assert_equal "Not a string: :nokogiri", error.message
  end

  def test_more_names_from_the_environment
    out, = Open3.capture2({ "FACET_PLATFORM_GEMS" => "one two" }, RbConfig.ruby, "-e",
                          "p Gem::Platform.match_gem?(Gem::Platform.local, 'two'), Gem::Platform.match_gem?(Gem::Platform.local, 'three')")
    assert_equal "true\nfalse\n", out
  end

  def test_bundler_asks_for_the_source
    assert Bundler::Dependency.new("nokogiri", ">= 0").default_force_ruby_platform
    refute Bundler::Dependency.new("sorbet-static", ">= 0").default_force_ruby_platform
    assert Bundler::LazySpecification.new("nokogiri", Gem::Version.new("1.0"), LINUX).force_ruby_platform
  end
end
