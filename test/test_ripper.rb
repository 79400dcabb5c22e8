# test_ripper.rb - Ripper's face over prism (lib/ripper.rb): sources of every kind, the main entry points.
require_relative "lib/test_helper"
require "ripper"
require "stringio"

class TestRipper < Minitest::Test
  SUM = [:program, [[:binary, [:@int, "1", [1, 0]], :+, [:@int, "2", [1, 4]]]]].freeze
  class Text < String; end
  class Convertible; def to_str = "1 + 2"; end

  def test_sources
    ["1 + 2", Text.new("1 + 2"), Convertible.new, StringIO.new("1 + 2")].each { |s| assert_equal SUM, Ripper.sexp(s) }
    assert_nil Ripper.sexp("1 +")
  end

  def test_tokens
    assert_equal ["def", " ", "x", ";", " ", "end"], Ripper.tokenize("def x; end")
    assert_equal [[5, 0], :on_kw, "def"], Ripper.lex("def x; end", "name", 5)[0].first(3)
  end

  # Every byte of a program is in one token, at the place it says.
  def test_tokens_cover_the_text
    [__FILE__, *Dir.glob(File.join(__dir__, "programs/*.rb")).sort.first(6)].each do |file|
      text = File.read(file)
      next if text.include?("\n__END__\n")
      assert_equal text, Ripper.tokenize(text).join, file
      lines = text.lines
      Ripper.lex(text).each { |(line, column), _, token, _| assert lines[line - 1].byteslice(column..).start_with?(token.lines.first) }
    end
  end

  # [source, tokens of interest]: place, event, text and state are CRuby 4.0.1's
  SPACES = [
    ["a \\\n  b\n", [[[1, 1], :on_sp, " ", "CMDARG"], [[1, 2], :on_sp, "\\\n", "CMDARG"], [[2, 0], :on_sp, "  ", "CMDARG"]]],
    ["  a\n\n  \n  b # c\n  ", [[[1, 0], :on_sp, "  ", "BEG"], [[3, 0], :on_sp, "  ", "BEG"], [[4, 0], :on_sp, "  ", "BEG"],
                               [[4, 3], :on_sp, " ", "CMDARG"], [[5, 0], :on_sp, "  ", "CMDARG"]]],
    ["\uFEFF a", [[[1, 0], :on_sp, " ", "BEG"]]],
    ["x = <<~A + 1\n  A\n y\n", [[[1, 1], :on_sp, " ", "CMDARG"], [[1, 3], :on_sp, " ", "BEG"], [[1, 8], :on_sp, " ", "END"],
                                [[1, 10], :on_sp, " ", "BEG"], [[3, 0], :on_sp, " ", "BEG"]]],
    ["", []], ["\t", [[[1, 0], :on_sp, "\t", "BEG"]]]
  ].freeze

  def test_white_space
    SPACES.each do |source, spaces|
      tokens = Ripper.lex(source).map { |pos, event, token, state| [pos, event, token, state.to_s] }
      assert_equal spaces, tokens.select { |t| t[1] == :on_sp }, source
    end
  end

  def test_heredocs_end_in_the_state_of_their_beginning
    ends = Ripper.lex("a(<<A, <<B)\n\#{<<C}\nC\nA\nB\n c\n").select { |t| t[1] == :on_heredoc_end }
    assert_equal [["C\n", "BEG"], ["A\n", "BEG|LABEL"], ["B\n", "BEG|LABEL"]], ends.map { |_, _, text, state| [text, state.to_s] }
  end

  def test_end_of_program_and_separators
    assert_equal ["1", "\n", "__END__\n"], Ripper.tokenize("1\n__END__\nabc\n")
    assert_equal ["%w[", "a", "\n", " ", "b", "]"], Ripper.tokenize("%w[a\n b]")
  end

  def test_lexer
    lexer = Ripper::Lexer.new("a b")
    elem = lexer.scan[2]
    assert_equal [[1, 2], :on_ident, "b", "ARG"], [elem.pos, elem.event, elem.tok, elem.state.to_s]
    assert_equal [elem.to_a, elem.pos, elem.tok], [[*elem], elem[0], elem[:tok]]
    assert_empty lexer.errors
    broken = Ripper::Lexer.new("a =")
    assert_includes broken.scan.map(&:event), :on_parse_error
    refute_empty broken.errors
    assert_raises(SyntaxError) { broken.parse(raise_errors: true) }
  end

  class Words < Ripper::Filter
    def on_ident(token, data) = data << [token, lineno, column, state.to_s]
    def on_default(event, _token, data) = event == :on_int ? data << event : data
  end

  def test_filter
    assert_equal [["a", 1, 0, "CMDARG"], :on_int, ["b", 2, 2, "CMDARG"]], Words.new("a 1\n  b").parse([])
    assert_equal :kept, Ripper::Filter.new("a").parse(:kept)
  end

  def test_events
    names = Class.new(Ripper) do
      attr_reader :seen
      def on_def(name, *) = (@seen ||= []) << name
      def on_ident(token) = token
    end
    parser = names.new("def one; end; def two(a) = a")
    parser.parse
    assert_equal %w[one two], parser.seen
  end
end
