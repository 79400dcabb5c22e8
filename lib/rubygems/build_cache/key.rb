# frozen_string_literal: true
#
# rubygems/build_cache/key.rb - what the compiled part of a gem depends on, as lines of text.
#
# Two builds with equal text may share their products: the gem's files, the ABI (ruby_version, platform and the public headers), the
# compiler, the system, the arguments, the variables of the environment that builds read, and the gems whose headers a build may include.
#
# Owns      the text, its digest, and the digest of each file of the gem before the build.
# BK-1      Nothing in the text names a folder of this machine, except where the user gave it in an argument or a variable.
# Checked   test/test_gem_build_cache.rb
require "digest"
require "rbconfig"

class Gem::BuildCache::Key
  VARIABLES = %w[AR CC CFLAGS CPATH CPPFLAGS CXX CXXFLAGS C_INCLUDE_PATH CPLUS_INCLUDE_PATH LDFLAGS LIBRARY_PATH LIBS PKG_CONFIG_PATH].freeze

  class << self
    # Returns the path below +folder+ and the SHA-256 of each file; a link has the digest of its target.
    def digests(folder)
      Dir.glob("**/*", File::FNM_DOTMATCH, base: folder).sort.filter_map do |path|
        file = File.join(folder, path)
        [path, Digest::SHA256.file(file).hexdigest] if File.file?(file)
      end.to_h
    end

    # Returns the digest of the public headers: a gem compiled with other headers may have other layouts.
    def headers = @headers ||= [RbConfig::CONFIG["rubyhdrdir"]].map { |folder| Digest::SHA256.hexdigest(digests(folder).to_a.join("\n")) }.first

    # Returns the first line of the version of the compiler that mkmf takes, or "none".
    def compiler
      @compiler ||= begin
        program = 'exec(*(ENV["CC"] || RbConfig::CONFIG["CC"]).split, "--version")'
        out = IO.popen([*Gem::Ext::Builder.ruby, "-rrbconfig", "-rmkmf/installed_compiler", "-e", program], err: File::NULL, &:readlines)
        out.reject { |line| line.start_with?("mkmf:") }.first&.chomp || "none"
      end
    end

    # Returns the name and the version of the system, whose libraries the build links.
    def system
      @system ||= begin
        File.read("/etc/os-release").scan(/^(?:ID|VERSION_ID)="?([^"\n]*)/).join("-")
      rescue SystemCallError
        RbConfig::CONFIG["host_os"]
      end
    end
  end

  attr_reader :name, :files

  def initialize(spec, arguments)
    @name = spec.full_name
    @files = self.class.digests(spec.full_gem_path)
    @spec = spec
    @arguments = arguments
  end

  def text
    @text ||= [["gem", @spec.name, @spec.version], ["files", Digest::SHA256.hexdigest(@files.to_a.join("\n"))],
               ["ruby", Gem::BuildCache.abi, RbConfig::CONFIG["FACET_VERSION"], self.class.headers],
               ["compiler", self.class.compiler], ["system", self.class.system], ["in lib", Gem.install_extension_in_lib],
               *@arguments.map { |argument| ["argument", argument] }, *variables, *dependencies]
              .map { |fields| "#{fields.map { |field| field.to_s.gsub(/\s+/, " ") }.join("\t")}\n" }.join
  end

  def file_name = "#{@name}-#{Digest::SHA256.hexdigest(text)[0, 32]}.build"

  private

  def variables
    own = "#{@spec.name.upcase.tr("-", "_")}_"
    ENV.select { |name, _| VARIABLES.include?(name) || name.start_with?(own) }.sort.map { |name, value| ["variable", name, value] }
  end

  # Returns the newest installed version of each gem that this one needs.
  def dependencies
    @spec.runtime_dependencies.sort_by(&:name).map do |dependency|
      versions = Gem.path.flat_map { |path| Dir.children(File.join(path, "specifications")) rescue [] } # an absent folder has none
                    .filter_map { |file| file[/\A#{Regexp.escape(dependency.name)}-(\d[^-]*)\.gemspec\z/, 1] }
                    .map { |version| Gem::Version.new(version) }.select { |version| dependency.requirement.satisfied_by?(version) }
      ["needs", dependency.name, versions.max]
    end
  end
end
