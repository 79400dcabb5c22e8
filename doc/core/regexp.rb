# frozen_string_literal: true

# A pattern that strings are matched against: <tt>/ab+/i</tt>, or Regexp.new for one that is put together at run time.
#
# A match sets <tt>$~</tt> to a MatchData (or +nil+), and with it <tt>$1</tt>, <tt>$2</tt>, ..., <tt>$&</tt>,
# <tt>$`</tt> and <tt>$'</tt>, in the method that asked for it; only #match? does not.  Options: +i+ ignores case, +x+
# ignores whitespace and comments in the pattern, +m+ lets a dot match a newline too.  Literals are frozen.
class Regexp
  # :call-seq:
  #   Regexp.new(source, options = 0, timeout: nil) -> regexp
  #   Regexp.new(regexp, timeout: nil) -> regexp
  #
  # Returns the Regexp with this source.  +options+ is the sum of Regexp::IGNORECASE, Regexp::EXTENDED and
  # Regexp::MULTILINE, or a string of the letters +i+, +x+ and +m+; any other true value means IGNORECASE.  Of a Regexp
  # it makes a copy with the same options.  +timeout+ is a number of seconds after which a match raises
  # Regexp::TimeoutError.  Raises RegexpError if the source is malformed.
  #
  #   Regexp.new("a.c")                   # => /a.c/
  #   Regexp.new("a", "ix")               # => /a/ix
  #   Regexp.new("a", Regexp::MULTILINE)  # => /a/m
  #   Regexp.new("a", timeout: 2).timeout # => 2.0
  #   Regexp.new("(")                     # raises RegexpError
  #   Regexp.new("a", "q")                # raises ArgumentError
  def self.new(source, options = 0, timeout: nil) end

  # :call-seq:
  #   Regexp.compile(source, options = 0, timeout: nil) -> regexp
  #
  # Does what Regexp.new does.
  #
  #   Regexp.compile("ab+", "i") # => /ab+/i
  def self.compile(source, options = 0, timeout: nil) end

  # :call-seq:
  #   Regexp.escape(string) -> string
  #
  # Returns a copy of +string+, or of the name of a symbol, with a backslash before each character that means something
  # in a regexp, so that it matches itself.
  #
  #   Regexp.escape("1.5 (or so)")            # => "1\\.5\\ \\(or\\ so\\)"
  #   "a.b".sub(/#{Regexp.escape(".")}/, "-") # => "a-b"
  def self.escape(string) end

  # :call-seq:
  #   Regexp.quote(string) -> string
  #
  # Does what Regexp.escape does.
  #
  #   Regexp.quote("a+b") # => "a\\+b"
  def self.quote(string) end

  # :call-seq:
  #   Regexp.last_match -> matchdata or nil
  #   Regexp.last_match(group) -> string or nil
  #
  # Returns <tt>$~</tt>, the MatchData of the last match in this method, or what its +group+ with that number or name
  # matched.  Raises IndexError for an unknown name.
  #
  #   /(?<k>\w)=(?<v>\w)/.match("a=1") && Regexp.last_match(:v) # => "1"
  #   /(.)(.)/.match("ab") && Regexp.last_match(1)              # => "a"
  #   /x/.match("ab") || Regexp.last_match                      # => nil
  def self.last_match(group = nil) end

  # :call-seq:
  #   Regexp.linear_time?(regexp) -> true or false
  #   Regexp.linear_time?(source, options = 0) -> true or false
  #
  # Tells whether the time of a match grows no faster than the string.  Patterns with back references, for example, give
  # no such promise.
  #
  #   Regexp.linear_time?(/a+b/)    # => true
  #   Regexp.linear_time?(/(a)\1/)  # => false
  #   Regexp.linear_time?("a", "i") # => true
  def self.linear_time?(source, options = 0, timeout: nil) end

  # :call-seq:
  #   Regexp.timeout -> float or nil
  #
  # Returns the number of seconds after which a match is broken off, for regexps that have no timeout of their own.
  #
  #   Regexp.timeout # => nil
  def self.timeout() end

  # :call-seq:
  #   Regexp.timeout = seconds
  #
  # Sets the number of seconds after which a match raises Regexp::TimeoutError, in the whole process; +nil+ sets no
  # limit.  Raises ArgumentError if +seconds+ is not positive.
  #
  #   Regexp.timeout = 1.5
  #   Regexp.timeout     # => 1.5
  #   Regexp.timeout = nil
  #   Regexp.timeout = 0 # raises ArgumentError
  def self.timeout=(seconds) end

  # :call-seq:
  #   Regexp.try_convert(object) -> regexp or nil
  #
  # Returns +object+ if it is a regexp, else what its +to_regexp+ method returns, else +nil+ if it has no such method.
  # Raises TypeError if +to_regexp+ returns something that is not a regexp.
  #
  #   Regexp.try_convert(/a/) # => /a/
  #   Regexp.try_convert("a") # => nil
  def self.try_convert(object) end

  # :call-seq:
  #   Regexp.union(*patterns) -> regexp
  #   Regexp.union(array) -> regexp
  #
  # Returns a Regexp that matches what any of +patterns+ matches; strings match themselves.  Without patterns it matches
  # nothing.
  #
  #   Regexp.union("a.b", /c/i) # => /a\.b|(?i-mx:c)/
  #   Regexp.union(%w[+ -])     # => /\+|\-/
  #   Regexp.union.match?("")   # => false
  #   Regexp.union(1)           # raises TypeError
  def self.union(*patterns) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a Regexp with the same source, options and encoding.
  #
  #   /a/ == /a/  # => true
  #   /a/ == /a/i # => false
  #   /a/ == "a"  # => false
  def ==(other) end

  alias eql? ==

  # :call-seq:
  #   self === object -> true or false
  #
  # Tells whether the pattern matches the string or symbol +object+, and sets <tt>$~</tt>; <tt>case</tt> asks it.  For
  # anything else it is +false+.
  #
  #   /r+/ === "carrot"                     # => true
  #   /r+/ === :carrot                      # => true
  #   /r+/ === 7                            # => false
  #   case "x=1" when /\A(\w)=/ then $1 end # => "x"
  def ===(object) end

  # :call-seq:
  #   self =~ string -> integer or nil
  #
  # Returns where the pattern first matches, and sets <tt>$~</tt>; +nil+ if it does not, or if +string+ is +nil+.  When
  # a literal without interpolation stands on the left, its named groups become local variables.
  #
  #   /r+/ =~ "carrot"                                                  # => 2
  #   /z/ =~ "carrot"                                                   # => nil
  #   /z/ =~ nil                                                        # => nil
  #   if /(?<key>\w+)=(?<value>\w+)/ =~ "size=12" then [key, value] end # => ["size", "12"]
  #   /1/ =~ 1                                                          # raises TypeError
  def =~(string) end

  # :call-seq:
  #   casefold? -> true or false
  #
  # Tells whether the option +i+ is set.
  #
  #   /dot/ix.casefold? # => true
  #   /(?i)a/.casefold? # => false
  def casefold?() end

  # :call-seq:
  #   encoding -> encoding
  #
  # Returns the Encoding of the source: US-ASCII if that is plain ASCII, which matches strings of other encodings too.
  #
  #   /a/.encoding  # => #<Encoding:US-ASCII>
  #   /a/u.encoding # => #<Encoding:UTF-8>
  def encoding() end

  # :call-seq:
  #   fixed_encoding? -> true or false
  #
  # Tells whether the pattern matches only strings of its own encoding and plain ASCII ones.
  #
  #   /a/.fixed_encoding?  # => false
  #   /a/u.fixed_encoding? # => true
  def fixed_encoding?() end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for regexps that are #eql?.
  #
  #   /a/i.hash == /a/i.hash # => true
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the regexp as a literal.
  #
  #   /a+/mi.inspect  # => "/a+/mi"
  #   %r{a/b}.inspect # => "/a\\/b/"
  def inspect() end

  # :call-seq:
  #   match(string, offset = 0) -> matchdata or nil
  #   match(string, offset = 0) {|match| ... } -> object
  #
  # Returns the MatchData of the first match at or after +offset+, and sets <tt>$~</tt>.  With a block it returns the
  # block's value instead.  Returns +nil+ without a match, and for a +string+ that is +nil+.
  #
  #   /(\w)\1/.match("carrot")               # => #<MatchData "rr" 1:"r">
  #   /a/.match("banana", 2).begin(0)        # => 3
  #   /r+/.match("carrot") {|m| m.begin(0) } # => 2
  #   /z/.match("carrot")                    # => nil
  def match(string, offset = 0) end

  # :call-seq:
  #   match?(string, offset = 0) -> true or false
  #
  # Tells whether the pattern matches at or after +offset+.  It makes no MatchData and leaves <tt>$~</tt> as it is, and
  # is faster than #match.
  #
  #   /r+/.match?("carrot")    # => true
  #   /r+/.match?("carrot", 4) # => false
  #   /r+/.match?(nil)         # => false
  def match?(string, offset = 0) end

  # :call-seq:
  #   named_captures -> hash
  #
  # Returns for each name of a group the numbers of the groups with it.
  #
  #   /(?<a>.)(?<b>.)(?<a>.)/.named_captures # => {"a" => [1, 3], "b" => [2]}
  #   /(.)/.named_captures                   # => {}
  def named_captures() end

  # :call-seq:
  #   names -> array
  #
  # Returns the names of the named groups, each once.
  #
  #   /(?<a>.)(?<b>.)(?<a>.)/.names # => ["a", "b"]
  #   /(.)/.names                   # => []
  def names() end

  # :call-seq:
  #   options -> integer
  #
  # Returns the options as a sum of Regexp::IGNORECASE (1), Regexp::EXTENDED (2), Regexp::MULTILINE (4),
  # Regexp::FIXEDENCODING (16) and Regexp::NOENCODING (32).
  #
  #   /a/mix.options # => 7
  #   /a/u.options   # => 16
  def options() end

  # :call-seq:
  #   source -> string
  #
  # Returns the pattern without slashes and options.  A slash that had to be escaped in the literal is not escaped in
  # it.
  #
  #   /a\d+/i.source # => "a\\d+"
  #   /a\/b/.source  # => "a/b"
  def source() end

  # :call-seq:
  #   timeout -> float or nil
  #
  # Returns the number of seconds after which a match raises Regexp::TimeoutError, or +nil+ if Regexp.timeout decides.
  #
  #   /a/.timeout                         # => nil
  #   Regexp.new("a", timeout: 2).timeout # => 2.0
  def timeout() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the source with its options in a form that keeps them when it is put into another regexp.
  #
  #   /a+/i.to_s         # => "(?i-mx:a+)"
  #   /x#{/a+/i}/.source # => "x(?i-mx:a+)"
  def to_s() end

  # :call-seq:
  #   ~self -> integer or nil
  #
  # Returns where the pattern matches in <tt>$_</tt>, the last line read by +gets+; +nil+ if it does not, or if
  # <tt>$_</tt> is not a string.
  #
  #   ($_ = "carrot") && ~/r+/ # => 2
  #   ($_ = nil) || ~/r+/      # => nil
  def ~() end
end
