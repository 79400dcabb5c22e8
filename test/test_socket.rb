# frozen_string_literal: true
#
# The socket library: addresses and their texts, options, control messages, TCP, UDP and UNIX sockets on this machine, waiting
# and giving up, and what a fiber scheduler is asked.  Nothing here needs a network beyond the loopback interface.
require_relative "lib/table_test"
require "socket"
require "tmpdir"
require "timeout"

class TestSocketCallsInAction < Minitest::Test
  TableTest.define(self, "socket") do |source|
    capture_subprocess_io { @answer = TableTest.answer(source) }
    @answer
  end
end

class TestSocketConstants < Minitest::Test
  # musl's headers lack both names. Socket has its own number for the first; the second belongs to an option that Linux has dropped.
  def test_names_that_only_glibc_has
    assert_equal 5000, Socket::IPPORT_USERRESERVED
    assert_equal 15, Socket::TCP_COOKIE_TRANSACTIONS if Socket.const_defined?(:TCP_COOKIE_TRANSACTIONS)
  end
end

class TestSocketAddrinfo < Minitest::Test
  def test_inspect
    {
      Addrinfo.tcp("127.0.0.1", 80) => "#<Addrinfo: 127.0.0.1:80 TCP>",
      Addrinfo.udp("127.0.0.1", 53) => "#<Addrinfo: 127.0.0.1:53 UDP>",
      Addrinfo.ip("127.0.0.1") => "#<Addrinfo: 127.0.0.1>",
      Addrinfo.unix("/tmp/s") => "#<Addrinfo: /tmp/s SOCK_STREAM>",
      Addrinfo.unix("s", :DGRAM) => "#<Addrinfo: UNIX s SOCK_DGRAM>",
      Addrinfo.unix("\0abc") => "#<Addrinfo: UNIX:00:61:62:63 SOCK_STREAM>",
      Addrinfo.new(["AF_INET6", 42304, "ip6-localhost", "::1"], nil, :STREAM) => "#<Addrinfo: [::1]:42304 TCP (ip6-localhost)>",
      Addrinfo.new(Socket.sockaddr_in(80, "127.0.0.1"), Socket::PF_INET6) => "#<Addrinfo: 127.0.0.1:80 PF_INET6>",
      Addrinfo.new(Socket.sockaddr_in(80, "127.0.0.1"), :INET, :RAW, 17) => "#<Addrinfo: 127.0.0.1:80 SOCK_RAW IPPROTO_UDP>",
      Addrinfo.new(Socket.sockaddr_in(80, "127.0.0.1"), 99, 99, 99) => "#<Addrinfo: 127.0.0.1:80 PF_\?\?\?(99) SOCK_\?\?\?(99) UNKNOWN_PROTOCOL(99)>",
      Addrinfo.new(Socket.sockaddr_in(80, "127.0.0.1")[0, 5]) => "#<Addrinfo: 127.?.?.?:80 (5 bytes for 16 bytes sockaddr_in)>",
      Addrinfo.new("") => "#<Addrinfo: empty-sockaddr>",
      Addrinfo.new("\0") => "#<Addrinfo: too-short-sockaddr>",
      Addrinfo.new([99].pack("S") + "abcdef") => "#<Addrinfo: unknown address family 99>",
    }.each { |addr, text| assert_equal text, addr.inspect }
  end

  def test_new_errors
    {
      -> { Addrinfo.new(["AF_FOO", 1]) } => [SocketError, "unknown address family: AF_FOO"],
      -> { Addrinfo.new(Socket.sockaddr_in(1, "127.0.0.1"), :FOO) } => [SocketError, "unknown socket domain: FOO"],
      -> { Addrinfo.new("a" * 2049) } => [ArgumentError, "sockaddr string too big"],
      -> { Addrinfo.unix("a" * 109) } => [ArgumentError, "too long unix socket path (109 bytes given but 108 bytes max)"],
      -> { Addrinfo.allocate.afamily } => [TypeError, "uninitialized socket address"],
      -> { Addrinfo.tcp("127.0.0.1", 1).unix_path } => [SocketError, "need AF_UNIX address"],
      -> { Addrinfo.unix("/a").ip_port } => [SocketError, "need IPv4 or IPv6 address"],
      -> { Addrinfo.getaddrinfo("127.0.0.1", 80, foo: 1) } => [ArgumentError, "unknown keyword: :foo"],
      -> { Addrinfo.getaddrinfo("a" * 2000, 80) } => [ArgumentError, "hostname too long (2000)"],
    }.each do |call, (error, message)|
      assert_equal message, assert_raises(error, &call).message
    end
  end

  def test_resolution_error
    e = assert_raises(Socket::ResolutionError) { Addrinfo.getaddrinfo("127.0.0.256", 80, nil, nil, nil, Socket::AI_NUMERICHOST) }
    assert_equal Socket::EAI_NONAME, e.error_code
    assert_kind_of SocketError, e
    assert_nil Socket::ResolutionError.new("x").error_code
  end

  def test_questions
    assert_predicate Addrinfo.ip("10.1.2.3"), :ipv4_private?
    assert_predicate Addrinfo.ip("172.31.0.1"), :ipv4_private?
    refute_predicate Addrinfo.ip("172.32.0.1"), :ipv4_private?
    assert_predicate Addrinfo.ip("127.9.9.9"), :ipv4_loopback?
    assert_predicate Addrinfo.ip("224.0.0.1"), :ipv4_multicast?
    assert_predicate Addrinfo.ip("::1"), :ipv6_loopback?
    assert_predicate Addrinfo.ip("::"), :ipv6_unspecified?
    assert_predicate Addrinfo.ip("fc00::1"), :ipv6_unique_local?
    assert_predicate Addrinfo.ip("ff05::1"), :ipv6_mc_sitelocal?
    assert_equal "1.2.3.4", Addrinfo.ip("::ffff:1.2.3.4").ipv6_to_ipv4.ip_address
    assert_nil Addrinfo.ip("::1").ipv6_to_ipv4
  end

  def test_marshal
    [Addrinfo.tcp("127.0.0.1", 80), Addrinfo.unix("/tmp/s"), Addrinfo.udp("::1", 9)].each do |addr|
      assert_equal addr.inspect, Marshal.load(Marshal.dump(addr)).inspect
    end
    assert_equal ["AF_INET", ["127.0.0.1", "80"], "PF_INET", "SOCK_STREAM", "IPPROTO_TCP", nil, nil], Addrinfo.tcp("127.0.0.1", 80).marshal_dump
  end

  def test_family_addrinfo
    tcp = Addrinfo.tcp("127.0.0.1", 80)
    assert_equal "#<Addrinfo: 127.0.0.1:90 TCP>", tcp.family_addrinfo("127.0.0.1", 90).inspect
    assert_raises(ArgumentError) { tcp.family_addrinfo }
    assert_raises(ArgumentError) { tcp.family_addrinfo(Addrinfo.tcp("::1", 80)) }
  end

  def test_sockaddr
    assert_equal [2, 0, 0, 80, 127, 0, 0, 1] + [0] * 8, Socket.sockaddr_in(80, "127.0.0.1").bytes
    assert_equal [80, "127.0.0.1"], Socket.unpack_sockaddr_in(Socket.sockaddr_in(80, "127.0.0.1"))
    assert_equal "/a", Socket.unpack_sockaddr_un(Socket.sockaddr_un("/a"))
    assert_equal "\0a", Socket.unpack_sockaddr_un(Socket.sockaddr_un("\0a"))
    assert_equal "not an AF_UNIX sockaddr", assert_raises(ArgumentError) { Socket.unpack_sockaddr_un(Socket.sockaddr_in(1, "::1")) }.message
    assert_equal "too short sockaddr", assert_raises(ArgumentError) { Socket.unpack_sockaddr_in("") }.message
  end

  def test_names
    assert_equal ["127.0.0.1", "80"], Socket.getnameinfo(["AF_INET", 80, "127.0.0.1"], Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV)
    assert_equal [["AF_INET", 80, "127.0.0.1", "127.0.0.1", 2, 1, 6]], Socket.getaddrinfo("127.0.0.1", 80, :INET, :STREAM)
    assert_equal 16, Socket.getservbyname("0x10")
    assert_raises(SocketError) { Socket.getservbyname("no such service") }
    assert_includes Socket.ip_address_list.map(&:ip_address), "127.0.0.1"
    assert Socket.getifaddrs.find { |i| i.addr&.ipv4_loopback? && i.flags & Socket::IFF_LOOPBACK != 0 }
  end
