# ripper.rb - Ripper over prism: the parser that this Ruby runs on, speaking Ripper's events.
#
# The class's name is prism's (Prism::Translation::Ripper).  What differs from the Ripper of CRuby's other parser is what
# prism's documentation lists.
require "prism"
require "prism/translation/ripper"

Ripper = Prism::Translation::Ripper

class Ripper
  # Sources as Ripper takes them: Strings, what converts to one, and streams.
  module Sources
    def self.text(source)
      return source if source.instance_of?(String)
      return source.read.to_s if source.respond_to?(:gets) && source.respond_to?(:read)

      String.new(source.to_str)
    end

    def initialize(source, ...) = super(Sources.text(source), ...)
  end
  prepend Sources
end

require "ripper/lexer"
require "ripper/filter"
