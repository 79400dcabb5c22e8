require "websocket/driver"
class Wire
  attr_reader :url, :out
  def initialize(url) = (@url, @out = url, +"".b)
  def write(data) = @out << data
end
client_wire = Wire.new("ws://example.org/s")
client = WebSocket::Driver.client(client_wire)
server_wire = Wire.new(nil)
server = WebSocket::Driver.server(server_wire)
server.on(:connect) { server.start }
server.on(:message) { |e| puts "server: #{e.data.inspect}"; server.text("echo #{e.data}") if e.data.is_a?(String) }
client.on(:open) { puts "open" }
client.on(:message) { |e| puts "client: #{e.data}" }
client.on(:close) { |e| puts "close #{e.code} #{e.reason}" }
pump = lambda do
  until client_wire.out.empty? && server_wire.out.empty?
    a, b = client_wire.out.dup, server_wire.out.dup
    client_wire.out.clear
    server_wire.out.clear
    server.parse(a) unless a.empty?
    client.parse(b) unless b.empty?
  end
end
client.start
pump.call
client.text("héllo " * 100)
pump.call
client.binary([1, 2, 255])
pump.call
server.close("bye", 1000)
pump.call
puts WebSocket::Mask.mask("\1\2\3\4\5", "\x9\x8\x7\x6").inspect
__END__
open
server: "héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo "
client: echo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo héllo 
server: "\x01\x02\xFF"
close 1007 Could not decode a text frame as UTF-8
"\b\n\x04\x02\f"
