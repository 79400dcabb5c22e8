# Each method of ARGF over lists of files, before and after others.
require "tmpdir"
require_relative "lib/table_test"

class TestARGF < Minitest::Test
  FILES = {
    "text" => "one\ntwo\n\nthree \u00E9\n", "lines" => "a\nb\n", "empty" => "", "crlf" => "a\r\nb\rc\n",
    "enc" => "\xA4\xA2\xA4\xA4\n\xA4\xA6\n", "bad" => "a\xA4\n\xFF\n"
  }.freeze

  # A line is an expression, or "FILES: STATEMENTS", of which `a` is the ARGF of those files: the last value, and where a stands then.
  def answer(source)
    files, statements = source.match(/\A([a-z ]+): (.*)\z/)&.captures
    return TableTest.answer(source) unless files

    first, _, last = statements.rpartition("; ")
    first, last = "", statements unless last.start_with?("a.")
    state = "[a.equal?(r) || r, a.lineno, (a.filename rescue 0), (a.pos rescue $!.class), a.argv]"
    TableTest.answer("a = ARGF.class.new(*#{files.split.inspect}); #{first}\nr = (#{last}); #{state}")
  end

  # What one call reads is at most what the buffer takes at a time.
  SIZED = %w[gets getc;\ a.getc].product(%w[readpartial read_nonblock]).map { |first, last| "text lines: a.#{first}; a.#{last}(100)" }.freeze

  TableTest.define(self, "argf", sized: SIZED) do |source|
    Dir.mktmpdir do |folder|
      Dir.chdir(folder) do
        FILES.each { |name, text| File.binwrite(name, text) }
        answer(source).gsub("\n", "\\n")
      end
    end
  end
end
