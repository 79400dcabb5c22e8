# Texts in every encoding that has tables of its own: String, and Encoding::Converter.
require_relative "../lib/call_table"

class TestEncodingCalls < Minitest::Test
  NAMES = %w[UTF-8 US-ASCII BINARY ISO-8859-1 ISO-8859-2 ISO-8859-7 ISO-8859-9 ISO-8859-15 Windows-1251 Windows-1252 KOI8-R IBM437 IBM852 macRoman TIS-620 EUC-JP Shift_JIS Windows-31J EUC-JIS-2004 eucJP-ms CP51932 EUC-KR CP949 EUC-TW Big5 Big5-HKSCS Big5-UAO CP950 GB2312 GBK GB18030 GB12345 UTF-16LE UTF-16BE UTF-16
             UTF-32LE UTF-32BE UTF-32 UTF-7 UTF8-MAC UTF8-DoCoMo CESU-8 ISO-2022-JP CP50221 CP50220 ISO-2022-JP-KDDI stateless-ISO-2022-JP Emacs-Mule IBM037 MacJapanese SJIS-SoftBank].freeze
  BYTES = ["abc Xyz\r\n", "a\xE9\xC9\xDFz", "\xA4\xA2\xA4\xA4b\xB1", "\x82\xA0\x83\x41 \xB1\xDE", "\u3042\u00e9\u{1f600}\n\u0301", "\x81\x30\x81\x30\x84\x31\xA4\x39a", "\x00a\xD8\x3D\xDE\x00\x00b\xDC", "a\x00\x3D\xD8\x00\xDE\x61\x00\x3D", "\x00\x00\x00a\x00\x01\xF6\x00\x00\x11\x00\x00", "\xED\xA0\xBD\xED\xB8\x80a\xED\xB0\x80",
           "\e$B$\"$$\e(I1^\e(Jb\e(Ba\x0E1\x0Fz", "\x8E\xB1\x8F\xA2\xAFa\x8E\xA2\xA1\xA1\xFF", "\x92\xA4\xA2\x81\xE9\x90\xA4\xA2a\x9C\xF1\xA1\xA1", "a\x80\x81\xFE\xFF", "\xFE\xFF\x30\x42", "\xFF\xFE\x42\x30\x00", ""].freeze

  NEAR = { "UTF-8" => [1, 4], "EUC-JP" => [2, 11], "Shift_JIS" => [3], "Windows-31J" => [3], "GB18030" => [5], "UTF-16BE" => [6], "UTF-16LE" => [7], "UTF-32BE" => [8], "CESU-8" => [9], "ISO-2022-JP" => [10], "CP50221" => [10], "Emacs-Mule" => [12], "stateless-ISO-2022-JP" => [12], "UTF-16" => [14], "UTF-32" => [8],
           "ISO-8859-1" => [1], "EUC-TW" => [2, 11], "UTF8-MAC" => [4], "Big5" => [2], "EUC-JIS-2004" => [2, 11], "CP51932" => [2, 11], "eucJP-ms" => [2, 11] }.freeze

  def self.text(number, name) = BYTES[number].b.force_encoding(name)

  TEXTS = BYTES.each_index.to_a.product(NAMES).reject { |number, name| (number + NAMES.index(name)) % 4 != 0 && !NEAR[name]&.include?(number) }.map { |number, name| "TestEncodingCalls.text(#{number}, #{name.inspect})" }
  METHODS = %i[valid_encoding? ascii_only? length inspect dump upcase downcase swapcase capitalize reverse chars codepoints each_grapheme_cluster succ chop chomp scrub strip lstrip rstrip squeeze ord sum hex to_i to_sym lines unicode_normalized? unicode_normalize chr b next to_f intern undump dup getbyte bytesize each_char rstrip!].freeze
  CallTable.new("encoded", receivers: TEXTS, args: [":ascii", ":fold", ":turkic", ":nfkc", ":nfd"], blocks: [], methods: METHODS,
                           except: /(?<!case|capitalize|normalize|normalized\?)\(:|(case|capitalize)\(:n|normaliz\w*\??\(:[aft]|\.(hex|sum|to_i|to_f|getbyte|rstrip!|next|intern)\(:/).define(self)
  OTHERS = ['"b"', '"\u3042"', '"\xA4\xA2".dup.force_encoding("EUC-JP")', '"\xE9".b', '"a".encode("UTF-16LE")', '"\xFF"', '""', '"A"', '"\xE9".dup.force_encoding("ISO-8859-1")', '"\x82\xA0".dup.force_encoding("Windows-31J")'].freeze
  CallTable.new("encoded_pairs", receivers: TEXTS.each_slice(4).map(&:first), args: OTHERS, pairs: ['"b"', '"\u3042"'], blocks: [], methods: %i[casecmp casecmp? + <=> == index rindex start_with? end_with? include? tr delete count squeeze center sub split partition rpartition insert unpack1 each_line prepend concat encode force_encoding byteindex eql? tr_s ljust delete_suffix]).define(self)
  WAYS = NAMES.map(&:inspect) + ["'nope'", "'UTF-8', invalid: :replace", "'US-ASCII', undef: :replace", "'ISO-8859-1', fallback: { 'あ' => 'x' }", "'US-ASCII', xml: :text", "'US-ASCII', xml: :attr", "'UTF-8', crlf_newline: true", "'UTF-8', universal_newline: true", "'UTF-16BE', cr_newline: true", "'EUC-JP', invalid: :replace, undef: :replace, replace: '?!'",
                                 "'ISO-2022-JP', undef: :replace", "'UTF-8', lf_newline: true", "'US-ASCII', fallback: proc { |c| c.ord.to_s }", "'US-ASCII', fallback: {}", "'UTF-16', undef: :replace, invalid: :replace", "'Shift_JIS', newline: :crlf", "'UTF-8', 'EUC-JP', undef: :replace, invalid: :replace", "'UTF-8', 'UTF-8', invalid: :replace", "xml: :text", "invalid: :replace"]
  CallTable.new("encoded_ways", receivers: TEXTS, args: WAYS, blocks: [], methods: %i[encode], except: /(16|32).*encode\(xml: :text\)/).define(self)

  CHAINS = ["'UTF-8', 'EUC-JP'", "'EUC-JP', 'ISO-2022-JP'", "'ISO-2022-JP', 'UTF-8'", "'ISO-8859-1', 'UTF-16LE'", "'UTF-16', 'UTF-8', universal_newline: true", "'UTF-8', 'US-ASCII', xml: :attr", "'', '', crlf_newline: true", "'UTF-8', 'US-ASCII', undef: :replace, replace: '?'", "'UTF-8', 'Shift_JIS', crlf_newline: true", "'', 'xml_text_escape'",
            "[['UTF-8', 'EUC-JP'], 'crlf_newline']", "'UTF8-MAC', 'UTF-8'", "'CP50221', 'UTF-8'", "'UTF-8', 'CP50220'", "'UTF-8', 'GB18030'", "'UTF-32', 'EUC-JP', invalid: :replace, undef: :replace"].freeze
  CallTable.new("converter_calls", receivers: CHAINS.map { |chain| "Encoding::Converter.new(#{chain})" },
                                   args: ['"a"', '"\u3042\n"', '"\xA4\xA2"', '"\xFF"', '"\xE3"', "nil", "1", "0", "-1", '"?"', "'UTF-8'", "Encoding::Converter.new('UTF-8', 'EUC-JP')", "Odd.new(to_str: 'a')", '"\e$B$\"\e(B"', '"\u00e9<&>\""'],
                                   calls: ["+'a\u3042b', +''", "+\"\\xE3\\x81\", +''", "+\"\\xFF\", +''", "+'a', +'', 0, 1", "+'abcdef', +'', nil, 2", "+'abc', +'xy', 1, 10", "+'abc', +'xy', 5, 10", "+'abc', +'', nil, -1", "+'abc', +'', -1, 1", "+\"\\xE3\\x81\", +'', nil, nil, partial_input: true", "+'abc', +'', nil, nil, after_output: true", "nil, +''", "+'a', +'', nil, nil, 1", "+'a', +'', nil, nil, nope: 1",
                                           "'a', +''", "+'a', 'x'.freeze", "+\"\\u3042\\u{1f600}\", +''", "+\"\\e$B$\\\"\\xFF\", +''", "1, 2", "+'a', +'', 'x'"],
                                   blocks: [], methods: Encoding::Converter.instance_methods(false) - %i[hash]).define(self)
  CallTable.new("converter_made", receivers: %w[Encoding::Converter Encoding], args: NAMES.first(14).map(&:inspect) + ["nil", "1", "'x'", "''", "[]", "[[]]", "[['UTF-8']]", "[['UTF-8', 'EUC-JP']]", "[['UTF-8', 'EUC-JP'], ['EUC-JP', 'UTF-8']]", "['crlf_newline']", "['nope']", "[['UTF-8', 'nope']]", "[['UTF-8', 'UTF-16LE'], 'universal_newline']", ":x", "'locale'", "'external'", "'internal'", "'filesystem'", "Encoding::UTF_8", "Odd.new(to_str: 'UTF-8')", "Odd.new(to_str: 1)"],
                                  pairs: ["'UTF-8'", "'EUC-JP'", "'ISO-2022-JP'", "'nope'", "''", "nil", "'UTF-16'", "Encoding::UTF_16LE", "'a'", "/b/", ":c", "'é'", "1", "'\u3042'.encode('EUC-JP')", "/\u3042/", "Encoding::US_ASCII", "''.encode('UTF-16LE')", "'x'.b"],
                                  calls: ["'UTF-8', 'EUC-JP', 0", "'UTF-8', 'EUC-JP', 1 << 8", "'UTF-8', 'EUC-JP', crlf_newline: true", "'UTF-8', 'EUC-JP', newline: :universal", "'UTF-8', 'EUC-JP', newline: :lf", "'UTF-8', 'EUC-JP', newline: 1", "'UTF-8', 'EUC-JP', newline: :nope", "'UTF-8', 'EUC-JP', invalid: :nope", "'UTF-8', 'EUC-JP', undef: :nope", "'UTF-8', 'EUC-JP', xml: :nope", "'UTF-8', 'EUC-JP', replace: 1", "'UTF-8', 'EUC-JP', replace: \"\\xFF\"",
                                          "'UTF-8', 'EUC-JP', xml: :text, crlf_newline: true", "'UTF-8', 'EUC-JP', {}, 1", "'UTF-8', 'ISO-8859-1', replace: '\u3042', undef: :replace", "'UTF-8', 'EUC-JP', 'x'", "'UTF-8', 'EUC-JP', nil"],
                                  blocks: [], methods: %i[new search_convpath asciicompat_encoding find compatible? locale_charmap]).define(self)
end
