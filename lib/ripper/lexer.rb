# lexer.rb - Ripper::Lexer: prism's tokens in the order of the text, and the white space between them, which prism leaves out.
#
# What is between two tokens is :on_sp, a backslash with its line end one of its own, in the state of the token before.
require "ripper" unless defined?(Ripper::Sources)

class Ripper
  # (Re-)opened: prism has Lexer::State.
  class Lexer
    # One token.  `message` is that of an error.
    class Elem
      attr_accessor :pos, :event, :tok, :state, :message

      def initialize(pos, event, tok, state, message = nil)
        @pos, @event, @tok, @message = pos, event, tok, message
        @state = state.is_a?(State) ? state : State.new(state)
      end

      def [](index)
        case index
        when Integer then to_a[index]
        when :pos, :event, :tok, :state, :message then public_send(index)
        end
      end

      def to_a = @message ? [@pos, @event, @tok, @state, @message] : [@pos, @event, @tok, @state]
      alias to_ary to_a
      alias deconstruct to_a

      def inspect = "#<#{self.class}: #{@event}@#{@pos.join(":")}:#{@state}: #{@tok.inspect}#{": #{@message}" if @message}>"
      alias to_s inspect
    end

    # The state of a token and of the white space after it, where these differ from what prism says: a heredoc's end has the
    # state of its beginning, and after it goes on that of the line end before its body.
    class Heredocs
      END_STATE = State.new(EXPR_END)
      Line = Struct.new(:number, :beginnings, :after)

      def initialize = @lines = []

      def states(event, line, now, previous)
        case event
        when :on_heredoc_beg
          @lines << Line.new(line, []) unless @lines.last&.number == line
          @lines.last.beginnings << now
          return now, END_STATE
        when :on_heredoc_end
          open = @lines.last or return now, now
          now = open.beginnings.shift
          @lines.pop if open.beginnings.empty?
          return now, open.after || now
        when :on_nl, :on_ignored_nl, :on_comment
          @lines.last.after = now if @lines.last&.number == line
        when :on_regexp_end then return now, END_STATE
        end
        [now, previous == :on_symbeg ? END_STATE : now]
      end
    end
    private_constant :Heredocs

    BOM = "\xEF\xBB\xBF".b.freeze
    private_constant :BOM

    attr_reader :errors, :filename

    def initialize(source, filename = "-", lineno = 1, **)
      @source = Sources.text(source)
      @filename, @first_line, @errors = filename, lineno, []
    end

    def parse(raise_errors: false)
      result = Prism.lex_compat(@source, filepath: @filename, line: @first_line, version: "current")
      @errors = result.errors.map do |error|
        place = error.location
        Elem.new([place.start_line, place.start_column], :on_parse_error, place.slice, 0, error.message)
      end
      raise SyntaxError, @errors.first.message if raise_errors && !@errors.empty?

      with_spaces(result.value)
    end

    # With the errors, each before what stands at its place.
    def scan(**)
      elems = parse(**)
      return elems if @errors.empty?
      (@errors + elems).each_with_index.sort_by { |elem, i| [elem.pos, i] }.map(&:first)
    end

    def lex(**) = parse(**).map(&:to_a)
    def tokenize(**) = parse(**).map(&:tok)

    private

    def with_spaces(tokens)
      starts = [0]
      @source.each_line { |line| starts << starts.last + line.bytesize }
      starts[0] = BOM.bytesize if @source.byteslice(0, BOM.bytesize).b == BOM
      elems, offset, state = [], starts[0], State.new(EXPR_BEG)
      line, column = @first_line, 0
      heredocs = Heredocs.new
      tokens.each do |token|
        pos, event, tok, now = token.__getobj__
        # white space after a last comment
        next if event == :on_nl && !tok.include?("\n")
        from = starts[pos[0] - @first_line] + pos[1]
        add_spaces(elems, @source.byteslice(offset, from - offset), line, column, state) if from > offset
        tok = tok.lines.first if event == :on___end__
        now, state = heredocs.states(event, pos[0], now, elems.last&.event)
        event == :on_words_sep ? add_lines(elems, pos, tok, now) : elems << Elem.new(pos, event, tok, now)
        return elems if event == :on___end__
        offset = from + tok.bytesize
        line, column = after(tok, pos[0], pos[1])
      end
      add_spaces(elems, @source.byteslice(offset..), line, column, state) if offset < @source.bytesize
      elems
    end

    # Separators of words end at line ends.
    def add_lines(elems, pos, text, state)
      text.each_line do |part|
        elems << Elem.new(pos, :on_words_sep, part, state)
        pos = after(part, pos[0], pos[1])
      end
    end

    def after(text, line, column)
      last = text.byterindex("\n") or return line, column + text.bytesize
      [line + text.count("\n"), text.bytesize - last - 1]
    end

    def add_spaces(elems, text, line, column, state)
      text.scan(/\\\r?\n|(?:(?!\\\r?\n).)+/m) do |part|
        elems << Elem.new([line, column], :on_sp, part, state)
        line, column = after(part, line, column)
      end
    end
  end

  def self.lex(source, filename = "-", lineno = 1, **) = Lexer.new(source, filename, lineno).lex(**)
  def self.tokenize(source, filename = "-", lineno = 1, **) = Lexer.new(source, filename, lineno).tokenize(**)
end
