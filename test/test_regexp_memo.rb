# test_regexp_memo.rb - the memory of failures (regexp/memo.c): a pattern that backtracks without end is answered in linear time, and with
# the same result, captures included, as without the memory.
#
# A text of some thousand characters is one that plain backtracking does not finish: the time limit ends its test with an error.
require_relative "lib/test_helper"

class TestRegexpMemo < Minitest::Test
  N = 30_000
  COUNTED = 1_000

  # Returns what the match has: the whole and the groups, or nil.
  def groups(pattern, text) = pattern.match(text)&.to_a

  # A match that doubles its time with each character does not end within the limit.
  def linear(source) = without_warnings { Regexp.new(source, timeout: 120.0) }

  # Nested repetitions are meant here.
  def without_warnings
    verbose, $VERBOSE = $VERBOSE, nil
    yield
  ensure
    $VERBOSE = verbose
  end

  def assert_linear(source, text)
    assert without_warnings { Regexp.linear_time?(source) }, source
    assert_nil linear(source).match(text), source
  end

  # ---- patterns that would take exponential time ----

  def test_nested_repetitions_fail_in_linear_time
    text = "a" * N + "!"
    ["^(a+)+$", "^(a*)*$", "^(a|a)*$", "^(a|aa)+$", "^(?:a?){3}(?:a+)+$", "^(?:a+a+)+$", "^(?:(?:a+)+)+$"].each { |source| assert_linear(source, text) }
  end

  def test_lazy_repetitions_fail_in_linear_time
    text = "a" * N + "!"
    ["^(a+?)+?$", "^(a*?)*?$", "^(?:a??a)+?$"].each { |source| assert_linear(source, text) }
  end

  def test_classes_and_alternatives_fail_in_linear_time
    text = "ab" * (N / 2) + "!"
    ["^([ab]+)+$", "^(\\w+)+$", "^(ab|a|b)+$", "^(?:\\w|[a-b])*$", "^(?:[ab]+|\\w+)*$"].each { |source| assert_linear(source, text) }
  end

  def test_polynomial_patterns_are_linear
    text = "b" + "a" * 1_000 + "!"
    ["a*a*a*a*a*a*b$", "(?:.*,)*a$", ".*.*.*.*=.*!", "(?:a|.)*(?:a|.)*(?:a|.)*b$"].each { |source| assert_nil linear(source).match(text), source }
  end

  def test_a_long_text_still_matches
    text = "a" * N
    assert_equal [text, "a"], groups(linear("^(a|a)*$"), text)
    assert_equal [text, text], groups(linear("^(a+)+$"), text)
    assert_equal [text + "b", "a"], groups(linear("(a|aa)+b"), text + "b").then { |whole, last| [whole, last[-1]] }
  end

  # ---- results are those of plain backtracking ----

  # Pattern, text, and the groups.  The text is matched as it is, and behind a prefix that makes the machine start its memory: the
  # prefix fails at each of its places.
  ROWS = [
    ["(a|ab)(c|bcd)(d*)", "abcd", ["abcd", "a", "bcd", ""]],
    ["(a+|b+|c+)*c", "aabbabc", ["aabbabc", "b"]],
    ["(a+)(b+)?(a*)$", "aaba", ["aaba", "aa", "b", "a"]],
    ["((a)|b)*c", "abc", ["abc", "b", "a"]],
    ["(?:(a)|(b))*c", "abac", ["abac", "a", "b"]],
    ["(a*?)(a*)b", "aaab", ["aaab", "", "aaa"]],
    ["(a{1,3}){2}c", "aaaac", ["aaaac", "a"]],
    ["(a{2,3})+c", "aaaaac", ["aaaaac", "aa"]],
    ["(?:a|ab)(?:c|bcd)*(d)?", "abcd", ["abcd", nil]],
    ["(?<x>a|ab)(?<y>b?)c", "abc", ["abc", "a", "b"]],
    ["(?:x(y)?)+z", "xyxz", ["xyxz", "y"]],
    ["(|a)+b", "aab", ["aab", ""]],
    ["(a|)+b", "aab", ["aab", ""]],
    ["(a*)+b", "aab", ["aab", ""]],
    ["(?:a?b??)*c", "abac", ["abac"]]
  ].freeze

  ROWS.each_with_index do |(source, text, expected), i|
    define_method("test_row_#{i}_#{source}_has_the_groups_of_plain_backtracking") do
      assert_equal expected, groups(Regexp.new(source), text)
      assert_equal expected, groups(linear("(?:(?:q|q)*!)?+#{source}"), "q" * 3_000 + text), "after a long run"
    end
  end

  # ---- atomic groups and look-around ----

  def test_an_atomic_group_gives_nothing_back
    assert_equal [nil, ["aab"], ["aaab", "aaa"]], [groups(/(?>a+)ab/, "aaab"), groups(/(?>a|ab)ab/, "aab"), groups(/(?>(a+))b/, "aaab")]
    text = "a" * N
    assert_nil linear("^(?>a+)+$").match("#{text}!")
    assert_nil linear("^(?:(?>a|aa)+)+$").match("#{text}!")
    assert_nil linear("^(?:(?>(?:a|a)b?)|a)*$").match("#{text}!")
    assert_equal text.size, linear("^(?>(?:a|a)+)$").match(text).end(0)
  end

  def test_possessive_repetitions_give_nothing_back
    assert_equal [nil, nil, ["aab"]], [groups(/a++ab/, "aaab"), groups(/a*+a/, "aaa"), groups(/a?+aab|aab/, "aab")]
    assert_nil linear("^(?:(?:a++|b)++|a)*$").match("ab" * (N / 2) + "!")
  end

  def test_looking_ahead_keeps_what_was_found_there
    assert_equal ["a", "ab"], groups(/(?=(a|ab)c)a/, "abc")
    assert_equal ["aab", "b"], groups(/(?=a*(b))aab/, "aab")
    text = "a" * N
    assert_nil linear("^(?:(?=(?:a|a)*!)a)+$").match("#{text}!")
    assert_nil linear("^(?:(?=(?:a|a)*\\?)a|a)*$").match("#{text}!")
    assert_equal text.size, linear("^(?:(?=(?:a|a)*$)a)+$").match(text).end(0)
  end

  def test_looking_ahead_for_what_must_not_follow
    assert_equal [["a"], nil], [groups(/a(?!b)/, "aba"), groups(/a(?!b)/, "ab")]
    text = "a" * 2_000
    assert_nil linear("^(?:(?!(?:a|a)*\\?)a)+$").match("#{text}!")
    assert_nil linear("^(?:(?!(?:a|a)*!)a|a)+$").match("#{text}!")
    assert_equal text.size, linear("^(?:(?!(?:a|a)+b)a)+$").match(text).end(0)
  end

  def test_looking_behind
    assert_equal [["b"], ["c", "b"]], [groups(/(?<=a)b/, "bab"), groups(/(?<=a(b))c/, "abc")]
    assert_nil linear("^(?:(?<=^|a)(?:a|a))*$").match("a" * 5_000 + "!")
  end

  # ---- repetitions that are counted ----

  # CRuby 4.0.1 has the same answers, and takes exponential time for those that are nil: its memory serves no counted repetition.
  def test_counted_repetitions_are_linear_in_the_text
    text = "a" * COUNTED
    assert_nil linear("^(?:a{1,5}){1,8}$").match("#{text}!")
    assert_nil linear("^(?:(?:a|a){2,4})*$").match("#{text}!")
    assert_equal 600, linear("^(?:a{1,3}){200}").match("a" * 3_000).end(0)
    assert_equal [200, 3_000], [linear("^(?:(?:a|aa){2}){100}"), linear("^(?:a{2,3})+")].map { |pattern| pattern.match("a" * 3_000).end(0) }
  end

  def test_a_lower_bound_within_a_repetition_holds
    assert_equal [nil, ["aaaa"], ["aaaaaa"]], [groups(/^(?:a{2}){3,}$/, "aaaa"), groups(/^(?:a{2}){2,}$/, "aaaa"), groups(/^(?:a{2,}){3}$/, "aaaaaa")]
  end

  # ---- what the memory does not serve ----

  def test_linear_time_says_which_patterns_are_served
    assert_equal [true, true, true], [/(a+)+$/, /(?=a)a*b/, /(?>a*)b/].map { |pattern| Regexp.linear_time?(pattern) }
    assert_equal [false, false], [/(a)\1/, /(?<x>a\g<x>?)/].map { |pattern| Regexp.linear_time?(pattern) }
  end

  def test_a_reference_back_is_matched_without_the_memory
    assert_equal [["abab", "ab"], nil], [groups(/^(a|ab)\1$/, "abab"), groups(/^(a|ab)\1$/, "abaab")]
    assert_equal ["aaaa", "aa"], groups(/^(a+)\1$/, "aaaa")
    assert_raises(Regexp::TimeoutError) { Regexp.new('^(?:(a)\1|a|a)*$', timeout: 0.05).match("a" * 100 + "!") }
  end

  def test_a_search_goes_on_where_the_last_match_ended
    text = ("a" * 50 + "!") * 400
    assert_equal 400, text.scan(linear("(?:a|a)+!")).size
    assert_equal [], text.scan(linear("(?:a|a)+\\?"))
    assert_equal "b" * 400, text.gsub(linear("(a+)+!"), "b")
  end

  def test_a_text_in_another_encoding_is_remembered_by_its_places
    text = "\u3042" * 10_000
    assert_nil linear("^(?:\u3042|\u3042)*$").match("#{text}!")
    assert_equal 10_000, linear("^(?:\u3042|.)*$").match(text).end(0)
    assert_nil linear("^(?:\u3042|.)*\u3044$").match("\u3044#{text}")
    assert_nil linear("^(?:\\w|[^!])*$".encode("EUC-JP")).match("#{text}!".encode("EUC-JP"))
  end
end
