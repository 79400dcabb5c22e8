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
end
