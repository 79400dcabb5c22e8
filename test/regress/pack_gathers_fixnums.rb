require "test_helper"

# Array#pack gathers Fixnums before it appends them; conversions, errors and the buffer must see what was packed before.
class TestPackGathersFixnums < Minitest::Test
  def test_conversion_reads_the_buffer
    buffer = +"x"
    reader = Object.new
    seen = []
    reader.define_singleton_method(:to_int) { seen << buffer.b; 9 }
    assert_equal "x\x01\x02\x09\x03\x09", [1, 2, reader, 3, reader].pack("C*", buffer: buffer)
    assert_equal ["x\x01\x02", "x\x01\x02\x09\x03"], seen
  end

  def test_error_keeps_what_was_packed
    buffer = "".b
    assert_raises(ArgumentError) { [1, 2].pack("C3", buffer: buffer) }
    assert_equal "\x01\x02", buffer
    assert_raises(TypeError) { [3, nil].pack("C2", buffer: buffer) }
    assert_equal "\x01\x02\x03", buffer
  end

  def test_widths_and_orders
    values = [0, 1, -1, 255, 256, 65_535, -65_536, 2**31, -2**31, 2**61, -2**62 - 1, 2**62 - 1, 2**63]
    %w[c C s S s> s< i i! I> l l> l!> L L_< q q> Q j J> n N v V].each do |d|
      width = [1].pack(d).bytesize
      big = d.end_with?(">") || %w[n N].include?(d)
      want = values.map { |v| (0...width).map { |i| v >> 8 * i & 255 }.then { |b| big ? b.reverse : b } }.flatten.pack("C*")
      assert_equal want, values.pack("#{d}*"), d
    end
    many = (0...1000).to_a
    assert_equal many, many.pack("N*").unpack("N*")
    assert_equal many, many.pack("q<*").unpack("q<*")
  end

  def test_arguments
    assert_equal "\x01", [1].pack("C", buffer: nil)
    assert_raises(ArgumentError) { [1].pack }
    assert_raises(ArgumentError) { [1].pack("C", bufer: "") }
    assert_equal [[:req, :fmt], [:key, :buffer]], [].method(:pack).parameters
    assert_match(/\A.*:in 'Array#pack'\z/, begin; [1].pack("%"); rescue ArgumentError => e; e.backtrace[0]; end)
  end
end
