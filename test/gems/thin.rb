require "stringio"
require "thin"
require "net/http"
Thin::Logging.silent = true
app = ->(env) { [200, { "content-type" => "text/plain" }, ["#{env["REQUEST_METHOD"]} #{env["PATH_INFO"]} #{env["rack.input"].read}"]] }
port = TCPServer.open("127.0.0.1", 0) { |s| s.addr[1] }
server = Thin::Server.new("127.0.0.1", port, app)
t = Thread.new { server.start }
sleep 0.05 until server.running?
puts Net::HTTP.get(URI("http://127.0.0.1:#{port}/a")), Net::HTTP.post(URI("http://127.0.0.1:#{port}/b"), "body").body
server.stop!
t.join(3)
parser = Thin::HttpParser.new
env = { "rack.input" => StringIO.new }
parser.execute(env, "GET /q?x=1 HTTP/1.1\r\nHost: h\r\n\r\n", 0)
puts env["REQUEST_PATH"], parser.finished?
__END__
GET /a 
POST /b body
/q
true
