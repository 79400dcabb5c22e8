# frozen_string_literal: true
#
# rubygems/defaults/ruby.rb - what this Ruby tells RubyGems and Bundler: gems with a compiled part are compiled here.
#
# A gem published for a platform (nokogiri-1.18.10-x86_64-linux-gnu) holds shared objects made for CRuby, which this Ruby
# refuses to load.  So the gem of the same version without a platform is the one to install, and the one to activate
# where both lie.  Gems that hold programs or libraries of the system and nothing made for CRuby are good as they are; they
# are known by name, and FACET_PLATFORM_GEMS="name name" adds more.
#
# Uses      Gem::Platform.match_gem?, which RubyGems says Ruby implementations may redefine, and Bundler's
#           default_force_ruby_platform, its counterpart for bundles.
# Checked   test/test_rubygems_defaults.rb
class Gem::Platform
  FACET_PLATFORM_GEMS = (%w[
    anycable-go grpc-tools-bin libv8 libv8-node litestream mailcatcher-bin overmind sass-embedded sorbet-static
    tailwindcss-ruby thruster wkhtmltopdf-binary
  ] + ENV.fetch("FACET_PLATFORM_GEMS", "").split).freeze

  singleton_class.alias_method :match_gem?, :match_gem? # -w: redefined on purpose
  def self.match_gem?(platform, gem_name)
    raise "Not a string: #{gem_name.inspect}" unless String === gem_name
    # a platform that was asked for by name, another machine's, is what the user wants
    match_platforms?(platform, FACET_PLATFORM_GEMS.include?(gem_name) ? Gem.platforms : Gem.platforms - [Gem::Platform.local])
  end
end

# Bundler asks each dependency and each locked gem whether it wants the gem without a platform.  Its module is not there
# yet; it announces itself by being included into Gem::Dependency.
module Gem::CompiledHere # :nodoc:
  def default_force_ruby_platform
    require "rubygems/locked_platforms" if defined?(Bundler::SpecSet)
    !Gem::Platform::FACET_PLATFORM_GEMS.include?(name)
  end

  module Arrival # :nodoc:
    def include(*modules)
      modules.each { |mod| mod.prepend(Gem::CompiledHere) if mod.name == "Bundler::ForcePlatform" }
      super
    end
  end
end
class Gem::Dependency
  singleton_class.prepend(Gem::CompiledHere::Arrival)
end

# The build cache is loaded before the first gem with a compiled part is built.
Gem.pre_install do |installer|
  require "rubygems/build_cache" unless installer.spec.extensions.empty?
  true # false would stop the installation
end
