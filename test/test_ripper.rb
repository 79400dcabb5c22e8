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
    assert_equal ["def", "x", ";", "end"], Ripper.tokenize("def x; end") - [" "]
    assert_equal [[1, 0], :on_kw, "def"], Ripper.lex("def x; end")[0].first(3)
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
