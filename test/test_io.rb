# test_io.rb - streams: what reads ahead, who closes what, standard streams reopened, pipes of subclasses, paths.
require "minitest/autorun"
require "tempfile"
require "tmpdir"

class TestIO < Minitest::Test
  def setup
    @dir = Dir.mktmpdir("io")
    @name = File.join(@dir, "file")
    File.write(@name, "0123456789")
  end

  def teardown
    Dir.each_child(@dir) { |n| File.unlink(File.join(@dir, n)) }
    Dir.unlink(@dir)
  end

  def run_ruby(code)
    IO.popen([RbConfig.ruby, "--disable-gems", "-e", code, { err: [:child, :out] }], &:read)
  end

  def test_read_n_reads_nothing_ahead
    File.open(@name) do |f|
      assert_equal "012", f.read(3)
      assert_equal "34", f.sysread(2)
      assert_equal 1, f.sysseek(1)
      assert_equal "1", f.read(1)
    end
  end

  def test_read_keeps_the_buffers_encoding
    File.open(@name) do |f|
      buf = +"".encode("ISO-8859-1")
      f.read(2, buf)
      assert_equal Encoding::ISO_8859_1, buf.encoding
      f.sysread(0, buf)
      assert_equal "01", buf
    end
  end

  def test_standard_output_may_become_readable
    out = run_ruby(<<~RUBY)
      old = STDOUT.dup
      STDOUT.reopen(File.open(#{@name.dump}, "w+"))
      puts "in the file"
      STDOUT.reopen(old)
      puts File.read(#{@name.dump})
      begin
        STDOUT.reopen(File.open(#{@name.dump}))
      rescue ArgumentError
        puts $!.message
      end
    RUBY
    assert_equal "in the file\n<STDOUT> can't change access mode from \"w\" to \"r\"\n", out.sub(old_name, "<STDOUT>")
  end

  def old_name
    /^\S+(?= can't)/
  end

  def test_standard_output_reopened_by_name_makes_the_file
    name = File.join(@dir, "new")
    run_ruby("$stdout.reopen(#{name.dump}); puts 1")
    assert_equal "1\n", File.read(name)
  end

  def test_broken_pipe_on_standard_output_is_a_signal
    r = IO.popen([RbConfig.ruby, "--disable-gems", "-e", "loop { puts 1 }"])
    r.gets
    r.close
    assert_equal "PIPE", Signal.signame($?.termsig)
  end

  def test_close_leaves_a_descriptor_of_another_stream
    File.open(@name, "w") do |f|
      IO.for_fd(f.fileno, "w", autoclose: false).close
      f.write "x"
    end
    assert_equal "x", File.read(@name)
  end

  class Sub < IO
    attr_reader :seen
    def initialize(*args)
      @seen = args.size
      super
    end
  end

  def test_pipe_of_a_subclass
    r, w = Sub.pipe
    assert_equal [Sub, Sub, 2, 2, true], [r.class, w.class, r.seen, w.seen, w.sync]
    w << "a"
    w.close
    assert_equal "a", r.read
    r.close
  end

  def test_copy_stream_to_a_tempfile_moves_its_position
    t = Tempfile.new("copy")
    t.write "ab"
    IO.copy_stream(@name, t)
    assert_equal 12, t.pos
  ensure
    t.close!
  end

  def test_foreach_sets_the_last_line
    $_ = "x"
    IO.foreach(@name) { assert_equal "0123456789", $_ }
    assert_nil $_
  end

  def test_closed_already_by_somebody
    File.open(@name) do |f|
      def f.close
        super
        raise IOError, "closed stream"
      end
    end
    assert_nil $!
  end

  def test_encodings
    File.open(@name, "wb") do |f|
      assert_nil f.set_encoding_by_bom
      assert_raises(ArgumentError) { f.set_encoding("utf-8", newline: :lf) }
      assert_raises(ArgumentError) { f.set_encoding("utf-8".encode("UTF-16BE")) }
      f.close
      assert_equal Encoding::BINARY, f.external_encoding
    end
    out, err = capture_io { IO.for_fd(IO.sysopen(@name), external_encoding: "ibm866", encoding: "utf-8:utf-8").close }
    assert_equal ["", "Ignoring encoding parameter 'utf-8:utf-8': external_encoding is used"], [out, err[/Ignoring.*/]]
  end

  def test_glob_keeps_slashes_and_dots
    Dir.mktmpdir do |d|
      Dir.chdir(d) do
        %w[a a/b a/b/c .h .h/x].each { |n| Dir.mkdir(n) }
        assert_equal %w[a/ a/b/ a/b/c/], Dir.glob("**/")
        assert_equal %w[/ b/ b/c/], Dir.glob("**/", base: "a")
        assert_equal %w[a//b a//b/c], Dir.glob("a//**/*")
        assert_equal %w[a/b], Dir.glob("**//b")
        assert_equal %w[.h/. .h/x], Dir.glob(".h/**/*", File::FNM_DOTMATCH)
        %w[a/b/c a/b a .h/x .h].each { |n| Dir.unlink(n) }
      end
    end
  end

  def test_realpath
    assert_equal File.realpath(@dir), File.realpath("../", @name)
    assert_equal Encoding::EUC_JP, File.realpath(@name.encode("EUC-JP")).encoding
  end

  # A descriptor of the child gets one meaning; popen has given one to the pipe's already.
  def test_descriptor_specified_twice
    { { 1 => 2, STDOUT => 2 } => 1, { 1 => 2, out: 2 } => 1, { [2, STDERR] => 1 } => 2, { 1 => :close, out: 2 } => 1 }.each do |how, fd|
      error = assert_raises(ArgumentError) { spawn("true", how) }
      assert_equal "fd #{fd} specified twice", error.message
    end
    assert_equal "fd 1 specified twice", assert_raises(ArgumentError) { IO.popen(["true", { STDOUT => STDOUT }]) }.message
    assert_equal "fd 0 specified twice", assert_raises(ArgumentError) { IO.popen(["true"], "w", in: STDERR) }.message
  end

  # ---- characters and lines that come in parts ----

  def pipe(*modes)
    r, w = IO.pipe(*modes)
    yield r, w
  ensure
    [r, w].each { |io| io.close unless io.closed? }
  end

  # Writes each part when the reader waits for it.
  def in_parts(*parts, mode: "UTF-8")
    pipe(mode) do |r, w|
      w.binmode
      w << parts.shift
      writer = Thread.new do
        parts.each do |part|
          Thread.pass until Thread.main.status == "sleep"
          w << part
        end
        w.close
      end
      value = yield r
      r.close
      writer.kill.join
      value
    end
  end

  def test_a_character_that_comes_in_parts
    assert_equal ["a", "\u00E9", "b", nil], in_parts("a\xC3", "\xA9b") { |r| [r.getc, r.getc, r.getc, r.getc] }
    assert_equal ["\u{1F600}"], in_parts("\xF0", "\x9F", "\x98", "\x80") { |r| r.each_char.to_a }
    assert_equal [0x1F600, 0x61], in_parts("\xF0\x9F", "\x98\x80a") { |r| r.each_codepoint.to_a }
    assert_equal ["a", "\xC3", nil], in_parts("a\xC3") { |r| [r.getc, r.getc, r.getc] }
  end

  def test_a_line_with_a_limit_ends_after_a_whole_character
    assert_equal ["a\u00E9", "b"], in_parts("a\xC3", "\xA9b") { |r| [r.gets(2), r.gets(2)] }
    assert_equal ["a\xC3", nil], in_parts("a\xC3") { |r| [r.gets(2), r.gets(2)] }
    assert_equal ["\xFF", "a"], in_parts("\xFFa") { |r| [r.gets(1), r.gets(1)] }
  end

  def test_a_converted_character_that_comes_in_parts
    assert_equal ["\u00E9", "\u3042", nil], in_parts("\0\xE9\x30", "\x42", mode: "UTF-16BE:UTF-8") { |r| [r.getc, r.getc, r.getc] }
    assert_equal ["\u3042\n", "\u3044", nil], in_parts("\xA4\xA2\n\xA4", "\xA4", mode: "EUC-JP:UTF-8") { |r| [r.gets, r.gets, r.gets] }
    error = assert_raises(Encoding::InvalidByteSequenceError) { in_parts("a\xA4", mode: "EUC-JP:UTF-8") { |r| [r.getc, r.getc] } }
    assert_equal 'incomplete "\xA4" on EUC-JP', error.message
  end

  def test_a_long_converted_line_outgrows_the_buffer
    text = "\u3042" * 20_000
    File.write(@name, "#{text}\nend".encode("EUC-JP"))
    File.open(@name, "r:EUC-JP:UTF-8") { |f| assert_equal ["#{text}\n", "end"], [f.gets, f.gets] }
    File.open(@name, "r:EUC-JP:UTF-8") { |f| assert_equal "#{text}\nend", f.read }
  end

  def test_no_bytes_from_a_stream_of_converted_characters
    File.binwrite(@name, "\xA4\xA2\xA4\xA4")
    File.open(@name, "r:EUC-JP:UTF-8") do |f|
      assert_equal "\u3042", f.getc
      f.ungetc("\u3042")
      %i[getbyte readbyte sysread readpartial].each do |name|
        error = assert_raises(IOError) { f.public_send(name, *(1 unless name.end_with?("byte"))) }
        assert_match(/\Abyte oriented \w+ for character buffered IO\z/, error.message)
      end
    end
  end

  # ---- pushing back ----

  def test_pushes_back_more_than_was_read
    File.open(@name) do |f|
      f.getc
      assert_nil f.ungetbyte("x" * 100)
      assert_equal "#{"x" * 100}12", f.read(102)
      f.ungetc("\u3042")
      assert_equal "\u3042", f.getc
      assert_equal "3", f.getc
      assert_equal "ungetbyte failed", assert_raises(IOError) { f.ungetbyte("y" * 9000) }.message
      assert_equal "4", f.getc
    end
    File.open(@name) do |f|
      assert_nil f.ungetbyte("y" * 20_000)
      assert_equal "#{"y" * 20_000}0123456789", f.read
    end
  end

  # ---- objects in a stream's place ----

  def test_puts_adds_no_second_newline_in_wide_encodings
    { "a\n" => "\0a\0\n", "a" => "\0a\n", "" => "\n", "\u0A0A" => "\n\n\n" }.each do |text, written|
      File.open(@name, "wb") { |f| f.puts text.encode("UTF-16BE") }
      assert_equal written.b, File.binread(@name), text.inspect
    end
  end

  def test_a_write_method_of_one_parameter_gets_each_part
    out = run_ruby(<<~'RUBY')
      class Old
        def write(text) = STDOUT.syswrite("[#{text.inspect}]\n")
      end
      old = Object.new
      def old.write(text) = STDOUT.syswrite("<#{text.inspect}>\n")
      $VERBOSE = true
      $stdout = Old.new
      puts "no warning"
      Warning[:deprecated] = true
      puts "a"
      $stdout = old
      puts "b"
      $VERBOSE = nil
      $stderr = Old.new
      $stderr.puts "c" rescue STDOUT.syswrite("#{$!.class}\n")
      warn "d"
    RUBY
    assert_equal <<~'OUT', out.gsub(/-e:\d+: warning: /, "").gsub(/0x\h+/, "0x")
      ["no warning"]
      ["\n"]
      Old#write is outdated interface which accepts just one argument
      ["a"]
      ["\n"]
      #<Object:0x>.write is outdated interface which accepts just one argument
      <"b">
      <"\n">
      NoMethodError
    OUT
  end

  def test_copy_stream_to_a_full_device
    File.open("/dev/full", "w") { |full| assert_raises(Errno::ENOSPC) { IO.copy_stream(@name, full) } }
    pipe do |r, w|
      r.close
      assert_raises(Errno::EPIPE) { IO.copy_stream(@name, w) }
    end
  end

  def test_copy_stream_appends_and_writes_what_waits
    File.open(File.join(@dir, "to"), "a") do |to|
      to.write("first ")
      assert_equal 4, IO.copy_stream(@name, to, 4, 3)
      to.flush
      assert_equal "first 3456", File.read(to.path)
    end
    full = File.open("/dev/full", "w")
    full.write("x")
    assert_equal "flush failed", assert_raises(IOError) { IO.copy_stream(@name, full) }.message
    assert_raises(Errno::ENOSPC) { full.close }
    assert_predicate full, :closed?
  end

  def test_copy_stream_waits_for_a_reader
    big = "x" * 300_000
    File.write(@name, big)
    pipe do |r, w|
      reader = Thread.new { r.read }
      assert_equal big.size, IO.copy_stream(@name, w)
      w.close
      assert_equal big, reader.value
    end
  end

  def test_a_folder_cannot_be_read
    assert_equal "Is a directory @ io_fread - #{@dir}", assert_raises(Errno::EISDIR) { File.read(@dir) }.message
    File.open(@dir) do |f|
      assert_equal "Is a directory @ io_fread - #{@dir}", assert_raises(Errno::EISDIR) { f.read(1) }.message
      assert_equal "Is a directory @ io_fillbuf - fd:#{f.fileno} #{@dir}", assert_raises(Errno::EISDIR) { f.getc }.message
      assert_equal "Is a directory @ io_fillbuf - fd:#{f.fileno} #{@dir}", assert_raises(Errno::EISDIR) { f.gets }.message
    end
  end

  # ---- separators ----

  def test_a_separator_becomes_a_frozen_plain_string
    out = run_ruby(<<~'RUBY')
      sub = Class.new(String).new("x")
      $/ = sub
      p $/.class, $/.frozen?, sub.frozen?, $/.equal?(sub)
      plain = "y".freeze
      $/ = plain
      p $/.equal?(plain)
      marked = +"z"
      marked.instance_variable_set(:@a, 1)
      $/ = marked.freeze
      p $/.equal?(marked), $/.instance_variables
      $/ = "\n"
      begin
        $/ = 1
      rescue TypeError
        puts $!.message
      end
    RUBY
    assert_equal "String\ntrue\nfalse\nfalse\ntrue\nfalse\n[]\nvalue of $/ must be String\n", out
  end

  # ---- what closes a stream after a block ----

  def test_an_error_of_close_after_the_block
    error = assert_raises(IOError) { File.open(@name) { |f| def f.close = raise(IOError, "closed by hand") } }
    assert_equal "closed by hand", error.message
    error = assert_raises(Errno::ENOSPC) { File.open("/dev/full", "w") { |f| f.write("x") } }
    assert_match(/\ANo space left on device/, error.message)
    assert_equal 1, IO.open(IO.sysopen(@name)) { |f| f.close; 1 }
  end

  def test_open_with_a_block_closes_what_to_open_returned
    closed = []
    opened = Object.new
    opened.define_singleton_method(:close) { closed << 1 }
    source = Object.new
    source.define_singleton_method(:to_open) { |*modes| modes == ["r"] ? opened : 7 }
    assert_same opened, open(source, "r") { |io| io }
    assert_equal [1], closed
    assert_equal 7, open(source) { |io| io }
    assert_same opened, open(source, "r")
    assert_equal [1], closed
  end

  # ---- select and wait ----

  def test_wait_refuses_modes_and_times_it_has_no_use_for
    pipe do |r, w|
      assert_equal "unsupported mode: later", assert_raises(ArgumentError) { r.wait(0, :later) }.message
      assert_equal "timeout given more than once", assert_raises(ArgumentError) { r.wait(0, 0, :read) }.message
      assert_equal "Events must be positive integer!", assert_raises(ArgumentError) { r.wait(0, 0) }.message
      assert_raises(ArgumentError) { r.wait(-1, :read) }
      [[nil], [nil, :r], [:r, nil]].each do |args|
        assert_equal "can't convert NilClass into time interval", assert_raises(TypeError) { r.wait(*args) }.message
      end
      assert_equal "can't convert String into time interval", assert_raises(TypeError) { r.wait(IO::READABLE, "x") }.message
      assert_equal "no implicit conversion from nil to integer", assert_raises(TypeError) { r.wait(nil, 0) }.message
      assert_equal "Events must be positive integer!", assert_raises(ArgumentError) { r.wait(0.5, 1) }.message
      assert_equal [nil, w], [r.wait(0, :readable), w.wait(0, :w)]
      w << "ab"
      r.getc
      assert_equal [IO::READABLE, true], [r.wait(IO::READABLE, nil), r.wait(:r)] # "b" is in the buffer
    end
  end

  def test_select_on_a_descriptor_that_was_closed_below_it
    pipe do |r, w|
      other = IO.for_fd(r.fileno, autoclose: false)
      r.close
      assert_raises(Errno::EBADF) { IO.select([other], nil, nil, 0) }
      assert_raises(Errno::EBADF) { IO.select(nil, nil, [other], 0) }
      assert_equal [[], [w], []], IO.select([], [w], [], 0)
    end
  end

  def test_select_returns_the_objects_of_its_lists
    pipe do |r, w|
      w << "x"
      list = [r, r]
      like = Struct.new(:to_io).new(r)
      assert_equal [[r, r], [], []], IO.select(list, [], [], 0)
      assert_equal [[like], [], []], IO.select([like], nil, nil, 0)
    end
  end
end
