# Symbol, Regexp, MatchData, and format.
require_relative "../lib/call_table"

class TestTextCalls < Minitest::Test
  ARGS = ["0", "1", "-1", "9", "-9", "2**64", "nil", "1.5", '"b"', '"abcb"', '""', '"あb"', '"\xFF"', '"b".encode("UTF-16LE")', '"\u3042".encode("EUC-JP")', ":b", ":n", '"n"', '"zz"', "/b/", "/B/i", "0..1", "-2..", "5..", "[]", '["n"]', "[:n, 0]", "{}", "true", "Integer", "Regexp::IGNORECASE", "7", "64", '"im"', '"q"',
          "Odd.new(to_str: 'b')", "Odd.new(to_int: 1)", "Odd.new(to_str: 1)", "Odd.new(to_regexp: /a/)", '"(?<n>b)|c"', '"("', '"a.b*c \n\t-#["', "Odd.new(to_sym: :b)"].freeze
  PAIRS = ["0", "1", "-1", '"b"', ":n", "nil", '"\xFF"', "9", "/a/"].freeze
  CALLS = ["symbolize_names: true", "symbolize_names: false", "nope: 1", "'a', 'b', 'c'", "timeout: 1", "'a', timeout: -1", "'a', timeout: 'x'", "'a', 'mix'", "'a', 'mixm'", "/a/, 1", "/a/, timeout: 2.0", "['a', /b/]", "'a', /b/i, :c", "[:n]", "0, 1, 2", "2.5", "nil, timeout: 3"].freeze
  CallTable.new("symbol_calls", receivers: [":abc", ":\"\"", ":\"añb\"", ":[]=", ":\"a b\"", ":B?", ":+"], args: ARGS, pairs: PAIRS, calls: CALLS, block_args: ["1"], blocks: %w[id raise],
                                methods: Symbol.instance_methods(false) - %i[hash to_proc]).define(self)
  CallTable.new("regexp_calls", receivers: ["/b/", "/(?<n>b)(?<m>c)?/ix", "/(a)(b)?/", '/あ/', "/b/n", "/\\u3042/", "Regexp.new('b'.encode('EUC-JP'))", "/(?i:a)(?-m:b)[a-z&&[^c]]\\/\\//mx", "Regexp.new('a', timeout: 2)", "//"], args: ARGS, pairs: PAIRS, calls: CALLS,
                                block_args: ["'b'"], blocks: %w[id raise], methods: Regexp.instance_methods(false) - %i[hash]).define(self)
  CallTable.new("regexp_made", receivers: ["Regexp", "Class.new(Regexp) { def self.name = 'Sub' }"], args: ARGS, pairs: PAIRS, calls: CALLS, blocks: [], methods: %i[new compile escape quote union try_convert linear_time? timeout=],
                               except: /timeout=\((9|1\.5|7|64|1)\)|Class/).define(self)
  CallTable.new("match_data", receivers: ["/(?<n>b)(?<m>x)?/.match('abc')", "/(.)(.)(\\d+)(\\d)?/.match('THX1138: あ')", "/b/.match('あb')", "/(?<a>.)(?<a>.)/.match('xy')", "/(b)/.match('b'.encode('EUC-JP'))"], args: ARGS, pairs: PAIRS, calls: CALLS, block_args: ["1"], blocks: %w[id raise],
                              methods: MatchData.instance_methods(false) - %i[hash]).define(self)
end
