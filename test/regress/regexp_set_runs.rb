require "test_helper"

# Patterns that are one set of characters are searched without the machine; they must find what it finds.
class TestRegexpSetRuns < Minitest::Test
  def test_runs
    assert_equal %w[12 5], "12.é5".scan(/\d+/)
    assert_equal ["ab", "é"], "ab,é".scan(/[^,]+/)
    assert_equal %w[é], "aé".scan(/[^a]/)
    assert_equal ["-", "a-"], "-ba-".scan(/[a-]+/)
    assert_equal [1, 3], [$~.begin(0), $~.end(0)] if "xab" =~ /[ab]+/
    assert_nil "abc" =~ /\s/
    assert_equal 5, "a b c".rindex(/\w/) + 1
    assert_equal "a_c", "a\nc".gsub(/[^a-z]+/, "_")
    assert_equal ["\\", "]"], "a\\]".scan(/[\\\]]/)
  end

  def test_other_texts
    assert_equal ["a".encode("UTF-16LE")].size, "a1".encode("UTF-16LE").size - 1
    assert_raises(ArgumentError) { "a\xff1".scan(/\d+/) }
    assert_equal ["\xE9".b], "a\xE9".b.scan(/[^a]/n)
  end
end
