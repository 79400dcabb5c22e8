require "hiredis/reader"
r = Hiredis::Reader.new
r.feed("*3\r\n$3\r\nfoo\r\n:42\r\n*2\r\n+OK\r\n$-1\r\n")
p r.gets, r.gets
r.feed("-ERR bad\r\n+par")
p r.gets, r.gets
r.feed("t\r\n")
p r.gets
require "hiredis/connection"
require "socket"
server = TCPServer.new("127.0.0.1", 0)
Thread.new { s = server.accept; 3.times { s.gets }; s << "+PONG\r\n" }
c = Hiredis::Connection.new
c.connect("127.0.0.1", server.addr[1])
c.write(["PING"])
p c.read, c.connected?
c.disconnect
begin
  c.read
rescue => e
  p e.class, e.message
end
__END__
["foo", 42, ["OK", nil]]
false
#<RuntimeError: ERR bad>
false
"part"
"PONG"
true
RuntimeError
"not connected"
