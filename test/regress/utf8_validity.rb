require "test_helper"

# Every character and every damaged one of up to three bytes, at each distance from the end of a String: the scan reads four bytes
# at a time where it can.  Expected: what the definition of UTF-8 says, byte by byte.
class TestUTF8Validity < Minitest::Test
  def valid?(bytes)
    case bytes
    in [0..0x7f] | [0xc2..0xdf, 0x80..0xbf] then true
    in [0xe0, 0xa0..0xbf, 0x80..0xbf] | [0xe1..0xec, 0x80..0xbf, 0x80..0xbf] then true
    in [0xed, 0x80..0x9f, 0x80..0xbf] | [0xee..0xef, 0x80..0xbf, 0x80..0xbf] then true
    else false
    end
  end

  EDGES = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xff].freeze

  def check(bytes)
    one = bytes.pack("C*")
    ["", "a", "aé", "日"].product(["", "b", "é", "日本", "xyz😀"]) do |before, after|
      text = (before.b + one + after.b).force_encoding("UTF-8")
      assert_equal valid?(bytes), text.valid_encoding?, text.bytes.inspect
    end
  end

  def test_two_bytes
    (0xc0..0xff).each { |lead| EDGES.each { |second| check([lead, second]) unless second < 0x80 } }
  end

  def test_three_bytes
    (0xe0..0xef).each { |lead| EDGES.each { |second| EDGES.each { |third| check([lead, second, third]) unless second < 0x80 || third < 0x80 } } }
  end

  def test_all_characters
    text = ((0..0xd7ff).to_a + (0xe000..0x10ffff).to_a).pack("U*")
    assert_predicate text.b.force_encoding("UTF-8"), :valid_encoding?
    assert_equal 0x110000 - 0x800, text.size
  end
end
