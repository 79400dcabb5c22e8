# fetch_gems.rb - fetch_gems.rb LIST FOLDER: bring each gem of LIST to FOLDER, checked and unpacked.
#
# Uses the fetcher of the ordinary gem client and asks it for exactly the pinned files.  (`gem fetch` would first load
# the index of every gem there is.)  Runs on any Ruby from 2.7 on; Debian's is enough.
# Ends with one sentence and status 1 if a file does not arrive or is not the one that the list pins.
require "digest"
require "fileutils"
require "rubygems/package"
require "rubygems/remote_fetcher"

SOURCE = ENV.fetch("FACET_GEM_SOURCE") { Gem.sources.first.uri.to_s.sub(%r{/?\z}, "/") }

def stop(message)
  warn "script/setup: #{message}"
  exit 1
end

def right?(path, sha256)
  File.file?(path) && Digest::SHA256.file(path).hexdigest == sha256
end

def fetch(name, version, sha256, folder)
  path = File.join(folder, "#{name}-#{version}.gem")
  return path if right?(path, sha256)
  FileUtils.rm_f(path)
  Gem::RemoteFetcher.fetcher.download(Gem::Specification.new(name, version), SOURCE, folder)
  return path if right?(path, sha256)
  got = Digest::SHA256.file(path).hexdigest
  FileUtils.rm_f(path)
  stop "#{name}-#{version}.gem has the SHA-256 #{got}, not the one in gems/list: " \
       "do not use it; find out who changed it, the list or the server."
rescue Gem::RemoteFetcher::FetchError, SocketError, SystemCallError => error
  stop "cannot fetch #{name} #{version} from #{SOURCE} (#{error.message.lines.first.strip[0, 120]}): " \
       "check the network, then run this again."
end

# Unpack the gem to target, and its specification, as Ruby code, to target.gemspec.
# A half-unpacked folder never has the final name.
def unpack(gem, target)
  return if File.directory?(target) && File.file?("#{target}.gemspec")
  package = Gem::Package.new(gem)
  partial = "#{target}.partial"
  FileUtils.rm_rf([partial, target])
  package.extract_files(partial)
  File.write("#{target}.gemspec", package.spec.to_ruby_for_cache)
  File.rename(partial, target)
end

list, folder = ARGV
folder = File.expand_path(folder)
Dir.chdir(folder)
rows = File.readlines(list).map { |line| line.sub(/#.*/, "").split }.reject(&:empty?)
rows.each_with_index do |(name, version, sha256), k|
  $stderr.print "\rsetup: gem #{k + 1}/#{rows.size} #{name} #{version}\e[K" if $stderr.tty?
  stop "gems/list: #{name} has no version or SHA-256" unless sha256
  unpack(fetch(name, version, sha256, folder), File.join(folder, "#{name}-#{version}"))
end
$stderr.print "\r\e[K" if $stderr.tty?
puts "setup: #{rows.size} gems in #{folder}"
