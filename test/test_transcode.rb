# test_transcode.rb - String#encode and the class Converter (transcode*.c, string/encode.c).
require_relative "lib/table_test"

class TestTranscode < Minitest::Test
  EC = Encoding::Converter
  TableTest.define(self, "transcode")

  TEXT = "abc déjà vu ≠ 日本語 😀"

  def test_round_trips
    %w[UTF-16 UTF-16BE UTF-16LE UTF-32 UTF-32BE UTF-32LE GB18030 CESU-8].each do |name|
      assert_equal TEXT, TEXT.encode(name).encode("UTF-8"), name
    end
    { "EUC-JP" => "日本語ｶﾅ", "Shift_JIS" => "日本語ｶﾅ", "ISO-2022-JP" => "日本語abc", "CP50221" => "日本語ｶﾅ", "Big5" => "中文",
      "GBK" => "中文€", "EUC-KR" => "한국어", "CP949" => "한국어힣", "Windows-1251" => "Привет", "KOI8-R" => "Привет",
      "IBM437" => "éÇ║", "macRoman" => "éÇ∞", "IBM037" => "abc", "TIS-620" => "ไทย" }.each do |name, text|
      assert_equal text, text.encode(name).encode("UTF-8"), name
    end
  end

  def test_exceptions_tell_where
    e = assert_raises(Encoding::UndefinedConversionError) { "\xA4".dup.force_encoding("ISO-8859-1").encode("EUC-KR", "ISO-8859-1").encode("UTF-8").then { "日".encode("ISO-8859-1") } }
    assert_equal ["UTF-8", "ISO-8859-1", "日"], [e.source_encoding_name, e.destination_encoding_name, e.error_char]
    assert_same Encoding::UTF_8, e.source_encoding
    e = assert_raises(Encoding::InvalidByteSequenceError) { "\xE3\x81a".encode("UTF-16LE") }
    assert_equal ["\xE3\x81".b, "a".b, false], [e.error_bytes, e.readagain_bytes, e.incomplete_input?]
    e = assert_raises(Encoding::InvalidByteSequenceError) { "\xE3".encode("UTF-16LE") }
    assert e.incomplete_input?
  end

  def test_fallbacks
    text = "aéb"
    assert_equal "a?b", text.encode("US-ASCII", fallback: ->(c) { "?" })
    assert_equal "aeb", text.encode("US-ASCII", fallback: { "é" => "e" })
    assert_equal "aUB", text.sub("b", "B").encode("US-ASCII", fallback: method(:fall_back))
  end

  def fall_back(_) = "U"

  def test_in_pieces
    ec = EC.new("UTF-8", "EUC-JP")
    out = TEXT[0, 3].each_char.map { ec.convert(_1) }.join
    "日".each_byte { |b| out << ec.convert(b.chr) }
    assert_equal "abc\xC6\xFC".dup.force_encoding("EUC-JP"), out << ec.finish
  end

  def test_small_buffers
    text = "日本" * 20
    ec = EC.new("UTF-8", "ISO-2022-JP", crlf_newline: true)
    source, out = "#{text}\n".dup, +""
    result = ec.primitive_convert(source, out, nil, 1) until result == :finished
    assert_equal "#{text}\n".encode("ISO-2022-JP", crlf_newline: true), out
    assert_empty source
  end

  def test_errinfo_and_putback
    ec = EC.new("UTF-16LE", "UTF-8")
    assert_equal :invalid_byte_sequence, ec.primitive_convert(+"\x00\xd8a\x00", +"")
    assert_equal [:invalid_byte_sequence, "UTF-16LE", "UTF-8", "\x00\xD8".b, "a\x00".b], ec.primitive_errinfo
    assert_equal "a\x00".dup.force_encoding("UTF-16LE"), ec.putback
    assert_equal "", ec.putback
  end

  def test_paths
    assert_equal [[Encoding::ISO_8859_1, Encoding::UTF_8], "universal_newline", [Encoding::UTF_8, Encoding::UTF_32BE]],
                 EC.search_convpath("ISO-8859-1", "UTF-32BE", universal_newline: true)
    assert_equal [[Encoding::Shift_JIS, Encoding::EUC_JP]], EC.search_convpath("Shift_JIS", "EUC-JP")
    assert_equal ["xml_attr_content_escape", "xml_attr_quote"], EC.new("", "", xml: :attr).convpath
    assert_raises(Encoding::ConverterNotFoundError) { EC.search_convpath("UTF-8", "nope") }
  end
end
