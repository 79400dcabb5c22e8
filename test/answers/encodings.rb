# encodings.rb - broken and wide strings through the methods of String, patterns without an encoding.  Each line has a label; encodings.out holds the answers of CRuby 4.0.1.
require_relative "common"

t("encodings a") { "<".encode("UTF-16LE").encode("UTF-16LE", xml: :text).b }
t("encodings a2") { "<\"&é".encode("UTF-16BE").encode("UTF-16BE", xml: :attr).b }
t("encodings a3") { "<\"&é".encode("UTF-32LE").encode("UTF-16BE", xml: :text).b }
t("encodings a4") { "<\n".encode("UTF-16LE").encode("UTF-16LE", crlf_newline: true).b }
t("encodings a5") { "a\r\n".encode("UTF-16LE").encode("UTF-16LE", universal_newline: true).b }
t("encodings a6") { "<é".encode("UTF-16LE").encode("US-ASCII", xml: :text) }
BROKEN = { "UTF-16LE" => ["a\0\x00\xd8", "a\0b", "\xD8".b], "UTF-16BE" => ["\0a\xd8\x00", "\0a\0", "\xd8".b], "UTF-32LE" => ["a\0\0\0b\0", "\0\0\x11\0", "a"], "UTF-32BE" => ["\0\0\0a\0b", "\0\x11\0\0", "a"], "EUC-JP" => ["a\xa4", "\xa4\xa2\xa4", "\x8f\xa1", "\xff"], "Shift_JIS" => ["a\x82", "\x82\xa0\x82", "\xff"], "US-ASCII" => ["a\x80b", "\xff"], "Big5" => ["a\xa4", "\xff\xff", "\x80a"], "UTF-8" => ["a\xe3\x81", "\xff", "\xed\xa0\x80"], "GBK" => ["a\x81", "\xffa"], "EUC-KR" => ["a\xb0"], "Windows-31J" => ["a\x81", "\x81\x00"] }
ops = { to_sym: ->(s) { s.to_sym }, succ: ->(s) { s.succ }, aref: ->(s) { [s[0], s[-1], s[0, 2]] }, scrub: ->(s) { s.scrub }, scrubq: ->(s) { s.scrub { |b| "?".encode(s.encoding) } }, inspect: ->(s) { s.inspect }, dump: ->(s) { s.dump }, chop: ->(s) { s.chop }, chomp: ->(s) { s.chomp }, bytesplice: ->(s) { s.dup.bytesplice(0, 1, "z".dup.force_encoding(s.encoding)) }, count: ->(s) { s.count(s) }, counta: ->(s) { s.count("a".encode(s.encoding)) }, delete: ->(s) { s.delete(s) }, squeeze: ->(s) { s.squeeze }, tr: ->(s) { s.tr(s, s) }, norm: ->(s) { s.unicode_normalize }, normp: ->(s) { s.unicode_normalized? }, chars: ->(s) { s.chars }, reverse: ->(s) { s.reverse }, upcase: ->(s) { s.upcase }, casecmp: ->(s) { s.casecmp?(s) }, length: ->(s) { s.length }, ord: ->(s) { s.ord }, each_grapheme: ->(s) { s.grapheme_clusters }, codepoints: ->(s) { s.codepoints }, sub: ->(s) { s.sub(s, "") }, split: ->(s) { s.split("") }, lines: ->(s) { s.lines }, strip: ->(s) { s.strip }, lstrip: ->(s) { s.lstrip }, index: ->(s) { s.index(s) }, byteindex: ->(s) { s.byteindex(s, 1) }, start: ->(s) { s.start_with?(s) }, casecmp2: ->(s) { s.casecmp(s) }, sum: ->(s) { s.sum }, hex: ->(s) { s.hex }, to_i: ->(s) { s.to_i }, to_f: ->(s) { s.to_f }, crypt: ->(s) { s.crypt("ab") }, insert: ->(s) { s.dup.insert(1, s) }, ljust: ->(s) { s.ljust(5) }, center: ->(s) { s.center(9, s) }, partition: ->(s) { s.partition(s) }, rpartition: ->(s) { s.rpartition(s) }, encode8: ->(s) { s.encode("UTF-8", invalid: :replace) }, encode16: ->(s) { s.encode("UTF-16LE", invalid: :replace) }, encx: ->(s) { s.encode("UTF-8") }, unpackU: ->(s) { s.unpack("U*") }, capitalize: ->(s) { s.capitalize }, swapcase: ->(s) { s.swapcase }, delete_prefix: ->(s) { s.delete_prefix(s) }, delete_suffix: ->(s) { s.delete_suffix(s) }, eachbyte: ->(s) { s.byteslice(0, 1) }, valid: ->(s) { s.valid_encoding? }, ascii: ->(s) { s.ascii_only? }, undump: ->(s) { s.undump }, to_c: ->(s) { s.to_c }, to_r: ->(s) { s.to_r }, intern_i: ->(s) { s.to_sym.inspect }, regex: ->(s) { Regexp.new(s) }, rquote: ->(s) { Regexp.quote(s) }, slice: ->(s) { s.dup.slice!(0) }, prepend: ->(s) { s.dup.prepend("a".encode(s.encoding)) }, upto: ->(s) { s.upto(s).to_a }, cmp: ->(s) { s <=> "é" }, eqq: ->(s) { s == s.b }, mul: ->(s) { (s * 2).valid_encoding? }, plus: ->(s) { s + "é" }, fmt: ->(s) { "%s|" % s }, fmtc: ->(s) { "%c" % s }, fmtw: ->(s) { "%5.2s" % s } }
BROKEN.each { |enc, list| list.each_with_index { |b, i| s = b.dup.force_encoding(enc); ops.each { |n, f| t("encodings #{enc} #{i} #{n}") { r = f.(s); r.is_a?(String) ? [r.b, r.encoding] : r.is_a?(Array) && r.all?(String) ? r.map { |x| [x.b, x.encoding] } : r } } } }
t("encodings u") { "abc".encode("UTF-32LE").succ.b }
t("encodings u2") { %w[UTF-16LE UTF-16BE UTF-32LE UTF-32BE].map { |e| %w[az zz Zz a9 9 -].map { |x| x.encode(e).succ.encode("utf-8") } } }
t("regexp encodings") { Regexp.new("[\\x80-\\xff]", Regexp::NOENCODING) }
t("regexp encodings b") { Regexp.new("[\\x80-\\xff]".encode("US-ASCII"), Regexp::NOENCODING) }
t("regexp encodings c") { Regexp.new("\\xff", Regexp::NOENCODING).encoding }
t("regexp encodings d") { Regexp.new("\\xff") }
t("regexp encodings e") { Regexp.new("\\xff".b) }
t("regexp encodings f") { Regexp.new("\\xff".encode("US-ASCII")) }
t("regexp encodings g") { Regexp.new("é", Regexp::NOENCODING) }
t("regexp encodings h") { Regexp.new("é".b, Regexp::NOENCODING) }
t("regexp encodings i") { Regexp.new("\\u3042", Regexp::NOENCODING) }
t("regexp encodings j") { Regexp.new("é\\xff", Regexp::NOENCODING) }
t("regexp encodings k") { Regexp.new("é\\xff") }
t("regexp encodings l") { Regexp.new("\\xe3\\x81\\x82", Regexp::NOENCODING).then { [_1, _1.encoding, _1 =~ "あ".b, (_1 =~ "あ" rescue $!.message), _1.options] } }
t("regexp encodings m") { /\xff/n.then { [_1, _1.encoding] } }
t("regexp encodings n") { Regexp.new("a", Regexp::NOENCODING).then { [_1, _1.encoding, _1.options, _1.fixed_encoding?] } }
t("regexp encodings o") { Regexp.new("[\\x80-\\xff]".encode("EUC-JP"), Regexp::NOENCODING) }
t("regexp encodings p") { Regexp.new("\\M-a", Regexp::NOENCODING) }
t("regexp encodings q") { Regexp.new("\\377", Regexp::NOENCODING) }
t("regexp encodings r") { Regexp.new("\\377") }
t("regexp encodings s") { Regexp.new("\\377", Regexp::FIXEDENCODING) }
t("regexp encodings t") { Regexp.union(/\xff/n, "é") }
t("regexp encodings u") { Regexp.new(/\xff/n).then { [_1, _1.options, _1.encoding] } }
t("regexp encodings v") { Regexp.union("é", "a".encode("UTF-16LE")) }
t("regexp encodings v2") { Regexp.union("a".encode("UTF-16LE"), /\xff/n) }
t("regexp encodings v3") { Regexp.union("あ".encode("EUC-JP"), "é", "a") }
# A prefix of broken text, the end of a wide text that is cut, and what follows the last character.  Units of UTF-32 from 0x80000000 are
# left out: CRuby counts them as negative, hence below the surrogates, and calls them valid.
%w[UTF-16LE UTF-16BE UTF-32LE UTF-32BE UTF-8].each do |enc|
  bytes = ["a", "\0", "\xd8", "\0\xd8", "\x81"].map(&:b)
  (bytes.map { |a| [a] } + bytes.product(bytes) + bytes.product(bytes, bytes)).map(&:join).uniq.each do |b|
    next if b.size == 4 && enc.start_with?("UTF-32") && b.unpack1(enc == "UTF-32LE" ? "V" : "N") >= 0x80000000
    s = b.dup.force_encoding(enc)
    t("encodings edge #{enc} #{b.inspect}") { [s[0], s[-1], s[0, 2], s.succ, s.dup.slice!(1)].map { |x| x&.b } + (0..b.size).map { |n| s.start_with?(s.byteslice(0, n)) } }
    t("encodings edge #{enc} #{b.inspect} to UTF-8") { s.encode("UTF-8").b }
  end
