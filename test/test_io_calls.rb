# Each method of IO and File over a text, a pipe, a closed and an unreadable stream: how files are opened, read, written, which encodings they have.
require "tmpdir"
require_relative "lib/table_test"

class TestIOCalls < Minitest::Test
  FILES = {
    "text" => "one\ntwo\n\nthree \u00E9\n", "lines" => "a\nb\n", "crlf" => "a\r\nb\rc\n", "enc" => "\xA4\xA2\xA4\xA4\n\xA4\xA6\n",
    "bad" => "a\xA4\n\xFF\n", "bom" => "\xEF\xBB\xBFx", "bom16" => "\xFF\xFEx\0", "bom16be" => "\xFE\xFF\0x",
    "bom32" => "\xFF\xFE\0\0x\0\0\0", "bom32be" => "\0\0\xFE\xFF\0\0\0x"
  }.freeze

  def self.answer(source)
    Dir.mktmpdir do |folder|
      Dir.chdir(folder) do
        FILES.each { |name, text| File.binwrite(name, text) if source.include?("'#{name}'") || source.include?("'text'") && name == "lines" }
        TableTest.answer(source).gsub("\n", "\\n")
      end
    end
  end

  SIZED = ["o = Object.new; def o.write(s) = 1; IO.copy_stream('text', o)"].freeze # a call for each piece

  TableTest.define(self, "io_calls", sized: SIZED) { |source| Object.new.instance_eval { TestIOCalls.answer(source) } }
  TableTest.define(self, "io_corners") { |source| Object.new.instance_eval { TestIOCalls.answer(source) } }

  def lines(text, *arguments, **options)
    Dir.mktmpdir do |folder|
      File.write("#{folder}/text", text)
      File.open("#{folder}/text") do |f|
        $. = 0
        result = []
        while (line = f.gets(*arguments, **options))
          result << [line, f.lineno, $.]
        end
        result
      end
    end
  end

  # A piece that the limit cut is no line: it was counted.
  def test_a_limit_cuts_a_line
    assert_equal [["two\n", 1, 1], ["ab", 2, 2]], lines("two\nab", 4)
    assert_equal [["two", 0, 0], ["\n", 1, 1], ["ab", 2, 2]], lines("two\nab", 3)
    assert_equal [["a", 0, 0], ["x", 1, 1], ["b", 1, 1]], lines("axb", "x", 1)
    assert_equal [["ab", 0, 0], ["c", 1, 1]], lines("abc", nil, 2)
    assert_equal [["a\n", 0, 0], ["b\n", 0, 0]], lines("a\n\n\nb\n", "", 2)
    assert_equal [["two", 0, 0], ["", 1, 1], ["ab", 2, 2]], lines("two\nab", 3, chomp: true)
  end
end
