require_relative "lib/test_helper"
require "rbconfig"

# THIRD_PARTY.md names what the binary stands on, and notices/ has the notice of each part that is compiled in.
class TestThirdParty < Minitest::Test
  ROOT = File.expand_path("..", __dir__)
  PAGE = File.read("#{ROOT}/THIRD_PARTY.md")
  LIBRARIES = { "gmp" => "GMP", "crypt" => "libcrypt", "c" => "the C library", "m" => "the C library",
                "dl" => "the C library", "pthread" => "the C library", "resolv" => "the C library", "rt" => "the C library", "double-conversion" => "double-conversion",
                "supc++" => "libsupc++", "gcc_s" => "libgcc", "stdc++" => "libsupc++" }.freeze

  def test_linked_libraries
    binary = [RbConfig.ruby, File.join(RbConfig::CONFIG["bindir"], "ruby")].find { |path| File.file?(path) }
    needed = IO.popen(["ldd", File.realpath(binary)], err: File::NULL, &:read).scan(/^\s*lib([\w+-]+?)\.so/).flatten - ["asan", "ubsan"]
    refute_empty needed
    needed.each { |name| assert_includes PAGE, LIBRARIES.fetch(name), name }
  end

  def test_notices
    Dir["#{ROOT}/notices/*.txt"].each { |path| assert_match(/Copyright/i, File.read(path), path) }
    assert_operator Dir["#{ROOT}/notices/*.txt"].size, :>=, 3
  end

  # The version of each compiled-in gem is the pinned one.
  def test_versions
    File.readlines("#{ROOT}/gems/list").grep(/ build$/).each do |line|
      name, version = line.split
      assert_match(/^\| #{name}, .*\| #{Regexp.escape(version)} \|/, PAGE)
    end
  end

  def test_no_library_that_nothing_uses
    setup = File.read("#{ROOT}/script/setup")
    %w[libre2 libicu libonig].each { |name| refute_includes setup, name }
  end
end
