require "hiredis-client"
require "socket"
server = TCPServer.new("127.0.0.1", 0)
Thread.new do
  while (s = server.accept)
    Thread.new(s) do |io|
      while (line = io.gets)
        words = Array.new(line[1..].to_i) { n = io.gets[1..].to_i; io.read(n + 2)[0, n] }
        case words[0]
        when "HELLO" then io << "%1\r\n$5\r\nproto\r\n:3\r\n"
        when "GET" then io << "$#{words[1].bytesize}\r\n#{words[1]}\r\n"
        when "SLOW" then sleep
        when "MAP" then io << "%2\r\n+a\r\n:1\r\n+b\r\n,2.5\r\n"
        else io << "-ERR unknown\r\n"
        end
      end
    end
  end
end
c = RedisClient.config(host: "127.0.0.1", port: server.addr[1], driver: :hiredis, timeout: 1, reconnect_attempts: 0).new_client
p c.call("GET", "ключ"), c.call("MAP")
begin
  c.call("NOPE")
rescue RedisClient::CommandError => e
  p e.message.sub(/:\d+/, "")
end
p c.pipelined { |q| q.call("GET", "a"); q.call("GET", "b") }
begin
  c.call("SLOW")
rescue RedisClient::TimeoutError => e
  p e.class
end
__END__
"ключ"
{"a" => 1, "b" => 2.5}
"ERR unknown (redis://127.0.0.1)"
["a", "b"]
RedisClient::ReadTimeoutError