end

class TestSocketOption < Minitest::Test
  def test_inspect
    {
      [:INET, :SOCKET, :KEEPALIVE, [1].pack("i")] => "INET SOCKET KEEPALIVE 1",
      [:UNIX, :SOCKET, :KEEPALIVE, "abc"] => 'UNIX SOCKET KEEPALIVE "abc"',
      [:INET, :SOCKET, :LINGER, [1, 10].pack("ii")] => "INET SOCKET LINGER on 10sec",
      [:INET, :SOCKET, :RCVTIMEO, [1, 10].pack("qq")] => "INET SOCKET RCVTIMEO 1.000010sec",
      [:INET, :SOCKET, :ERROR, [111].pack("i")] => "INET SOCKET ERROR Connection refused (111)",
      [:INET, :SOCKET, :TYPE, [1].pack("i")] => "INET SOCKET TYPE SOCK_STREAM",
      [:INET, 99, 9999, "abcd"] => 'INET level:99 optname:9999 "abcd"',
      [99, 99, 9999, "abcd"] => 'family:99 level:99 optname:9999 "abcd"',
      [:INET, :TCP, :NODELAY, [1].pack("i")] => "INET TCP NODELAY 1",
      [:INET, :IP, :MULTICAST_IF, [127, 0, 0, 1].pack("C*")] => "INET IP MULTICAST_IF 127.0.0.1",
      [:INET, :IP, :ADD_MEMBERSHIP, [224, 0, 0, 1, 127, 0, 0, 1].pack("C*")] => "INET IP ADD_MEMBERSHIP 224.0.0.1 127.0.0.1",
      [:INET6, :IPV6, :MULTICAST_HOPS, [-1].pack("i")] => "INET6 IPV6 MULTICAST_HOPS -1",
    }.each { |args, text| assert_equal "#<Socket::Option: #{text}>", Socket::Option.new(*args).inspect }
  end

  def test_tcp_info
    info = Socket::Option.new(:INET, :TCP, :INFO, [1, 0, 2, 0, 0, 7, 0x87, 1].pack("C*") + [1_234_567].pack("L") * 25).inspect
    assert_match(/INFO state=ESTABLISHED ca_state=Open retransmits=2 .*options=TIMESTAMPS,SACK,WSCALE rto=1\.234567s .*last_data_sent=1234\.567s/, info)
    assert info.end_with?("total_retrans=1234567 (4 bytes too long)>")
  end

  def test_values
    assert_equal [true, 10], Socket::Option.linger(true, 10).linger
    assert_equal true, Socket::Option.bool(:INET, :SOCKET, :KEEPALIVE, true).bool
    assert_equal 44, Socket::Option.byte(:INET, :SOCKET, :KEEPALIVE, 300).byte
    assert_equal "size differ.  expected as sizeof(int)=4 but 2",
                 assert_raises(TypeError) { Socket::Option.new(:INET, :SOCKET, :KEEPALIVE, "ab").int }.message
    assert_equal "unknown socket level option name: FOO", assert_raises(SocketError) { Socket::Option.new(:INET, :SOCKET, :FOO, "") }.message
    assert_equal "unknown protocol level: TCP", assert_raises(SocketError) { Socket::Option.new(:UNIX, :TCP, :NODELAY, "") }.message
  end

  def test_ancillary_data
    {
      [:UNIX, :SOCKET, :RIGHTS, [3].pack("i")] => "UNIX SOCKET RIGHTS 3",
      [:UNIX, :SOCKET, :CREDENTIALS, [1, 2, 3].pack("iii")] => "UNIX SOCKET CREDENTIALS pid=1 uid=2 gid=3 (ucred)",
      [:INET, :IP, :PKTINFO, [0, 127, 0, 0, 1, 127, 0, 0, 2].pack("iC8")] => "INET IP PKTINFO 127.0.0.2 ifindex:0 spec_dst:127.0.0.1",
      [55, 44, 123, "a"] => 'family:55 cmsg_level:44 cmsg_type:123 "a"',
    }.each { |args, text| assert_equal "#<Socket::AncillaryData: #{text}>", Socket::AncillaryData.new(*args).inspect }
    assert_equal ["::1", 1], Socket::AncillaryData.ipv6_pktinfo(Addrinfo.ip("::1"), 1).ipv6_pktinfo.then { |a, i| [a.ip_address, i] }
    assert_equal 2, Socket::AncillaryData.new(:UNIX, :SOCKET, :TIMESTAMPNS, [1, 2].pack("qq")).timestamp.nsec
  end
