# frozen_string_literal: true
#
# rubygems/build_cache.rb - takes the compiled part of a gem from a folder, and puts it there after the first build.
#
# Gems are compiled here even if their authors publish compiled ones, so each new account and each deployment would compile them again.
# An entry is one file, which is found by what the build depends on: see build_cache/key.rb.
#
# Owns      the folder, its layout (ABI/NAME-VERSION-DIGEST.build) and the switch FACET_GEM_CACHE.
# Uses      Gem::Ext::Builder, whose build_extensions it precedes; build_cache/key.rb, build_cache/entry.rb.
# BC-1      An entry is used only if its key is the key of this build, and if each file has the recorded SHA-256.
# BC-2      A bad entry gives one warning, and the gem is compiled.  A cache that fails never fails an installation.
# BC-3      A file appears in the folder complete: writers rename, and the last of two equal writers wins.
# BC-4      Only a gem below `gems/` has entries; a gem of a path or a git repository does not.
# Checked   test/test_gem_build_cache.rb
require "fileutils"
require "rubygems/ext"

module Gem::BuildCache
  LARGEST_BYTES = 256 << 20 # of a gem's built files; larger builds are not kept

  module_function

  # Returns the folder of the cache, or nil if the cache is off.
  def folder
    case value = ENV["FACET_GEM_CACHE"].to_s
    when "off" then nil
    when "" then File.join(Gem.cache_home, "facet", "gems")
    else File.expand_path(value)
    end
  end

  # Returns the name of the subfolder for this Ruby: the entries of another ABI are never read.
  def abi = "#{RbConfig::CONFIG["arch"]}-#{RbConfig::CONFIG["ruby_version"]}"

  # Prints one line about an entry or a folder that is not used.
  def warn(text) = Kernel.warn("gem build-cache: #{text}")

  # Yields the path of a new file beside +path+, and renames it to +path+ (BC-3).
  def replace(path)
    FileUtils.mkdir_p(File.dirname(path))
    new = "#{path}.#{Process.pid}.#{Thread.current.object_id}.new"
    yield new
    File.rename(new, path)
  ensure
    FileUtils.rm_f(new) if new
  end

  # Returns the entry of +key+ if it can be used here, else nil.
  def find(key)
    path = File.join(folder, abi, key.file_name)
    return unless File.file?(path)
    entry = Entry.load(File.binread(path))
    raise Entry::Bad, "it belongs to another build" unless entry.key == key.text.b
    entry
  rescue Entry::Bad, SystemCallError => e
    warn("#{path} is ignored: #{e.message}.")
    nil
  end

  # Saves what a build left in +places+ under +key+.
  def keep(key, places)
    entry = Entry.collect(key, places, LARGEST_BYTES) or return
    replace(File.join(folder, abi, key.file_name)) { |new| File.binwrite(new, entry.dump) }
  rescue SystemCallError => e
    warn("#{key.name} is not kept: #{e.message}.")
  end

  # Precedes Gem::Ext::Builder#build_extensions.
  module Building # :nodoc:
    def build_extensions
      return super if @spec.extensions.empty? || !Gem::BuildCache.folder || @gem_dir != File.join(@spec.base_dir, "gems", @spec.full_name)
      key = Gem::BuildCache::Key.new(@spec, @build_args)
      places = { "extension" => @spec.extension_dir, "gem" => @gem_dir }
      if Gem::BuildCache.find(key)&.write(places)
        FileUtils.touch(@spec.gem_build_complete_path)
        say("The compiled part of #{@spec.full_name} comes from the build cache.")
      else
        super
        Gem::BuildCache.keep(key, places)
      end
    end
  end
end
require_relative "build_cache/entry"
require_relative "build_cache/key"
Gem::Ext::Builder.prepend(Gem::BuildCache::Building)
