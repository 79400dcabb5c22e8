# Each method of ARGF over lists of files, before and after others.
require "open3"
require "stringio"
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

  # ---- standard input that another object replaces, and files edited in place ----

  def within
    Dir.mktmpdir { |folder| Dir.chdir(folder) { yield } }
  end

  def script(code, *words, **options)
    File.write("script.rb", code)
    out, = Open3.capture2e(RbConfig.ruby, "--disable-gems", "script.rb", *words, **options)
    out
  end

  def from_stdin(text)
    before, $stdin = $stdin, StringIO.new(text)
    yield ARGF.class.new
  ensure
    $stdin = before
  end

  def test_reads_lines_of_an_object_that_replaces_standard_input
    from_stdin("a\nb\nc\n") do |argf|
      assert_equal ["a\n", 1, "-"], [argf.gets, argf.lineno, argf.filename]
      assert_equal ["b", 2], [argf.gets(chomp: true), argf.lineno]
      assert_equal [["c\n"], 3], [argf.readlines, argf.lineno]
      assert_nil argf.gets
    end
    from_stdin("a\nb\n") { |argf| assert_equal ["a", "b"], argf.readlines(chomp: true) }
  end

  def test_partial_reads_end_where_standard_input_does
    from_stdin("") { |argf| assert_raises(EOFError) { argf.readpartial(9) } }
    from_stdin("") { |argf| assert argf.eof? }
  end

  def test_binmode_before_an_object_that_replaces_standard_input
    from_stdin("ab\n") do |argf|
      def $stdin.binmode = @binary = true
      assert_equal true, argf.binmode
      assert_predicate argf, :binmode?
      assert_equal true, $stdin.instance_variable_get(:@binary)
      assert_equal "ab\n", argf.gets
    end
  end

  def test_reads_files_that_are_named_after_standard_input_ended
    within do
      File.write("late", "of the file\n")
      from_stdin("of stdin\n") do |argf|
        assert_equal "of stdin\n", argf.read
        assert_equal "-", argf.filename
        argf.argv << "late"
        assert_equal ["of the file\n", "late"], [argf.read, argf.filename]
      end
    end
  end

  def test_a_copy_has_its_own_list_of_files
    within do
      File.write("one", "1\n")
      argf = ARGF.class.new("one")
      copy = argf.dup
      assert_same argf, argf.send(:initialize_copy, argf)
      assert_equal ["1\n", []], [copy.gets, copy.argv]
      assert_equal [["one"], "1\n"], [argf.argv.dup, argf.gets]
    end
  end

  def test_edits_in_place_without_a_copy_of_the_old_file
    within do
      File.write("one", "a\nb\n")
      File.write("two", "c\n")
      out = script('$stderr = STDOUT; p ARGF.inplace_mode; ARGF.inplace_mode = ""; p ARGF.inplace_mode
                    while line = gets; print line.upcase; end; STDOUT.puts $stdout.class', "one", "two")
      assert_equal "nil\n\"\"\nFile\n", out
      assert_equal ["A\nB\n", "C\n", %w[one script.rb two]], [File.read("one"), File.read("two"), Dir.children(".").sort]
    end
  end

  def test_edits_in_place_keep_owner_and_mode
    within do
      File.write("one", "a\n")
      owner = Process.uid.zero? ? 1 : Process.uid # root can give a file away
      File.chown(owner, nil, "one")
      File.chmod(0o640, "one")
      assert_equal "", script('ARGF.inplace_mode = ".old".encode("UTF-16LE"); while line = gets; print line * 2; end', "one")
      assert_equal ["a\na\n", "a\n"], [File.read("one"), File.read("one.old")]
      assert_equal [owner, 0o640], [File.stat("one").uid, File.stat("one").mode & 0o777]
    end
  end

  def test_binary_mode_is_of_the_file_that_is_read_in_place
    within do
      File.binwrite("one", "\xFF\n")
      out = script('ARGF.inplace_mode = ""; ARGF.binmode
                    while line = gets; STDERR.puts line.encoding, $stdout.binmode?; print line; end', "one")
      assert_equal "ASCII-8BIT\nfalse\n", out
      assert_equal "\xFF\n".b, File.binread("one")
    end
  end

  def test_edits_in_place_pass_over_what_cannot_be_edited
    within do
      File.write("one", "a\n")
      out = script('ARGF.inplace_mode = ""; while line = gets; print line.upcase; end', "-", "/proc/self/status", "one", stdin_data: "x\n")
      assert_equal ["Can't do inplace edit for stdio; skipping", "Can't remove /proc/self/status: Operation not permitted, skipping file"],
                   out.lines.map { |line| line.chomp.sub(/\A.*?warning: /, "") }
      assert_equal "A\n", File.read("one")
    end
  end

  def test_standard_input_is_not_edited_in_place
    within do
      out = script('ARGF.inplace_mode = ""; while line = gets; print line.upcase; end', stdin_data: "x\n")
      assert_equal ["Can't do inplace edit for stdio"] * 2 + ["X"],
                   out.lines.map { |line| line.chomp.sub(/\A.*?warning: /, "") }.sort
    end
  end

  def test_a_limit_of_zero_ends_no_line
    within do
      File.write("one", "a\n")
      argf = ARGF.class.new("one")
      assert_equal "invalid limit: 0 for each_line", assert_raises(ArgumentError) { argf.each_line(0) {} }.message
      assert_equal "invalid limit: 0 for each_line", assert_raises(ArgumentError) { argf.each_line("x", 0) {} }.message
    end
    assert_raises(Errno::ENOENT) { ARGF.class.new("/nowhere/x").each_line(0) {} }
  end
end
