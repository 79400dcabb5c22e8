# frozen_string_literal: true

# A name: there is one symbol for each name, so that comparing two of them is comparing two references.
#
# Symbols come from literals (<tt>:name</tt>, <tt>:"any text"</tt>) and from String#to_sym; there is no +new+.  They are
# frozen.  Most methods do with the name what the method of String does, and return a symbol where that returns a string
# of the same kind.
class Symbol
  # :call-seq:
  #   Symbol.all_symbols -> array
  #
  # Returns all symbols that exist at the moment.
  #
  #   Symbol.all_symbols.include?(:to_s) # => true
  def self.all_symbols() end

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares the names, as String#<=> does.  Returns +nil+ if +other+ is not a symbol.
  #
  #   :a <=> :b  # => -1
  #   :a <=> "a" # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is the same symbol.
  #
  #   :a == :a  # => true
  #   :a == "a" # => false
  def ==(other) end

  alias === ==

  # :call-seq:
  #   self =~ object -> integer or nil
  #
  # Returns where +object+, a Regexp, matches in the name, or +nil+ (see String#=~).
  #
  #   :carrot =~ /r/ # => 2
  #   :carrot =~ /z/ # => nil
  def =~(object) end

  # :call-seq:
  #   self[index] -> string or nil
  #   self[start, length] -> string or nil
  #   self[range] -> string or nil
  #   self[regexp, group = 0] -> string or nil
  #   self[substring] -> string or nil
  #
  # Returns a part of the name as a string (see String#[]).
  #
  #   :planet[0]    # => "p"
  #   :planet[1, 3] # => "lan"
  #   :planet[9]    # => nil
  def [](start, length = nil) end

  alias slice []

  # :call-seq:
  #   capitalize(*options) -> symbol
  #
  # Returns the symbol whose name begins with upper case and goes on in lower case (see String#capitalize).
  #
  #   :wEEK.capitalize # => :Week
  def capitalize(*options) end

  # :call-seq:
  #   casecmp(other) -> -1, 0, 1 or nil
  #
  # Compares the names without regard to the case of ASCII letters.  Returns +nil+ if +other+ is not a symbol.
  #
  #   :a.casecmp(:A)  # => 0
  #   :a.casecmp(:B)  # => -1
  #   :a.casecmp("A") # => nil
  def casecmp(other) end

  # :call-seq:
  #   casecmp?(other) -> true, false or nil
  #
  # Tells whether the names are equal after Unicode case folding.  Returns +nil+ if +other+ is not a symbol.
  #
  #   :"\u00e9".casecmp?(:"\u00c9") # => true
  #   :a.casecmp?("A")              # => nil
  def casecmp?(other) end

  # :call-seq:
  #   downcase(*options) -> symbol
  #
  # Returns the symbol with the name in lower case (see String#downcase).
  #
  #   :ABC.downcase # => :abc
  def downcase(*options) end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether the name has no characters.
  #
  #   :"".empty? # => true
  #   :a.empty?  # => false
  def empty?() end

  # :call-seq:
  #   encoding -> encoding
  #
  # Returns the Encoding of the name: US-ASCII if it has only ASCII characters.
  #
  #   :a.encoding        # => #<Encoding:US-ASCII>
  #   :"\u00e9".encoding # => #<Encoding:UTF-8>
  def encoding() end

  # :call-seq:
  #   end_with?(*suffixes) -> true or false
  #
  # Tells whether the name ends with one of the strings +suffixes+.
  #
  #   :save!.end_with?("!", "?") # => true
  #   :save.end_with?("!")       # => false
  def end_with?(*suffixes) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the symbol as a literal, quoted where the name needs it.
  #
  #   :name.inspect        # => ":name"
  #   :[]=.inspect         # => ":[]="
  #   :"two words".inspect # => ":\"two words\""
  def inspect() end

  # :call-seq:
  #   length -> integer
  #
  # Returns how many characters the name has.
  #
  #   :name.length # => 4
  def length() end

  alias size length

  # :call-seq:
  #   match(pattern, offset = 0) -> matchdata or nil
  #   match(pattern, offset = 0) {|match| ... } -> object
  #
  # Matches the name (see String#match).
  #
  #   :get_x.match(/\Aget_(.)/)[1] # => "x"
  #   :set_x.match(/\Aget_/)       # => nil
  def match(pattern, offset = 0) end

  # :call-seq:
  #   match?(pattern, offset = 0) -> true or false
  #
  # Tells whether +pattern+ matches in the name, and leaves <tt>$~</tt> as it is.
  #
  #   :get_x.match?(/\Aget_/) # => true
  def match?(pattern, offset = 0) end

  # :call-seq:
  #   name -> string
  #
  # Returns the name as a frozen string, the same object each time; #to_s makes a new one.
  #
  #   :a.name                 # => "a"
  #   :a.name.frozen?         # => true
  #   :a.name.equal?(:a.name) # => true
  def name() end

  # :call-seq:
  #   start_with?(*prefixes) -> true or false
  #
  # Tells whether the name begins with one of +prefixes+, strings or regexps.
  #
  #   :get_x.start_with?("get_", "set_") # => true
  #   :get_x.start_with?(/[a-f]/)        # => false
  def start_with?(*prefixes) end

  # :call-seq:
  #   succ -> symbol
  #
  # Returns the symbol with the next name (see String#next).
  #
  #   :a9.succ # => :b0
  def succ() end

  alias next succ

  # :call-seq:
  #   swapcase(*options) -> symbol
  #
  # Returns the symbol with upper and lower case exchanged in the name.
  #
  #   :Hello.swapcase # => :hELLO
  def swapcase(*options) end

  # :call-seq:
  #   to_proc -> proc
  #
  # Returns a lambda that calls the method of this name on its first argument, with the others.  This is what
  # <tt>&:name</tt> passes as a block.  The lambda raises ArgumentError if it gets no argument.
  #
  #   :upcase.to_proc.call("a") # => "A"
  #   %w[ab c].map(&:length)    # => [2, 1]
  #   [1, 2, 3].inject(&:+)     # => 6
  #   :upcase.to_proc.call      # raises ArgumentError
  def to_proc() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the name as a new string that may be changed.
  #
  #   :a.to_s << "b" # => "ab"
  def to_s() end

  alias id2name to_s

  # :call-seq:
  #   to_sym -> self
  #
  # Returns the symbol itself.
  #
  #   :a.to_sym # => :a
  def to_sym() end

  alias intern to_sym

  # :call-seq:
  #   upcase(*options) -> symbol
  #
  # Returns the symbol with the name in upper case (see String#upcase).
  #
  #   :abc.upcase # => :ABC
  def upcase(*options) end
end
