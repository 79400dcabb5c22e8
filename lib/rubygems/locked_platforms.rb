# frozen_string_literal: true
#
# rubygems/locked_platforms.rb - installs the gem without a platform where a Gemfile.lock names one for a platform, and leaves the file as it is.
#
# CRuby locks `nokogiri (1.18.10-x86_64-linux-gnu)`.  Facet installs nokogiri 1.18.10, whose compiled part it compiles, and what only that
# needs (mini_portile2).  Bundler would find the lock incomplete, resolve again and write another one.
#
# Owns      the choice of the specifications of a bundle whose lock has no entry for the platform `ruby`.
# Uses      Bundler::Materialization, which finds the specifications of one name; Bundler::LazySpecification.
# LP-1      The resolution, from which Bundler writes the lock, holds the entries of the lock and nothing else.
# LP-2      A gem that only the compiled part needs has the newest installed version that will do, else the newest of the source.
# Checked   test/test_locked_platforms.rb
module Gem::LockedPlatforms # :nodoc:
  SOURCES = {}.compare_by_identity # dependencies that the lock does not have => the source of the gem that needs them

  # A specification that the lock does not have, so that Bundler has no dependencies to compare with those of the gem.
  class Unlocked < Bundler::LazySpecification # :nodoc:
    private

    def validate_dependencies(_spec) = nil
  end

  module_function

  # Returns the entry of +candidates+ for this machine if none is for `ruby`.
  def entry(candidates)
    return if candidates.any? { |spec| !spec.is_a?(Bundler::LazySpecification) || spec.platform == Gem::Platform::RUBY || spec.source.is_a?(Bundler::Source::Path) }
    candidates.find { |spec| spec.installable_on_platform?(Bundler.local_platform) }
  end

  # Returns a specification of +version+ without a platform, which Bundler looks for in +source+.
  def without_platform(name, version, source) = Unlocked.new(name, version, Gem::Platform::RUBY, source)

  # Returns the specification for a dependency that the lock does not have.  If the source has none, Bundler reports the lowest version as missing.
  def outside_lock(dependency, source)
    found = source.specs.search(dependency.name).select { |spec| spec.platform == Gem::Platform::RUBY && dependency.matches_spec?(spec) }
    found = found.grep(Bundler::StubSpecification).then { |installed| installed.empty? ? found : installed }
    without_platform(dependency.name, found.map(&:version).max || dependency.requirement.requirements.first.last, source)
  end

  # Precedes Bundler::Materialization.
  module Choice # :nodoc:
    def initialize(dep, platform, candidates:)
      super
      return if platform || !dep.default_force_ruby_platform
      if candidates
        locked = Gem::LockedPlatforms.entry(candidates) or return
        @locked_names = locked.dependencies.map(&:name)
        @candidates = [Gem::LockedPlatforms.without_platform(locked.name, locked.version, locked.source)]
      elsif (source = SOURCES[dep])
        @locked_names = []
        @candidates = [Gem::LockedPlatforms.outside_lock(dep, source)]
      end
    end

    # Bundler 2 takes the dependencies of the lock, where those of the gem are needed.
    def dependencies
      return super unless @locked_names
      (materialized_spec || specs.first).runtime_dependencies.map do |dep|
        SOURCES[dep] = @candidates.first.source unless @locked_names.include?(dep.name)
        [dep, platform]
      end
    end
  end
end
Bundler::Materialization.prepend(Gem::LockedPlatforms::Choice)
