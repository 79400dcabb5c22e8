require "google/protobuf"
require "google/protobuf/descriptor_pb"
file = Google::Protobuf::FileDescriptorProto.new(name: "a.proto", package: "a", syntax: "proto3")
msg = Google::Protobuf::DescriptorProto.new(name: "M")
msg.field << Google::Protobuf::FieldDescriptorProto.new(name: "id", number: 1, type: :TYPE_INT64, label: :LABEL_OPTIONAL)
msg.field << Google::Protobuf::FieldDescriptorProto.new(name: "names", number: 2, type: :TYPE_STRING, label: :LABEL_REPEATED)
msg.field << Google::Protobuf::FieldDescriptorProto.new(name: "kid", number: 3, type: :TYPE_MESSAGE, type_name: ".a.M", label: :LABEL_OPTIONAL)
file.message_type << msg
Google::Protobuf::DescriptorPool.generated_pool.add_serialized_file(file.to_proto)
M = Google::Protobuf::DescriptorPool.generated_pool.lookup("a.M").msgclass
m = M.new(id: 2**40, names: ["a", "ü"], kid: M.new(id: -1))
data = M.encode(m)
puts data.unpack1("H*"), M.decode(data) == m, m.to_h.inspect, M.encode_json(m), M.decode_json('{"id":"5","names":["z"]}').inspect
m.names << "three"
puts m.names.to_a.inspect, m.dup == m, m.hash == m.dup.hash
[-> { m.id = "x" }, -> { M.new(nope: 1) }, -> { M.decode("\xff".b) }, -> { m.freeze.id = 1 }].each do |l|
  l.call
rescue StandardError => e
  puts e.class
end
puts 2000.times.sum { |i| M.decode(M.encode(M.new(id: i, names: ["n#{i}"] * 3))).id }
GC.start
puts M.descriptor.map(&:name).inspect, Google::Protobuf::Map.new(:string, :int32).tap { |h| h["a"] = 1 }.inspect
__END__
088080808080201201611202c3bc1a0b08ffffffffffffffffff01
true
{id: 1099511627776, names: ["a", "ü"], kid: {id: -1}}
{"id":"1099511627776","names":["a","ü"],"kid":{"id":"-1"}}
<M: id: 5, names: ["z"]>
["a", "ü", "three"]
true
true
Google::Protobuf::TypeError
ArgumentError
Google::Protobuf::ParseError
FrozenError
1999000
["id", "names", "kid"]
{"a"=>1}
