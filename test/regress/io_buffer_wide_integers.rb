require "test_helper"

class TestIOBufferWideIntegers < Minitest::Test
  def test_there_and_back
    buffer = IO::Buffer.new(32)
    {u128: [0, 2**64, 2**128 - 1], U128: [1, 2**127], s128: [-2**127, -1, 2**127 - 1], S128: [-2**64, 5]}.each do |type, values|
      values.each { |v| buffer.set_value(type, 3, v); assert_equal v, buffer.get_value(type, 3) }
    end
    buffer.set_value(:u128, 0, 0x0123456789ABCDEFFEDCBA9876543210)
    assert_equal 0x1032547698BADCFEEFCDAB8967452301, buffer.get_value(:U128, 0)
    assert_equal [16, 48], [IO::Buffer.size_of(:S128), IO::Buffer.size_of([:u128, :u128, :s128])]
  end

  def test_refused
    buffer = IO::Buffer.new(16)
    assert_equal "bignum too big to convert into 'unsigned 128-bit integer'", assert_raises(RangeError) { buffer.set_value(:u128, 0, 2**128) }.message
    assert_equal "bignum too big to convert into 'signed 128-bit integer'", assert_raises(RangeError) { buffer.set_value(:s128, 0, 2**127) }.message
    assert_raises(RangeError) { buffer.set_value(:s128, 0, -2**127 - 1) }
    assert_equal "negative integer cannot be converted to unsigned 128-bit integer", assert_raises(RangeError) { buffer.set_value(:U128, 0, -1) }.message
    assert_raises(TypeError) { buffer.set_value(:u128, 0, 1.5) }
    assert_raises(ArgumentError) { buffer.set_value(:u128, 1, 1) }
  end
end
