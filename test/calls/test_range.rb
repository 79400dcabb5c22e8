# Each method of Range, of Enumerable, of enumerators and lazy enumerators.
require_relative "../lib/call_table"

class TestRangeCalls < Minitest::Test
  class Countdown # from 3 to 1, one of them as two values
    include Enumerable
    def each
      return to_enum unless block_given?

      yield 3
      yield 2, :two
      yield
      yield [1]
      self
    end

    def inspect = "#<Countdown>"
  end

  class Letter # has #succ and <=>
    include Comparable
    attr_reader :text

    def initialize(text) = @text = text
    def succ = Letter.new(@text.succ)
    def <=>(other) = other.is_a?(Letter) ? @text <=> other.text : nil
    def inspect = "<#{@text}>"
  end

  ARGS = ["0", "1", "-1", "2", "3", "-20", "2**64", "nil", "1.5", "0.5", "-2.5", "Float::NAN", "Float::INFINITY", '"a"', '"b"', '"bb"', '""', ":a", ":+", "0..1", "1...3", "..5", "2..", "nil..nil", "'a'..'c'", "0.5..2", "[]", "[1, 2]", "{}", "true", "Integer", "1r", "2i",
          "Odd.new(to_int: 2)", "Odd.new(to_int: 'x')", "Odd.new(:<=> => nil)", "Odd.new(:<=> => 0)", "Odd.new(to_ary: [1])", "Odd.new(each: 1)", "Time.at(0)", "Float", "/b/", "TestRangeCalls::Letter.new('b')", "Odd.new(coerce: [1, 2])", "Odd.new(to_f: 1.5)"].freeze
  PAIRS = ["0", "2", "-1", "nil", ":+", '"x"', "1.5", "[1]"].freeze
  CALLS = ["by: 2", "to: 3", "1, by: 2", "nope: 1", "1, 2, 3", "[1], [2], [3]", "'b', true", "0, :+, 1", "random: 1"].freeze

  CallTable.new("range_calls",
                receivers: ["1..4", "1...4", "4..1", "(1.5..3)", "1..3.5", '"a".."e"', '"a"..."e"', '"08".."11"', ":a..:d", "2**64..2**64 + 3", "(-2**62..-2**62 + 2)", "1r..5r", "Time.at(0)..Time.at(9)",
                            "TestRangeCalls::Letter.new('a')..TestRangeCalls::Letter.new('d')", "-0.0..0.0", "(0...0)", "Class.new(Range) { def self.name = 'Sub' }.new(1, 3)", '"".."b"'],
                args: ARGS, pairs: PAIRS, calls: CALLS, block_args: ["2", "nil"], blocks: %w[id nil true cmp raise],
                methods: Range.instance_methods(false) + Enumerable.instance_methods(false) - %i[hash],
                except: /cycle\((?!.*\{)|\.(%|step)\(.*2\*\*64|(Time|Letter|Float).*\.(%|step)\(|@/).define(self)

  CallTable.new("endless_range",
                receivers: ["(1..)", "(..4)", "nil..nil", '"a"..', "1.0..nil", "(-2r..)", "..'b'"],
                args: ARGS, pairs: PAIRS, calls: CALLS, block_args: ["2", "nil"], blocks: %w[id nil true cmp raise],
                methods: %i[== === begin bsearch cover? each end eql? exclude_end? first inspect max min minmax overlap? reverse_each size to_a to_s step %],
                except: /(step|%)\(.*(2\*\*64|"|Letter|Time|nil|NAN|0\b)|(include\?|member\?)\(.*("|')|reverse_each|"a"\.\.\.*(first|include|member|===|count)/).define(self)

  CallTable.new("enumerable",
                receivers: ["TestRangeCalls::Countdown.new", "[4, nil, 'x'].each", "{a: 1}.each", "3.times", "[[1, 2], [3]].each_with_index", "Struct.new(:a, :b).new(2, 1).each", "Enumerator.new { |y| y << 1 << 2; y.yield 3, 4; :end }", "[1, 2].each + [3]", "1.step(7, 3)", "((1.0..2.0) % 0.5)",
                            "(1..3).each_slice(2)", "Enumerator.product([1, 2], [3])", "[].each", "'ab'.each_char", "Enumerator::Chain.new", "Enumerator.new(3) { |y| raise IOError, 'each' }", "Enumerator.produce(1) { |x| x > 3 ? raise(StopIteration) : x + 1 }",
                            "[3, 1, 2].lazy", "(1..4).lazy.map { |x| x * 2 }.select(&:even?)", "(1..3).lazy.zip(4..5)", "[[1], [2]].lazy.flat_map { |x| x }", "(1..9).lazy.reject(&:odd?).take(2)", "TestRangeCalls::Countdown.new.lazy.with_index"],
                args: ARGS.first(22), blocks: %w[id nil true cmp raise], pairs: PAIRS.first(5), calls: CALLS, block_args: ["2", "nil", ":+"],
                methods: (Enumerable.instance_methods(false) + Enumerator.instance_methods(false) + Enumerator::Lazy.instance_methods(false) + Enumerator::ArithmeticSequence.instance_methods(false)).uniq - %i[hash],
                except: /cycle\((?!.*\{)|2\*\*6|nil\.\.nil|lazy.*lazy|(each_entry|zip)\(.*each: 1/).define(self)
end
