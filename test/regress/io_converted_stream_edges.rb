require "test_helper"

# Edges of streams whose bytes are converted as they are read, and offsets of dumped Times.
class TestIOConvertedStreamEdges < Minitest::Test
  # The bytes that show that a character is broken are still in the stream.
  def test_bytes_behind_a_broken_character
    IO.pipe do |r, w|
      r.set_encoding("euc-jp:utf-8")
      w << "\xA1xyz"
      w.close
      assert_equal "\xA1".b, assert_raises(Encoding::InvalidByteSequenceError) { r.getc }.error_bytes
      assert_equal "xyz", r.read(10)
    end
  end

  def test_characters_behind_a_broken_character
    IO.pipe do |r, w|
      r.set_encoding("euc-jp:utf-8")
      w << "ab\xA1x\xA4\xA2"
      w.close
      assert_equal %w[a b], [r.getc, r.getc]
      assert_raises(Encoding::InvalidByteSequenceError) { r.getc }
      assert_equal "x\u3042", r.read
    end
  end

  def test_paragraphs_in_wide_encodings
    [Encoding::UTF_16LE, Encoding::UTF_16BE, Encoding::UTF_32LE, Encoding::UTF_32BE].each do |wide|
      IO.pipe do |r, w|
        r.set_encoding(Encoding::US_ASCII, wide)
        w << "\n\naa\n\n\n\nbb\n"
        w.close
        assert_equal ["aa\n\n", "bb\n", nil], 3.times.map { r.gets("")&.encode("UTF-8") }, wide.name
      end
    end
  end

  # An offset that is no number, or too long, is passed over.
  def test_broken_offset_of_a_dumped_time
    dump = "\x04\bIu:\tTime\r\xEFF\x1C\x80\x00\x00\x00\x00\x06:\voffset".b
    local = Marshal.load(dump + "0").utc_offset
    assert_equal [local] * 3, ["T", "[\0", "i\x03\xFF\xFF\x01"].map { |v| Marshal.load(dump + v.b).utc_offset }
    assert_equal 1, Marshal.load(dump + "i\x06").utc_offset
  end
end
