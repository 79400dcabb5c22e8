# test_encoding.rb - class Encoding (encoding.c, encoding/methods.c, encoding/mbc.c, encoding/single.c).
require_relative "lib/table_test"

class TestEncoding < Minitest::Test
  TableTest.define(self, "encoding")

  def test_the_list
    assert_equal 103, Encoding.list.size
    assert_equal %w[ASCII-8BIT UTF-8 US-ASCII UTF-16BE UTF-16LE], Encoding.list.first(5).map(&:name)
    assert_equal "SJIS-SoftBank", Encoding.list.last.name
    assert_equal 175, Encoding.name_list.size
    assert_equal "ASCII-8BIT", Encoding.aliases["BINARY"]
    assert_same Encoding::Windows_31J, Encoding.find("csWindows31J")
    assert_same Encoding::EUC_JP, Encoding::EucJP
  end

  # Bytes of the characters that a text has in each structure, and what is broken.
  def test_structures
    {
      "UTF-8" => ["aé日😀\xff\xed\xa0\x80".b, [1, 2, 3, 4, 1, 1, 1, 1]],
      "EUC-JP" => ["a\xa4\xa2\x8e\xb1\x8f\xb0\xa1\xa4".b, [1, 2, 2, 3, 1]],
      "Shift_JIS" => ["a\x82\xa0\xb1\x81".b, [1, 2, 1, 1]],
      "GB18030" => ["a\xb0\xa1\x81\x30\x81\x30\x81\x30".b, [1, 2, 4, 1, 1]],
      "EUC-TW" => ["\xa1\xa1\x8e\xa2\xa1\xa1\x8e".b, [2, 4, 1]],
      "UTF-16LE" => ["a\0\x3d\xd8\x00\xde\x00\xdc\x00".b, [2, 4, 2, 1]],
      "UTF-32BE" => ["\0\0\0a\0\x11\0\0\0".b, [4, 4, 1]],
      "Emacs-Mule" => ["a\x81\xa0\x92\xa4\xa2".b, [1, 2, 3]],
      "CESU-8" => ["\xed\xa0\xbd\xed\xb8\x80\xed\xa0".b, [6, 1, 1]],
    }.each { |name, (bytes, sizes)| assert_equal sizes, bytes.force_encoding(name).chars.map(&:bytesize), name }
  end

  def test_counting_agrees_with_walking
    text = "añ日😀" * 50 + "x" * 70 + "é"
    assert_equal text.chars.size, text.size
    (0..text.size).step(7) do |i|
      assert_equal text.chars[i], text[i]
      assert_equal text.chars[i, 5], text[i, 5].chars
    end
  end

  def test_defaults
    external, internal, verbose, $VERBOSE = Encoding.default_external, Encoding.default_internal, $VERBOSE, nil
    Encoding.default_external = "ISO-8859-1"
    assert_same Encoding::ISO_8859_1, Encoding.find("external")
    Encoding.default_internal = "UTF-8"
    assert_same Encoding::UTF_8, Encoding.find("internal")
    assert_raises(ArgumentError) { Encoding.default_external = nil }
  ensure
    Encoding.default_external, Encoding.default_internal = external, internal
    $VERBOSE = verbose
  end

  def test_unknown_names
    assert_equal "unknown encoding name - nope", assert_raises(ArgumentError) { Encoding.find("nope") }.message
    assert_equal "unknown encoding name - nope", assert_raises(ArgumentError) { "a".encode("UTF-8").force_encoding("nope") }.message
  end
end
