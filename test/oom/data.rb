require "json"
o = {"a" => [1, 2.5, nil, true, "text \u00e9\n" * 20, {"deep" => [[[[]]]] * 3}], "b" => (1..200).to_a, "c" => "x" * 3000}
3.times { JSON.parse(JSON.generate(o)) }
JSON.pretty_generate(o)
JSON.parse('{"k1":1,"k2":{"k3":[]}}', symbolize_names: true)
begin; JSON.parse('{"a":[1,2,'); rescue JSON::ParserError; end
Pair = Struct.new(:left, :right)
class Dumped
  def initialize = @x = [1, "a"]
  def marshal_dump = @x
  def marshal_load(x) = @x = x
end
v = [1, 2**80, 1.5, "s", :sym, "é", {a: [1]}, Pair.new(1, "z"), Dumped.new, 1..3, Time.at(0), 3r, 2i, Set[1]]
3.times { Marshal.load(Marshal.dump(v)) }
Marshal.load(Marshal.dump((1..300).map { |i| "string #{i}" }), ->(x) { x })
begin; Marshal.load("\x04\b[\aI\"\x06aI\"\x10".b); rescue ArgumentError; end
begin; Marshal.dump([1, proc {}]); rescue TypeError; end
[1, 2, 3].pack("w*").unpack("w*")
["abc"].pack("m0").unpack1("m0")
IO::Buffer.for("some bytes") { |b| [b.get_value(:U8, 0), b.size] }
b = IO::Buffer.new(200)
b.set_string("abc", 3)
b.resize(10_000)
b.free
puts "end"
