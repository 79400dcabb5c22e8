require "puma"
require "puma/server"
require "net/http"
app = lambda do |env|
  body = env["rack.input"].read
  [200, { "content-type" => "text/plain", "x-len" => body.size.to_s }, ["#{env["REQUEST_METHOD"]} #{env["PATH_INFO"]}?#{env["QUERY_STRING"]} #{body[0, 20]}"]]
end
server = Puma::Server.new(app, nil, min_threads: 2, max_threads: 4)
port = server.add_tcp_listener("127.0.0.1", 0).addr[1]
server.run
Net::HTTP.start("127.0.0.1", port) do |http|
  r = http.get("/a/b?c=d")
  puts r.code, r.body, r["x-len"]
  r = http.post("/p", "z" * 100_000)
  puts r.body, r["x-len"]
end
puts 20.times.map { |i| Thread.new { Net::HTTP.get(URI("http://127.0.0.1:#{port}/#{i}")) } }.map(&:value).uniq.size
parser = Puma::HttpParser.new
env = {}
parser.execute(env, "GET /x%20y?q=1 HTTP/1.1\r\nHost: h\r\nX-Y: z\r\n\r\n", 0)
puts env.sort.inspect, parser.finished?
begin
  Puma::HttpParser.new.execute({}, "G\x00T / HTTP/1.1\r\n\r\n", 0)
rescue Puma::HttpParserError => e
  puts e.class
end
server.stop(true)
__END__
200
GET /a/b?c=d 
0
POST /p? zzzzzzzzzzzzzzzzzzzz
100000
20
[["HTTP_HOST", "h"], ["HTTP_X_Y", "z"], ["QUERY_STRING", "q=1"], ["REQUEST_METHOD", "GET"], ["REQUEST_PATH", "/x%20y"], ["REQUEST_URI", "/x%20y?q=1"], ["SERVER_PROTOCOL", "HTTP/1.1"]]
true
Puma::HttpParserError
