require "eventmachine"
$said = []
class Echo < EM::Connection
  def receive_data(d) = send_data(d.upcase)
end
class Client < EM::Connection
  def post_init = send_data("hello")
  def receive_data(d) = ($said << d; close_connection)
  def unbind = $said << "unbound"
end
EM.run do
  port = EM.get_sockname(EM.start_server("127.0.0.1", 0, Echo)).then { |s| Socket.unpack_sockaddr_in(s)[0] }
  EM.connect("127.0.0.1", port, Client)
  n = 0
  t = EM.add_periodic_timer(0.01) { n += 1; t.cancel if n == 3 }
  EM.defer(-> { 6 * 7 }, ->(v) { $said << v.to_s })
  EM.popen("echo popen") { |c| c.instance_eval { def receive_data(d) = $said << d.chomp } }
  EM.add_timer(0.5) { puts n, $said.sort; EM.stop }
end
puts EM.reactor_running?
__END__
3
42
HELLO
popen
unbound
false
