# frozen_string_literal: true
#
# rubygems/build_cache/entry.rb - the built files of a gem as one string of bytes, and back.
#
# The bytes are deflated.  Below the first line stand the key, one line for each file (mode, size, SHA-256, path), an empty line, and the
# contents one after another.  A path begins with `extension/` (the gem's folder below extensions/) or `gem/` (the gem's own folder).
#
# Uses      zlib, digest.
# BE-1      load raises Bad for every string that dump did not write.  It writes no file.
# BE-2      No path leaves its place, and every entry is a regular file.
# Checked   test/test_gem_build_cache.rb
require "digest"
require "fileutils"
require "open3"
require "zlib"

class Gem::BuildCache::Entry
  HEAD = "facet gem build 1\n"
  # What no gem loads: products of make, and the folders in which mini_portile builds a library (tmp/) and installs it (ports/).
  LEFTOVER = %r{(?:\A|/)(?:Makefile|mkmf\.log|gem_make\.out|gem\.build_complete|\.gem\.[^/]*|tmp)(?:/|\z)|\.l?[ao]\z|(?:\A|/)ports/(?!.*\.so(?:\.|\z))}
  File = Struct.new(:path, :mode, :bytes)

  class Bad < StandardError; end

  class << self
    # Returns the entry of a finished build: what is in the folder of extensions, and what the build added to the gem's own folder.
    # Returns nil if the build made a symbolic link, or more than +largest+ bytes, or a text that names the gem's folder.
    def collect(key, places, largest)
      files = places.flat_map do |place, folder|
        Dir.glob("**/*", ::File::FNM_DOTMATCH, base: folder).sort.filter_map do |path|
          file = ::File.join(folder, path)
          next if LEFTOVER.match?(path)
          next unless ::File.symlink?(file) || ::File.file?(file)
          old = place == "gem" && key.files[path]
          next if old && old == Digest::SHA256.file(file).hexdigest
          return nil if ::File.symlink?(file)
          File.new("#{place}/#{path}", ::File.stat(file).mode & 0o777, ::File.binread(file))
        end
      end
      return nil if files.sum { |file| file.bytes.bytesize } > largest || files.any? { |file| bound?(file, places["gem"]) }
      new(key.text, files)
    end

    # Returns whether +file+ is a text with the folder of this one installation in it.
    def bound?(file, folder) = !file.bytes.include?("\0") && file.bytes.include?(folder.b)

    def load(bytes)
      text = Zlib.inflate(bytes)
      head, contents = text.split("\n\n", 2)
      raise Bad, "it is not an entry of this version" unless contents && head.start_with?(HEAD)
      lines = head.byteslice(HEAD.bytesize..).lines(chomp: true)
      rows = lines.grep(/\Afile\t/)
      at = 0
      files = rows.map do |row|
        _, mode, size, sum, path = row.split("\t", 5)
        raise Bad, "a line about a file is short" unless path
        bytes = contents.byteslice(at, size.to_i)
        raise Bad, "#{path} has another SHA-256 sum" unless bytes && bytes.bytesize == size.to_i && Digest::SHA256.hexdigest(bytes) == sum
        raise Bad, "#{path} leaves the gem" unless path.match?(%r{\A(?:extension|gem)/.}) && !path.match?(%r{(?:\A|/)\.{0,2}(?:/|\z)|\0})
        at += size.to_i
        File.new(path.force_encoding(Encoding::UTF_8), mode.to_i(8) & 0o777, bytes)
      end
      raise Bad, "bytes follow its files" unless at == contents.bytesize
      new((lines - rows).map { |line| "#{line}\n" }.join, files)
    rescue Zlib::Error => e
      raise Bad, "it is damaged (#{e.message})"
    end
  end

  attr_reader :key, :files

  def initialize(key, files)
    @key = key.b
    @files = files
  end

  def dump
    rows = files.map { |file| "file\t#{file.mode.to_s(8)}\t#{file.bytes.bytesize}\t#{Digest::SHA256.hexdigest(file.bytes)}\t#{file.path}\n" }
    Zlib.deflate([HEAD, key, *rows, "\n", *files.map(&:bytes)].map(&:b).join)
  end

  # Writes the files into +places+.  Returns whether each library that they need is on this machine; if one is missing, the files are removed.
  def write(places)
    paths = files.map do |file|
      place, path = file.path.split("/", 2)
      target = ::File.join(places.fetch(place), path)
      FileUtils.mkdir_p(::File.dirname(target))
      FileUtils.rm_f(target)
      ::File.binwrite(target, file.bytes)
      ::File.chmod(file.mode, target)
      target
    end
    lost = paths.grep(/\.so\z/).flat_map { |path| missing_libraries(path) }.uniq
    return true if lost.empty?
    FileUtils.rm_f(paths)
    Gem::BuildCache.warn("the entry of #{key[/\Agem\t(.*)/, 1].tr("\t", "-")} is ignored: #{lost.join(", ")} is missing.")
    false
  end

  private

  # Returns the names of the libraries that the loader does not find; none where the system has no ldd.
  def missing_libraries(path)
    out, = Open3.capture2e({ "LC_ALL" => "C" }, "ldd", path)
    out.scan(/^\s*(\S+) => not found/).flatten
  rescue SystemCallError
    []
  end
end
