require "stringio"
require "msgpack"
v = { "a" => [1, -1, 2**40, -2**62, 1.5, nil, true, "ü", "b\xff".b], 3 => { "x" => "y" * 300 }, "l" => (1..40).to_a }
packed = v.to_msgpack
puts packed.bytesize, MessagePack.unpack(packed) == v, [1, "a", nil].to_msgpack.unpack1("H*")
Point = Struct.new(:x, :y)
f = MessagePack::Factory.new
f.register_type(1, Point, packer: ->(q) { [q.x, q.y].pack("l>l>") }, unpacker: ->(s) { Point.new(*s.unpack("l>l>")) })
f.register_type(0, Symbol)
puts f.load(f.dump([Point.new(1, -2), :sym])).inspect
u = MessagePack::Unpacker.new
packed.each_char.each_slice(7) { |part| u.feed_each(part.join) { |o| puts o["a"].inspect } }
[["\xc1".b], ["\x93\x01".b]].each do |bad,|
  MessagePack.unpack(bad)
rescue MessagePack::UnpackError, EOFError => e
  puts e.class
end
io = StringIO.new
MessagePack::Packer.new(io).write_array_header(2).write(1).write("two").flush
puts io.string.inspect, MessagePack::Timestamp.from_msgpack_ext([1].pack("N")).inspect[/sec=?\s?1|@sec=1/]
__END__
394
true
9301a161c0
[#<struct Point x=1, y=-2>, :sym]
[1, -1, 1099511627776, -4611686018427387904, 1.5, nil, true, "ü", "b\xFF"]
MessagePack::MalformedFormatError
EOFError
"\x92\u0001\xA3two"
@sec=1
