require "nio"
require "socket"
s = NIO::Selector.new
r, w = IO.pipe
m = s.register(r, :r)
m.value = :reader
p s.select(0.01), s.registered?(r), m.interests
w << "x"
p s.select(1).map(&:value), m.readiness, m.readable?
t = Thread.new { s.select(5) }
Thread.pass until t.status == "sleep"
s.wakeup
p t.value.class
a, b = UNIXSocket.pair
ma = s.register(a, :rw)
b << "hello"
p s.select(1).include?(ma), ma.readable?, ma.writable?
buf = NIO::ByteBuffer.new(16)
buf << "abcdef"
buf.flip
p buf.get(3), buf.remaining, buf.limit
begin
  buf << ("x" * 100)
rescue NIO::ByteBuffer::OverflowError => e
  puts e.class
end
m.close
p s.deregister(a).nil?, s.empty?
s.close
p s.closed?
__END__
nil
true
:r
[:reader]
:r
true
Array
true
true
true
"abc"
3
6
NIO::ByteBuffer::OverflowError
false
true
true
