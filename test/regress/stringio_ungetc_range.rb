require "test_helper"
require "stringio"

# StringIO#ungetc of a number that is no character raised ArgumentError.
class TestStringIOUngetcRange < Minitest::Test
  def test_out_of_range
    ["UTF-8", "US-ASCII", "BINARY", "EUC-JP", "ISO-8859-1"].each do |name|
      error = assert_raises(RangeError) { StringIO.new(String.new(encoding: name)).ungetc(0x1ffffff) }
      assert_equal "33554431 out of char range", error.message
    end
  end
end
