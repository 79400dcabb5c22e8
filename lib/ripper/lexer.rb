# frozen_string_literal: true
#
# lexer.rb - Ripper::Lexer: the tokens of a program, in its order.  ripper.so takes them down.
require "ripper/core"

class Ripper
  # The text of each token.
  #   raise_errors    SyntaxError for the first error
  def self.tokenize(source, filename = "-", lineno = 1, **) = Lexer.new(source, filename, lineno).tokenize(**)

  # [[line, column], event, text, state] of each token.
  def self.lex(source, filename = "-", lineno = 1, **) = Lexer.new(source, filename, lineno).lex(**)

  class Lexer < ::Ripper
    # The state of the lexer after a token: a set of Ripper's EXPR_ constants.
    class State
      attr_reader :to_int, :to_s

      def initialize(bits)
        @to_int = bits
        @to_s = Ripper.lex_state_name(bits)
        freeze
      end

      alias to_i to_int
      alias inspect to_s

      def [](key)
        case key
        when 0, :to_int then @to_int
        when 1, :to_s then @to_s
        end
      end

      def pretty_print(q) = q.text(to_s)
      def ==(other) = super || to_int == other
      def &(other) = self.class.new(to_int & other.to_int)
      def |(other) = self.class.new(to_int | other.to_int)
      def allbits?(mask) = to_int.allbits?(mask.to_int)
      def anybits?(mask) = to_int.anybits?(mask.to_int)
      def nobits?(mask) = to_int.nobits?(mask.to_int)
    end

    # One token.  `message` is that of an error.
    class Elem
      attr_accessor :pos, :event, :tok, :state, :message

      def initialize(pos, event, tok, state, message = nil)
        @pos, @event, @tok, @message = pos, event, tok, message
        @state = state.is_a?(State) ? state : State.new(state)
      end

      def [](index)
        case index
        when 0, :pos then @pos
        when 1, :event then @event
        when 2, :tok then @tok
        when 3, :state then @state
        when 4, :message then @message
        end
      end

      def inspect = "#<#{self.class}: #{@event}@#{@pos[0]}:#{@pos[1]}:#{@state}: #{@tok.inspect}#{": " if @message}#{@message}>"
      alias to_s inspect

      def pretty_print(q)
        q.group(2, "#<#{self.class}:", ">") do
          q.breakable
          q.text("#{@event}@#{@pos[0]}:#{@pos[1]}")
          q.breakable
          q.text(@state.to_s)
          q.breakable
          q.text("token: ")
          @tok.pretty_print(q)
          next unless @message
          q.breakable
          q.text("message: ")
          q.text(@message)
        end
      end

      def to_a = @message ? [@pos, @event, @tok, @state, @message] : [@pos, @event, @tok, @state]
    end

    attr_reader :errors

    def initialize(...)
      super
      @errors = []
    end

    def tokenize(**) = taken(:texts, **)
    def lex(**) = taken(:arrays, **)

    # Elems, those of a heredoc's text right after its beginning.
    def parse(**) = taken(:elems, **)

    # Elems in the order of the text, and before what stands at their places the errors.
    def scan(**)
      elems = taken(:sorted_elems, **)
      return elems if @errors.empty?

      (@errors + elems).each_with_index.sort_by { |elem, i| [elem.pos, i] }.map(&:first)
    end

    private

    def taken(kind, raise_errors: false)
      @errors = []
      taken = take_down(kind)
      raise SyntaxError, @errors.map(&:message).join(" ;") if raise_errors && !@errors.empty?

      taken
    end

    def on_error(message) = @errors << Elem.new([lineno, column], __callee__, token, state, message)
    PARSER_EVENTS.grep(/_error\z/) do |event|
      arity = PARSER_EVENT_TABLE.fetch(event)
      arity == 1 ? alias_method(:"on_#{event}", :on_error) : define_method(:"on_#{event}") { |message, *| error_at(:"on_#{event}", message) }
    end
    alias compile_error on_error

    def error_at(event, message) = @errors << Elem.new([lineno, column], event, token, state, message)
  end
end
