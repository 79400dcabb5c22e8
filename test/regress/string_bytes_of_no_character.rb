require "test_helper"

# Strings with bytes that belong to no character, and receivers that change.  Expected: CRuby 4.0.1.
class TestStringBytesOfNoCharacter < Minitest::Test
  def test_prefixes
    assert_equal [true, false, false, true], ["hello\xBE".start_with?("hello"), "\u{c4}".start_with?("\xC3"), "あ".start_with?("\xE3"), "あ\x81".start_with?("あ")]
    assert_equal ["\xBE", "\xFE", "あ"], ["hello\xBE".delete_prefix("hello"), "\xFF\xFE".delete_prefix("\xFF"), "あ".delete_prefix("\xE3")]
    sjis = "\x95\x5c".dup.force_encoding("Shift_JIS")
    assert_equal sjis, sjis.delete_prefix("\x95")
  end

  def test_clusters_end_where_a_character_is_cut_off
    assert_equal [["안"], ["안", "녕"], ["a", "\xFF", "b"]], ["안녕".byteslice(0, 4), "안녕\xEB", "a\xFFb"].map(&:grapheme_clusters)
    assert_equal 1, "안\xEB".each_grapheme_cluster.size
  end

  def test_split_refuses_a_changed_receiver
    [nil, ",", /,/].each do |by|
      s = "abc ,x,y z"
      assert_equal "string modified", assert_raises(RuntimeError) { s.split(by) { s.prepend("xxx" * 100) } }.message
    end
  end

  def test_undump_and_match
    assert_match(/used force_encoding/, assert_raises(RuntimeError) { '"\u3042".force_encoding("UTF-16LE")'.undump }.message)
    assert_match(/\Ainvalid dumped string/, assert_raises(RuntimeError) { '"".force_encoding("'.undump }.message)
    matcher = Regexp.new("foo")
    def matcher.match(x, y, z) = x + y + z
    assert_equal "foobarbaz", "foo".match(matcher, "bar", "baz")
    assert_equal "wrong number of arguments (given 3, expected 1..2)", assert_raises(ArgumentError) { "a".match(/a/, 1, 2) }.message
  end
end
