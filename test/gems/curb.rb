require "curb"
require "socket"
server = TCPServer.new("127.0.0.1", 0)
Thread.new do
  while (s = server.accept)
    Thread.new(s) do |io|
      first = io.gets.split
      length = 0
      while (l = io.gets) && l != "\r\n"
        length = l[/\d+/].to_i if l.match?(/\Acontent-length/i)
      end
      body = "#{first[0]} #{first[1]} #{io.read(length)}"
      io << "HTTP/1.1 200 OK\r\nContent-Length: #{body.bytesize}\r\nX-A: b\r\nConnection: close\r\n\r\n#{body}"
      io.close
    end
  end
end
base = "http://127.0.0.1:#{server.addr[1]}"
c = Curl::Easy.perform("#{base}/x?y=1") { |e| e.headers["A"] = "b" }
puts c.response_code, c.body_str, c.header_str.lines.grep(/X-A/)
puts Curl.post("#{base}/p", a: 1).body_str
m = Curl::Multi.new
3.times { |i| e = Curl::Easy.new("#{base}/m#{i}"); e.on_complete { |q| (@done ||= []) << q.body_str }; m.add(e) }
m.perform
puts @done.sort
begin
  Curl::Easy.perform("http://127.0.0.1:1/")
rescue Curl::Err::ConnectionFailedError => e
  puts e.class
end
puts Curl::Easy.new.escape("a b&ü")
__END__
200
GET /x?y=1 
X-A: b
POST /p a=1
GET /m0 
GET /m1 
GET /m2 
Curl::Err::ConnectionFailedError
a%20b%26%C3%BC