end

class TestSocketTCP < Minitest::Test
  def setup
    @server = TCPServer.new("127.0.0.1", 0)
    @port = @server.addr[1]
    @open = [@server]
  end

  def teardown
    @open.each(&:close)
  end

  def connected
    client = TCPSocket.new("127.0.0.1", @port)
    peer = @server.accept
    @open.push(client, peer)
    [client, peer]
  end

  def test_echo
    client, peer = connected
    client.puts "hello"
    assert_equal "hello\n", peer.gets
    peer.write "a" * 100_000
    peer.close_write
    assert_equal 100_000, client.read.size
    assert_equal Encoding::BINARY, client.external_encoding
  end

  def test_addresses
    client, peer = connected
    assert_equal ["AF_INET", @port, "127.0.0.1", "127.0.0.1"], client.peeraddr
    assert_equal client.addr, peer.peeraddr
    assert_equal "#<Addrinfo: 127.0.0.1:#{@port} TCP>", client.remote_address.inspect
    assert_equal "#<TCPServer:fd #{@server.fileno}, AF_INET, 127.0.0.1, #{@port}>", @server.inspect
    assert_raises(Errno::ENOTCONN) { @server.peeraddr }
    assert_equal "invalid reverse_lookup flag: :foo", assert_raises(ArgumentError) { client.addr(:foo) }.message
  end

  def test_recv
    client, peer = connected
    client.send("hello", 0)
    buffer = +"something"
    assert_equal "hel", peer.recv(3)
    assert_same buffer, peer.recv(3, 0, buffer)
    assert_equal "lo", buffer
    e = assert_raises(IO::EAGAINWaitReadable) { peer.recv_nonblock(3) }
    assert_equal "Resource temporarily unavailable - recvfrom(2) would block", e.message
    assert_equal :wait_readable, peer.recv_nonblock(3, exception: false)
    client.close
    assert_nil peer.recv(3)
    peer.ungetbyte(65)
    assert_equal "recv for buffered IO", assert_raises(IOError) { peer.recv(3) }.message
  end

  def test_recv_to_string_that_another_thread_changes
    _, peer = connected
    buffer = +"x"
    thread = Thread.new { peer.recv(10, 0, buffer) }
    Thread.pass until thread.stop?
    assert_raises(RuntimeError) { buffer.replace("y" * 100) }
    thread.kill.join
    buffer.replace("y")
  end

  def test_accept_nonblock
    assert_equal :wait_readable, @server.accept_nonblock(exception: false)
    assert_raises(IO::EAGAINWaitReadable) { @server.accept_nonblock }
  end

  def test_blocking_calls_can_be_interrupted
    thread = Thread.new { @server.accept }
    Thread.pass until thread.stop?
    thread.kill
    assert thread.join(300)
    assert_raises(Timeout::Error) { Timeout.timeout(0.01) { @server.accept } }
  end

  def test_close_wakes_waiters
    server = TCPServer.new("127.0.0.1", 0)
    thread = Thread.new { server.accept rescue $! }
    Thread.pass until thread.stop?
    server.close
    assert_equal "stream closed in another thread", thread.value.message
  end

  def test_timeouts
    @server.timeout = 0.01
    assert_equal "Timed out waiting for IO to become readable!", assert_raises(IO::TimeoutError) { @server.accept }.message
    assert_equal "Cannot specify open_timeout along with connect_timeout or resolv_timeout",
                 assert_raises(ArgumentError) { TCPSocket.new("127.0.0.1", @port, open_timeout: 1, connect_timeout: 1) }.message
    @open << TCPSocket.new("127.0.0.1", @port, connect_timeout: 60)
    @open << Socket.tcp("127.0.0.1", @port, open_timeout: 60)
  end

  def test_refused
    port = TCPServer.open("127.0.0.1", 0) { |s| s.addr[1] }
    e = assert_raises(Errno::ECONNREFUSED) { TCPSocket.new("127.0.0.1", port) }
    assert_equal "Connection refused - connect(2) for \"127.0.0.1\" port #{port}", e.message
    e = assert_raises(Errno::ECONNREFUSED) { Socket.tcp("127.0.0.1", port) }
    assert_equal "Connection refused - connect(2) for 127.0.0.1:#{port}", e.message
    e = assert_raises(Errno::EADDRINUSE) { TCPServer.new("127.0.0.1", @port) }
    assert_equal "Address already in use - bind(2) for \"127.0.0.1\" port #{@port}", e.message
  end

  def test_halves
    client, peer = connected
    assert_nil client.close_read
    assert_nil client.close_read
    assert_raises(IOError) { client.read }
    client.write "x"
    client.close_write
    assert_predicate client, :closed?
    assert_equal "x", peer.read
    assert_equal "`how' should be either :SHUT_RD, :SHUT_WR, :SHUT_RDWR", assert_raises(ArgumentError) { peer.shutdown(99) }.message
  end

  def test_options
    client, = connected
    assert_equal 0, client.setsockopt(:TCP, :NODELAY, true)
    assert_equal true, client.getsockopt(:TCP, :NODELAY).bool
    assert_equal 0, client.setsockopt(Socket::Option.linger(true, 3))
    assert_equal [true, 3], client.getsockopt(:SOCKET, :LINGER).linger
    assert_raises(Errno::ENOPROTOOPT) { client.getsockopt(:SOCKET, 9999) }
    assert_equal "unknown TCP level option name: FOO", assert_raises(SocketError) { client.setsockopt(:TCP, :FOO, 1) }.message
  end

  def test_server_loop
    port = Queue.new
    served = Thread.new do
      Socket.tcp_server_sockets("127.0.0.1", 0) do |sockets|
        port << sockets[0].local_address.ip_port
        Socket.accept_loop(sockets) { |s, from| s.write("to #{from.ip_address}"); s.close }
      end
    end
    assert_equal "to 127.0.0.1", Socket.tcp("127.0.0.1", port.pop, &:read)
    served.kill.join
  end

  def race(answers, **opts)
    Socket.const_get(:Race).new("host.test", 1, **opts) { |family| answers.fetch(family).call }.run
  end

  def test_race
    dead = TCPServer.open("127.0.0.1", 0) { |s| Addrinfo.tcp("127.0.0.1", s.addr[1]) }
    good = Addrinfo.tcp("127.0.0.1", @port)
    none = -> { raise Socket::ResolutionError, "no such name" }
    socket = race({ Socket::AF_INET6 => none, Socket::AF_INET => -> { [dead, good] } })
    assert_equal @port, socket.remote_address.ip_port
    socket.close
    assert_raises(Errno::ECONNREFUSED) { race({ Socket::AF_INET6 => none, Socket::AF_INET => -> { [dead, dead] } }) }
    assert_raises(Socket::ResolutionError) { race({ Socket::AF_INET6 => none, Socket::AF_INET => none }) }
    slow = { Socket::AF_INET6 => -> { sleep }, Socket::AF_INET => -> { [dead] } }
    assert_raises(IO::TimeoutError) { race(slow, resolv_timeout: 0.01) }
    assert_raises(IO::TimeoutError) { race(slow, open_timeout: 0.01) }
  end

  def test_for_fd
    assert_equal "Bad file descriptor - fstat(2)", assert_raises(Errno::EBADF) { Socket.for_fd(-1) }.message
    IO.pipe { |r, _| assert_raises(Errno::EBADF) { Socket.for_fd(r.fileno) } }
    again = TCPServer.for_fd(@server.fileno)
    again.autoclose = false
    assert_equal @server.addr, again.addr
  end
