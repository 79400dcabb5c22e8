require "test_helper"

# A search for a pattern that ends in \z or \Z begins near the end of the text; it must find what a search from the beginning finds.
class TestRegexpReachesEnd < Minitest::Test
  TAILS = ["", "a", "b", "ab", "aab", "\n", "a\n", "b\n\n", "é", "éé", "ß", "ss", "ſs", "ﬃ", "a😀", "😀\n", "x" * 40].freeze
  PATTERNS = ["\\z", "\\Z", "a\\z", "a?\\z", ".\\z", ".{2}\\Z", "(?:a|b|é){1,3}\\z", "(?i:ß)\\z", "(?i:ss)\\Z", "(?i:ffi)\\z", "(?i:[ß])\\z", "(?<=a)b?\\z",
              "(?:a\\z|b\\Z)", "(?>a?)\\z(?:)", "(?!\\w)\\z", "\\X\\z", "(?:a\\z|b)", "(a\\z)?", "\\z|a", "(?:a|\\z)b?"].freeze

  def test_every_place
    ["UTF-8", "UTF-16LE", "EUC-JP", "Shift_JIS"].each do |name|
      PATTERNS.each do |source|
        TAILS.product(["", "ab" * 30]) do |tail, head|
          text = (head + tail).encode(name)
          pattern = Regexp.new(source.encode(name))
          m = pattern.match(text)
          m.nil? ? assert_nil(text.rindex(pattern), [name, source, text].inspect) : assert_equal(tried(pattern, text), m.begin(0), [name, source, text].inspect)
        rescue Encoding::UndefinedConversionError, RegexpError, ArgumentError
          next
        end
      end
    end
  end

  # The first character where the pattern matches, found backwards: rindex tries one place after the other.
  def tried(pattern, text)
    first = nil
    at = text.size
    while at >= 0 && (at = text.rindex(pattern, at))
      first = $~.begin(0)
      at -= 1
    end
    first
  end

  def test_of_other_starts
    assert_equal 5, "ab\nab" =~ /\z/
    assert_equal 2, "ab\n" =~ /\Z/
    assert_equal [[5, ""]], "aaaab".enum_for(:scan, /\z/).map { [$~.begin(0), $&] }
    assert_equal 4, "aaaa".index(/a\K\z/)
    assert_equal "aaa-", "aaaa".sub(/a\z/, "-")
    assert_equal 3, "aaaa".index(/a\z/, 1)
    assert_nil "aaaa".index(/b?a\z/, 4)
  end
end
