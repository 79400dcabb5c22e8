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
end
