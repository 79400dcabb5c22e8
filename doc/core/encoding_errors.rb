# frozen_string_literal: true

# Something is wrong with an encoding; the superclass of the errors in Encoding.  It is raised itself for a symbol with
# invalid bytes.
class EncodingError < StandardError
end

# Two strings, or a string and a regexp, have encodings that do not go together.
#
#   "\u00e9" + "\xff".b # raises Encoding::CompatibilityError
class Encoding::CompatibilityError < EncodingError
end

# There is no way to convert from the one encoding to the other, or one of them is unknown.
#
#   "a".encode("runes") # raises Encoding::ConverterNotFoundError
class Encoding::ConverterNotFoundError < EncodingError
end

# A character does not exist in the encoding that a string is converted to.
#
# Where the conversion takes several steps, "source" and "destination" are those of the step that failed.
class Encoding::UndefinedConversionError < EncodingError
  # :call-seq:
  #   destination_encoding -> encoding
  #
  # Returns the Encoding that lacks the character.
  #
  #   error = ("\u3042".encode("ISO-8859-1") rescue $!)
  #   error.destination_encoding # => #<Encoding:ISO-8859-1>
  def destination_encoding() end

  # :call-seq:
  #   destination_encoding_name -> string
  #
  # Returns the name of the encoding that lacks the character.
  #
  #   error = ("\u3042".encode("ISO-8859-1") rescue $!)
  #   error.destination_encoding_name # => "ISO-8859-1"
  def destination_encoding_name() end

  # :call-seq:
  #   error_char -> string
  #
  # Returns the character, in the source encoding.
  #
  #   error = ("a\u3042".encode("ISO-8859-1") rescue $!)
  #   error.error_char # => "あ"
  def error_char() end

  # :call-seq:
  #   source_encoding -> encoding
  #
  # Returns the Encoding from which the step converts.
  #
  #   error = ("\u3042".encode("UTF-16LE").encode("ISO-8859-1") rescue $!)
  #   error.source_encoding # => #<Encoding:UTF-8>
  def source_encoding() end

  # :call-seq:
  #   source_encoding_name -> string
  #
  # Returns the name of the encoding from which the step converts.
  #
  #   error = ("\u3042".encode("ISO-8859-1") rescue $!)
  #   error.source_encoding_name # => "UTF-8"
  def source_encoding_name() end
end

# A string that is converted has bytes that are invalid in its encoding.
class Encoding::InvalidByteSequenceError < EncodingError
  # :call-seq:
  #   destination_encoding -> encoding
  #
  # Returns the Encoding to which the step converts.
  #
  #   error = ("\xff".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.destination_encoding # => #<Encoding:EUC-JP>
  def destination_encoding() end

  # :call-seq:
  #   destination_encoding_name -> string
  #
  # Returns the name of the encoding to which the step converts.
  #
  #   error = ("\xff".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.destination_encoding_name # => "EUC-JP"
  def destination_encoding_name() end

  # :call-seq:
  #   error_bytes -> string
  #
  # Returns the bytes that are invalid, as a binary string.
  #
  #   error = ("a\xe3b".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.message     # => "\"\\xE3\" followed by \"b\" on UTF-8"
  #   error.error_bytes # => "\xE3"
  def error_bytes() end

  # :call-seq:
  #   incomplete_input? -> true or false
  #
  # Tells whether the string ended inside a character.
  #
  #   error = ("a\xe3".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.incomplete_input? # => true
  #   error = ("a\xe3b".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.incomplete_input? # => false
  def incomplete_input?() end

  # :call-seq:
  #   readagain_bytes -> string or nil
  #
  # Returns the bytes behind the invalid ones by which those were found to be invalid; the conversion goes on with them.
  # It is +nil+ if the string ended there.
  #
  #   error = ("a\xe3b".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.readagain_bytes # => "b"
  def readagain_bytes() end

  # :call-seq:
  #   source_encoding -> encoding
  #
  # Returns the Encoding in which the bytes are invalid.
  #
  #   error = ("\xff".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.source_encoding # => #<Encoding:UTF-8>
  def source_encoding() end

  # :call-seq:
  #   source_encoding_name -> string
  #
  # Returns the name of the encoding in which the bytes are invalid.
  #
  #   error = ("\xff".encode("EUC-JP", "UTF-8") rescue $!)
  #   error.source_encoding_name # => "UTF-8"
  def source_encoding_name() end
end
