# test_regexp.rb - Regexp: encodings of union and of fixed ones, equality without /n, options.
require "minitest/autorun"

class TestRegexp < Minitest::Test
  def clash(*args)
    assert_raises(ArgumentError) { Regexp.union(*args) }.message
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
end
