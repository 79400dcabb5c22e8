# frozen_string_literal: true
#
# rubygems_plugin.rb - the commands that Facet adds to `gem`.  RubyGems loads files of this name from $LOAD_PATH in the gem command only.
#
# Checked   test/test_gem_build_cache.rb
require "rubygems/command_manager"
require "rubygems/commands/build_cache_command"

Gem::CommandManager.instance.register_command :"build-cache", Gem::Commands::BuildCacheCommand.new
