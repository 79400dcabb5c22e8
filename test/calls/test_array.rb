# Each method of Array, on each kind of array, with each kind of argument.
require_relative "../lib/call_table"

class TestArrayCalls < Minitest::Test
  CallTable.new("array",
                receivers: ["[3, 1, 2]", "[]", '["b", "a", nil, :c, 2.0]', "[[1, 2], [3, 4], [5]].freeze", "(a = [1]; a << a)", "Array.new(40) { |i| i % 7 }", "[1, 1.5, 3r, 2i, 2**70]",
                            "[[:a, 1], [:b, 2]]", "[Odd.new(to_ary: [1, 2]), Odd.new(to_ary: 1)]", "Class.new(Array) { def self.name = 'Sub' }.new([2, nil, 2])", "(1..20).to_a.tap { |a| a.shift(7) }"],
                args: ["0", "1", "-1", "3", "-20", "100", "2**64", "nil", "1.9", '"a"', ":sym", "0..1", "-2..", "..-2", "5..1", "(0..).step(2)", "((-1)..0) % -1", "[]", "[1, 2]", "[[1, 2]]",
                       "{}", "{a: 1}", "true", "Integer", "Odd.new(to_ary: [9, 8])", "Odd.new(to_int: 1)", "Odd.new(to_str: ',')", "Odd.new(to_ary: 1)", "Odd.new(to_int: 'x')", "Odd.new(to_ary: IOError.new('to_ary'))",
                       "Odd.new(:== => true)", "Float::NAN", '"C*"', '"U*"', "Random.new(3)", "-> (x) { x == 1 }"],
                pairs: ["0", "-2", "2", "nil", '"a"', "[1]", "1..2", "2**64", "Odd.new(to_int: 1)"],
                calls: ["random: Random.new(1)", "2, random: Random.new(1)", "random: 1", "random: Odd.new(rand: 0)", "random: Odd.new(rand: 2**70)", "1, 2, 3", "0, 1, :x", "-9, 1, :x", "1..5, [7, 8]", "-9..1, 3", "0, 0, [1, 2]",
                        "buffer: +'x'", "'C', buffer: 1", "'C', buffer: +'abc'", "'@9C', buffer: +'abc'", "nope: 1", "[1], [2], [3]", "[3, 4], {}", "0, 2, 3, 4", "freeze: true"],
                block_args: ["2", "0", "[4, 5, 6]", "nil", "1, 2", "0..1"],
                methods: Array.instance_methods(false) - %i[hash freeze shuffle shuffle! sample append prepend detect],
                except: /repeated_(permutation|combination)\(100|Array.new.*(permutation|combination)|\.\d+.*permutation|product\(\(0\.\.\)|\*\(2\*\*64|fill\(.*2\*\*64/).define(self)

  # What chance decides is left to a generator that always returns the same number.
  CallTable.new("array_chance",
                receivers: ["[3, 1, 2]", "[]", "[1, 2].freeze", "(0..20).to_a"],
                args: ["random: Odd.new(rand: 0)", "random: Odd.new(rand: -1)", "random: Odd.new(rand: 2**70)", "random: Odd.new(rand: 'x')", "random: Odd.new(rand: Odd.new(to_int: 0))", "random: 1", "nope: 1", '"x"', "-1"],
                calls: [0, 1, 2, 3, 12, 21].map { |n| "#{n}, random: Odd.new(rand: 0)" }, blocks: [], except: /\(\)/,
                methods: %i[shuffle shuffle! sample]).define(self)
end
