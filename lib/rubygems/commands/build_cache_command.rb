# frozen_string_literal: true
#
# rubygems/commands/build_cache_command.rb - `gem build-cache`: lists the entries of the build cache, and copies them elsewhere and back.
#
# A store is a folder, or the address of a site.  It has the cache's layout and a file ABI/index with one line "SHA-256 NAME" an entry, so
# that a site of static files will do.  A site that is pushed to must accept PUT.
#
# Uses      Gem::BuildCache, Gem::RemoteFetcher.
# GC-1      Nothing is copied that is not an entry with the recorded sum: a bad one is named and skipped, and the status is 1.
# GC-2      The index of a folder is replaced under a lock, so that two pushes lose no line.
# Checked   test/test_gem_build_cache.rb
require "rubygems/command"

class Gem::Commands::BuildCacheCommand < Gem::Command
  # The files of a store in a folder.
  class Folder
    def initialize(path) = @path = path

    def read(name)
      File.binread(File.join(@path, name))
    rescue Errno::ENOENT
      nil
    end

    def write(name, bytes) = Gem::BuildCache.replace(File.join(@path, name)) { |new| File.binwrite(new, bytes) }

    def locked
      FileUtils.mkdir_p(@path)
      File.open(File.join(@path, ".lock"), "w") do |file|
        file.flock(File::LOCK_EX)
        yield
      end
    end
  end

  # The files of a store on a site.
  class Site
    def initialize(address) = @address = address.chomp("/")

    def read(name) = answer(name, Gem::Net::HTTP::Get).then { |code, body| code == 404 ? nil : accept(name, code, body) }

    def write(name, bytes) = answer(name, Gem::Net::HTTP::Put, bytes).then { |code, body| accept(name, code, body) }

    def locked = yield

    private

    def answer(name, method, bytes = nil)
      response = Gem::RemoteFetcher.fetcher.request(Gem::URI.parse("#{@address}/#{name}"), method) do |request|
        request.body = bytes if bytes
        request.content_type = "application/octet-stream" if bytes
      end
      [response.code.to_i, response.body]
    end

    def accept(name, code, body)
      raise Gem::RemoteFetcher::FetchError.new("the answer is #{code}", "#{@address}/#{name}") unless code.between?(200, 299)
      body
    end
  end

  def initialize
    super("build-cache", "List the compiled parts of gems that are kept, push them to a folder or a site, pull them from there")
  end

  def arguments = "push | pull | list | clean\nSTORE   a folder or the address of a site, for push and pull\nNAME    names of gems, of all without one"

  def usage = "#{program_name} push|pull STORE [NAME ...] | list | clean"

  def description = <<~TEXT
    A gem with a compiled part is compiled once, and its built files are kept in facet/gems below the user's cache folder.
    FACET_GEM_CACHE=FOLDER names another folder, FACET_GEM_CACHE=off switches the cache off.
    An entry is as trustworthy as the store from which it is pulled.
  TEXT

  def execute
    require "digest"
    require "fileutils"
    require "rubygems/build_cache"
    require "rubygems/remote_fetcher"
    action, store, *names = options[:args]
    stop("the cache is off (FACET_GEM_CACHE=off)") unless Gem::BuildCache.folder
    case action
    when "push", "pull" then store ? copy(action, open_store(store), names) : stop("#{action} needs a folder or an address")
    when "list" then entries(here).each { |name| say(name) }
    when "clean" then FileUtils.rm_f(entries(here).map { |name| File.join(here, name) })
    else stop("usage: #{usage}")
    end
  rescue Gem::RemoteFetcher::FetchError, SystemCallError => e
    stop(e.message)
  end

  private

  def stop(text)
    alert_error("build-cache: #{text}.")
    terminate_interaction(1)
  end

  def here = File.join(Gem::BuildCache.folder, Gem::BuildCache.abi)

  def entries(folder) = Dir.glob("*.build", base: folder).sort

  def open_store(store) = store.match?(%r{\Ahttps?://}) ? Site.new(store) : Folder.new(File.expand_path(store.delete_prefix("file://")))

  def copy(action, store, names)
    @bad = false
    copied = action == "push" ? push(store, names) : pull(store, names)
    say("#{action}: #{copied.size} #{copied.size == 1 ? "entry" : "entries"}")
    terminate_interaction(1) if @bad
  end

  def wanted?(file, names) = names.empty? || names.any? { |name| file.match?(/\A#{Regexp.escape(name)}-\d/) }

  # Returns the name and the sum of each entry that +store+ lists.
  def index(store) = store.read("#{Gem::BuildCache.abi}/index").to_s.scan(/^(\h{64}) ([^\s\/]+\.build)$/).to_h { |sum, name| [name, sum] }

  def push(store, names)
    store.locked do
      listed = index(store)
      copied = entries(here).select { |name| wanted?(name, names) }.filter_map do |name|
        bytes = File.binread(File.join(here, name))
        sum = Digest::SHA256.hexdigest(bytes)
        next if listed[name] == sum || !good?(name, bytes)
        store.write("#{Gem::BuildCache.abi}/#{name}", bytes)
        listed[name] = sum
        name
      end
      store.write("#{Gem::BuildCache.abi}/index", listed.sort.map { |name, sum| "#{sum} #{name}\n" }.join) unless copied.empty?
      copied
    end
  end

  def pull(store, names)
    index(store).select { |name, _| wanted?(name, names) && !File.exist?(File.join(here, name)) }.filter_map do |name, sum|
      bytes = store.read("#{Gem::BuildCache.abi}/#{name}")
      next unless good?(name, bytes, sum)
      Gem::BuildCache.replace(File.join(here, name)) { |new| File.binwrite(new, bytes) }
      name
    end
  end

  def good?(name, bytes, sum = nil)
    reason = if !bytes then "the store does not have it"
             elsif sum && Digest::SHA256.hexdigest(bytes) != sum then "its SHA-256 sum is not that of the index"
             else
               Gem::BuildCache::Entry.load(bytes)
               return true
             end
    raise Gem::BuildCache::Entry::Bad, reason
  rescue Gem::BuildCache::Entry::Bad => e
    Gem::BuildCache.warn("#{name} is skipped: #{e.message}.")
    @bad = true
    false
  end
end
