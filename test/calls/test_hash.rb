# Each method of Hash and ENV, on each kind of hash, with each kind of argument.
require_relative "../lib/call_table"

class TestHashCalls < Minitest::Test
  CallTable.new("hash",
                receivers: ["{a: 1, b: 2}", "{}", '{"a" => nil, 1 => [2], nil => 3, 2.0 => "b"}.freeze', "Hash.new(5)", "Hash.new { |h, k| h[k] = 7 }", "{1 => 2, 3 => 4}.compare_by_identity",
                            "(h = {}; h[:h] = h; h)", "(0..40).to_h { |i| [i, -i] }", "Class.new(Hash) { def self.name = 'Sub' }.new.merge!(x: [1, [2]])", "Hash.new { raise IOError, 'default' }.merge(a: 1)",
                            "Hash.new(&->(h, k) { k.to_s }).merge(q: {r: [1, {s: 2}]})"],
                args: ["0", "1", "-1", "2**64", "nil", "1.0", '"a"', ":a", ":h", ":q", "[]", "[[1, 2]]", "[[1]]", "{}", "{a: 1}", "{a: 3, z: 4}", "{a: 1, b: 2}", "true", "Integer", "Odd.new(to_hash: {a: 9})", "Odd.new(to_hash: 1)",
                       "Odd.new(to_ary: [[1, 2]])", "Odd.new(to_int: 1)", "Odd.new(to_proc: proc { 1 })", "proc { |h, k| k }", "->(h) { h }", "->(h, k) { 8 }", "Float::NAN", "Odd.new(to_hash: IOError.new('to_hash'))", "Odd.new(hash: 1)", "Odd.new(hash: 'x')"],
                pairs: [":a", "1", "nil", "{a: 7}", '"s"', "0", "{b: 1, c: 2}", ":r"],
                calls: [":q, :r, 0", ":q, :r, 1, :s", ":a, :b, :c", "a: 5", "a: 1, b: 2, c: 3", "capacity: 9", "5, capacity: 2", "capacity: -1", "capacity: 'x'", "nope: 1"],
                block_args: [":a", "{a: 9, c: 1}", "nil", ":zz", "1, 2", "{a: :b}"],
                methods: Hash.instance_methods(false) - %i[hash freeze]).define(self)

  CallTable.new("env",
                receivers: ["ENV.replace('A' => '1', 'B' => 'two', 'EMPTY' => '')", "ENV.replace({})"],
                args: ["0", "nil", '"A"', '"NO"', '"a\0b"', '"A="', '"\xFF"', ":A", '{"A" => "2", "C" => nil}', '{"A" => 1}', '{"C" => "c"}', '{1 => "c"}', '{"C=" => "c"}', "[]", '"".encode("UTF-16LE")', 'Odd.new(to_str: "A")', "Odd.new(to_str: 1)",
                       '"1"', '"two"', "Odd.new(to_hash: {'Q' => 'q'})", "freeze: false", "freeze: true"],
                pairs: ['"A"', "nil", '"x\0"', '"NEW"', "1", '{"A" => "3"}', '""', 'Odd.new(to_str: "s")'],
                calls: ['"A", "B", "NO"', '{"A" => "9"}, {"B" => "8"}', 'nope: 1'],
                block_args: ['"A"', '"NO"', '{"A" => "9", "N" => "n"}', '"NO", 1'],
                methods: ENV.singleton_methods(false) - %i[freeze hash]).define(self)
end
