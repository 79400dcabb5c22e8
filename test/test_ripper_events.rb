# test_ripper_events.rb - the events of Ripper in their order: test/ripper/events.txt is what CRuby 4.0.1 prints for its programs
# (ruby test/ripper/events.rb FILE).
require_relative "lib/test_helper"
require_relative "ripper/events"

class TestRipperEvents < Minitest::Test
  File.read(File.join(__dir__, "ripper/events.txt")).split(/^----\n/).each_with_index do |record, i|
    source, events = record.split(/^=> /, 2)
    define_method(format("test_program_%03d", i)) { assert_equal events.chomp, EventLog.of(source).join(" "), source }
  end

  # place and state of each token, place of each event
  PLACES = [
    ["a <<A # c\nx\nA\n", ["ident \"a\" 1:0 CMDARG", "sp \" \" 1:1 CMDARG", "heredoc_beg \"<<A\" 1:2 CMDARG", "1:string_content() 1:10",
                           "tstring_content \"x\\n\" 2:0 CMDARG", "heredoc_end \"A\\n\" 3:0 CMDARG", "2:string_add(1 @2:0) 1:5",
                           "3:string_literal(2) 1:5"]],
    ["# encoding: utf-8\na", ["1:magic_comment(\"encoding\" \"utf-8\") 1:12", "comment \"# encoding: utf-8\\n\" 1:0 BEG"]],
    ["a\n # b\n  .c", ["ident \"a\" 1:0 CMDARG", "sp \" \" 2:0 CMDARG", "comment \"# b\\n\" 2:1 CMDARG", "ignored_nl \"\\n\" 1:1 CMDARG",
                       "sp \"  \" 3:0 CMDARG", "period \".\" 3:2 DOT", "1:vcall(@1:0) 3:3"]]
  ].freeze

  def test_places
    PLACES.each do |source, lines|
      told = EventLog.of(source, places: true)
      told = told.map { |line| line.sub(/ (\d+)\z/) { " #{Ripper.lex_state_name($1.to_i)}" } }
      assert_equal lines, told.first(lines.size), source
    end
  end

  # event, source, message
  PROBLEMS = [
    [:on_parse_error, "def req(true) end", /unexpected 'true'/], [:on_parse_error, "def f(a, a) end", "duplicated argument name"],
    [:on_assign_error, "nil = 1", "Can't assign to nil"], [:on_assign_error, "def m; X = 1; end", "dynamic constant assignment"],
    [:on_class_name_error, "class foo; end", "class/module name must be CONSTANT"],
    [:on_alias_error, "alias $a $1", "can't make alias for the number variables"],
    [:on_param_error, "def m(@a) end", "formal argument cannot be an instance variable"],
    [:compile_error, "@1", "'@1' is not allowed as an instance variable name"], [:compile_error, "/", "unterminated regexp meets end of file"],
    [:compile_error, "def m; n(&) end", "no anonymous block parameter"], [:on_parse_error, "\"\\xU\"", "invalid hex escape"]
  ].freeze

  def test_problems
    PROBLEMS.each do |event, source, message|
      told = []
      parser = Class.new(Ripper) { define_method(event) { |text, *| told << text } }.new(source)
      parser.parse
      assert_operator parser, :error?
      assert_operator message, :===, told.first, source
      assert_nil Ripper.sexp(source), source
    end
  end

  def test_warnings
    told = []
    parser = Class.new(Ripper) do
      define_method(:warn) { |*a| told << [:warn, *a] }
      define_method(:warning) { |*a| told << [:warning, *a] }
      define_method(:on_arg_ambiguous) { |*a| told << [:ambiguous, *a] }
    end
    parser.new("{ a: 1, a: 2 }; m -1; m *b\ncase x\nwhen 1\nwhen 1\nend").parse
    assert_equal [[:ambiguous, "-"], [:warn, :a, 1], [:warning, "'*' interpreted as argument prefix"], [:warning, 4, 3]],
                 told.map { |kind, *rest| rest.size > 1 ? [kind, *rest.drop(1)] : [kind, *rest] }.sort_by(&:inspect)
  end

  # A text cut anywhere, and with something wrong in it, is told of to its end.
  def test_broken_programs
    source = File.read(File.join(__dir__, "ripper/events.txt")).gsub(/^(?:=> .*|----)\n/, "")
    200.times do |i|
      part = source.byteslice(i * 37 % (source.bytesize - 1000), 400 + i).scrub("?")
      part.insert(i % part.size, ["\"", "end", "{", "}", "<<~A\n", "\#{", "\0", "%w["][i % 8])
      assert_kind_of Array, Ripper.lex(part)
      Ripper.sexp(part)
    end
  end

  def test_handlers_that_leave
    parser = Class.new(Ripper) { def on_ident(name) = throw(:out, name) }
    assert_equal "x", catch(:out) { parser.new("x = 1").parse }
    again = parser.new("y")
    assert_equal "y", catch(:out) { again.parse }
  end

  def test_inner_parse
    inner = Class.new(Ripper) { def on_int(text) = [text, Ripper.sexp("1 + 1")] }
    assert_nil inner.new("2").parse
    own = Class.new(Ripper) { def on_int(_) = parse }
    assert_raises(ArgumentError) { own.new("2").parse }
  end

  def test_patterns_of_tokens
    assert_equal "string\#{nil}\n", Ripper.slice("<<HERE\nstring\#{nil}\nHERE", "heredoc_beg .*? nl $(.*?) heredoc_end", 1)
    assert_equal "foo", Ripper.slice("foo(1)", "$(ident)")
    assert_nil Ripper.token_match("foo bar", "int")
    assert_raises(Ripper::TokenPattern::CompileError) { Ripper.token_match("a", "nope") }
  end
end