end

class TestSocketUDP < Minitest::Test
  def test_datagrams
    UDPSocket.open do |a|
      a.bind("127.0.0.1", 0)
      port = a.addr[1]
      UDPSocket.open do |b|
        assert_raises(Errno::EDESTADDRREQ) { b.send("x", 0) }
        b.send("one", 0, "127.0.0.1", port)
        b.send("two", 0, Socket.sockaddr_in(port, "127.0.0.1"))
        b.connect("127.0.0.1", port)
        b.send("", 0)
        data, from = a.recvfrom(10)
        assert_equal ["one", "AF_INET", "127.0.0.1"], [data, from[0], from[3]]
        assert_equal "two", a.recvfrom_nonblock(10)[0]
        assert_equal "", a.recv(10)
        b.send("x" * 9000, 0)
        assert_equal 9000, a.recvmsg[0].size
        assert_equal :wait_readable, a.recvfrom_nonblock(10, exception: false)
      end
    end
  end

  def test_server
    sockets = Socket.udp_server_sockets("127.0.0.1", 0)
    UDPSocket.open do |client|
      client.connect("127.0.0.1", sockets[0].local_address.ip_port)
      client.send("question", 0)
      IO.select(sockets)
      Socket.udp_server_recv(sockets) { |message, source| source.reply(message.upcase) }
      assert_equal "QUESTION", client.recv(20)
    end
  ensure
    sockets.each(&:close)
  end
