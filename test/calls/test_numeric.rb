# Each method of the numbers, with each kind of argument.
require_relative "../lib/call_table"

class TestNumericCalls < Minitest::Test
  ODD = ["Odd.new(coerce: [1, 2])", "Odd.new(coerce: [1])", "Odd.new(coerce: 1)", "Odd.new(coerce: nil)", "Odd.new(coerce: IOError.new('coerce'))", "Odd.new(to_int: 2)", "Odd.new(to_int: 'x')", "Odd.new(to_f: 2.5)", "Odd.new(to_r: 1r)", "Odd.new(to_str: '3')"].freeze
  ARGS = ["0", "1", "-1", "3", "-7", "10", "36", "37", "2**62", "2**64", "-2**64", "2**200", "0.0", "-0.0", "1.5", "-2.5", "1e20", "1e308", "Float::NAN", "Float::INFINITY", "-Float::INFINITY", "0r", "3r/2", "-7r/3", "0i", "2i", "1+2i", "1.5-2i", "nil", '"3"', '"x"', ":a", "[]", "{}", "true",
          "0..3", "..2", "1.0..", "-3..-1", "Integer", *ODD].freeze
  CALLS = ["half: :even", "half: :up", "half: :down", "half: nil", "half: 'even'", "half: :nope", "half: 1", "-1, half: :even", "1, half: :down", "1, half: :up", "2, half: :even", "by: 2, to: 5", "by: -2, to: -5", "by: 0", "by: 2", "to: 3", "by: 'x'", "1, by: 2", "1, 2, by: 3", "nope: 1", "exception: false", "3, 1, 2",
           "400", "-400", "20, half: :even"].freeze
  PAIRS = ["0", "2", "-3", "2**70", "1.5", "nil", '"x"', "3r", "2i", "1..2", "Odd.new(to_int: 2)"].freeze

  def self.table(name, type, receivers, except = nil)
    methods = type.instance_methods(false) + (type == Integer || type == Float ? Numeric.instance_methods(false) + Comparable.instance_methods(false) : [])
    CallTable.new(name, receivers: receivers, args: ARGS, calls: CALLS, pairs: PAIRS, block_args: ["1", "9, 2", "5.0"], blocks: %w[id raise], methods: methods.uniq - %i[hash],
                        except: except).define(self)
  end

  HUGE = /\.(<<|\*\*|pow)\((2\*\*6|2\*\*200|10\b|36|37|400)|\.(>>)\(-2\*\*64|2\*\*\d+\.digits/
  table("integer", Integer, ["0", "1", "-1", "7", "-100", "2**62 - 1", "2**62", "-2**64", "3**300"], HUGE)
  table("float", Float, ["0.0", "-0.0", "1.5", "-2.5", "1e20", "1.0e-7", "5e-324", "Float::MAX", "Float::NAN", "-Float::INFINITY", "12345.6789"])
  table("rational", Rational, ["0r", "3r/2", "-7r/3", "5r", "2r**70", "(2r**70)/3"], HUGE)
  table("complex", Complex, ["0i", "1+2i", "1.5-2i", "Complex(3, 0)", "Complex(1r/3, -2)", "Complex(Float::NAN, Float::INFINITY)", "Complex(3, 0.0)", "Complex.polar(2, 1)"], HUGE)
  table("numeric", Numeric, ["Class.new(Numeric) { def self.name = 'Num'; def coerce(o) = [o, 2]; def -@ = 3; def <=>(o) = 1; def to_int = 4; def to_r = 5r; def to_f = 1.5; def *(o) = 6; def /(o) = 7r; def -(o) = 8; def %(o) = 9; def <(o) = true; def ==(o) = false }.new", "Class.new(Numeric) { def self.name = 'Bare' }.new"])

  CallTable.new("math", receivers: ["Math"], args: ARGS, pairs: PAIRS, blocks: [], methods: Math.singleton_methods(false)).define(self)
  CallTable.new("convert",
                receivers: ["Object.new.tap { |o| def o.inspect = 'o' }"],
                args: ARGS + ["'0x1f'", "'0b1'", "'0o7'", "'1__2'", "' 12 '", "'12abc'", "'1e5'", "'1.5'", "'.5'", "'1.'", "'1/3'", "'1+2i'", "'i'", "'-i'", "'1@2'", "'1.5/2.5'", "'1\0'", "''", "'1'.encode('UTF-16LE')", "'0x1.8p3'", "'1_000.5_5e-1_0'", "'nan'", "'+-1'", "'1/0'", "'3/-4'",
                             "'é'", "Odd.new(to_i: 7)", "Odd.new(to_c: 1i)", "Odd.new(to_ary: [1])", "Odd.new(to_a: 5)", "Odd.new(to_hash: {})", "Odd.new(to_h: {})", "Odd.new(to_s: 1)", "Object"],
                pairs: ["'11'", "'zz'", "'0x1f'", "1", "2", "16", "37", "-8", "-2", "nil", "1.5", "2i", "3r", "'x'", "''", "0", "Odd.new(to_int: 2)", "Odd.new(to_str: '11')"],
                calls: ["'x', exception: false", "'1', exception: false", "nil, exception: false", "'1/0', exception: false", "1, nil, exception: false", "nil, nil, exception: false", "'z', 2, exception: false", "'1', exception: 1", "nil, 1, exception: false", "Object, exception: false", "1, 2, 3"],
                blocks: [], methods: %i[Integer Float Rational Complex String Array Hash]).define(self)
end
