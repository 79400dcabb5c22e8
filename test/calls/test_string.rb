# Each method of String, on each kind of string, with each kind of argument.
require_relative "../lib/call_table"

class TestStringCalls < Minitest::Test
  CallTable.new("string",
                receivers: ['+"hello world"', '"añb\u3042é".freeze', '""', '+"a\xFFb\xE3"', '"\xA4\xA2x".dup.force_encoding("EUC-JP")', '"a1 B\n".encode("UTF-16LE")',
                            '+"12.5e3_Az"', '"\x80\0\xFF".b', '"ab\n\ncd\r\n" * 3', 'Class.new(String) { def self.name = "Sub" }.new("sub Sub")'],
                args: ["0", "1", "-1", "3", "-20", "2**64", "nil", "1.9", '""', '"l"', '"o w"', '"あ"', '"\xFF"', '"é".encode("ISO-8859-1")', '"a-z"', ":sym", "/l+/", "/(?<n>o|b)/", "/あ/", "0..2",
                       "-3..", "..-2", "5..1", "20..", '"l".."w"', "[]", '["l", "o"]', "{}", '{"l" => "L"}', "true", "Object", "Odd.new(to_str: 'o')", "Odd.new(to_int: 2)", "Odd.new(to_str: 1)",
                       "Odd.new(to_str: IOError.new('to_str'))", '"UTF-16BE"', "Encoding::US_ASCII", '"nope"', ":ascii", ":turkic", "36", "'^a-f'"],
                pairs: ["0", "-2", "4", "nil", '"o"', '"あ"', "/[lb]/", '"\xFF"', "Odd.new(to_str: 1)"],
                calls: ["chomp: true", '"\n", chomp: true', '"", chomp: true', '"UTF-16LE", invalid: :replace', '"US-ASCII", undef: :replace, replace: "?"', '"US-ASCII", xml: :text, fallback: {}',
                        "encoding: 'EUC-JP'", "capacity: 3", "exception: false", '"a", "b", "c"', "0, 1, 'xy'", "0, 2, 'xyz', 1, 1", "offset: 2", '"Cn", offset: 1', "universal_newline: true", "nope: 1",
                        '0, "abc", 1', "1..2, 'zyx', 0..1", ":ascii, :turkic", ":fold", ":fold, :ascii", ":turkic, :lithuanian", ":nfd", '"l", "L", 1'],
                block_args: ['"o"', "/[a-z]/", '"z"', "1", "nil", "'あ', 'b'"],
                methods: String.instance_methods(false) - %i[hash crypt unpack unpack1 freeze -@ dedup],
                except: /\.(\*|ljust|rjust|center)\(2\*\*64|upto\(|\.(<=>|==|===)\(.*Odd/).define(self)
end