end

class TestSocketUNIX < Minitest::Test
  def test_server
    Dir.mktmpdir do |dir|
      path = File.join(dir, "s")
      UNIXServer.open(path) do |server|
        client = UNIXSocket.new(path)
        peer = server.accept
        assert_equal [path, path, ""], [server.path, peer.path, client.path]
        assert_equal ["AF_UNIX", path], client.peeraddr
        assert_equal [Process.euid, Process.egid], client.getpeereid
        client.close
        peer.close
        e = assert_raises(Errno::EADDRINUSE) { UNIXServer.new(path) }
        assert_equal "Address already in use - connect(2) for #{path}", e.message
      end
      e = assert_raises(Errno::ECONNREFUSED) { UNIXSocket.new(path) }
      assert_equal "Connection refused - connect(2) for #{path}", e.message
      Socket.unix_server_socket(path) { |s| assert_equal path, s.local_address.unix_path } # the dead one's file is removed
      refute File.exist?(path)
    end
  end

  def test_full_queue_waits
    server = UNIXServer.new("\0facet-test-#{$$}-#{rand(1 << 60)}")
    server.listen(0)
    first = UNIXSocket.new(server.path)
    second = Thread.new { UNIXSocket.new(server.path) }
    Thread.pass until second.stop?
    a = server.accept
    b = server.accept
    [a, b, first, second.value, server].each(&:close)
  end

  def test_send_io
    UNIXSocket.pair do |a, b|
      r, w = IO.pipe
      a.send_io(w)
      copy = b.recv_io
      copy.write "through"
      [copy, w].each(&:close)
      assert_equal "through", r.read
      a.send_io(r)
      assert_kind_of Integer, fd = b.recv_io(nil)
      IO.for_fd(fd).close
      r.close
      a.close
      assert_match(/\Afile descriptor was not passed/, assert_raises(SocketError) { b.recv_io }.message)
    end
  end

  def test_messages_with_rights
    UNIXSocket.pair do |a, b|
      a.sendmsg("data", 0, nil, Socket::AncillaryData.unix_rights($stdin, $stderr))
      data, from, _, control = b.recvmsg(scm_rights: true)
      assert_equal "data", data
      assert_equal "#<Addrinfo: empty-sockaddr SOCK_STREAM>", from.inspect
      assert control.cmsg_is?(:SOCKET, :RIGHTS)
      assert_equal 2, control.unix_rights.size
      control.unix_rights.each(&:close)
      a.sendmsg("more", 0, nil, [:SOCKET, :RIGHTS, [0].pack("i")])
      assert_nil b.recvmsg[3].unix_rights
      assert_raises(IO::EAGAINWaitReadable) { b.recvmsg_nonblock }
      assert_raises(ArgumentError) { a.sendmsg("x", 0, nil, [1]) }
      a.close
      assert_nil b.recvmsg
    end
  end

  def test_pair
    Socket.pair(:UNIX, :DGRAM) { |a, b| a.send("x", 0); assert_equal "x", b.recvfrom(3)[0] }
    assert_raises(Errno::ENOTSUP) { Socket.pair(:INET, :STREAM, 0) }
  end
