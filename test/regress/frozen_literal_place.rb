require "test_helper"

# With --debug-frozen-string-literal, errors and warnings about a literal name the line where it stands.
class TestFrozenLiteralPlace < Minitest::Test
  def run_ruby(*args, source)
    IO.popen([RbConfig.ruby, "--disable-gems", "--debug-frozen-string-literal", *args, "-e", source, err: [:child, :out]], &:read)
  end

  def test_each_kind_of_literal
    assert_equal <<~'TEXT', run_ruby("--enable=frozen-string-literal", <<~'RUBY')
      can't modify frozen String: "one", created at -e:1
      can't modify frozen String: "a word", created at -e:2
      can't modify frozen String: "k", created at -e:3
      can't modify frozen String: "v", created at -e:4
      can't modify frozen String: "onetwo", created at -e:5
      can't modify frozen String: "ev", created at there:77
    TEXT
      one = "one"
      word = %w[a\ word].first
      pair = {"k" =>
        "v"}.first
      joined = "one" "two"
      [one, word, *pair, joined, eval("'ev'", nil, "there", 77)].each { |s| s << "x" rescue puts $!.message }
    RUBY
  end

  def test_frozen_by_hand_without_the_feature
    assert_equal %(can't modify frozen String: "lit", created at -e:2\n), run_ruby(%(begin\n  "lit".freeze << "x"\nrescue => e; puts e.message; end))
  end

  def test_each_chilled_copy
    assert_equal <<~'TEXT', run_ruby("-W:deprecated", "s = 't'; t = -> { 'lit' }\nt.call << 'x'\nt.call.upcase!\ns.clear")
      -e:2: warning: literal string will be frozen in the future
      -e:1: info: the string was created here
      -e:3: warning: literal string will be frozen in the future
      -e:1: info: the string was created here
      -e:4: warning: literal string will be frozen in the future
      -e:1: info: the string was created here
    TEXT
  end

  # The place is no variable that a program can see.
  def test_hidden
    assert_equal "[[], true, 13, true]\n", run_ruby("s = 'lit'.freeze; d = Marshal.dump(s); p [s.instance_variables, s.equal?(s.itself), d.size, Marshal.load(d) == 'lit']")
  end

  def test_compile_option
    assert_equal "[true, nil]\n", run_ruby("p RubyVM::InstructionSequence.compile_option.values_at(:debug_frozen_string_literal, :frozen_string_literal)")
  end
end
