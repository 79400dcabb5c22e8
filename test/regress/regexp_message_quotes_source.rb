require "test_helper"

# The source in the message of RegexpError keeps its encoding: what does not print is escaped by character, the rest keeps its
# bytes.  Expected: CRuby 4.0.1 in a UTF-8 locale.
class TestRegexpMessageQuotesSource < Minitest::Test
  def quoted(source)
    error = assert_raises(RegexpError) { Regexp.new(source) }
    assert_equal source.encoding, error.message.encoding
    error.message.b[/: (.*)\z/mn, 1]
  end

  def test_broken_sources
    assert_equal "/a\0\\x00\\xD8/".b, quoted("a\0\x00\xd8".dup.force_encoding("UTF-16LE"))
    assert_equal "/a\0\\x62/".b, quoted("a\0b".dup.force_encoding("UTF-16LE"))
    assert_equal "/a\\x{A4A2}b\\xA4c/".b, quoted("a\xa4\xa2b\xa4c".dup.force_encoding("EUC-JP"))
    assert_equal "/a\\x1B\\xFF(\\u3042\n/".b, quoted("a\e\xff(あ\n")
  end

  def test_whole_sources
    assert_equal "/é(/".b, quoted("é(") if Encoding.default_external == Encoding::UTF_8
    assert_equal "/\\x{A4A2}(/".b, quoted("あ(".encode("EUC-JP")) unless Encoding.default_external == Encoding::EUC_JP
    assert_equal "/a\0\\/\0(\0/".b, quoted("a/(".encode("UTF-16LE"))
    assert_equal "/\\é\\x1B(/".b, quoted("\\é\e(")
    assert_equal "/\\u{1F600}\\x1B(/".b, quoted("😀\e(")
  end

  def test_inspect
    shown = [Regexp.new("é/"), Regexp.new("あ/".encode("EUC-JP")), Regexp.new("\xe9".dup.force_encoding("ISO-8859-1")), /a/, /\xff/n, Regexp.new("\x7f")].map { |re| [re.inspect.b, re.inspect.encoding.name] }
    assert_equal [["/\\u00E9\\//", "UTF-8"], ["/\\x{A4A2}\\//", "EUC-JP"], ["/\\xE9/", "ISO-8859-1"], ["/a/", "US-ASCII"], ["/\\xff/n", "ASCII-8BIT"], ["/\\x7F/", "US-ASCII"]], shown
  end
end
