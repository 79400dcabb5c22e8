# internal/platform.h: no source but this header calls what only glibc has, and each of its calls does its work.
require_relative "lib/test_helper"

class TestPlatform < Minitest::Test
  SOURCE = File.expand_path("..", __dir__)
  # Calls and types of glibc that musl lacks, which no source may name but the header.
  OWNED = /\b(?:malloc_trim|mallopt|mallinfo2?|backtrace_symbols\w*|_IOC_SIZE|(?<!struct )statx)\(|\b(?:__rlimit_resource_t|__libc_stack_end)\b|<execinfo\.h>/

  def sources = Dir.glob("**/*.c", base: SOURCE).grep_v(%r{\A(?:build|ext|gems|lab|lib|misc|notices|test|tool|benchmark|release|packages)[^/]*/})

  # Returns "path:line" of each call in the texts, which are pairs of a path and its text; comments are left out.
  def calls(texts)
    texts.flat_map do |path, text|
      code = text.gsub(%r{/\*.*?\*/}m) { |comment| "\n" * comment.count("\n") }
      code.lines.each_with_index.filter_map { |line, i| "#{path}:#{i + 1}" if OWNED.match?(line) }
    end
  end

  def test_only_the_header_calls_glibc
    assert_operator sources.size, :>, 200
    assert_empty calls(sources.to_h { |path| [path, File.read("#{SOURCE}/#{path}", encoding: "UTF-8")] })
  end

  def test_a_planted_call_is_found
    planted = { "a.c" => "/* malloc_trim(0) */\nint f(void)\n{\n    malloc_trim(0);\n}\n", "b.c" => "#include <execinfo.h>\n", "c.c" => "platform_statx(1);\nstatx(1);\n" }
    assert_equal %w[a.c:4 b.c:1 c.c:2], calls(planted)
  end

  def test_statx
    path = __FILE__
    stat = File.stat(path)
    assert_equal File.size(path), stat.size
    assert_operator stat.blksize, :>, 0
    assert_equal 1, stat.nlink
    assert_equal File.open(path, &:stat), stat
    begin
      assert_kind_of Time, File.birthtime(path)
    rescue NotImplementedError
      skip "the filesystem keeps no time of birth"
    end
  end
end
