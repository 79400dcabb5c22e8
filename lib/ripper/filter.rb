# frozen_string_literal: true
#
# filter.rb - Ripper::Filter: a program read token by token, each given to the method named after its event.
#
# on_EVENT(token, data), or on_default(event, token, data) where there is none; what one returns is the data of the next.
require "ripper/lexer"

class Ripper
  class Filter
    def initialize(source, filename = "-", lineno = 1)
      @__lexer = Lexer.new(source, filename, lineno)
      @__elem = nil
    end

    def filename = @__lexer.filename
    def lineno = @__elem&.pos&.at(0)
    def column = @__elem&.pos&.at(1)
    def state = @__elem&.state

    def parse(data = nil)
      @__lexer.parse.sort_by(&:pos).each do |elem|
        @__elem = elem
        data = respond_to?(elem.event, true) ? __send__(elem.event, elem.tok, data) : on_default(elem.event, elem.tok, data)
      end
      data
    end

    private

    def on_default(_event, _token, data) = data
  end
end
