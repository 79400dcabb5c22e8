# frozen_string_literal: true

# What a Regexp matched in a string: the whole match, which is number 0, and its groups, numbered from 1, maybe named.
#
# It is what Regexp#match and String#match return, and <tt>$~</tt> after a match.  It keeps a frozen copy of the string,
# so it does not change when that does.  A group that took no part in the match gives +nil+.
class MatchData
  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a MatchData of the same regexp and string with the same positions.
  #
  #   /a/.match("cat") == /a/.match("cat") # => true
  #   /a/.match("cat") == /a/.match("hat") # => false
  def ==(other) end

  alias eql? ==

  # :call-seq:
  #   self[group] -> string or nil
  #   self[start, length] -> array
  #   self[range] -> array
  #
  # Returns what the group with this number or name matched, or several of them as an array, as Array#[] does with
  # #to_a.  A number that no group has gives +nil+; raises IndexError for an unknown name.
  #
  #   m = /(?<year>\d+)-(?<month>\d+)/.match("in 2024-05")
  #   m[0]       # => "2024-05"
  #   m[2]       # => "05"
  #   m[:year]   # => "2024"
  #   m["month"] # => "05"
  #   m[1..]     # => ["2024", "05"]
  #   m[5]       # => nil
  #   m[:day]    # raises IndexError
  def [](group, length = nil) end

  # :call-seq:
  #   begin(group) -> integer or nil
  #
  # Returns the position of the first character of the group with this number or name.  Raises IndexError if there is no
  # such group.
  #
  #   m = /t(.)(x)?/.match("\u00e9t\u00e9")
  #   m.begin(0) # => 1
  #   m.begin(1) # => 2
  #   m.begin(2) # => nil
  #   m.begin(3) # raises IndexError
  def begin(group) end

  # :call-seq:
  #   bytebegin(group) -> integer or nil
  #
  # Returns the byte position at which the group with this number or name begins.  Raises IndexError if there is no such
  # group.
  #
  #   m = /t(.)/.match("\u00e9t\u00e9")
  #   m.bytebegin(0) # => 2
  #   m.bytebegin(2) # raises IndexError
  def bytebegin(group) end

  # :call-seq:
  #   byteend(group) -> integer or nil
  #
  # Returns the byte position behind the group with this number or name.  Raises IndexError if there is no such group.
  #
  #   m = /t(.)/.match("\u00e9t\u00e9")
  #   m.byteend(0) # => 5
  #   m.byteend(2) # raises IndexError
  def byteend(group) end

  # :call-seq:
  #   byteoffset(group) -> [integer, integer] or [nil, nil]
  #
  # Returns what #bytebegin and #byteend return.
  #
  #   m = /t(.)(x)?/.match("\u00e9t\u00e9")
  #   m.byteoffset(1) # => [3, 5]
  #   m.byteoffset(2) # => [nil, nil]
  def byteoffset(group) end

  # :call-seq:
  #   captures -> array
  #
  # Returns what the groups matched, without the whole match.
  #
  #   /(\w)=(\w)(!)?/.match("a=1").captures # => ["a", "1", nil]
  #   case /(\w)=(\w)/.match("a=1")
  #   in [key, value] then [value, key]
  #   end                                   # => ["1", "a"]
  def captures() end

  alias deconstruct captures

  # :call-seq:
  #   deconstruct_keys(names) -> hash
  #
  # Returns what the named groups matched by their names as symbols, for pattern matching: those in the array +names+ up
  # to the first that is unknown, or all if it is +nil+.  Raises TypeError for another argument.
  #
  #   m = /(?<year>\d+)-(?<month>\d+)/.match("2024-05")
  #   m.deconstruct_keys([:year]) # => {year: "2024"}
  #   m.deconstruct_keys(nil)     # => {year: "2024", month: "05"}
  #   case m
  #   in {month:} then month
  #   end                         # => "05"
  #   m.deconstruct_keys(:year)   # raises TypeError
  def deconstruct_keys(names) end

  # :call-seq:
  #   end(group) -> integer or nil
  #
  # Returns the position behind the last character of the group with this number or name.  Raises IndexError if there is
  # no such group.
  #
  #   m = /t(.)/.match("\u00e9t\u00e9!")
  #   m.end(0) # => 3
  #   m.end(2) # raises IndexError
  def end(group) end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for two that are #eql?.
  #
  #   /a/.match("cat").hash == /a/.match("cat").hash # => true
  def hash() end

  # :call-seq:
  #   inspect -> string
  #
  # Returns a description with the whole match and the groups.
  #
  #   /(.)(x)?/.match("a").inspect     # => "#<MatchData \"a\" 1:\"a\" 2:nil>"
  #   /(?<first>.)/.match("a").inspect # => "#<MatchData \"a\" first:\"a\">"
  def inspect() end

  # :call-seq:
  #   length -> integer
  #
  # Returns how many groups there are, the whole match included.
  #
  #   /(.)(.)/.match("ab").length # => 3
  def length() end

  alias size length

  # :call-seq:
  #   match(group) -> string or nil
  #
  # Returns what the group with this number or name matched.  Unlike #[] it raises IndexError for a number too that no
  # group has.
  #
  #   m = /(?<key>\w)=(\d)?/.match("a=")
  #   m.match(:key) # => "a"
  #   m.match(0)    # => "a="
  #   m.match(7)    # raises IndexError
  def match(group) end

  # :call-seq:
  #   match_length(group) -> integer or nil
  #
  # Returns how many characters the group with this number or name matched.  Raises IndexError if there is no such
  # group.
  #
  #   m = /(\w+)=(\d)?/.match("ab=")
  #   m.match_length(0) # => 3
  #   m.match_length(2) # => nil
  #   m.match_length(3) # raises IndexError
  def match_length(group) end

  # :call-seq:
  #   named_captures(symbolize_names: false) -> hash
  #
  # Returns what the named groups matched by their names, as symbols if +symbolize_names+ is true.  Of several groups
  # with one name the last that matched counts.
  #
  #   m = /(?<key>\w)=(?<value>\w)/.match("a=1")
  #   m.named_captures                        # => {"key" => "a", "value" => "1"}
  #   m.named_captures(symbolize_names: true) # => {key: "a", value: "1"}
  def named_captures(symbolize_names: false) end

  # :call-seq:
  #   names -> array
  #
  # Returns the names of the named groups.
  #
  #   /(?<key>\w)=(?<value>\w)/.match("a=1").names # => ["key", "value"]
  #   /(\w)/.match("a").names                      # => []
  def names() end

  # :call-seq:
  #   offset(group) -> [integer, integer] or [nil, nil]
  #
  # Returns what #begin and #end return.
  #
  #   m = /t(.)(x)?/.match("\u00e9t\u00e9")
  #   m.offset(1) # => [2, 3]
  #   m.offset(2) # => [nil, nil]
  def offset(group) end

  # :call-seq:
  #   post_match -> string
  #
  # Returns what follows the match, as <tt>$'</tt> does.
  #
  #   /r+/.match("carrots").post_match # => "ots"
  def post_match() end

  # :call-seq:
  #   pre_match -> string
  #
  # Returns what is before the match, as <tt>$`</tt> does.
  #
  #   /r+/.match("carrots").pre_match # => "ca"
  def pre_match() end

  # :call-seq:
  #   regexp -> regexp
  #
  # Returns the Regexp that matched.
  #
  #   /r+/.match("carrots").regexp # => /r+/
  def regexp() end

  # :call-seq:
  #   string -> string
  #
  # Returns the string that was searched, frozen.
  #
  #   m = /r+/.match("carrots")
  #   m.string         # => "carrots"
  #   m.string.frozen? # => true
  def string() end

  # :call-seq:
  #   to_a -> array
  #
  # Returns the whole match and what the groups matched.
  #
  #   /(\w)=(\w)/.match("a=1!").to_a # => ["a=1", "a", "1"]
  def to_a() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the whole match.
  #
  #   /r+/.match("carrots").to_s # => "rr"
  def to_s() end

  # :call-seq:
  #   values_at(*groups) -> array
  #
  # Returns what the groups with these numbers or names matched; ranges stand for several.
  #
  #   m = /(?<key>\w)=(?<value>\w)/.match("a=1")
  #   m.values_at(0, :value) # => ["a=1", "1"]
  #   m.values_at(1..2, 5)   # => ["a", "1", nil]
  def values_at(*groups) end
end
