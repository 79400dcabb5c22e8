# frozen_string_literal: true

# A conversion from one encoding to another that can be fed piece by piece, and that can be stopped and continued at
# each fault.
#
# String#encode is enough for strings that are there as a whole.  #convert is the simple way of feeding, #primitive_convert
# the one in which the caller decides on everything.
class Encoding::Converter
  # :call-seq:
  #   Encoding::Converter.new(source, destination, options = 0) -> converter
  #   Encoding::Converter.new(source, destination, **options) -> converter
  #   Encoding::Converter.new(path) -> converter
  #
  # Returns a converter from the encoding +source+ to +destination+, or along +path+, an array as #convpath returns it.
  # The options are those of String#encode, or a sum of the constants of this class.  With two empty strings only line
  # ends or XML escapes are converted.  Raises Encoding::ConverterNotFoundError if there is no way to convert.
  #
  #   Encoding::Converter.new("UTF-8", "EUC-JP") # => #<Encoding::Converter: UTF-8 to EUC-JP>
  #   Encoding::Converter.new("UTF-8", "US-ASCII", undef: :replace).convert("\u00e9") # => "?"
  #   Encoding::Converter.new("", "", crlf_newline: true).convert("a\n")              # => "a\r\n"
  #   Encoding::Converter.new("UTF-8", "runes") # raises Encoding::ConverterNotFoundError
  def self.new(source, destination = nil, **options) end

  # :call-seq:
  #   Encoding::Converter.asciicompat_encoding(encoding) -> encoding or nil
  #
  # Returns the encoding that is a superset of ASCII and has the same characters as +encoding+, which is not; +nil+ if
  # there is none or none is needed.
  #
  #   Encoding::Converter.asciicompat_encoding("UTF-32LE")     # => #<Encoding:UTF-8>
  #   Encoding::Converter.asciicompat_encoding("CP50221").name # => "CP51932"
  #   Encoding::Converter.asciicompat_encoding("KOI8-R")       # => nil
  def self.asciicompat_encoding(encoding) end

  # :call-seq:
  #   Encoding::Converter.search_convpath(source, destination, **options) -> array
  #
  # Returns the steps from +source+ to +destination+: pairs of encodings, and names of what is done besides.  Raises
  # Encoding::ConverterNotFoundError if there is no way.
  #
  #   path = Encoding::Converter.search_convpath("ISO-8859-1", "EUC-JP", crlf_newline: true)
  #   path[0]                                               # => [#<Encoding:ISO-8859-1>, #<Encoding:UTF-8>]
  #   path[1]                                               # => [#<Encoding:UTF-8>, #<Encoding:EUC-JP>]
  #   path[2]                                               # => "crlf_newline"
  #   Encoding::Converter.search_convpath("UTF-8", "runes") # raises Encoding::ConverterNotFoundError
  def self.search_convpath(source, destination, **options) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a converter with the same encodings and options.
  #
  #   a = Encoding::Converter.new("UTF-8", "EUC-JP")
  #   a == Encoding::Converter.new("UTF-8", "EUC-JP")                  # => true
  #   a == Encoding::Converter.new("UTF-8", "EUC-JP", undef: :replace) # => false
  def ==(other) end

  # :call-seq:
  #   convert(string) -> string
  #
  # Converts the next piece of text and returns what is ready; the beginning of a character at the end of +string+ waits
  # for the next piece, or for #finish.  Raises Encoding::UndefinedConversionError for a character that the destination
  # lacks, and Encoding::InvalidByteSequenceError for invalid bytes.
  #
  #   converter = Encoding::Converter.new("UTF-8", "ISO-8859-1")
  #   converter.convert("a\xc3")  # => "a"
  #   converter.convert("\xa9")   # => "\xE9"
  #   converter.convert("\u3042") # raises Encoding::UndefinedConversionError
  def convert(string) end

  # :call-seq:
  #   convpath -> array
  #
  # Returns the steps of the conversion (see Encoding::Converter.search_convpath).
  #
  #   Encoding::Converter.new("UTF-8", "EUC-JP").convpath # => [[#<Encoding:UTF-8>, #<Encoding:EUC-JP>]]
  def convpath() end

  # :call-seq:
  #   destination_encoding -> encoding
  #
  # Returns the Encoding to which it converts.
  #
  #   Encoding::Converter.new("UTF-8", "EUC-JP").destination_encoding # => #<Encoding:EUC-JP>
  def destination_encoding() end

  # :call-seq:
  #   finish -> string
  #
  # Ends the conversion and returns what is still due, such as the sequence by which a stateful encoding returns to its
  # first state.  Raises Encoding::InvalidByteSequenceError if the text ended inside a character.
  #
  #   converter = Encoding::Converter.new("UTF-8", "ISO-2022-JP")
  #   converter.convert("\u3042").bytes # => [27, 36, 66, 36, 34]
  #   converter.finish.bytes            # => [27, 40, 66]
  def finish() end

  # :call-seq:
  #   insert_output(string) -> nil
  #
  # Puts +string+, converted to the destination encoding, into the output before what comes next; after a fault it takes
  # the place of what could not be converted.
  #
  #   converter = Encoding::Converter.new("UTF-8", "ISO-8859-1")
  #   source, result = +"a\u3042b", +""
  #   converter.primitive_convert(source, result) # => :undefined_conversion
  #   converter.insert_output("?")                # => nil
  #   converter.primitive_convert(source, result) # => :finished
  #   result                                      # => "a?b"
  def insert_output(string) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns a description with both encodings.
  #
  #   Encoding::Converter.new("utf-8", "euc-jp").inspect # => "#<Encoding::Converter: UTF-8 to EUC-JP>"
  def inspect() end

  # :call-seq:
  #   last_error -> exception or nil
  #
  # Returns the exception that stands for the fault at which the last conversion stopped, or +nil+ if it was none.
  #
  #   converter = Encoding::Converter.new("UTF-8", "ISO-8859-1")
  #   converter.last_error                        # => nil
  #   converter.primitive_convert(+"\u3042", +"") # => :undefined_conversion
  #   converter.last_error.message                # => "U+3042 from UTF-8 to ISO-8859-1"
  def last_error() end

  # :call-seq:
  #   primitive_convert(source, result, start = nil, size = nil, options = 0) -> symbol
  #   primitive_convert(source, result, start = nil, size = nil, partial_input: false, after_output: false) -> symbol
  #
  # Converts from the front of the string +source+, which it removes there, into +result+, from byte +start+ on (its end
  # for +nil+), at most +size+ bytes, and tells why it stopped: <tt>:finished</tt>, <tt>:source_buffer_empty</tt> (only
  # with +partial_input+, which says that more is to come), <tt>:destination_buffer_full</tt>,
  # <tt>:invalid_byte_sequence</tt>, <tt>:incomplete_input</tt>, <tt>:undefined_conversion</tt>, or
  # <tt>:after_output</tt> (with that option, as soon as something was put out).  After a fault it can be called again.
  # Raises ArgumentError if +start+ is behind the end of +result+ or one of the numbers is negative.
  #
  #   converter = Encoding::Converter.new("UTF-8", "ISO-8859-1")
  #   source, result = +"caf\u00e9!", +""
  #   converter.primitive_convert(source, result, nil, 4) # => :destination_buffer_full
  #   result.bytes                                        # => [99, 97, 102, 233]
  #   converter.primitive_convert(source, result)         # => :finished
  #   result.bytes.last                                   # => 33
  #   converter.primitive_convert(source, result, 99)     # raises ArgumentError
  def primitive_convert(source, result, start = nil, size = nil, options = 0) end

  # :call-seq:
  #   primitive_errinfo -> [symbol, string, string, string, string]
  #
  # Returns what is known of how the last conversion stopped: what #primitive_convert returned, and after a fault the
  # names of the two encodings of that step, the bytes at fault, and those behind them that were read already; +nil+ for
  # what does not apply.
  #
  #   converter = Encoding::Converter.new("EUC-JP", "UTF-8")
  #   converter.primitive_convert(+"a\xffb", +"") # => :invalid_byte_sequence
  #   converter.primitive_errinfo                 # => [:invalid_byte_sequence, "EUC-JP", "UTF-8", "\xFF", ""]
  #   converter.primitive_convert(+"b", +"")      # => :finished
  #   converter.primitive_errinfo                 # => [:finished, nil, nil, nil, nil]
  def primitive_errinfo() end

  # :call-seq:
  #   putback(size = nil) -> string
  #
  # Takes back bytes that were read but not yet converted, at most +size+ of them from the end, and returns them in the
  # source encoding.
  #
  #   converter = Encoding::Converter.new("UTF-16LE", "UTF-8")
  #   converter.primitive_convert(+"\x00\xd8\x61\x00", +"") # => :invalid_byte_sequence
  #   converter.primitive_errinfo.last                      # => "a\x00"
  #   converter.putback.bytes                               # => [97, 0]
  #   converter.putback.bytes                               # => []
  def putback(size = nil) end

  # :call-seq:
  #   replacement -> string
  #
  # Returns what is put for characters and bytes that cannot be converted, if the options say so.
  #
  #   Encoding::Converter.new("UTF-8", "US-ASCII").replacement # => "?"
  #   Encoding::Converter.new("EUC-JP", "UTF-8").replacement   # => "�"
  def replacement() end

  # :call-seq:
  #   self.replacement = string
  #
  # Sets #replacement.  Raises Encoding::UndefinedConversionError if +string+ cannot be converted to the destination
  # encoding, TypeError if it is not a string.
  #
  #   converter = Encoding::Converter.new("UTF-8", "US-ASCII", undef: :replace)
  #   converter.replacement = "<?>"
  #   converter.convert("\u00e9!")     # => "<?>!"
  #   converter.replacement = "\u00e9" # raises Encoding::UndefinedConversionError
  #   converter.replacement = 1        # raises TypeError
  def replacement=(string) end

  # :call-seq:
  #   source_encoding -> encoding
  #
  # Returns the Encoding from which it converts.
  #
  #   Encoding::Converter.new("UTF-8", "EUC-JP").source_encoding # => #<Encoding:UTF-8>
  def source_encoding() end
end
