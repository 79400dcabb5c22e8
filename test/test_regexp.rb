# test_regexp.rb - Regexp: the syntax and what linear_time? says (tables/regexp.txt), encodings, equality, matches that take long.
require_relative "lib/table_test"

class TestRegexp < Minitest::Test
  TableTest.define(self, "regexp")

  def clash(*args)
    assert_raises(ArgumentError) { Regexp.union(*args) }.message
  end

  # A copy shares the compiled program: either may go first, each has its own time-out and its own program for other encodings.
  def test_copies
    source = Regexp.new("(?<x>[a-c]+)\u00e9|z", Regexp::IGNORECASE | Regexp::EXTENDED, timeout: 3.0)
    copies = [source.dup, source.clone, Regexp.new(source), Class.new(Regexp).new(source)]
    copies.each do |copy|
      assert_equal [source, source.options, source.encoding, source.names], [copy, copy.options, copy.encoding, copy.names]
      assert_equal "ABC", copy.match("-ABC\u00e9")[:x]
    end
    assert_equal 1.5, Regexp.new(source, timeout: 1.5).timeout
    of_copies = ["[0-9]+", "literal", "\\d"].map { |text| Regexp.new(Regexp.new(text)).dup }
    4.times { Array.new(2000) { |i| Regexp.new("x#{i}").dup }; GC.start }
    assert_equal ["42", "literal", "4"], of_copies.map { |copy| "a42literal"[copy] }
    latin, utf = "\u00e9b".encode("ISO-8859-1"), "\u00e9b"
    plain = /.b/
    assert_equal [latin, utf, latin], [plain.dup.match(latin)[0], plain.match(utf)[0], plain.match(latin)[0]]
    assert_raises(TypeError) { Regexp.allocate.send(:initialize_copy, Regexp.allocate) }
  end

  # Letter case in encodings of one byte: pairs, their back-references, sets, and ss beside a sharp s.
  def test_letter_case_of_single_bytes
    equal = { "KOI8-U" => %W[\u0456\u0406 \u0448\u0428], "Windows-1250" => %W[\u015b\u015a], "Windows-1251" => %W[\u0452\u0402],
              "Windows-1252" => %W[\u0161\u0160 \u00ff\u0178], "Windows-1253" => %W[\u03ac\u0386 \u03c3\u03a3],
              "Windows-1254" => %W[\u011f\u011e], "Windows-1257" => %W[\u0105\u0104], "ISO-8859-13" => %W[\u00f8\u00d8] }
    equal.each do |name, pairs|
      pairs.each do |pair|
        low, high = pair.encode(name).chars
        [[low, high], [high, low]].each do |a, b|
          assert_match Regexp.new("\\A#{a}\\z", Regexp::IGNORECASE), b, name
          assert_match Regexp.new("\\A[#{a}]\\z", Regexp::IGNORECASE), b, name
          assert_match Regexp.new("\\A(#{a})\\1\\z", Regexp::IGNORECASE), a + b, name
        end
      end
    end
    different = { "ISO-8859-7" => "\u03c2\u03c3", "ISO-8859-9" => "\u0130\u0131", "Windows-1256" => "\u0153\u0152" }
    different.each { |name, pair| refute_match(/\A(.)\1/i, pair.encode(name), name) }
    sharp_s = "\u00df".encode("Windows-1252")
    assert_match(/\ASS\z/i, sharp_s)
    assert_match(Regexp.new("\\A#{sharp_s}\\z", Regexp::IGNORECASE), "sS")
  end

  def test_union_encodings
    wide, latin = "a".encode("UTF-16LE"), "\u00e9".encode("ISO-8859-1")
    fixed = Regexp.new("a", Regexp::FIXEDENCODING)
    assert_equal Encoding::UTF_16LE, Regexp.union(wide, "b".encode("UTF-16LE")).encoding
    assert_equal Encoding::ISO_8859_1, Regexp.union("a", latin).encoding
    assert_equal Encoding::US_ASCII, Regexp.union("a", /b/).encoding
    assert_equal "ASCII incompatible encoding: UTF-16LE", clash(wide, "b")
    assert_equal "ASCII incompatible encoding: UTF-16LE", clash(/a/, wide)
    assert_equal "incompatible encodings: UTF-16LE and ISO-8859-1", clash(wide, latin)
    assert_equal "incompatible encodings: UTF-8 and ISO-8859-1", clash(fixed, latin)
    assert_equal "incompatible encodings: ISO-8859-1 and UTF-8", clash(latin, fixed)
  end

  def test_equality_leaves_n_out
    assert_equal(//, //n)
    assert_equal(/cat/ix.hash, /cat/ixn.hash)
    refute_equal(/cat/.hash, /cat/i.hash)
  end

  def test_fixed_encodings_refuse
    wide = Regexp.new("".dup.force_encoding("UTF-16LE"), Regexp::FIXEDENCODING)
    ascii = Regexp.new("".dup.force_encoding("US-ASCII"), Regexp::FIXEDENCODING)
    assert_raises(Encoding::CompatibilityError) { wide =~ " " }
    assert_raises(Encoding::CompatibilityError) { ascii =~ "\u00e9" }
    assert_equal Encoding::BINARY, Regexp.allocate.encoding
  end

  def test_warnings
    assert_match(/historical binary regexp match/, capture_io { /./n.match("\u00e9") }.last)
    assert_match(/flags ignored/, capture_io { Regexp.linear_time?(/a/, Regexp::IGNORECASE) }.last)
    assert_equal "unknown regexp option: mjx", assert_raises(ArgumentError) { Regexp.new("a", "mjx") }.message
  end

  def test_repeated_assertions
    assert_equal "ab", "ab"[/a\b?b/]
    assert_equal "ab", "ab"[/a^?b/]
    assert_equal "ab", "ab"[/a$*b/]
    assert_equal "xa", "xa"[/x(?!b){0,1}a/]
    assert_equal "aa", "aab"[/(?:(?=b)|a)*/]
    assert_equal "aa", "aab"[/(?:a|(?=b))*/]
    assert_equal "", "b"[/(?:^|a)*/]
    assert_equal "ab", "ab"[/a(?<=c)?b/]
    assert_equal "ab", "ab"[/a(?<!c)?b/]
  end

  def test_letters_that_escape_nothing
    assert_equal %w[y E O N], "yEON".scan(/\y|\E|[\O]|\N/)
  end

  def test_conditions_need_a_group
    assert_equal %w[aa cb], ["aa", "cb"].map { |s| s[/(?:(a)|c)(?(1)a|b)/] }
    assert_equal "aa", "aa"[/(?<a>a)(?(<a>)a|b)/]
    assert_equal "aa", "aa"[/(a)(?('1')a|b)/]
    error = assert_raises(RegexpError) { Regexp.new("(?<a>a)(?(a)a|b)") }
    assert_equal "invalid conditional pattern: /(?<a>a)(?(a)a|b)/", error.message
  end

  # More groups than any slot holds pairs of offsets for.
  def test_many_groups
    m = Regexp.new("(a)" * 200 + "(b)?").match("x#{"a" * 200}")
    assert_equal [202, 200, nil, [200, 201]], [m.size, m.captures.compact.size, m[201], m.offset(200)]
    copy = m.dup
    assert_equal [m, m.hash, m.to_a], [copy, copy.hash, copy.to_a]
    200.times { "a" * 100 =~ Regexp.new("(.)" * 100) }
    GC.start
    assert_equal ["a"] * 200, m.captures.first(200)
  end

  # ---- matches that take long: steps are counted by test/internal/test_regexp.c ----

  EXPLODING = [/^(a+)+$/, /^(a|aa)+$/, /^(?=(a+)+$)b/, /^((?>a|b)+)+$/, /((?<=^|a)a+)+$/, /^(a{1,5}){1,100}$/, /^(a+)+$/i, /(a?){99}a{99}b/].freeze

  def test_exploding_patterns_end
    EXPLODING.each { |pattern| assert_nil pattern.match("a" * 5000 + "!"), pattern }
  end

  def test_memory_of_failures_keeps_captures
    text = "ab" * 3000
    assert_equal ["ab", "b"], (text + "c").match(/\A(?:(a(b))|(?:a)b)*c\z/).captures
    assert_equal 6000, "#{text}x"[/\A(?:a|b|ab)*/].size
    assert_equal ["", ""], ("a" * 4000).match(/\A((a*)*)*?\z/).captures.then { |a| [a[0][0, 0], a[1]] }
    assert_nil(/(?:(?=(?:a|b)*c)[ab])*d/.match(text + "c"))
    assert_equal 0, /(?:(?=a*)a)*\z/ =~ "a" * 20_000
    assert_nil(/\A(?:(?!(?:a|b)*c)[ab]|a)*d/.match(text + "c"))
  end

  BACKTRACKING = /^(a|a)*\1$/
  LONG = "#{"a" * 60}!".freeze

  def test_timeout_in_time
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    assert_raises(Regexp::TimeoutError) { Regexp.new(BACKTRACKING.source, timeout: 0.2) =~ LONG }
    assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - started, :>=, 0.2
  end

  def test_other_threads_run_meanwhile
    beats = 0
    matching = Thread.new { BACKTRACKING =~ LONG }
    20.times { sleep 0.001; beats += 1 }
    assert matching.alive?
    matching.kill
    assert_same matching, matching.join(300)
    assert_equal 20, beats
  end

  def test_an_exception_reaches_a_match
    matching = Thread.new { BACKTRACKING =~ LONG }
    matching.report_on_exception = false
    sleep 0.01
    matching.raise(IndexError, "enough")
    assert_equal "enough", assert_raises(IndexError) { matching.value }.message
  end

  def test_the_text_changes_during_a_match
    text = +"#{"a" * 18}!"
    matching = Thread.new { /\A(a|a)*\1b?\z/.match(text) }
    text.replace("b" * 100_000) << "c" until matching.join(0.001)
    assert_nil matching.value
  end

  def test_matches_within_a_match
    trap("USR1") { @inner = "xyz" * 100 =~ /(y|z)+z\z/ }
    matching = Thread.new { sleep 0.02; Process.kill(:USR1, Process.pid) }
    assert_raises(Regexp::TimeoutError) { Regexp.new(BACKTRACKING.source, timeout: 0.3) =~ LONG }
    matching.join
    assert_equal 298, @inner
  ensure
    trap("USR1", "DEFAULT")
  end

  def test_keep_beyond_the_end
    assert_equal [[0, 0], 3], ["abc".match(/(?=ab\K)/).offset(0), "ab".scan(/(?=a\K)|/).size]
  end

  def test_deep_patterns
    assert_equal 3001, Regexp.new("(" * 3000 + "a" + ")" * 3000).match("a").size
    assert_match(/parse depth limit over/, assert_raises(RegexpError) { Regexp.new("(" * 5000 + ")" * 5000) }.message)
    assert_equal 0, Fiber.new { Regexp.new("(?:" * 100 + "a" + ")" * 100) =~ "a" }.resume
  end

  def test_many_names
    pattern = Regexp.new((0...5000).map { "(?<n#{_1}>a)?" }.join)
    match = pattern.match("aa")
    assert_equal ["a", "a", nil], [match[:n0], match["n1"], match[:n4999]]
    assert_equal 5000, match.named_captures.size
  end

  def warned(source, verbose)
    before, $VERBOSE = $VERBOSE, verbose
    capture_io { Regexp.new(source) }[1].scan(/warning: (.*?)(?: in regular expression)?: \//).flatten
  ensure
    $VERBOSE = before
  end

  # What a pattern is warned of, always and with -w.
  def test_warnings
    { "(?:a?)?" => "regular expression has redundant nested repeat operator '?'",
      "(?:a+)?" => "nested repeat operator '+' and '?' was replaced with '*'",
      "(?:a*)??" => "nested repeat operator '*' and '??' was replaced with '+ and ??'",
      "a]" => "regular expression has ']' without escape",
      "[]a]" => "character class has ']' without escape",
      "[0-1-\\s]" => "character class has '-' without escape",
      "\\pa" => "invalid Unicode Property \\p" }.each do |source, text|
      assert_equal [[text], [text], []], [warned(source, false), warned(source, true), warned(source, nil)], source
    end
    { "\\y" => "Unknown escape \\y is ignored", "[\\R]" => "Unknown escape \\R is ignored",
      "[a\\w]" => "character class has duplicated range", "[aa][bb]" => "character class has duplicated range" }.each do |source, text|
      assert_equal [[], [text]], [warned(source, false), warned(source, true)], source
    end
    ["(?:a+?)*", "(?i:(?:b?))?", "(a?)?", "a++?", "[-a]", "[a-]", "\\Q*", "[a[a]]", "[\\S\\s]"].each do |source|
      assert_empty warned(source, true), source
    end
  end

  # The line of a literal is told, not that of who loads it.
  def test_warnings_of_literals
    _, err = capture_io { eval("\n/a]/", nil, "file.rb", 5) }
    assert_equal "file.rb:6: warning: regular expression has ']' without escape: /a]/\n", err
  end

  def test_unicode_age
    assert_match(/\A\p{age=6.0}\z/, "\u{2754}")
    refute_match(/\p{age=5.2}/, "\u{2754}")
    assert_match(/\A\P{Age=16.0}\z/, "\u{20C1}")
    assert_match(/\A\p{age=1.1}\z/, "\ue000")
    assert_raises(RegexpError) { Regexp.new("\\p{age=6}") }
  end

  # Characters and names of Unicode 15, 16 and 17.
  def test_unicode_properties
    { "Kawi" => "\u{11F00}", "Nag_Mundari" => "\u{1E4D0}", "Ol_Onal" => "\u{1E5D0}", "Sidetic" => "\u{10940}", "onao" => "\u{1E5D0}",
      "L" => "\u{16D43}", "Lo" => "\u{16D43}", "In_Tolong_Siki" => "\u{11DB0}", "in tai-yo" => "\u{1E6C0}", "InBasicLatin" => "a",
      "In_No_Block" => "\u{2FE0}", "Emoji" => "\u{1FADF}", "Grapheme_Cluster_Break=Prepend" => "\u0600", "InCB=Linker" => "\u094D",
      "ID_Start" => "\u{1E6C0}", "Qaac" => "\u2C80", "Zzzz" => "\u0378", "Any" => "\u0378", "XPosixPunct" => "$",
      "age=17.0" => "\u20C1", "Age=15.0" => "\u{11F00}", "LC" => "\u01C5", "Combining_Mark" => "\u0300" }.each do |name, char|
      assert_match(Regexp.new("\\A\\p{#{name}}\\z"), char)
      refute_match(Regexp.new("\\p{^#{name}}"), char)
    end
    refute_match(/\p{Punct}/, "$")
    refute_match(/\p{Assigned}/, "\u0378")
    refute_match(/\p{age=16.0}/, "\u20C1")
    %w[CR gc=L Script=Greek InGreek age=18.0 InCB=None Bidi_Mirrored Hrkt PosixPunct].each do |name|
      assert_raises(RegexpError, name) { Regexp.new("\\p{#{name}}") }
    end
  end

  def test_case_of_unicode_17
    assert_equal 0, "\u{1C8A}" =~ /\u{1C89}/i
    assert_equal 0, "\uA7DC" =~ /[\u019B]/i
    assert_equal 0, "\u{16EBB}" =~ /\u{16EA0}/i
    %w[ss sS SS ſs ẞ ß].each { |text| assert_match(/\A(?:ß)\z/i, text) }
    assert_match(/\A[ΰ]\z/i, "\u1FE3")
    assert_match(/\A\u1FD3\z/i, "ι\u0308\u0301")
    refute_match(/\A(ſ)\1\z/i, "ſs") # a back-reference needs as many bytes
    assert_match(/\A(s)\1\z/i, "sſ")
  end

  def test_properties_of_other_encodings
    euc, han, latin = "\xB0\xA1\x8F\xB0\xA1".dup.force_encoding("EUC-JP"), *%w[han latin].map do |name|
      Regexp.new("\\A\\p{#{name}}+\\z".dup.force_encoding("EUC-JP"), Regexp::FIXEDENCODING)
    end
    assert_match han, euc
    assert_match latin, "az\xA3\xC1".dup.force_encoding("EUC-JP")
    %w[EUC-KR Big5 GB18030 ISO-8859-7 KOI8-R Windows-1251 ASCII-8BIT].each do |encoding|
      %w[L Greek Any XPosixPunct age=6.0].each do |name|
        source = "\\p{#{name}}".dup.force_encoding(encoding)
        assert_raises(RegexpError, encoding + name) { Regexp.new(source, Regexp::FIXEDENCODING) }
      end
      assert_match Regexp.new("\\p{Alnum}".dup.force_encoding(encoding), Regexp::FIXEDENCODING), "a"
    end
  end

  # Each piece is whole for itself, and all have one encoding.
  def test_pieces
    ["/\\xc2\#{\"\\xa0\"}/", "s = 1; /\\xc2\#{s}/u", "/\#{\"\\\\\"}y/", "/\#{\"(\"}/", "/\\u\#{%q(0061)}/"].each do |source|
      assert_raises(SyntaxError, source) { eval(source) }
    end
    euc, utf8, binary = "\xa4\xa2".dup.force_encoding("EUC-JP"), "\u3042", "\xff".b
    error = assert_raises(RegexpError) { /#{euc}#{utf8}/ }
    assert_equal "encoding mismatch in dynamic regexp : EUC-JP and UTF-8", error.message
    error = assert_raises(RegexpError) { /#{utf8}#{binary}/ }
    assert_equal "encoding mismatch in dynamic regexp : UTF-8 and ASCII-8BIT", error.message
    assert_raises(RegexpError) { /#{utf8}/n }
    sjis = "# encoding: windows-31j\n/\#{\"\\u1234\"}\#{\"\x82\xa0\"}/".b.force_encoding("Windows-31J")
    assert_raises(Encoding::CompatibilityError) { eval(sjis) }
    part = "\\xc2"
    assert_raises(ArgumentError) { /#{part}/ }
  end

  def test_escapes_of_bytes
    { "\\M-\\M-a" => "duplicate meta escape", "\\C-\\ca" => "duplicate control escape", "\\M-\\777" => "invalid escape code" }
      .each { |source, text| assert_equal text, assert_raises(RegexpError) { Regexp.new(source) }.message[/.*(?=: )/] }
  end

  def test_wide_quote
    %w[UTF-16BE UTF-16LE UTF-32BE UTF-32LE].each do |name|
      text = "*a\n b".encode(name)
      assert_equal "\\*a\\n\\ b".encode(name), Regexp.escape(text)
      assert_match Regexp.new(Regexp.escape(text)), text
    end
  end

  # Full-width Latin, Greek and Cyrillic letters have case in the encodings of JIS X 0208.
  def test_case_of_japanese
    %w[EUC-JP Shift_JIS Windows-31J eucJP-ms].each do |name|
      { "\uff21" => "\uff41", "\u0391" => "\u03b1", "\u0416" => "\u0436", "\u042f" => "\u044f" }.each do |upper, lower|
        pattern = Regexp.new("[#{lower}](#{upper})\\1".encode(name), Regexp::IGNORECASE)
        assert_match pattern, (upper + lower + upper).encode(name)
      end
    end
  end
end