end
t("encodings last") { [0x10ffff, 0xffff, 0xd7ff, 0x7f].product(%w[UTF-32LE UTF-32BE UTF-16LE UTF-16BE UTF-8]).map { |c, e| c.chr("UTF-8").encode(e).succ.b } }
t("encodings last broken") { ["\xff\x7f", "\xff\xff\xf4\x8f\xbf\xbf", "\xe3\x81\x7f"].map { |s| s.succ.b } }
t("encodings cut") { %w[UTF-32 UTF-32BE UTF-32LE].map { |e| ["\0\0\xfe\xff\x10", "\0\0\xfe\xff\0\0\xd8", "\0\0\xfe\xff\0\0a"].map { |s| Encoding::Converter.new(e, "UTF-8").then { |c| [c.primitive_convert(s.b, +""), c.primitive_errinfo[3]] } } } }
t("encodings cut last") { [["EUC-JP", "a\x8f\xa1"], ["EUC-TW", "a\x8e\xa1"], ["EUC-TW", "a\x8e\xa1\xa1"], ["GB18030", "a\x81\x30"], ["GB18030", "a\x81\x30\x81"]].map { |e, b| s = b.dup.force_encoding(e); [s.chop.b, (1..b.size).map { |i| s.byteindex("", i) rescue $!.message }, s.start_with?(s.byteslice(0, 2))] } }
# Regexp#to_s, what is interpolated of it, and the encoding of a message, for each kind of encoding
%w[ISO-8859-1 Windows-1252 EUC-JP UTF-16LE UTF-16BE UTF-32LE UTF-8 US-ASCII BINARY KOI8-R].each do |enc|
  ["\xe9", "a/b", "\\/", "a\nb", "\x7f", "\x01\x80", "\u3042", "é/", "[/]", "(?i)a/", "\t\f\v\r", "(?-m:x/y)", "\\\n", "\e"].each do |text|
    s = text.b.ascii_only? ? text.encode(enc) : text.valid_encoding? ? (text.encode(enc) rescue next) : text.b.force_encoding(enc)
    t("regexp to_s #{enc} #{text.b.inspect}") { r = Regexp.new(s); [r.to_s.b, r.to_s.encoding, r.inspect, r.source.b, Regexp.new(s, "mx").to_s.b] }
    t("regexp within #{enc} #{text.b.inspect}") { /#{Regexp.new(s)}z/.then { |r| [r.source.b, r.encoding] } }
  end
  ["\x7f(", "(", "\n(", "é(", "\xff("].each { |text| t("regexp error #{enc} #{text.b.inspect}") { Regexp.new(text.b.force_encoding(enc)) rescue [$!.class, $!.message.b, $!.message.encoding] } }
end
# CP5022x from and to CP51932: what each byte is in each state, and kana that wait for a mark.
require "digest"
converted = lambda do |from, to, text|
  ec = Encoding::Converter.new(from, to)
  out = +""
  [ec.primitive_convert(text.b, out), out.b, ec.primitive_errinfo[1..]]
end
%w[CP50220 CP50221].each do |name|
  [[], [0x8e, 0xb6], [0x8e, 0xb1], [0x8e, 0xca], [0x8e, 0xb6, 0x8e, 0xb6], [0x8e, 0xb6, 0x8e, 0xde]].each do |before|
    endings = [[0x8e, 0xdf], [0x8e, 0xe1], [0x8e, 0x80], [0x8f], [0x8f, 0xa1, 0xa1], [0xa4, 0xa2], [0xa4], [0x61], [0x8e], []]
    t("encodings #{name} after #{before}") { endings.map { |bytes| converted.("CP51932", name, (before + bytes).pack("C*")) } }
    t("encodings #{name} after #{before} all") { Digest::SHA256.hexdigest((0..255).map { |b| [[b], [0x8e, b], [b, 0xa1]].map { |bytes| converted.("CP51932", name, (before + bytes).pack("C*")) } }.inspect)[0, 16] }
  end
  ["", "\e(I", "\e(J", "\e$B", "\e$@", "\x0e", "\e$B\x0e", "\x0e\e(J", "\x0e\x0f", "\e$B!!\x0f"].each do |before|
    t("encodings #{name} in #{before.inspect}") { [" ", "1", "1!", "-!", "\x80", "\x93", "\xb1", "\e(X"].map { |bytes| converted.(name, "CP51932", before.b + bytes.b) } }
    t("encodings #{name} in #{before.inspect} all") { Digest::SHA256.hexdigest((0..255).map { |b| [[b], [b, 0x7e], [0x21, b]].map { |bytes| converted.(name, "CP51932", before.b + bytes.pack("C*")) } }.inspect)[0, 16] }
  end
end
# encode without arguments goes to the default, and replaces what that lacks unless an option is given
["\u3042", "\xE3\x81\x82\x81", "\u{1f600}a", "\xff".b, "a\x80".dup.force_encoding("US-ASCII"), "\x81".dup.force_encoding("Shift_JIS")].each do |text|
  [{}, { xml: :text }, { invalid: :replace }, { undef: :replace }, { replace: "*" }, { universal_newline: true }, { fallback: ->(c) { "F" } }].each do |options|
    [nil, "EUC-JP"].each do |name|
      t("encodings default #{text.b.inspect} #{options.keys} #{name}") { $VERBOSE, Encoding.default_internal = nil, name; text.encode(**options).then { |s| [s.b, s.encoding] } }
    end
  end
end
Encoding.default_internal = nil
# Patterns of US-ASCII with escapes for bytes: US-ASCII while such a part comes first, bytes after literal text
ASCII_PARTS = { "x" => "\\x80", "a" => "b" }.transform_values { |text| text.dup.force_encoding("US-ASCII") }
PARTS = ASCII_PARTS.merge("u" => "b", "b" => "b".b, "y" => "\\x81".b, "o" => "b".encode("ISO-8859-1"), "z" => "\\xe9".dup.force_encoding("ISO-8859-1"), "e" => "é")
seen = ->(r) { [r.encoding, r.source.encoding, r.options, r.source.b, r.fixed_encoding?] }
PARTS.keys.permutation(2) { |a, b| t("regexp parts #{a}#{b}") { seen.(/#{PARTS[a]}#{PARTS[b]}/) } }
PARTS.each_key { |a| t("regexp parts #{a} n") { seen.(/#{PARTS[a]}a/n) } }
["[\\x80-\\xff]", "\\xe9", "\\377", "\\M-a", "(?i)\\xe9", "\\p{Alpha}", "\\xe3\\x81\\x82"].each do |text|
  source = text.dup.force_encoding("US-ASCII")
  [0, Regexp::IGNORECASE, Regexp::NOENCODING].each { |options| t("regexp ascii #{text} #{options}") { seen.(Regexp.new(source, options)) } }
  ["\u00e9\u3042", "\xe9\x80".b, "\xe9\x80".dup.force_encoding("ISO-8859-1"), "\xa4\xa2".dup.force_encoding("EUC-JP"), "a".encode("UTF-16LE"), "a".b].each do |string|
    t("regexp ascii #{text} on #{string.b.inspect} #{string.encoding}") { Regexp.new(source) =~ string }
  end
end
['/#{%q"\x80"}/', '/#{"\x80"}/', '/a#{%q"\x80"}/', '/#{%q"\x80"}a/', '/#{PARTS["x"]}/', '/a#{PARTS["x"]}/', '/#{PARTS["x"]}a/', '/#{PARTS["x"]}#{PARTS["x"]}/', '/\x80#{"a"}/', '/\x80/'].each do |code|
  %w[US-ASCII UTF-8 BINARY EUC-JP].each { |name| t("regexp literal #{name} #{code}") { seen.(eval("# -*- coding: #{name} -*-\n#{code}", nil, "eval")) } }
end
# Letters of two bytes that begin constants: full-width Latin, Greek and Cyrillic ones of JIS X 0208
%w[EUC-JP Windows-31J Shift_JIS EUC-JIS-2004 CP51932 eucJP-ms EUC-KR Big5 GBK CP949].each do |name|
  t("encodings constants #{name}") do
    pairs = (0x81..0xfe).to_a.product((0x40..0xfe).to_a).map { |pair| pair.pack("CC").force_encoding(name) }.select { |s| s.valid_encoding? && s.size == 1 }
    begun = pairs.select { |s| Module.new.const_set(s, 1) rescue nil }
    [begun.size, begun.first(30).map(&:b), Digest::SHA256.hexdigest(begun.map(&:b).join)[0, 16]]
  end
end
%w[UTF-8 EUC-JP Windows-31J].each do |name|
  %W[\u{391} \u{ff21} \u{410} \u{3042} \u{430}].each do |letter|
    text = letter.encode(name)
    t("encodings constant #{letter.unpack1("U")} #{name}") do
      (m = Module.new).module_eval("class #{text}; self; end", "eval", 1)
      [m.const_defined?(text), m.constants.map { |c| [c.name.b, c.encoding] }, eval("defined?(m::#{text})")]
    rescue SyntaxError => e
      [e.class, e.message.b]
    end
  end
end
