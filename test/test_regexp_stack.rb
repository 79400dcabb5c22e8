# test_regexp_stack.rb - the stack of a search (regexp/exec.c) grows below each instruction, and a search pauses at each that repeats.
#
# The stack doubles.  Which instruction finds it full depends on how many entries lie below, so each pattern runs with several numbers
# of choices before it and with texts of several lengths.
require_relative "lib/test_helper"

class TestRegexpStack < Minitest::Test
  # name => [pattern, text that it repeats on]
  REPEATED = {
    capture: ["(?:(a)|(b))*", "ab"],
    lazy: ["(?:ab)*?", "ab"],
    lazy_choice: ["(?:a|b)*?", "ab"],
    lazy_character: ["(?:a.*?b)*", "axb"],
    range: ["(?:a*b+)*", "aabb"],
    atomic: ["(?:(?>ab|a))*", "ab"],
    ahead: ["(?:(?=(a))a(?=b|c)b)*", "ab"],
    not_ahead: ["(?:(?!c|d)[ab])*", "ab"],
    behind: ["(?:a(?<=(a)|b)b)*", "ab"],
    not_behind: ["(?:a(?<!b)b(?<!cc|a))*", "ab"],
    empty: ["(?:(a?)(b?))*", "ab"],
    counted: ["(?:(?:ab|c){1,2})*", "abab"],
    counted_lazy: ["(?:(?:ab|c){1,3}?)*", "abab"],
    counted_sum: ["(?:(?:a|bc){2,5}d)*", "abcd"],
    call: ["(?:\\g<pair>)*(?<pair>ab|){0}", "ab"],
    call_that_counts: ["(?:\\g<pair>)*(?<pair>(?:ab){1,2}|c){0}", "abab"],
    recursion: ["(?:(?<nest>a\\g<nest>?b))*", "aabb"],
    back_reference: ["(?:(a|b)\\1)*", "aabb"],
    condition: ["(?:(a)?(?(1)b|c))*", "ab"],
    absent: ["(?:a(?~b)b)*", "axxb"],
    keep: ["(?:a\\Kb)*", "ab"],
    level: ["(?:(?<one>a|b)\\k<one+0>)*", "aabb"]
  }.freeze

  REPEATED.each do |name, (pattern, text)|
    define_method("test_grows_#{name}") do
      (0..4).each do |before|
        re = Regexp.new("\\A#{"a?" * before}#{pattern}\\z")
        assert_nil re.match("a" * before + text * 3 + "!")
        [20, 150, 700].each do |times|
          subject = "a" * before + text * times
          m = re.match(subject)
          assert m, "#{re.inspect}, #{times} times"
          assert_equal subject.size, m.end(0)
        end
      end
    end
  end
end
