# frozen_string_literal: true
#
# slice.rb - patterns of tokens: "ident lparen $(.*?) rparen" is a Regexp in which each event's name stands for one token.
require "ripper/lexer"

class Ripper
  # The text that the pattern's n-th $(...) matched in the source; 0: all that matched; nil: no match.
  def self.slice(source, pattern, n = 0) = token_match(source, pattern)&.string(n)

  def self.token_match(source, pattern) = TokenPattern.compile(pattern).match(source)

  class TokenPattern
    class Error < ::StandardError; end
    class CompileError < Error; end
    class MatchError < Error; end

    letters = [*"a".."z", *"A".."Z", *"0".."9", *("\u00c0".."\u00ff")]
    MAP = SCANNER_EVENTS.zip(letters).to_h { |event, letter| [event.to_s, letter] }

    # What a pattern matched.
    class MatchData
      def initialize(tokens, match)
        @tokens, @match = tokens, match
      end

      def string(n = 0)
        first, last = @match.offset(n)
        @tokens[first...last].map { |token| token[2] }.join
      end
    end

    class << self
      private :new
      alias compile new
      public :compile
    end

    def initialize(pattern)
      @pattern = pattern
      @regexp = Regexp.new(translate(pattern))
    rescue RegexpError => e
      raise CompileError, e.message
    end

    def match(source) = match_list(Ripper.lex(source))

    # The same for tokens as Ripper.lex gives them.
    def match_list(tokens)
      letters = tokens.map { |_, event, *| MAP.fetch(event.to_s.delete_prefix("on_")) }.join
      match = @regexp.match(letters) or return
      MatchData.new(tokens, match)
    end

    private

    def translate(pattern)
      raise CompileError, "invalid char in pattern: #{$&.inspect}" if /[^\w\s()\[\]{}?*+.$^|\\-]/ =~ pattern

      pattern.gsub(/\$?\(|\w+|\s+/) do |part|
        case part
        when "$(" then "("
        when "(" then "(?:"
        when /\A\s/ then ""
        else MAP[part] or raise CompileError, "unknown token: #{part}"
        end
      end
    end
  end
end
