# frozen_string_literal: true

# A character encoding: the rule by which the bytes of a string are read as characters.
#
# Each is a constant of this class (Encoding::UTF_8, Encoding::BINARY, ...), also under the names that are its aliases.
# There is no +new+.  Two encodings that are supersets of ASCII mix as long as one of the strings is plain ASCII;
# String#encode converts.
class Encoding
  # :call-seq:
  #   Encoding.aliases -> hash
  #
  # Returns a hash from each alias to the name of the encoding that it stands for.
  #
  #   Encoding.aliases["BINARY"] # => "ASCII-8BIT"
  #   Encoding.aliases["UTF-8"]  # => nil
  def self.aliases() end

  # :call-seq:
  #   Encoding.compatible?(first, second) -> encoding or nil
  #
  # Returns the encoding that a string joined of both would have, or +nil+ if they cannot be joined.  The arguments are
  # strings or other objects with an encoding, or encodings.
  #
  #   Encoding.compatible?("a", "b".b)                          # => #<Encoding:UTF-8>
  #   Encoding.compatible?("a", "\xff".b)                       # => #<Encoding:BINARY (ASCII-8BIT)>
  #   Encoding.compatible?("\u00e9", "\xff".b)                  # => nil
  #   Encoding.compatible?(Encoding::UTF_8, Encoding::US_ASCII) # => #<Encoding:UTF-8>
  def self.compatible?(first, second) end

  # :call-seq:
  #   Encoding.default_external -> encoding
  #
  # Returns the encoding that what is read from files and other sources is taken to have, unless told otherwise.  It
  # comes from the locale or from the option <tt>-E</tt>.
  #
  #   Encoding.default_external.class # => Encoding
  def self.default_external() end

  # :call-seq:
  #   Encoding.default_external = encoding
  #
  # Sets Encoding.default_external.  A program had better do that once, at its start.  Raises ArgumentError for +nil+ or
  # an unknown name.
  #
  #   Encoding.default_external = "utf-8"
  #   Encoding.default_external.name  # => "UTF-8"
  #   Encoding.default_external = nil # raises ArgumentError
  def self.default_external=(encoding) end

  # :call-seq:
  #   Encoding.default_internal -> encoding or nil
  #
  # Returns the encoding that what is read is converted to, or +nil+ if nothing is converted.
  #
  #   Encoding.default_internal # => nil
  def self.default_internal() end

  # :call-seq:
  #   Encoding.default_internal = encoding
  #
  # Sets Encoding.default_internal, for sources that are opened from then on; +nil+ turns the conversion off.  Raises
  # ArgumentError for an unknown name.
  #
  #   Encoding.default_internal = "UTF-16LE"
  #   Encoding.default_internal       # => #<Encoding:UTF-16LE>
  #   Encoding.default_internal = nil
  #   Encoding.default_internal = "x" # raises ArgumentError
  def self.default_internal=(encoding) end

  # :call-seq:
  #   Encoding.find(name) -> encoding or nil
  #
  # Returns the encoding with this name or alias, in upper or lower case; an Encoding is returned as it is.  The names
  # "external", "internal", "locale" and "filesystem" stand for those that the process uses; "internal" may give +nil+.
  # Raises ArgumentError for an unknown name.
  #
  #   Encoding.find("utf-8")    # => #<Encoding:UTF-8>
  #   Encoding.find("binary")   # => #<Encoding:BINARY (ASCII-8BIT)>
  #   Encoding.find("internal") # => nil
  #   Encoding.find("runes")    # raises ArgumentError
  def self.find(name) end

  # :call-seq:
  #   Encoding.list -> array
  #
  # Returns all encodings.
  #
  #   Encoding.list.include?(Encoding::UTF_8) # => true
  def self.list() end

  # :call-seq:
  #   Encoding.locale_charmap -> string
  #
  # Returns the name that the operating system has for the encoding of the locale.
  #
  #   Encoding.locale_charmap.class # => String
  def self.locale_charmap() end

  # :call-seq:
  #   Encoding.name_list -> array
  #
  # Returns the names and aliases of all encodings.
  #
  #   Encoding.name_list.include?("UTF-8")  # => true
  #   Encoding.name_list.include?("BINARY") # => true
  def self.name_list() end

  # :call-seq:
  #   ascii_compatible? -> true or false
  #
  # Tells whether ASCII characters are the same single bytes in this encoding.
  #
  #   Encoding::EUC_JP.ascii_compatible?   # => true
  #   Encoding::UTF_32BE.ascii_compatible? # => false
  def ascii_compatible?() end

  # :call-seq:
  #   dummy? -> true or false
  #
  # Tells whether Ruby only knows the name: a string in a dummy encoding is not taken apart into characters.
  #
  #   Encoding::UTF_7.dummy?  # => true
  #   Encoding::KOI8_R.dummy? # => false
  def dummy?() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns a description with the name.
  #
  #   Encoding::KOI8_R.inspect # => "#<Encoding:KOI8-R>"
  #   Encoding::BINARY.inspect # => "#<Encoding:BINARY (ASCII-8BIT)>"
  #   Encoding::UTF_7.inspect  # => "#<Encoding:UTF-7 (dummy)>"
  def inspect() end

  # :call-seq:
  #   name -> string
  #
  # Returns the name.
  #
  #   Encoding::CP1252.name # => "Windows-1252"
  #   Encoding::BINARY.name # => "ASCII-8BIT"
  def name() end

  alias to_s name

  # :call-seq:
  #   names -> array
  #
  # Returns the name and all aliases.
  #
  #   Encoding::KOI8_R.names # => ["KOI8-R", "CP878"]
  def names() end
end