end

class TestSocketScheduler < Minitest::Test
  # Knows one name, counts what it is asked, and waits by select.
  class Scheduler
    attr_reader :resolved, :waited

    def initialize
      @resolved = []
      @waited = 0
      @ready = []
      @waiting = {}
    end

    def address_resolve(name)
      @resolved << name
      name == "two.facet.test" ? ["127.0.0.1", "127.0.0.2"] : nil
    end

    def io_wait(io, events, timeout)
      @waited += 1
      @waiting[Fiber.current] = [io, events]
      Fiber.yield
      events
    end

    def fiber(&block)
      Fiber.new(blocking: false, &block).tap(&:resume)
    end

    def kernel_sleep(*) = Fiber.yield
    def block(*) = Fiber.yield
    def unblock(*) = nil
    def fiber_interrupt(fiber, error) = fiber.raise(error)

    def close
      until @waiting.empty?
        readers, writers = [IO::READABLE, IO::WRITABLE].map { |bit| @waiting.values.filter_map { |io, e| io if e & bit != 0 } }
        r, w = IO.select(readers, writers)
        @waiting.select { |_, (io, _)| (r + w).include?(io) }.each_key { |f| @waiting.delete(f); f.resume }
      end
    end
  end

  def in_scheduler
    scheduler = Scheduler.new
    Thread.new do
      Fiber.set_scheduler(scheduler)
      yield
    end.join
    scheduler
  end

  def test_address_resolve
    found = error = nil
    s = in_scheduler do
      Fiber.schedule { found = Addrinfo.getaddrinfo("two.facet.test", 80, nil, :STREAM).map(&:ip_address) }
      Fiber.schedule { error = assert_raises(Socket::ResolutionError) { Addrinfo.tcp("none.facet.test", 80) } }
      Fiber.schedule { Addrinfo.tcp("127.0.0.1", 80) }
    end
    assert_equal %w[127.0.0.1 127.0.0.2], found
    assert_equal %w[two.facet.test none.facet.test], s.resolved
    assert_equal Socket::EAI_NONAME, error.error_code
  end

  def test_client_and_server_in_one_thread
    got = nil
    s = in_scheduler do
      server = TCPServer.new("127.0.0.1", 0)
      Fiber.schedule do
        peer = server.accept
        peer.write(peer.recv(10).upcase)
        peer.close
        server.close
      end
      Fiber.schedule do
        client = TCPSocket.new("127.0.0.1", server.addr[1])
        client.send("hello", 0)
        got = client.recv(10)
        client.close
      end
    end
    assert_equal "HELLO", got
    assert_operator s.waited, :>, 0
  end
end
