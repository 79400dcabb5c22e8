# test_string.rb - String: string.c and string/.  What a method answers is in tables/string.txt; here is what takes more
# than one line: sharing, growth, code ranges, fstrings, chilled literals.
require_relative "lib/table_test"

class TestString < Minitest::Test
  TableTest.define(self, "string")

  BIG = ("0123456789" * 100).freeze

  def test_a_shared_body_is_copied_by_the_writer
    a = BIG.dup
    b = a.dup
    tail = a[500..]
    a << "x"
    b[0] = "y"
    assert_equal BIG, "0" + b[1..]
    assert_equal BIG + "x", a
    assert_equal BIG[500, 500], tail
    tail.replace("q")
    assert_equal 1001, a.size
  end

  def test_append_self
    s = +"ab"
    12.times { s << s }
    assert_equal "ab" * 4096, s
  end

  def test_growth_from_slot_to_heap
    s = +""
    3000.times { |i| s << (i % 10).to_s }
    assert_equal 3000, s.size
    assert_equal "0123456789" * 300, s
    s.clear
    assert_equal "", s
    assert_equal "z", s << "z"
  end

  def test_splice_of_itself
    s = +"abc"
    s[1, 1] = s
    assert_equal "aabcc", s
    s.bytesplice(0, 1, s)
    assert_equal "aabccabcc", s
  end

  def test_code_range_follows_every_writer
    s = +"abc"
    assert s.ascii_only?
    s << "é"
    refute s.ascii_only?
    assert s.valid_encoding?
    s.setbyte(3, 0xff)
    refute s.valid_encoding?
    t = +"\xE3"
    refute t.valid_encoding?
    t << "\x81" << "\x82"
    assert t.valid_encoding?
    assert_equal "あ", t
  end

  def test_encoding_of_a_concatenation
    assert_equal Encoding::UTF_8, "#{1}é".encoding
    assert_equal Encoding::UTF_8, "a#{1}".encoding
    assert_equal Encoding::BINARY, ("a" + "\xff".b).encoding
    assert_raises(Encoding::CompatibilityError) { "é" + "\xff".b }
    assert_equal Encoding::UTF_16LE, ("".encode("UTF-16LE") + "").encoding
  end

  def test_fstrings
    assert_same "fs tring".freeze, -("fs " + "tring")
    refute_same "e".freeze, "e".b.freeze
    key = +"key"
    h = { key => 1 }
    key << "x"
    assert_equal ["key"], h.keys
    assert h.keys[0].frozen?
  end

  def test_frozen
    s = "abc".dup.freeze
    %i[upcase! downcase! clear chop! reverse! succ! squeeze! strip! lstrip! chomp! capitalize! swapcase!].each do |m|
      e = assert_raises(FrozenError, m.to_s) { s.send(m) }
      assert_equal 'can\'t modify frozen String: "abc"', e.message
      assert_same s, e.receiver
    end
    assert_raises(FrozenError) { s << "x" }
    assert_raises(FrozenError) { s.tr!("x", "y") }
    assert_raises(FrozenError) { s.gsub!("x", "y") }
    assert_raises(FrozenError) { s.force_encoding("BINARY") }
  end

  def test_chilled_literals_warn_once
    out, err, = run_ruby('s = "a"; s << "b"; s << "c"; print s; :x.to_s << "y"', "-W:deprecated")
    assert_equal "abc", out
    assert_equal ["-e:1: warning: literal string will be frozen in the future (run with --debug-frozen-string-literal " \
                  "for more information)", "-e:1: warning: string returned by :x.to_s will be frozen in the future"],
                 err.lines(chomp: true)
  end

  def test_subclasses
    c = Class.new(String)
    s = c.new("abc")
    assert_instance_of c, s.dup
    assert_instance_of c, s.clone
    %i[upcase chop strip succ b scrub reverse to_s].each { |m| assert_instance_of String, s.send(m), m.to_s }
    assert_instance_of String, s[0, 2]
    assert_instance_of String, s + "x"
    assert_instance_of String, s * 2
  end

  def test_blocks_that_change_the_string
    s = +"abc"
    assert_equal "string modified", assert_raises(RuntimeError) { s.gsub("b") { s << "x" } }.message
    s = +"abc"
    seen = []
    s.each_char { |c| seen << c; s.clear }
    assert_equal %w[a b c], seen
  end

  def test_last_match_of_plain_patterns
    "abcabc".gsub("b", "x")
    assert_equal ["b", "abca", "c"], [$~[0], $~.pre_match, $~.post_match]
    "abc".sub("z", "")
    assert_nil $~
    "abcabc".scan("c") { assert_equal "c", $& }
  end

  def test_unicode_case_is_that_of_17_0
    { "ß" => "SS", "ŉ" => "ʼN", "ﬃ" => "FFI", "ა" => "Ა", "ᾳ" => "ΑΙ" }.each { |low, up| assert_equal up, low.upcase }
    assert_equal "i̇", "İ".downcase
    assert_equal "ı", "I".downcase(:turkic)
    assert_equal "ss", "ß".downcase(:fold)
    assert_equal "ǅ", "ǆ".capitalize
  end

  def test_grapheme_clusters
    family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    assert_equal [family, "\u{1F1EF}\u{1F1F5}", "e\u0301", "\r\n", "क्ष", "각"],
                 (family + "\u{1F1EF}\u{1F1F5}" + "e\u0301" + "\r\n" + "क्ष" + "각").grapheme_clusters
    assert_equal 1, family.encode("UTF-16LE").grapheme_clusters.size
  end

  def test_succ_in_other_alphabets
    { "Ω" => "Ϊ", "ん" => "ゔ", "Ｚ" => "ＡＡ", "９" => "１０", "힣" => "가가" }.each { |a, b| assert_equal b, a.succ }
  end

  def test_stress
    skip unless GC.respond_to?(:stress=)
    GC.stress = true
    s = +""
    20.times { |i| s << "é#{i}" << s[-2..].to_s }
    parts = s.split("é").map(&:to_sym)
    joined = parts.join("é")
    GC.stress = false
    assert_equal s, joined
  ensure
    GC.stress = false
  end

  # The numbers between two characters of Shift_JIS are not all characters.
  def test_tr_range_with_holes
    text = "\xcf\xd0\xd1\xd2\xd3".dup.force_encoding("Shift_JIS")
    from, to = ["\xcf-\xd3", "\x83}-\x83\x82"].map { |set| set.dup.force_encoding("Shift_JIS") }
    assert_equal "\x83}\x83~\x83\x80\x83\x81\x83\x82".b, text.tr(from, to).b
  end

  def test_chomp_newline_of_other_encoding
    assert_equal "abc".encode("UTF-16LE"), "abc\r\n".encode("UTF-16LE").chomp("\n".encode("UTF-32BE"))
    assert_equal "abc".b, "abc\n".b.chomp("\n".encode("UTF-16BE"))
  end

  def test_scrub_block_may_not_change_the_text
    text = +"abc\xE3\x80"
    assert_raises(RuntimeError) { text.scrub { |_| text << "1234567890"; "?" } }
  end

  def test_sub_reference_without_end
    assert_equal "invalid group name reference format", assert_raises(RuntimeError) { "foo".sub(/(o)/, '\k<x') }.message
    assert_equal 'f\kx' + "o", "foo".sub(/(o)/, '\kx')
  end
end
