# frozen_string_literal: true

# A string is a changeable sequence of bytes together with an Encoding that says which characters the bytes stand for.
#
# Positions and lengths count characters, unless the method has "byte" in its name; a negative position counts from the
# end, -1 being the last character.  Methods that end in <tt>!</tt> change the string itself and mostly return +nil+
# when there was nothing to change; their namesakes without it return a new string and leave the receiver alone.
# Every method that changes the string raises FrozenError when it is frozen.
#
# A new string made by a method is an instance of String, even if the receiver is of a subclass.
class String
  # :call-seq:
  #   String.new(string = "", encoding: nil, capacity: nil) -> string
  #
  # Returns a new, unfrozen string with the bytes and the encoding of +string+; without +string+ it is empty and binary.
  # +encoding+ only labels the bytes, it converts nothing.  +capacity+ is the number of bytes to set aside from the
  # start, for a string that will grow.  Raises TypeError if +string+ is not one, ArgumentError for an unknown encoding.
  #
  #   String.new("seed")                             # => "seed"
  #   String.new.encoding                            # => #<Encoding:BINARY (ASCII-8BIT)>
  #   String.new("abc", encoding: "UTF-16BE").length # => 2
  #   String.new(7)                                  # raises TypeError
  def self.new(string = "", encoding: nil, capacity: nil) end

  # :call-seq:
  #   String.try_convert(object) -> string or nil
  #
  # Returns +object+ if it is a string, else what its +to_str+ method returns, else +nil+ if it has no such method.
  # Raises TypeError if +to_str+ returns something that is not a string.
  #
  #   String.try_convert("a") # => "a"
  #   String.try_convert(:a)  # => nil
  def self.try_convert(object) end

  # :call-seq:
  #   self % object -> string
  #
  # Formats +object+ with the receiver as the template, as Kernel#format does.  An array gives one argument for each
  # element, a hash gives the values of named references, anything else is the only argument.
  # Raises ArgumentError if there are too few arguments, KeyError if a name is missing.
  #
  #   "%05.1f" % 2.25                           # => "002.2"
  #   "%s has %d" % ["Ann", 3]                  # => "Ann has 3"
  #   "%<n>x or %{word}" % {n: 255, word: "ff"} # => "ff or ff"
  #   "%s %s" % ["one"]                         # raises ArgumentError
  def %(object) end

  # :call-seq:
  #   self * count -> string
  #
  # Returns a new string that holds the receiver +count+ times.
  # Raises ArgumentError if +count+ is negative or the result would be too long.
  #
  #   "ab" * 3  # => "ababab"
  #   "ab" * 0  # => ""
  #   "ab" * -1 # raises ArgumentError
  def *(count) end

  # :call-seq:
  #   self + other -> string
  #
  # Returns a new string: the receiver followed by +other+.  Raises TypeError if +other+ is not a string and
  # Encoding::CompatibilityError if the two encodings cannot be joined.
  #
  #   "sun" + "rise" # => "sunrise"
  #   "sun" + 1      # raises TypeError
  def +(other) end

  # :call-seq:
  #   +self -> string
  #
  # Returns the receiver if it may be changed, else an unfrozen copy.
  #
  #   fixed = "abc".freeze
  #   copy = +fixed
  #   copy << "d"          # => "abcd"
  #   fixed                # => "abc"
  #   (+copy).equal?(copy) # => true
  def +@() end

  # :call-seq:
  #   -self -> string
  #
  # Returns a frozen string with the same content, the same object for each content, so that equal strings share their
  # memory.  The receiver itself stays as it was; it is returned if it is already the shared one.
  #
  #   first = -"on".upcase
  #   second = -"ON"
  #   first.equal?(second) # => true
  #   first.frozen?        # => true
  def -@() end

  alias dedup -@

  # :call-seq:
  #   self << object -> self
  #
  # Appends +object+ in place: a string as it is, an integer as the character with that codepoint in the receiver's
  # encoding.  Raises RangeError for an integer without a character, Encoding::CompatibilityError if the encodings
  # cannot be joined.
  #
  #   s = +"a"
  #   s << "bc" << 100 # => "abcd"
  #   s << -1          # raises RangeError
  def <<(object) end

  # :call-seq:
  #   self <=> other -> -1, 0, 1 or nil
  #
  # Compares byte by byte: -1 if the receiver comes first, 1 if +other+ does, 0 if they are equal.  A string comes after
  # each of its own beginnings.  Returns +nil+ if +other+ is not a string and cannot be compared with one.
  #
  #   "ab" <=> "abc" # => -1
  #   "b" <=> "abc"  # => 1
  #   "a" <=> "B"    # => 1
  #   "seven" <=> 7  # => nil
  def <=>(other) end

  # :call-seq:
  #   self == other -> true or false
  #
  # Tells whether +other+ is a string with the same bytes and a comparable encoding.  If +other+ is no string but has a
  # +to_str+ method, it is asked instead: <tt>other == self</tt>.
  #
  #   "a" == "a"                                # => true
  #   "a" == :a                                 # => false
  #   "a" == "a".encode("US-ASCII")             # => true
  #   "\u00e9" == "\u00e9".encode("ISO-8859-1") # => false
  def ==(other) end

  alias === ==

  # :call-seq:
  #   self =~ object -> integer or nil
  #
  # Returns where the Regexp +object+ first matches, or +nil+, and sets the match variables such as <tt>$~</tt>.
  # Another +object+ is sent <tt>=~</tt> with the receiver.  Raises TypeError for a string.  Named groups do not become
  # local variables here; they do with the regexp literal on the left.
  #
  #   "carrot" =~ /r+/           # => 2
  #   "carrot" =~ /r+/ and $~[0] # => "rr"
  #   "carrot" =~ /z/            # => nil
  #   "carrot" =~ "r"            # raises TypeError
  def =~(object) end

  # :call-seq:
  #   self[index] -> string or nil
  #   self[start, length] -> string or nil
  #   self[range] -> string or nil
  #   self[regexp, group = 0] -> string or nil
  #   self[substring] -> string or nil
  #
  # Returns a part as a new string: the character at +index+, up to +length+ characters from +start+ on, the characters
  # in +range+, what +regexp+ (or its group with that number or name) matched, or +substring+ if it occurs.
  # Returns +nil+ where there is no such part.  A start right at the end gives an empty string, one further on +nil+.
  #
  #   "planet"[0]              # => "p"
  #   "planet"[-3, 2]          # => "ne"
  #   "planet"[2..]            # => "anet"
  #   "planet"[6, 1]           # => ""
  #   "planet"[7, 1]           # => nil
  #   "planet"[/l(.)n/, 1]     # => "a"
  #   "planet"[/(?<v>e)/, "v"] # => "e"
  #   "planet"["net"]          # => "net"
  def [](start, length = nil) end

  alias slice []

  # :call-seq:
  #   self[index] = string
  #   self[start, length] = string
  #   self[range] = string
  #   self[regexp, group = 0] = string
  #   self[substring] = string
  #
  # Replaces in place the part that <tt>self[...]</tt> with the same arguments returns; the new part may have another
  # length.  Raises IndexError if the place is outside the string, or the regexp, the group or the substring is not
  # found, and RangeError for a range that starts outside.
  #
  #   s = +"planet"
  #   s[0] = "PL"
  #   s               # => "PLlanet"
  #   s[2..4] = ""
  #   s               # => "PLet"
  #   s[/(e)(t)/, 2] = "d"
  #   s               # => "PLed"
  #   s["zz"] = "top" # raises IndexError
  def []=(start, length = nil, string) end

  # :call-seq:
  #   append_as_bytes(*objects) -> self
  #
  # Appends each of +objects+ in place without a look at encodings: of a string its bytes, of an integer its lowest
  # byte.  The encoding stays, so the result may be invalid in it.  Raises TypeError for other objects.
  #
  #   s = +"a"
  #   s.append_as_bytes("b", 0x163)             # => "abc"
  #   s.append_as_bytes("\xff").valid_encoding? # => false
  #   s.append_as_bytes(:d)                     # raises TypeError
  def append_as_bytes(*objects) end

  # :call-seq:
  #   ascii_only? -> true or false
  #
  # Tells whether all characters are ASCII ones, in an encoding that writes those as single bytes.
  #
  #   "plain".ascii_only?                # => true
  #   "na\u00efve".ascii_only?           # => false
  #   "a".encode("UTF-16LE").ascii_only? # => false
  def ascii_only?() end

  # :call-seq:
  #   b -> string
  #
  # Returns a copy with the same bytes whose encoding is binary, so that every byte is a character.
  #
  #   "\u00e9".b        # => "\xC3\xA9"
  #   "\u00e9".b.length # => 2
  def b() end

  # :call-seq:
  #   byteindex(pattern, offset = 0) -> integer or nil
  #
  # Returns the byte position at which the string or regexp +pattern+ first occurs at or after byte +offset+, or +nil+.
  # Raises IndexError if +offset+ is inside a character.
  #
  #   "\u00e9t\u00e9".byteindex("t")         # => 2
  #   "\u00e9t\u00e9".byteindex("\u00e9", 2) # => 3
  #   "\u00e9t\u00e9".byteindex("t", 1)      # raises IndexError
  def byteindex(pattern, offset = 0) end

  # :call-seq:
  #   byterindex(pattern, offset = bytesize) -> integer or nil
  #
  # Returns the last byte position, not after byte +offset+, at which the string or regexp +pattern+ begins, or +nil+.
  # Raises IndexError if +offset+ is inside a character.
  #
  #   "\u00e9t\u00e9".byterindex("\u00e9")    # => 3
  #   "\u00e9t\u00e9".byterindex("\u00e9", 2) # => 0
  def byterindex(pattern, offset = bytesize) end

  # :call-seq:
  #   bytes -> array
  #   bytes {|byte| ... } -> self
  #
  # Returns the bytes as an array of integers.  With a block it does as #each_byte does.
  #
  #   "A\u00e9".bytes # => [65, 195, 169]
  def bytes() end

  # :call-seq:
  #   bytesize -> integer
  #
  # Returns how many bytes the string has.
  #
  #   "\u00e9t\u00e9".bytesize # => 5
  #   "\u00e9t\u00e9".length   # => 3
  def bytesize() end

  # :call-seq:
  #   byteslice(index) -> string or nil
  #   byteslice(start, length) -> string or nil
  #   byteslice(range) -> string or nil
  #
  # Returns a part like #[], with positions and lengths in bytes.  The result keeps the encoding, and is invalid in it
  # where a character is cut.
  #
  #   "\u00e9t\u00e9".byteslice(2, 3) # => "té"
  #   "\u00e9t\u00e9".byteslice(0)    # => "\xC3"
  #   "\u00e9t\u00e9".byteslice(9)    # => nil
  def byteslice(start, length = nil) end

  # :call-seq:
  #   bytesplice(start, length, string) -> self
  #   bytesplice(start, length, string, string_start, string_length) -> self
  #   bytesplice(range, string) -> self
  #   bytesplice(range, string, string_range) -> self
  #
  # Replaces bytes in place by those of +string+, or by the given part of them; all numbers are bytes.
  # Raises IndexError if an end of a part is outside its string or inside a character.
  #
  #   s = +"summer"
  #   s.bytesplice(0, 3, "ham")         # => "hammer"
  #   s.bytesplice(0..0, "jelly", 1..2) # => "elammer"
  #   (+"\u00e9").bytesplice(1, 1, "x") # raises IndexError
  def bytesplice(start, length, string, string_start = 0, string_length = nil) end

  # :call-seq:
  #   capitalize(*options) -> string
  #
  # Returns a copy whose first character is in upper (title) case and all others in lower case.
  # The options are those of #downcase, without <tt>:fold</tt>.
  #
  #   "wEEK".capitalize                  # => "Week"
  #   "\u00e9T\u00c9".capitalize         # => "Été"
  #   "\u00e9T\u00c9".capitalize(:ascii) # => "étÉ"
  def capitalize(*options) end

  # :call-seq:
  #   capitalize!(*options) -> self or nil
  #
  # Does #capitalize in place.  Returns +nil+ if nothing changed.
  #
  #   (+"wEEK").capitalize! # => "Week"
  #   (+"Week").capitalize! # => nil
  def capitalize!(*options) end

  # :call-seq:
  #   casecmp(other) -> -1, 0, 1 or nil
  #
  # Compares like #<=> but takes ASCII letters of either case as equal; other letters keep their case.
  # Returns +nil+ if +other+ is not a string or its encoding is incompatible.
  #
  #   "Abc".casecmp("aBC")       # => 0
  #   "a".casecmp("B")           # => -1
  #   "\u00e9".casecmp("\u00c9") # => 1
  def casecmp(other) end

  # :call-seq:
  #   casecmp?(other) -> true, false or nil
  #
  # Tells whether both strings are equal after Unicode case folding.  Returns +nil+ if they cannot be compared.
  #
  #   "\u00e9t\u00e9".casecmp?("\u00c9T\u00c9") # => true
  #   "stra\u00dfe".casecmp?("STRASSE")         # => true
  #   "a".casecmp?("b")                         # => false
  #   "a".casecmp?(1)                           # => nil
  def casecmp?(other) end

  # :call-seq:
  #   center(width, padding = " ") -> string
  #
  # Returns a copy padded on both sides to +width+ characters, with the odd one on the right; an unpadded copy if the
  # string is that long already.  Raises ArgumentError if +padding+ is empty.
  #
  #   "mid".center(9, "12") # => "121mid121"
  #   "mid".center(6)       # => " mid  "
  #   "mid".center(2)       # => "mid"
  #   "mid".center(9, "")   # raises ArgumentError
  def center(width, padding = " ") end

  # :call-seq:
  #   chars -> array
  #   chars {|character| ... } -> self
  #
  # Returns the characters as an array of strings.  With a block it does as #each_char does.
  #
  #   "h\u00e9!".chars # => ["h", "é", "!"]
  def chars() end

  # :call-seq:
  #   chomp(ending = $/) -> string
  #
  # Returns a copy without +ending+ at its end.  The default removes one line end, be it <tt>"\n"</tt>,
  # <tt>"\r\n"</tt> or <tt>"\r"</tt>; an empty +ending+ removes all <tt>"\n"</tt> and <tt>"\r\n"</tt> at the end;
  # +nil+ removes nothing.
  #
  #   "row\r\n".chomp       # => "row"
  #   "row\n\n".chomp       # => "row\n"
  #   "row\n\r\n".chomp("") # => "row"
  #   "a.rb".chomp(".rb")   # => "a"
  #   "row\n".chomp(nil)    # => "row\n"
  def chomp(ending = $/) end

  # :call-seq:
  #   chomp!(ending = $/) -> self or nil
  #
  # Does #chomp in place.  Returns +nil+ if nothing was removed.
  #
  #   (+"row\n").chomp! # => "row"
  #   (+"row").chomp!   # => nil
  def chomp!(ending = $/) end

  # :call-seq:
  #   chop -> string
  #
  # Returns a copy without its last character; <tt>"\r\n"</tt> at the end goes as one.  An empty string stays empty.
  #
  #   "word".chop  # => "wor"
  #   "a\r\n".chop # => "a"
  #   "".chop      # => ""
  def chop() end

  # :call-seq:
  #   chop! -> self or nil
  #
  # Does #chop in place.  Returns +nil+ if the string is empty.
  #
  #   (+"word").chop! # => "wor"
  #   (+"").chop!     # => nil
  def chop!() end

  # :call-seq:
  #   chr -> string
  #
  # Returns the first character; an empty string if there is none.
  #
  #   "\u00e9t".chr # => "é"
  #   "".chr        # => ""
  def chr() end

  # :call-seq:
  #   clear -> self
  #
  # Removes all characters in place.  The encoding stays.
  #
  #   (+"abc").clear # => ""
  def clear() end

  # :call-seq:
  #   codepoints -> array
  #   codepoints {|codepoint| ... } -> self
  #
  # Returns the characters' numbers in the encoding, in an array.  With a block it does as #each_codepoint does.
  # Raises ArgumentError if there are invalid bytes.
  #
  #   "h\u00e9".codepoints # => [104, 233]
  #   "\xff".codepoints    # raises ArgumentError
  def codepoints() end

  # :call-seq:
  #   concat(*objects) -> self
  #
  # Appends each of +objects+ in place, as #<< does.  The receiver among them is appended as it was before the call.
  #
  #   s = +"a"
  #   s.concat("b", 99) # => "abc"
  #   s.concat(s, s)    # => "abcabcabc"
  #   s.concat(nil)     # raises TypeError
  def concat(*objects) end

  # :call-seq:
  #   count(*selectors) -> integer
  #
  # Returns how many characters are in all of the +selectors+.  A selector is a set of characters: <tt>"a-f"</tt> is a
  # range, a <tt>^</tt> at its start means all others, a backslash makes the next character plain.
  # Raises ArgumentError without selectors or for a range that goes backwards.
  #
  #   "banana".count("an")        # => 5
  #   "banana".count("a-n", "^n") # => 4
  #   "1-2\\3".count("\\-\\\\")   # => 2
  #   "banana".count("n-a")       # raises ArgumentError
  def count(*selectors) end

  # :call-seq:
  #   crypt(salt) -> string
  #
  # Returns the hash of the string that the C function <tt>crypt</tt> makes with +salt+, two characters of
  # <tt>./0-9A-Za-z</tt> for the traditional method.  It is too weak for passwords today.
  # Raises ArgumentError if +salt+ is too short or the string holds a null character.
  #
  #   "secret".crypt("ab") # => "abNANd1rDfiNc"
  #   "secret".crypt("a")  # raises ArgumentError
  def crypt(salt) end

  # :call-seq:
  #   delete(*selectors) -> string
  #
  # Returns a copy without the characters that are in all of the +selectors+ (see #count).
  #
  #   "banana".delete("n")         # => "baaa"
  #   "banana".delete("a-z", "^b") # => "b"
  #   "banana".delete              # raises ArgumentError
  def delete(*selectors) end

  # :call-seq:
  #   delete!(*selectors) -> self or nil
  #
  # Does #delete in place.  Returns +nil+ if nothing was removed.
  #
  #   (+"banana").delete!("n") # => "baaa"
  #   (+"banana").delete!("z") # => nil
  def delete!(*selectors) end

  # :call-seq:
  #   delete_prefix(prefix) -> string
  #
  # Returns a copy without the string +prefix+ at its start, if it is there.
  #
  #   "test_name".delete_prefix("test_") # => "name"
  #   "name".delete_prefix("test_")      # => "name"
  def delete_prefix(prefix) end

  # :call-seq:
  #   delete_prefix!(prefix) -> self or nil
  #
  # Does #delete_prefix in place.  Returns +nil+ if the string does not start with +prefix+.
  #
  #   (+"test_name").delete_prefix!("test_") # => "name"
  #   (+"name").delete_prefix!("test_")      # => nil
  def delete_prefix!(prefix) end

  # :call-seq:
  #   delete_suffix(suffix) -> string
  #
  # Returns a copy without the string +suffix+ at its end, if it is there.
  #
  #   "boot.log".delete_suffix(".log") # => "boot"
  #   "boot".delete_suffix(".log")     # => "boot"
  def delete_suffix(suffix) end

  # :call-seq:
  #   delete_suffix!(suffix) -> self or nil
  #
  # Does #delete_suffix in place.  Returns +nil+ if the string does not end with +suffix+.
  #
  #   (+"boot.log").delete_suffix!(".log") # => "boot"
  #   (+"boot").delete_suffix!(".log")     # => nil
  def delete_suffix!(suffix) end

  # :call-seq:
  #   downcase(*options) -> string
  #
  # Returns a copy in lower case, by Unicode's rules in a Unicode encoding.  Options: <tt>:ascii</tt> touches only A to
  # Z; <tt>:turkic</tt> treats dotted and dotless i as Turkish does; <tt>:lithuanian</tt> is accepted and may go with
  # it; <tt>:fold</tt> folds case for comparing.  Raises ArgumentError for any other.
  #
  #   "\u00c9T\u00c9".downcase         # => "été"
  #   "\u00c9T\u00c9".downcase(:ascii) # => "ÉtÉ"
  #   "DIN".downcase(:turkic)          # => "dın"
  #   "stra\u00dfe".downcase(:fold)    # => "strasse"
  #   "A".downcase(:loud)              # raises ArgumentError
  def downcase(*options) end

  # :call-seq:
  #   downcase!(*options) -> self or nil
  #
  # Does #downcase in place.  Returns +nil+ if nothing changed.
  #
  #   (+"ABC").downcase! # => "abc"
  #   (+"abc").downcase! # => nil
  def downcase!(*options) end

  # :call-seq:
  #   dump -> string
  #
  # Returns a double-quoted form in which all but printable ASCII is escaped; #undump turns it back.
  # A string in an encoding that is no superset of ASCII has a call of +force_encoding+ after it.
  #
  #   puts "h\u00e9\t\#{x}".dump         # prints "\"h\\u00E9\\t\\\#{x}\"\n"
  #   "h\u00e9".dump.undump == "h\u00e9" # => true
  def dump() end

  # :call-seq:
  #   dup -> string
  #
  # Returns an unfrozen copy, of the same class.  The two may share their memory until one of them changes.
  #
  #   a = "abc".freeze
  #   b = a.dup
  #   b << "d" # => "abcd"
  #   a        # => "abc"
  def dup() end

  # :call-seq:
  #   each_byte {|byte| ... } -> self
  #   each_byte -> enumerator
  #
  # Calls the block with each byte, an integer from 0 to 255.  Without a block it returns an Enumerator.
  #
  #   "A\u00e9".each_byte {|byte| print byte, " " } # prints "65 195 169 "
  #   "A\u00e9".each_byte.max                       # => 195
  def each_byte() end

  # :call-seq:
  #   each_char {|character| ... } -> self
  #   each_char -> enumerator
  #
  # Calls the block with each character, a string.  Without a block it returns an Enumerator.
  #
  #   "h\u00e9".each_char {|character| print character, "." } # prints "h.é."
  #   "abc".each_char.with_index.to_a                         # => [["a", 0], ["b", 1], ["c", 2]]
  def each_char() end

  # :call-seq:
  #   each_codepoint {|codepoint| ... } -> self
  #   each_codepoint -> enumerator
  #
  # Calls the block with the number of each character in the encoding.  Without a block it returns an Enumerator.
  # Raises ArgumentError on reaching an invalid byte.
  #
  #   "h\u00e9".each_codepoint {|codepoint| print codepoint, " " } # prints "104 233 "
  #   "h\u00e9".each_codepoint.size                                # => 2
  def each_codepoint() end

  # :call-seq:
  #   each_grapheme_cluster {|cluster| ... } -> self
  #   each_grapheme_cluster -> enumerator
  #
  # Calls the block with each grapheme cluster: the run of codepoints that a reader takes for one character, such as a
  # letter and the accents that combine with it.  Without a block it returns an Enumerator.
  #
  #   "e\u0301x".each_grapheme_cluster.map(&:length) # => [2, 1]
  #   "a\r\n".each_grapheme_cluster.to_a             # => ["a", "\r\n"]
  def each_grapheme_cluster() end

  # :call-seq:
  #   each_line(separator = $/, chomp: false) {|line| ... } -> self
  #   each_line(separator = $/, chomp: false) -> enumerator
  #
  # Calls the block with each part that ends in +separator+, and with what is left at the end.  With <tt>chomp:
  # true</tt> the separators are cut off.  An empty +separator+ splits into paragraphs, at two or more newlines;
  # +nil+ gives the whole string.  Without a block it returns an Enumerator.
  #
  #   "one\ntwo".each_line {|line| p line }  # prints "\"one\\n\"\n\"two\"\n"
  #   "a,b".each_line(",", chomp: true).to_a # => ["a", "b"]
  #   "a\nb\n\n\nc".each_line("").to_a       # => ["a\nb\n\n", "c"]
  def each_line(separator = $/, chomp: false) end

  # :call-seq:
  #   empty? -> true or false
  #
  # Tells whether there are no bytes.
  #
  #   "abc"[3..].empty? # => true
  #   "\0".empty?       # => false
  def empty?() end

  # :call-seq:
  #   encode(**options) -> string
  #   encode(destination, **options) -> string
  #   encode(destination, source, **options) -> string
  #
  # Returns a copy converted to the encoding +destination+, from +source+ or the string's own.  Without +destination+
  # it is Encoding.default_internal, or no conversion if that is +nil+.  The options <tt>invalid: :replace</tt> and
  # <tt>undef: :replace</tt> put a replacement for invalid bytes and for characters that the destination lacks, which
  # <tt>replace: string</tt> sets (else U+FFFD or a question mark).  <tt>fallback:</tt> is a hash or a callable that
  # gives what to put for a lacking character.  <tt>xml: :text</tt> and <tt>xml: :attr</tt> escape for XML and write
  # lacking characters as numeric references.  <tt>newline:</tt> converts line ends to <tt>:universal</tt>,
  # <tt>:crlf</tt>, <tt>:cr</tt> or <tt>:lf</tt>, as <tt>universal_newline: true</tt> and its like do.
  #
  # Raises Encoding::UndefinedConversionError for a character that the destination lacks,
  # Encoding::InvalidByteSequenceError for invalid bytes, Encoding::ConverterNotFoundError if no converter exists.
  #
  #   "\u00e9".encode("ISO-8859-1").bytes                      # => [233]
  #   "\xe9".encode("UTF-8", "ISO-8859-1")                     # => "é"
  #   "\u00e9".encode("US-ASCII")                              # raises Encoding::UndefinedConversionError
  #   "\u00e9".encode("US-ASCII", undef: :replace)             # => "?"
  #   "\u00e9".encode("US-ASCII", fallback: {"\u00e9" => "e"}) # => "e"
  #   "1 < \u00e9".encode("US-ASCII", xml: :text)              # => "1 &lt; &#xE9;"
  #   "a\nb".encode(crlf_newline: true)                        # => "a\r\nb"
  def encode(destination = Encoding.default_internal, source = encoding, **options) end

  # :call-seq:
  #   encode!(*encodings, **options) -> self
  #
  # Does #encode in place and returns the string, changed or not.
  #
  #   s = +"\u00e9"
  #   s.encode!("UTF-16BE").bytes # => [0, 233]
  #   s.encoding                  # => #<Encoding:UTF-16BE>
  def encode!(destination = Encoding.default_internal, source = encoding, **options) end

  # :call-seq:
  #   encoding -> encoding
  #
  # Returns the Encoding by which the bytes are read as characters.
  #
  #   "abc".encoding   # => #<Encoding:UTF-8>
  #   "abc".b.encoding # => #<Encoding:BINARY (ASCII-8BIT)>
  def encoding() end

  # :call-seq:
  #   end_with?(*suffixes) -> true or false
  #
  # Tells whether the string ends with one of the strings +suffixes+.  Without arguments it is +false+.
  # Raises TypeError for anything but a string, a Regexp too.
  #
  #   "main.rb".end_with?(".c", ".rb") # => true
  #   "main.rb".end_with?("main")      # => false
  #   "main.rb".end_with?(/rb/)        # raises TypeError
  def end_with?(*suffixes) end

  # :call-seq:
  #   eql?(other) -> true or false
  #
  # Tells whether +other+ is a string with the same bytes and a comparable encoding; unlike #== it never asks
  # +other+.
  #
  #   "a".eql?("a") # => true
  #   "a".eql?(:a)  # => false
  def eql?(other) end

  # :call-seq:
  #   force_encoding(encoding) -> self
  #
  # Gives the string another encoding in place and leaves the bytes alone.  Use #encode to convert them.
  # Raises ArgumentError for an unknown name.
  #
  #   s = "\u00e9".dup
  #   s.force_encoding("ISO-8859-1").length # => 2
  #   s.force_encoding("UTF-8").length      # => 1
  #   s.force_encoding("no such")           # raises ArgumentError
  def force_encoding(encoding) end

  # :call-seq:
  #   freeze -> self
  #
  # Makes the string unchangeable for good.
  #
  #   s = String.new("abc").freeze
  #   s.frozen? # => true
  #   s << "d"  # raises FrozenError
  def freeze() end

  # :call-seq:
  #   getbyte(index) -> integer or nil
  #
  # Returns the byte at byte position +index+, or +nil+ outside the string.
  #
  #   "A\u00e9".getbyte(0)  # => 65
  #   "A\u00e9".getbyte(-1) # => 169
  #   "A\u00e9".getbyte(3)  # => nil
  def getbyte(index) end

  # :call-seq:
  #   grapheme_clusters -> array
  #   grapheme_clusters {|cluster| ... } -> self
  #
  # Returns the grapheme clusters (see #each_grapheme_cluster) as an array of strings.
  #
  #   "e\u0301x".grapheme_clusters.length # => 2
  #   "e\u0301x".chars.length             # => 3
  def grapheme_clusters() end

  # :call-seq:
  #   gsub(pattern, replacement) -> string
  #   gsub(pattern, hash) -> string
  #   gsub(pattern) {|match| ... } -> string
  #   gsub(pattern) -> enumerator
  #
  # Returns a copy in which each occurrence of +pattern+, a string or a Regexp, is replaced.  In a +replacement+ string
  # <tt>\0</tt> stands for the match, <tt>\1</tt> to <tt>\9</tt> and <tt>\k<name></tt> for groups, and a backslash
  # followed by a backquote, a quote or a backslash for what is before, what is after, and a backslash.  A +hash+ is
  # asked with the match, a missing key giving nothing; a block is called with it and may use <tt>$~</tt>.
  #
  #   "banana".gsub("an", "AN")                # => "bANANa"
  #   "banana".gsub(/(a)(n)/, '\2\1')          # => "bnanaa"
  #   "cat".gsub(/[aeiou]/, "a" => "o")        # => "cot"
  #   "1 and 22".gsub(/\d+/) {|n| n.to_i + 1 } # => "2 and 23"
  #   "banana".gsub(/a./).to_a                 # => ["an", "an"]
  def gsub(pattern, replacement = nil) end

  # :call-seq:
  #   gsub!(pattern, replacement) -> self or nil
  #   gsub!(pattern, hash) -> self or nil
  #   gsub!(pattern) {|match| ... } -> self or nil
  #   gsub!(pattern) -> enumerator
  #
  # Does #gsub in place.  Returns +nil+ if +pattern+ does not occur.
  #
  #   (+"banana").gsub!("a", "o") # => "bonono"
  #   (+"banana").gsub!("x", "o") # => nil
  def gsub!(pattern, replacement = nil) end

  # :call-seq:
  #   hash -> integer
  #
  # Returns a number that is the same for strings that are #eql?.  It differs from one process to the next.
  #
  #   "ab".hash == ("a" + "b").hash # => true
  def hash() end

  # :call-seq:
  #   hex -> integer
  #
  # Reads hexadecimal digits from the start, after an optional sign and <tt>0x</tt>; 0 if there are none.
  #
  #   "ff".hex    # => 255
  #   "-0x1F".hex # => -31
  #   "cage".hex  # => 202
  #   "mice".hex  # => 0
  def hex() end

  # :call-seq:
  #   include?(substring) -> true or false
  #
  # Tells whether +substring+ occurs anywhere.  Raises TypeError if it is not a string.
  #
  #   "carrot".include?("car") # => true
  #   "carrot".include?("cat") # => false
  #   "carrot".include?(/c/)   # raises TypeError
  def include?(substring) end

  # :call-seq:
  #   index(pattern, offset = 0) -> integer or nil
  #
  # Returns the position of the first occurrence of the string or Regexp +pattern+ that begins at or after +offset+, or
  # +nil+.  A regexp sets the match variables.  An empty pattern is found at +offset+ itself, up to the end.
  #
  #   "banana".index("an")     # => 1
  #   "banana".index("an", 2)  # => 3
  #   "banana".index(/n./, -3) # => 4
  #   "banana".index("x")      # => nil
  #   "banana".index("", 6)    # => 6
  def index(pattern, offset = 0) end

  # :call-seq:
  #   insert(index, string) -> self
  #
  # Inserts +string+ in place before the character at +index+; a negative +index+ inserts after that character, so that
  # -1 appends.  Raises IndexError if +index+ is outside the string.
  #
  #   (+"abd").insert(2, "c")  # => "abcd"
  #   (+"abc").insert(-1, "d") # => "abcd"
  #   (+"abc").insert(9, "d")  # raises IndexError
  def insert(index, string) end

  # :call-seq:
  #   inspect -> string
  #
  # Returns the string in double quotes, with escapes for what does not print, for quotes, backslashes, and a
  # <tt>#</tt> that would interpolate.
  #
  #   puts "tab\t \"q\"".inspect # prints "\"tab\\t \\\"q\\\"\"\n"
  #   "\u00e9".inspect           # => "\"é\""
  #   "\xff".inspect             # => "\"\\xFF\""
  def inspect() end

  # :call-seq:
  #   intern -> symbol
  #
  # Returns the symbol with this name.  Raises EncodingError if there are invalid bytes.
  #
  #   "total".intern     # => :total
  #   "two words".intern # => :"two words"
  #   "\xff".intern      # raises EncodingError
  def intern() end

  alias to_sym intern

  # :call-seq:
  #   length -> integer
  #
  # Returns how many characters the string has; an invalid byte counts as one.
  #
  #   "\u00e9t\u00e9".length # => 3
  #   "\xff\xfe".length      # => 2
  def length() end

  alias size length

  # :call-seq:
  #   lines(separator = $/, chomp: false) -> array
  #   lines(separator = $/, chomp: false) {|line| ... } -> self
  #
  # Returns the lines, as #each_line finds them, in an array.
  #
  #   "one\ntwo\n".lines              # => ["one\n", "two\n"]
  #   "one\ntwo\n".lines(chomp: true) # => ["one", "two"]
  #   "".lines                        # => []
  def lines(separator = $/, chomp: false) end

  # :call-seq:
  #   ljust(width, padding = " ") -> string
  #
  # Returns a copy filled up on the right to +width+ characters; an unpadded copy if it is that long already.
  # Raises ArgumentError if +padding+ is empty.
  #
  #   "ab".ljust(5)        # => "ab   "
  #   "ab".ljust(7, "123") # => "ab12312"
  #   "ab".ljust(1)        # => "ab"
  #   "ab".ljust(5, "")    # raises ArgumentError
  def ljust(width, padding = " ") end

  # :call-seq:
  #   lstrip(*selectors) -> string
  #
  # Returns a copy without the whitespace (space, <tt>\t \n \v \f \r</tt>, and null) at its start, or without the
  # characters that are in all of the +selectors+ (see #count).
  #
  #   " \t ab ".lstrip       # => "ab "
  #   "007".lstrip("0")      # => "7"
  #   "xyabyx".lstrip("x-z") # => "abyx"
  def lstrip(*selectors) end

  # :call-seq:
  #   lstrip!(*selectors) -> self or nil
  #
  # Does #lstrip in place.  Returns +nil+ if nothing was removed.
  #
  #   (+" ab").lstrip! # => "ab"
  #   (+"ab").lstrip!  # => nil
  def lstrip!(*selectors) end

  # :call-seq:
  #   match(pattern, offset = 0) -> matchdata or nil
  #   match(pattern, offset = 0) {|match| ... } -> object
  #
  # Returns the MatchData of the first match of +pattern+, a Regexp or the source of one, at or after +offset+, and sets
  # <tt>$~</tt>.  With a block it returns the block's value instead.  Returns +nil+ without a match.
  #
  #   "key=val".match(/(\w+)=(\w+)/)[2]       # => "val"
  #   "key=val".match("[aeiou]", 2)           # => #<MatchData "a">
  #   "key=val".match(/=/) {|m| m.pre_match } # => "key"
  #   "key=val".match(/z/)                    # => nil
  def match(pattern, offset = 0) end

  # :call-seq:
  #   match?(pattern, offset = 0) -> true or false
  #
  # Tells whether +pattern+, a Regexp or the source of one, matches at or after +offset+.  It leaves <tt>$~</tt> as it
  # is and is faster than #match.
  #
  #   "key=val".match?(/=/)    # => true
  #   "key=val".match?(/=/, 4) # => false
  def match?(pattern, offset = 0) end

  # :call-seq:
  #   next -> string
  #
  # Returns the successor: the rightmost letter or digit goes up by one, and from <tt>z</tt>, <tt>Z</tt> or <tt>9</tt>
  # carries to the next one on its left, adding a character if there is none.  Without letters and digits the last
  # character goes up.  An empty string gives an empty one.
  #
  #   "a9".next  # => "b0"
  #   "Zz".next  # => "AAa"
  #   "1.9".next # => "2.0"
  #   "***".next # => "**+"
  def next() end

  alias succ next

  # :call-seq:
  #   next! -> self
  #
  # Does #next in place.
  #
  #   s = +"az"
  #   s.next! # => "ba"
  #   s       # => "ba"
  def next!() end

  alias succ! next!

  # :call-seq:
  #   oct -> integer
  #
  # Reads octal digits from the start, after an optional sign; a prefix <tt>0x</tt>, <tt>0b</tt>, <tt>0o</tt> or
  # <tt>0d</tt> sets another base.  Returns 0 if there are no digits.
  #
  #   "755".oct   # => 493
  #   "0x1F".oct  # => 31
  #   "-0b11".oct # => -3
  #   "89".oct    # => 0
  def oct() end

  # :call-seq:
  #   ord -> integer
  #
  # Returns the number of the first character in the encoding.  Raises ArgumentError if the string is empty or begins
  # with an invalid byte.
  #
  #   "A".ord      # => 65
  #   "\u00e9".ord # => 233
  #   "".ord       # raises ArgumentError
  def ord() end

  # :call-seq:
  #   partition(pattern) -> [before, match, after]
  #
  # Splits at the first occurrence of the string or Regexp +pattern+.  Without one the string itself comes first, with
  # two empty strings.
  #
  #   "a.b.c".partition(".")  # => ["a", ".", "b.c"]
  #   "a10b".partition(/\d+/) # => ["a", "10", "b"]
  #   "abc".partition("x")    # => ["abc", "", ""]
  def partition(pattern) end

  # :call-seq:
  #   prepend(*strings) -> self
  #
  # Puts +strings+, joined, before the string in place.
  #
  #   (+"c").prepend("a", "b") # => "abc"
  def prepend(*strings) end

  # :call-seq:
  #   replace(other) -> self
  #
  # Gives the string the bytes and the encoding of +other+.  Raises TypeError if that is not a string.
  #
  #   s = +"old"
  #   s.replace("new") # => "new"
  #   s.replace(1)     # raises TypeError
  def replace(other) end

  alias initialize_copy replace

  # :call-seq:
  #   reverse -> string
  #
  # Returns a copy with the characters in opposite order.
  #
  #   "h\u00e9!".reverse # => "!éh"
  def reverse() end

  # :call-seq:
  #   reverse! -> self
  #
  # Does #reverse in place.
  #
  #   (+"abc").reverse! # => "cba"
  def reverse!() end

  # :call-seq:
  #   rindex(pattern, offset = length) -> integer or nil
  #
  # Returns the last position, not after +offset+, at which the string or Regexp +pattern+ begins, or +nil+.
  #
  #   "banana".rindex("an")    # => 3
  #   "banana".rindex("an", 2) # => 1
  #   "banana".rindex(/n/, -3) # => 2
  #   "banana".rindex("x")     # => nil
  def rindex(pattern, offset = length) end

  # :call-seq:
  #   rjust(width, padding = " ") -> string
  #
  # Returns a copy filled up on the left to +width+ characters; an unpadded copy if it is that long already.
  # Raises ArgumentError if +padding+ is empty.
  #
  #   "42".rjust(5)      # => "   42"
  #   "42".rjust(5, "0") # => "00042"
  #   "42".rjust(1)      # => "42"
  def rjust(width, padding = " ") end

  # :call-seq:
  #   rpartition(pattern) -> [before, match, after]
  #
  # Splits at the last occurrence of the string or Regexp +pattern+.  Without one the string itself comes last, after
  # two empty strings.
  #
  #   "a.b.c".rpartition(".") # => ["a.b", ".", "c"]
  #   "abc".rpartition("x")   # => ["", "", "abc"]
  def rpartition(pattern) end

  # :call-seq:
  #   rstrip(*selectors) -> string
  #
  # Returns a copy without the whitespace (see #lstrip) at its end, or without the characters that are in all of the
  # +selectors+ (see #count).
  #
  #   " ab\n\0".rstrip    # => " ab"
  #   "1.500".rstrip("0") # => "1.5"
  def rstrip(*selectors) end

  # :call-seq:
  #   rstrip!(*selectors) -> self or nil
  #
  # Does #rstrip in place.  Returns +nil+ if nothing was removed.
  #
  #   (+"ab ").rstrip! # => "ab"
  #   (+"ab").rstrip!  # => nil
  def rstrip!(*selectors) end

  # :call-seq:
  #   scan(pattern) -> array
  #   scan(pattern) {|match| ... } -> self
  #
  # Finds all occurrences of the string or Regexp +pattern+ from left to right.  Each gives the matched string, or an
  # array of the groups if +pattern+ has any.  They are returned in an array, or given to the block one by one.
  #
  #   "a1 b22".scan(/\d+/)                      # => ["1", "22"]
  #   "a1 b22".scan(/(\w)(\d+)/)                # => [["a", "1"], ["b", "22"]]
  #   "banana".scan("an") {|m| print m.upcase } # prints "ANAN"
  def scan(pattern) end

  # :call-seq:
  #   scrub(replacement = default) -> string
  #   scrub {|bytes| ... } -> string
  #
  # Returns a copy in which invalid bytes are replaced: by +replacement+, by what the block returns for them, or else by
  # U+FFFD in a Unicode encoding and a question mark in others.  Raises ArgumentError if the replacement is invalid too.
  #
  #   "a\xffb".scrub                                # => "a�b"
  #   "a\xffb".scrub("*")                           # => "a*b"
  #   "a\xffb".scrub {|bytes| bytes.unpack1("H*") } # => "affb"
  def scrub(replacement = nil) end

  # :call-seq:
  #   scrub!(replacement = default) -> self
  #   scrub! {|bytes| ... } -> self
  #
  # Does #scrub in place.
  #
  #   (+"a\xffb").scrub!("") # => "ab"
  def scrub!(replacement = nil) end

  # :call-seq:
  #   setbyte(index, integer) -> integer
  #
  # Stores the lowest byte of +integer+ at byte position +index+ in place.  Returns +integer+.
  # Raises IndexError outside the string.
  #
  #   s = +"abc"
  #   s.setbyte(-1, 0x164) # => 356
  #   s                    # => "abd"
  #   s.setbyte(3, 0)      # raises IndexError
  def setbyte(index, integer) end

  # :call-seq:
  #   slice!(index) -> string or nil
  #   slice!(start, length) -> string or nil
  #   slice!(range) -> string or nil
  #   slice!(regexp, group = 0) -> string or nil
  #   slice!(substring) -> string or nil
  #
  # Removes in place the part that #[] with the same arguments returns, and returns it.  Returns +nil+ if there is none.
  #
  #   s = +"planet"
  #   s.slice!(0, 2)   # => "pl"
  #   s.slice!(/e(t)/) # => "et"
  #   s                # => "an"
  #   s.slice!(5)      # => nil
  def slice!(start, length = nil) end

  # :call-seq:
  #   split(separator = $;, limit = 0) -> array
  #   split(separator = $;, limit = 0) {|part| ... } -> self
  #
  # Returns the parts between occurrences of +separator+, a string or a Regexp; the groups of a regexp are put in
  # between.  With +nil+ or a single space the separator is any run of whitespace, and whitespace in front is ignored;
  # with an empty string each character is a part.  A positive +limit+ sets the greatest number of parts.  Empty parts
  # at the end are dropped, unless +limit+ is negative.  With a block each part is given to it.
  #
  #   " now  is ".split         # => ["now", "is"]
  #   "a,b,,c,,".split(",")     # => ["a", "b", "", "c"]
  #   "a,b,,c,,".split(",", -1) # => ["a", "b", "", "c", "", ""]
  #   "a,b,c".split(",", 2)     # => ["a", "b,c"]
  #   "1+2-3".split(/([+-])/)   # => ["1", "+", "2", "-", "3"]
  #   "abc".split("")           # => ["a", "b", "c"]
  def split(separator = $;, limit = 0) end

  # :call-seq:
  #   squeeze(*selectors) -> string
  #
  # Returns a copy in which each run of one character is a single one, for all characters or those that are in all of
  # the +selectors+ (see #count).
  #
  #   "aabbb  c".squeeze       # => "ab c"
  #   "aabbb  c".squeeze("b ") # => "aab c"
  def squeeze(*selectors) end

  # :call-seq:
  #   squeeze!(*selectors) -> self or nil
  #
  # Does #squeeze in place.  Returns +nil+ if nothing was removed.
  #
  #   (+"aab").squeeze! # => "ab"
  #   (+"ab").squeeze!  # => nil
  def squeeze!(*selectors) end

  # :call-seq:
  #   start_with?(*prefixes) -> true or false
  #
  # Tells whether the string begins with one of +prefixes+: a string, or a Regexp that matches at the very start (it
  # sets <tt>$~</tt>).  Without arguments it is +false+.
  #
  #   "main.rb".start_with?("lib", "ma") # => true
  #   "main.rb".start_with?(/[a-m]/)     # => true
  #   "main.rb".start_with?(/ai/)        # => false
  def start_with?(*prefixes) end

  # :call-seq:
  #   strip(*selectors) -> string
  #
  # Returns a copy without the whitespace (see #lstrip) at both ends, or without the characters there that are in all of
  # the +selectors+ (see #count).
  #
  #   "  a b\n".strip      # => "a b"
  #   "--a-b--".strip("-") # => "a-b"
  def strip(*selectors) end

  # :call-seq:
  #   strip!(*selectors) -> self or nil
  #
  # Does #strip in place.  Returns +nil+ if nothing was removed.
  #
  #   (+" a ").strip! # => "a"
  #   (+"a").strip!   # => nil
  def strip!(*selectors) end

  # :call-seq:
  #   sub(pattern, replacement) -> string
  #   sub(pattern, hash) -> string
  #   sub(pattern) {|match| ... } -> string
  #
  # Returns a copy in which the first occurrence of +pattern+ is replaced; the arguments are those of #gsub.  Raises
  # ArgumentError with neither a replacement nor a block.
  #
  #   "banana".sub("a", "A")          # => "bAnana"
  #   "banana".sub(/n(.)/, '[\1]')    # => "ba[a]na"
  #   "banana".sub(/a/) { $`.upcase } # => "bBnana"
  #   "banana".sub("a")               # raises ArgumentError
  def sub(pattern, replacement = nil) end

  # :call-seq:
  #   sub!(pattern, replacement) -> self or nil
  #   sub!(pattern, hash) -> self or nil
  #   sub!(pattern) {|match| ... } -> self or nil
  #
  # Does #sub in place.  Returns +nil+ if +pattern+ does not occur.
  #
  #   (+"banana").sub!("a", "o") # => "bonana"
  #   (+"banana").sub!("x", "o") # => nil
  def sub!(pattern, replacement = nil) end

  # :call-seq:
  #   sum(bits = 16) -> integer
  #
  # Returns the sum of the bytes, of which only the lowest +bits+ bits are kept; all of them if +bits+ is not positive.
  #
  #   "ab".sum            # => 195
  #   ("z" * 1000).sum    # => 56464
  #   ("z" * 1000).sum(0) # => 122000
  def sum(bits = 16) end

  # :call-seq:
  #   swapcase(*options) -> string
  #
  # Returns a copy in which upper case letters are lower case and the other way round.  The options are those of
  # #downcase, without <tt>:fold</tt>.
  #
  #   "McLeod 7".swapcase # => "mClEOD 7"
  def swapcase(*options) end

  # :call-seq:
  #   swapcase!(*options) -> self or nil
  #
  # Does #swapcase in place.  Returns +nil+ if nothing changed.
  #
  #   (+"Ab").swapcase! # => "aB"
  #   (+"12").swapcase! # => nil
  def swapcase!(*options) end

  # :call-seq:
  #   to_c -> complex
  #
  # Reads a complex number from the start; what cannot be read is ignored, and without a number the result is 0.
  # Kernel#Complex is strict.
  #
  #   "1+2i".to_c   # => (1+2i)
  #   "3.5 cm".to_c # => (3.5+0i)
  #   "cm".to_c     # => (0+0i)
  def to_c() end

  # :call-seq:
  #   to_f -> float
  #
  # Reads a decimal number from the start, after whitespace; what follows it is ignored, and without a number the result
  # is 0.0.  Kernel#Float is strict.
  #
  #   "2.5e2 m".to_f # => 250.0
  #   "1_000.5".to_f # => 1000.5
  #   "m".to_f       # => 0.0
  def to_f() end

  # :call-seq:
  #   to_i(base = 10) -> integer
  #
  # Reads an integer from the start in +base+, from 2 to 36, after whitespace and a sign; single underscores between
  # digits are skipped, and what follows is ignored.  Without digits the result is 0.  A +base+ of 0 goes by the prefix.
  # Raises ArgumentError for any other base.  Kernel#Integer is strict.
  #
  #   " -12 apples".to_i # => -12
  #   "1_000".to_i       # => 1000
  #   "1011".to_i(2)     # => 11
  #   "0x1f".to_i(0)     # => 31
  #   "apples".to_i      # => 0
  #   "1".to_i(99)       # raises ArgumentError
  def to_i(base = 10) end

  # :call-seq:
  #   to_r -> rational
  #
  # Reads a rational number from the start, written as decimal or as a fraction; what follows is ignored, and without a
  # number the result is 0.  Kernel#Rational is strict.  Raises ZeroDivisionError if the denominator is 0.
  #
  #   "3/4 inch".to_r # => (3/4)
  #   "0.75".to_r     # => (3/4)
  #   "inch".to_r     # => (0/1)
  #   "1/0".to_r      # raises ZeroDivisionError
  def to_r() end

  # :call-seq:
  #   to_s -> string
  #
  # Returns the string itself; for an instance of a subclass, a String with the same content.
  #
  #   s = "abc"
  #   s.to_s.equal?(s)                 # => true
  #   Class.new(String).new.to_s.class # => String
  def to_s() end

  alias to_str to_s

  # :call-seq:
  #   tr(from, to) -> string
  #
  # Returns a copy in which each character of +from+ is replaced by the one at the same place in +to+, whose last
  # character stands in for missing ones.  Both understand ranges such as <tt>"a-z"</tt> and backslashes; a <tt>^</tt>
  # at the start of +from+ means all other characters.  With an empty +to+ the characters are removed.
  #
  #   "banana".tr("bn", "ps")   # => "pasasa"
  #   "banana".tr("a-y", "b-z") # => "cbobob"
  #   "banana".tr("^n", "_")    # => "__n_n_"
  #   "banana".tr("n", "")      # => "baaa"
  #   "banana".tr("z-a", "b")   # raises ArgumentError
  def tr(from, to) end

  # :call-seq:
  #   tr!(from, to) -> self or nil
  #
  # Does #tr in place.  Returns +nil+ if nothing changed.
  #
  #   (+"banana").tr!("n", "d") # => "badada"
  #   (+"banana").tr!("x", "d") # => nil
  def tr!(from, to) end

  # :call-seq:
  #   tr_s(from, to) -> string
  #
  # Returns a copy like #tr in which, in addition, a run of replaced characters that became the same is a single one.
  #
  #   "puddle".tr_s("d", "z")  # => "puzle"
  #   "aabbcc".tr_s("ab", "*") # => "*cc"
  def tr_s(from, to) end

  # :call-seq:
  #   tr_s!(from, to) -> self or nil
  #
  # Does #tr_s in place.  Returns +nil+ if nothing changed.
  #
  #   (+"hello").tr_s!("l", "r") # => "hero"
  #   (+"hello").tr_s!("x", "r") # => nil
  def tr_s!(from, to) end

  # :call-seq:
  #   undump -> string
  #
  # Returns the string of which the receiver is the #dump.  Raises RuntimeError if it is not well formed.
  #
  #   '"a\tb"'.undump    # => "a\tb"
  #   '"\u00E9"'.undump  # => "é"
  #   "no quotes".undump # raises RuntimeError
  def undump() end

  # :call-seq:
  #   unicode_normalize(form = :nfc) -> string
  #
  # Returns a copy in a Unicode normalization form: <tt>:nfc</tt> composed, <tt>:nfd</tt> decomposed, <tt>:nfkc</tt> and
  # <tt>:nfkd</tt> the same with compatibility characters replaced.  Raises ArgumentError for another form and
  # Encoding::CompatibilityError if the encoding is not a Unicode one.
  #
  #   "e\u0301".unicode_normalize.length      # => 1
  #   "\u00e9".unicode_normalize(:nfd).length # => 2
  #   "\ufb01".unicode_normalize(:nfkc)       # => "fi"
  #   "a".unicode_normalize(:flat)            # raises ArgumentError
  def unicode_normalize(form = :nfc) end

  # :call-seq:
  #   unicode_normalize!(form = :nfc) -> self
  #
  # Does #unicode_normalize in place.
  #
  #   (+"e\u0301").unicode_normalize!.length # => 1
  def unicode_normalize!(form = :nfc) end

  # :call-seq:
  #   unicode_normalized?(form = :nfc) -> true or false
  #
  # Tells whether the string is in that normalization form already.  Raises as #unicode_normalize does.
  #
  #   "\u00e9".unicode_normalized?       # => true
  #   "\u00e9".unicode_normalized?(:nfd) # => false
  def unicode_normalized?(form = :nfc) end

  # :call-seq:
  #   unpack(template, offset: 0) -> array
  #   unpack(template, offset: 0) {|value| ... } -> nil
  #
  # Reads values out of the bytes from +offset+ on as +template+ says, the reverse of Array#pack, and returns them in an
  # array or gives them to the block.  Missing numbers are +nil+.  Raises ArgumentError for an unknown directive or an
  # +offset+ outside the string.
  #
  #   "abc\0\0\x01".unpack("a3 n")           # => ["abc", 0]
  #   "\x01\x02\x03".unpack("C*", offset: 1) # => [2, 3]
  #   "\x01".unpack("CC")                    # => [1, nil]
  #   "a".unpack("@9")                       # raises ArgumentError
  def unpack(template, offset: 0) end

  # :call-seq:
  #   unpack1(template, offset: 0) -> object
  #
  # Returns only the first value that #unpack would return.
  #
  #   "\x01\x02".unpack1("n")      # => 258
  #   "ab".unpack1("H*")           # => "6162"
  #   "ab".unpack1("a", offset: 1) # => "b"
  def unpack1(template, offset: 0) end

  # :call-seq:
  #   upcase(*options) -> string
  #
  # Returns a copy in upper case, by Unicode's rules in a Unicode encoding; it may get longer.  The options are those of
  # #downcase, without <tt>:fold</tt>.
  #
  #   "\u00e9t\u00e9".upcase         # => "ÉTÉ"
  #   "\u00e9t\u00e9".upcase(:ascii) # => "éTé"
  #   "\ufb01n".upcase               # => "FIN"
  def upcase(*options) end

  # :call-seq:
  #   upcase!(*options) -> self or nil
  #
  # Does #upcase in place.  Returns +nil+ if nothing changed.
  #
  #   (+"abc").upcase! # => "ABC"
  #   (+"ABC").upcase! # => nil
  def upcase!(*options) end

  # :call-seq:
  #   upto(last, exclusive = false) {|string| ... } -> self
  #   upto(last, exclusive = false) -> enumerator
  #
  # Calls the block with the string and each successor (see #next) until +last+ is reached, or without +last+ itself if
  # +exclusive+ is true.  It stops as soon as a successor is longer than +last+.  Two strings of digits count as
  # numbers.  Without a block it returns an Enumerator.
  #
  #   "a8".upto("b1").to_a     # => ["a8", "a9", "b0", "b1"]
  #   "9".upto("11").to_a      # => ["9", "10", "11"]
  #   "a".upto("c", true).to_a # => ["a", "b"]
  #   "b".upto("a").to_a       # => []
  def upto(last, exclusive = false) end

  # :call-seq:
  #   valid_encoding? -> true or false
  #
  # Tells whether the bytes are valid in the string's encoding.
  #
  #   "\u00e9".valid_encoding?  # => true
  #   "a\xff".valid_encoding?   # => false
  #   "a\xff".b.valid_encoding? # => true
  def valid_encoding?() end
end
