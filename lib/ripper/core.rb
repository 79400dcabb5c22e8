# frozen_string_literal: true
#
# core.rb - the lists of events, and the events' default handlers by the names under which subclasses replace several at once.
require "ripper.so"

class Ripper
  # Parses, and returns what the handler of the last event did: nil unless a subclass has its own.
  def self.parse(source, filename = "(ripper)", lineno = 1) = new(source, filename, lineno).parse

  PARSER_EVENTS = PARSER_EVENT_TABLE.keys
  SCANNER_EVENTS = SCANNER_EVENT_TABLE.keys
  EVENTS = PARSER_EVENTS + SCANNER_EVENTS
end
