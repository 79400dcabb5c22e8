# Random, numbers in texts, pack and unpack, IO::Buffer, Enumerator and its kin, Struct and Set.
require_relative "../lib/call_table"

class TestValueCalls < Minitest::Test
  # A generator whose words are all the same.
  class Same
    include Random::Formatter
    def initialize(byte) = @byte = byte
    def bytes(n) = @byte * n
    def inspect = "same"
  end
  RANDOM = ["Random.new(42)", "Random.new(2**70)", "Random.new(-1)", "Random", "TestValueCalls::Same.new('\\x00')", "TestValueCalls::Same.new('\\xFF'.b)", "Random.new(1).tap { |r| 700.times { r.rand } }"].freeze
  LIMITS = ["0", "1", "-1", "10", "2**32", "2**64", "2**100", "1.5", "0.0", "-1.5", "Float::INFINITY", "Float::NAN", "nil", "'x'", "1..6", "1...1", "1...2", "5..1", "0.0..1.0", "0.0...1.0", "1.0..1.0", "1.0...1.0", "-1e308..1e308", "-Float::MAX..Float::MAX", "0..Float::INFINITY", "1..", "..1", "'a'..'c'", "2**64..2**65", "-2**70..2**70", "1..2.5", "Odd.new(to_int: 3)", "Odd.new(to_int: 'x')",
            "3r", "1i", "Time.at(0)..Time.at(10)", "false", "2**31 - 1", "2**40..2**40 + 5", "Odd.new(to_f: 2.5)", "1r..3r", "100", "limit: 3", "[1, 2]", "Random.new(42)", "Random.new(7)"].freeze
  CallTable.new("random", receivers: RANDOM, args: LIMITS, pairs: ["1", "2.0", "nil"], blocks: [], methods: %i[rand random_number bytes seed == dup hex alphanumeric base64 urlsafe_base64 uuid random_bytes marshal_dump choose],
                          except: /Random\.(seed|==|dup|rand|random_number|bytes|hex|alphanumeric|base64|urlsafe_base64|uuid|random_bytes)\(|\.(bytes|hex|alphanumeric|base64|urlsafe_base64|random_bytes)\((2\*\*|Odd|Float::INF)|Same.*\.(==|dup)|Same.new\('.xFF.*\.(rand|random_number|alphanumeric)/).define(self)

  NUMBERS = %w[0 -0 +0 1 -1 1_000 1__0 _1 1_ 0x1F 0X1f 0x 0x_1 0xg -0x1p3 0x1.8p1 0x1.8 0x.8p0 0x1p 0x1p+1024 0x1p-1080 0x1.00000000000008p0 0x1.fffffffffffff8p1023 0b101 0b2 0B 0o17 0O8 017 018 0d19 1.5 1. .5 -.5 1e5 1e 1e+ 1e-5 1E5 1e400 -1e400 1e-400 1e_5 1e5_0 1_0.5_0 1._5 1.5.5 NaN Infinity 1/3 1/ /3 1/0 1/3/4 1.5/2 1/2.5 1e2/3 1/3e2 -1/3
               1/-3 1i i -i +i 1+i 1-2i 1+2 1+2i+3 1+2j 1@2 1@ @2 1.5e3+2.5e-3i 1/2+3/4i 1/2i 1+1/2i 2i3 1ie 1+-2i abc 12abc ١ 99999999999999999999 0.1e1 123456789012345678901234567890.123456789 4.9e-324 2.2250738585072011e-308 1.7976931348623159e308 0.5e-323 9007199254740993 1e23].freeze
  SPACED = ["", " ", " 1 ", "\t1\n", "1 2", "1\0", "\0", "1 /3", "1/ 3", "1 + 2i", " 1+2i ", "1\n+2i", "0x 1", "- 1", "1\u3042", "\xFF", "1_\n", "1.5 e3", "1" * 400, "0." + "0" * 400 + "1", "1e" + "9" * 30, "1." + "5" * 900, "0x" + "f" * 300, "0x0." + "0" * 300 + "1p1200", "1/" + "3" * 60, "9" * 25 + "e-5"].freeze
  CallTable.new("number_texts", receivers: (NUMBERS + SPACED).map(&:dump), args: ["2", "16", "8", "10", "36", "1", "37", "-2", "0", "-8", "-10", "-16"], blocks: [], methods: %i[to_i to_f to_r to_c hex oct]).define(self)
  CallTable.new("numbers_made", receivers: ["Object.new.tap { |o| def o.inspect = 'o' }"], args: (NUMBERS + SPACED).flat_map { |text| [text.dump, "#{text.dump}, exception: false"] } + ['"1".encode("UTF-16LE")', '"12", 3', '"z", 36', '"1", 2, exception: false', '"0x1f", 16', '"0b1", 16', '"09", 0', '"-0x1", -16', '"1/2", "3"', '"1", "2i"', '"1", nil', 'nil, "1"', '1, "x", exception: false', '1i, 2i', '1.5, 2r', '2r, 1i', "Float::NAN, 1", "1, 0", "'x', 1, exception: false", "Object, exception: false"], blocks: [], methods: %i[Integer Float Rational Complex]).define(self)

  DATA = ["[1, 2, 3, 4]", "[-1, 255, 256, 2**31, 2**32, 2**63, -2**63]", "[1.5, -0.0, Float::NAN, 1e300]", "['abc', 'de', '']", "['\u3042b', 'x']", "[nil]", "[]", "[2**64]", "[2**128, -2**70]", "['61626', 'zz']", "[0x3042, 0x10ffff, 0x110000, 65]", "[Odd.new(to_int: 3), Odd.new(to_str: 'q'), Odd.new(to_f: 1.5)]", "[1r, '5', 3]", "[\"=é\\n \" * 30, 'x' * 100]", "[0, 127, 128, 16384]"].freeze
  FORMS = %w[C c S s L l Q q J j n N v V U w D d F f E e G g A a Z B b H h u M m P p x X @ S> s< L> l< Q> q< J> i I i! I! s! S! l! L! q! Q! j! C* c3 S* N* U* w* a* A* Z* a5 A5 Z5 B* b* H* h* B3 b9 H3 h3 u* m0 m* m30 M* M5 u9 x3 X2 @5 a2x2a a3X1a C@1C aXXa d* e* g* G* U2 wC CCCCC
             N! a! C> U> ~ % y C-1 a99999999999 C9999999999999999999 C* x* X* @* A2A* _ C_ s_ a2@0a #c C#c\nC s<> s>! s!> L_< P* p2 R r r* R* ^ C^ a^ *].freeze
  CallTable.new("packed", receivers: DATA, args: FORMS.map { |text| "\"#{text}\"" } + ["nil", "1", '"C C"', '"C\0C"', '"C", buffer: +"ab"', '"C", buffer: 1', '"@3C", buffer: +"abcdef"', '"C", buffer: "x".freeze', '"C", nope: 1', "Odd.new(to_str: 'C')", '"\u3042"'], blocks: [], methods: %i[pack], except: /"[pP]/).define(self)
  BYTES = ['"abcdefghijklmnop"', '"\xFF\x80\x00\x7F\x81\x00\x01\xC3"', '""', '"\u3042\u00e9a\u{10ffff}"', '"\xE3\x81"', '"\xC0\x80\xF8\x88\x80\x80\x80"', '" ab \0 c\0\0"', '"YWJj\nZGVm=\n"', '"YWJ"', '"Y*Q=="', '"=E3=81=82=\n b=3=zz"', '"#86)C\n`\n"', '"M86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C86)C\n"', '"\x80" * 20', '"0123456789abcdefXYZ"', '"\u3042".encode("UTF-16LE")'].freeze
  CallTable.new("unpacked", receivers: BYTES, args: FORMS.map { |text| "\"#{text}\"" } + ["nil", "1", '"C", offset: 2', '"C", offset: 99', '"C", offset: -1', '"C", offset: nil', '"@2C@0C"', '"a@99"', '"x99"', '"X"', '"C", nope: 1'], blocks: %w[id], block_args: ['"C*"', '"a2"', '"w"'], methods: %i[unpack unpack1], except: /"[pP]/).define(self)

  BUFFERS = ["IO::Buffer.for('abcdefgh')", "IO::Buffer.for(+'abcdefgh\\xFF') { |b| break b }", "IO::Buffer.new(16)", "IO::Buffer.new(0)", "IO::Buffer.new(16).slice(4, 8)", "IO::Buffer.string(8) { |b| b.set_string('xyz') }.then { |s| IO::Buffer.for(s) }", "IO::Buffer.new(16).tap(&:free)", "IO::Buffer.new(70000, IO::Buffer::MAPPED)", "IO::Buffer.new(16).tap { |b| b.set_string('0123456789abcdef') }"].freeze
  TYPES = %i[U8 S8 u16 U16 s16 S16 u32 U32 s32 S32 u64 U64 s64 S64 f32 F32 f64 F64 nope].map(&:inspect).freeze
  CallTable.new("buffers", receivers: BUFFERS, args: ["0", "1", "4", "8", "16", "17", "-1", "2**70", "nil", "'ab'", "'x'", "IO::Buffer.for('\x0F')", "IO::Buffer.for('mask')", "IO::Buffer.for('abcdefgh')", "IO::Buffer.new(3)", "[:U8, :u16]", "[:U8]", "[]", "1.5", *TYPES], pairs: ["0", "1", "3", "9", "-1", "nil", ":U8", ":u32", "[:U8, :S16]", "'ab'", "IO::Buffer.for('zz')"],
                           calls: TYPES.flat_map { |type| ["#{type}, 0", "#{type}, 7", "#{type}, 20", "#{type}, -1", "#{type}, 0, 1", "#{type}, 1, 255", "#{type}, 0, 1.5", "#{type}, 2, -1", "#{type}, 0, 2"] } + ["255, 1, 2", "0, 9, 9", "1, -1, 2", "1, 1, -2", "[:U8, :u16], 0, [1, 2]", "[:U8], 0, [1, 2]", "[:U8], 0, 1", "'ab', 1, 1, 1", "'ab', 1, 9, 0", "'ab', 1, 1, 9", "IO::Buffer.for('abc'), 2, 2, 1", "0, 2, Encoding::UTF_8", "0, 2, 'US-ASCII'", ":U8, 0, 3", ":u16, 1, 2"],
                           blocks: %w[id], block_args: [":U8", ":u16, 1", ":S8, 0, 3", ":nope"], methods: IO::Buffer.instance_methods(false) - %i[inspect to_s hexdump read write pread pwrite hash],
                           except: /70000.*\.(each|each_byte|values|get_string|&|\||\^|~|and!|or!|xor!|not!)|\.(resize)\((2\*\*70|16|17|-1)|lock/).define(self)

  class Gen
    include Enumerable
    def each = block_given? ? (yield(1); yield(2, 3); yield; yield(nil); 7) : to_enum
    def inspect = "gen"
  end
  ENUMERATORS = ["[1, 2, 3].each", "[1, 2, 3].each_with_index", "(1..3).each_slice(2)", "TestValueCalls::Gen.new.each", "Enumerator.new { |y| y << 1 << 2; y.yield(3, 4); :end }", "Enumerator.new(5) { |y| y.yield }", "[].each", "(1..).lazy", "[4, 5].lazy.map { |x| x * 2 }", "(1..3).lazy.select(&:odd?).with_index", "Enumerator::Chain.new([1], [2, 3])", "([1].each + [2])", "Enumerator.produce(1) { |x| raise StopIteration if x > 3; x + 1 }",
                 "Enumerator::Product.new(1..2, [3, 4])", "1.step(10, 4)", "(1.0..2.0).step(0.5)", "5.times", "'ab'.each_char", "{a: 1}.each", "[3, 1].lazy.filter_map { |x| x if x > 1 }.flat_map { |x| [x, x] }", "[1, 2].each.with_object([])", "[[1, 2], [3]].lazy.zip([5, 6])", "(1..4).lazy.chunk_while { |a, b| b == a + 1 }", "[1, 1, 2].lazy.uniq.compact", "(1..9).lazy.take(2)", "(1..3).lazy.drop(1).take_while { |x| x < 3 }"].freeze
  CallTable.new("enumerators", receivers: ENUMERATORS, args: ["0", "1", "2", "-1", "nil", "1.5", "'x'", "[1]", "[9, 8]", "1..2", "Odd.new(to_int: 1)", "1..", "[1].each", "Odd.new(each_entry: 1)", ":size", "2**70"], pairs: ["1", "[2]", "nil"], blocks: %w[id nil true cmp pair raise], block_args: ["1", "[1]", "nil"],
                               methods: Enumerator.instance_methods(false) | Enumerator::Lazy.instance_methods(false) | Enumerator::Chain.instance_methods(false) | Enumerator::Product.instance_methods(false) | Enumerator::ArithmeticSequence.instance_methods(false) | %i[first to_a include? count],
                               except: /(\(1\.\.\)|^loop|produce).*\.(to_a|force|count|include\?|hash|uniq|tally|eager|inject|sum)|hash\(|^loop\.|\(1\.\.\)\.lazy\.(first|each|each_entry|eager|to_a|with_index|each_with_index|each_with_object|with_object|take|size)/).define(self)
end
