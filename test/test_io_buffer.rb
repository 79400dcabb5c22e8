# test_io_buffer.rb - IO::Buffer (io/buffer*.c).
require_relative "lib/table_test"
require "tempfile"
Warning[:experimental] = false

module TableTest # what the lines of tables/io_buffer.txt say
  B = IO::Buffer
  def self.b(s) = B.for(s.dup)
  def self.w(s = "abcdefgh") = B.new(s.bytesize).tap { |x| x.set_string(s) }
end

class TestIOBuffer < Minitest::Test
  TableTest.define(self, "io_buffer")

  def test_printed
    b = IO::Buffer.new(300)
    b.set_string("text\n\xff")
    assert_match(/\A#<IO::Buffer 0x\h{16}\+300 INTERNAL>\z/, b.to_s)
    lines = b.inspect.lines(chomp: true)
    assert_equal "0x00000000  74 65 78 74 0a ff 00 00 00 00 00 00 00 00 00 00 text............", lines[1]
    assert_equal "(and 44 more bytes not printed)", lines.last
    assert_equal "0x00000002  78 74    xt", b.hexdump(2, 2, 3)
  end

  def test_for_with_block
    s = +"abc"
    IO::Buffer.for(s) do |b|
      b.set_string("X", 1)
      assert_equal "can't modify string; temporarily locked", assert_raises(RuntimeError) { s << "d" }.message
      @kept = b
    end
    assert_equal "aXc", s
    assert_predicate @kept, :null?
    s << "d"
    assert_raises(ZeroDivisionError) { IO::Buffer.for(s) { 1 / 0 } }
    assert_equal "aXcde", s << "e"
  end

  def test_slices_go_when_their_memory_goes
    b = IO::Buffer.new(4096)
    s = b.slice(8, 8).slice(1)
    b.set_value(:U32, 9, 1)
    assert_equal 1, s.get_value(:U32, 0)
    b.resize(1 << 22)
    GC.start
    b.free
    assert_raises(IO::Buffer::InvalidatedError) { s.get_string }
    assert_raises(IO::Buffer::InvalidatedError) { s.set_string("a") }
  end

  def test_source_is_kept_alive
    slices = 1000.times.map { |i| IO::Buffer.for("string number #{i}").slice(14) }
    GC.start
    assert_equal (0...1000).map(&:to_s), slices.map(&:get_string)
  end

  def test_files
    Tempfile.create("buffer") do |f|
      f << "0123456789"
      f.flush
      b = IO::Buffer.map(f)
      assert_equal "0123456789", b.get_string
      b.set_string("AB", 2)
      assert_equal "01AB456789", f.pread(10, 0)
      private = IO::Buffer.map(f, 4, 0, IO::Buffer::PRIVATE)
      private.set_string("zz")
      assert_equal "01", f.pread(2, 0)
      assert_equal "Size can't be larger than file size!", assert_raises(ArgumentError) { IO::Buffer.map(f, 11) }.message
      c = IO::Buffer.new(8)
      assert_equal 4, c.pread(f, 6, 4)
      assert_equal "6789\0\0\0\0", c.get_string
      assert_equal 3, c.pwrite(f, 8, 1, 5)
      assert_equal "67\0\0\0", f.pread(5, 6)
      assert_equal(-Errno::EINVAL::Errno, c.pread(f, -1, 4))
      assert_equal "abc", b.transfer.free.then { "abc" }
    end
  end

  def test_pipes
    r, w = IO.pipe
    b = IO::Buffer.new(8)
    assert_equal 3, IO::Buffer.for("abc").write(w)
    assert_equal 3, b.read(r, 2)
    assert_equal(-Errno::EAGAIN::Errno, b.read(r))
    w.close
    assert_equal 0, b.read(r, 1)
    refute_predicate b, :locked?
    assert_raises(IOError) { b.write(w) }
  end

  def test_many
    1000.times { IO::Buffer.new(10_000) }
    GC.start
    assert_equal 0, IO::Buffer.new(10_000).get_value(:u64, 9992)
  end
end
