# frozen_string_literal: true
#
# socket.rb - what of the socket library is better said in Ruby: keywords, messages with control data, and the patterns of
# clients and servers.  The system's calls are in ext/socket.
require "socket.so"
require "io/wait"
require "socket/option"
require "socket/ancillarydata"
require "socket/race"

class Addrinfo
  # One of the same family, type and protocol: from an Addrinfo, a host and a port, or a path.
  def family_addrinfo(*args)
    raise ArgumentError, "no address specified" if args.empty?
    if Addrinfo === args[0]
      raise ArgumentError, "too many arguments" if args.size != 1
      other = args[0]
      if other.pfamily != pfamily || other.socktype != socktype
        raise ArgumentError, "Addrinfo type mismatch"
      end
      other
    elsif ip?
      raise ArgumentError, "IP address needs host and port but #{args.size} arguments given" if args.size != 2
      Addrinfo.getaddrinfo(args[0], args[1], pfamily, socktype, protocol)[0]
    elsif unix?
      raise ArgumentError, "UNIX socket needs single path argument but #{args.size} arguments given" if args.size != 1
      Addrinfo.unix(args[0])
    else
      raise ArgumentError, "unexpected family"
    end
  end

  # A socket connected to self, its own end at local unless that is nil.
  def open_connection(local, timeout: nil)
    socket = Socket.new(pfamily, socktype, protocol)
    begin
      socket.ipv6only! if ipv6?
      socket.bind(local) if local
      Socket.__send__(:connect_within, socket, self, timeout)
    rescue Exception
      socket.close
      raise
    end
    Socket.__send__(:lend, socket) { |s| return yield(s) } if block_given?
    socket
  end
  protected :open_connection

  # A connection to self: from any local address, from that of args; to that of args, from self.
  def connect(timeout: nil, &) = open_connection(nil, timeout:, &)
  def connect_from(*args, timeout: nil, &) = open_connection(family_addrinfo(*args), timeout:, &)
  def connect_to(*args, timeout: nil, &) = family_addrinfo(*args).open_connection(self, timeout:, &)

  def bind(&block) = __bound(true, &block)

  def listen(backlog = Socket::SOMAXCONN, &block) = __bound(!unix?, backlog, &block)

  # A socket at this address, which listens if there is a backlog; closed after the block if there is one.
  private def __bound(reuse, backlog = nil, &block)
    socket = Socket.new(pfamily, socktype, protocol)
    begin
      socket.ipv6only! if ipv6?
      socket.setsockopt(:SOCKET, :REUSEADDR, 1) if reuse
      socket.bind(self)
      socket.listen(backlog) if backlog
    rescue Exception
      socket.close
      raise
    end
    block ? Socket.__send__(:lend, socket, &block) : socket
  end

  # Yields each address that getaddrinfo finds for the arguments.
  def self.foreach(nodename, service, *kind, timeout: nil, &visit) = getaddrinfo(nodename, service, *kind, timeout:).each(&visit)
end

# The methods that do not wait are in C (try_...), with `exception` in its place; here are their keyword and defaults.
{
  "BasicSocket" => { recv: "len, flag = 0, str = nil", write: "buf" },
  "Socket" => { recvfrom: "len, flag = 0, str = nil", accept: "", connect: "addr" },
  "UDPSocket" => { recvfrom: "len, flag = 0, outbuf = nil" },
  "TCPServer" => { accept: "" },
  "UNIXServer" => { accept: "" },
}.each do |owner, methods|
  methods.each do |name, parameters|
    given = parameters.split(", ")
    passed = given.map { |one| one[/\A\w+/] } << "exception"
    Object.const_get(owner).class_eval("def #{name}_nonblock(#{[*given, "exception: true"].join(", ")}) = try_#{name}(#{passed.join(", ")})", __FILE__, __LINE__)
  end
end

class BasicSocket < IO
  def sendmsg(mesg, flags = 0, dest_sockaddr = nil, *controls)
    try_sendmsg(mesg, flags, dest_sockaddr, Socket::AncillaryData.__send__(:triples, controls), true)
  end

  def sendmsg_nonblock(mesg, flags = 0, dest_sockaddr = nil, *controls, exception: true)
    sent = try_sendmsg(mesg, flags, dest_sockaddr, Socket::AncillaryData.__send__(:triples, controls), false)
    return sent if sent
    return :wait_writable unless exception
    raise IO::EAGAINWaitWritable, "sendmsg(2) would block"
  end

  # As IO's, whose descriptor becomes non-blocking; a socket's need not.
  def read_nonblock(len, str = nil, exception: true)
    got = try_read(len, str, exception)
    got == false ? super : got
  end

  # [data, sender, flags, *controls]; nil at the end of a stream.
  def recvmsg(dlen = nil, flags = 0, clen = nil, scm_rights: false) = with_controls(try_recvmsg(dlen, flags, clen, scm_rights, true))

  def recvmsg_nonblock(dlen = nil, flags = 0, clen = nil, scm_rights: false, exception: true)
    message = try_recvmsg(dlen, flags, clen, scm_rights, false)
    return with_controls(message) unless message == false
    return :wait_readable unless exception
    raise IO::EAGAINWaitReadable, "recvmsg(2) would block"
  end

  LOOPBACKS = { "0.0.0.0" => "127.0.0.1", "::" => "::1", "::ffff:0.0.0.0" => "::ffff:127.0.0.1" }.freeze # :nodoc:
  private_constant :LOOPBACKS

  # An address by which this machine reaches the socket: the local one, with a loopback address for "all".
  def connect_address
    here = local_address
    kind = here.ipv4? ? "IPv4" : here.ipv6? ? "IPv6" : here.unix? ? "Unix" : (return here)
    raise SocketError, "unbound #{kind} socket" if here.unix? ? here.unix_path.empty? : here.ip_port.zero?
    loopback = LOOPBACKS[here.ip_address] if here.ip?
    return here unless loopback
    Addrinfo.new([here.ipv6? ? "AF_INET6" : "AF_INET", here.ip_port, nil, loopback], here.pfamily, here.socktype, here.protocol)
  end

  private def with_controls(message)
    return message unless message
    data, from, flags, controls = message
    return [data, from, flags] if controls.empty?
    family = local_address.afamily
    [data, from, flags, *controls.map { |level, type, bytes, ios| Socket::AncillaryData.__send__(:received, family, level, type, bytes, ios) }]
  end
end

class Socket < BasicSocket
  # For an IPv6 socket: no IPv4 by way of mapped addresses.
  def ipv6only!
    setsockopt(:IPV6, :V6ONLY, 1)
  end

  class << self
    # A socket connected to host and port, which is closed behind the block.  With fast_fallback, addresses of both families
    # are resolved side by side and tried in turns.
    def tcp(host, port, local_host = nil, local_port = nil, connect_timeout: nil, resolv_timeout: nil, open_timeout: nil,
            fast_fallback: tcp_fast_fallback, &block)
      if open_timeout && (connect_timeout || resolv_timeout)
        raise ArgumentError, "Cannot specify open_timeout along with connect_timeout or resolv_timeout"
      end
      socket = if fast_fallback && Race.for?(host)
        local = Addrinfo.getaddrinfo(local_host, local_port, nil, :STREAM) if local_host || local_port
        race = Race.new(host, port, local: local, connect_timeout: connect_timeout, resolv_timeout: resolv_timeout,
                        open_timeout: open_timeout) do |family|
          Addrinfo.getaddrinfo(host, port, family, :STREAM)
        end
        race.run
      else
        deadline = open_timeout && clock + open_timeout
        connect_in_order(tcp_pairs(host, port, local_host, local_port, resolv_timeout || open_timeout), connect_timeout, deadline)
      end
      block ? lend(socket, &block) : socket
    end

    # Listening sockets, one for each address of host (nil: all of this machine), on the same port.
    def tcp_server_sockets(host = nil, port)
      sockets = bound_sockets(Addrinfo.getaddrinfo(host, port, nil, :STREAM, nil, Socket::AI_PASSIVE)) { |addr| addr.listen }
      block_given? ? lend_all(sockets) { yield sockets } : sockets
    end

    # Each connection and its address; never ends.
    def tcp_server_loop(host = nil, port, &serve) = tcp_server_sockets(host, port) { |servers| accept_loop(servers, &serve) }

    def accept_loop(*sockets)
      sockets.flatten!
      raise ArgumentError, "no sockets" if sockets.empty?
      loop do
        ready, = IO.select(sockets)
        ready.each do |server|
          connection = server.accept_nonblock(exception: false)
          yield(*connection) unless connection == :wait_readable
        end
      end
    end

    # Bound UDP sockets.  "All addresses" of IPv4 becomes one socket for each, so that an answer leaves from where the question
    # arrived; IPv6 tells that in a control message.
    def udp_server_sockets(host = nil, port)
      addrs = Addrinfo.getaddrinfo(host, port, nil, :DGRAM, nil, Socket::AI_PASSIVE).flat_map do |addr|
        next addr unless addr.ipv4? && addr.ip_address == "0.0.0.0"
        Socket.ip_address_list.select(&:ipv4?).map { |own| Addrinfo.udp(own.ip_address, port) }
      end
      sockets = bound_sockets(addrs) do |addr|
        socket = addr.bind
        socket.setsockopt(:IPV6, :RECVPKTINFO, 1) if addr.ipv6_unspecified?
        socket
      end
      block_given? ? lend_all(sockets) { yield sockets } : sockets
    end

    # What has arrived at any of the sockets: yields data and a UDPSource.
    def udp_server_recv(sockets)
      sockets.each do |socket|
        message = socket.recvmsg_nonblock(exception: false)
        next if message == :wait_readable
        data, sender, _flags, *controls = message
        local = socket.local_address
        packet = controls.find { |c| c.cmsg_is?(:IPV6, :PKTINFO) } if local.ipv6?
        if packet
          index = packet.ipv6_pktinfo_ifindex
          address = packet.ipv6_pktinfo_addr
          local = Addrinfo.udp(address.ipv6_linklocal? && !address.ip_address.include?("%") ? "#{address.ip_address}%#{index}" : address.ip_address, local.ip_port)
        end
        yield data, UDPSource.new(sender, local) { |answer|
          packet ? socket.sendmsg(answer, 0, sender, packet) : socket.send(answer, 0, sender)
        }
      end
    end

    def udp_server_loop_on(sockets, &block)
      loop do
        ready, = IO.select(sockets)
        udp_server_recv(ready, &block)
      end
    end

    def udp_server_loop(host = nil, port, &answer) = udp_server_sockets(host, port) { |bound| udp_server_loop_on(bound, &answer) }

    # A connection to the server at path; closed after the block if there is one.
    def unix(path, &use) = Addrinfo.unix(path).connect.then { |connection| use ? lend(connection, &use) : connection }

    # A listening socket.  A socket of the same path left behind by a dead server is removed; after the block, this one.
    def unix_server_socket(path)
      abstract = path.start_with?("\0")
      remove_own_socket(path) unless abstract
      server = Addrinfo.unix(path).listen
      return server unless block_given?
      begin
        lend(server) { |s| yield s }
      ensure
        remove_own_socket(path) unless abstract
      end
    end

    def unix_server_loop(path, &serve) = unix_server_socket(path) { |listening| accept_loop(listening, &serve) }

    private

    def clock
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def lend(socket)
      yield socket
    ensure
      socket.close
    end

    def lend_all(sockets)
      yield
    ensure
      sockets.each(&:close)
    end

    def remove_own_socket(path)
      stat = File.lstat(path)
      File.unlink(path) if stat.socket? && stat.owned?
    rescue Errno::ENOENT
    end

    def too_late(addr)
      raise Errno::ETIMEDOUT, "user specified timeout for #{addr.inspect_sockaddr}"
    end

    def connect_within(socket, addr, timeout)
      return socket.connect(addr) unless timeout
      return 0 unless socket.connect_nonblock(addr, exception: false) == :wait_writable
      socket.wait_writable(timeout) or too_late(addr)
      socket.connect_nonblock(addr, exception: false)
    end

    # [remote, local or nil] for each address to try.
    def tcp_pairs(host, port, local_host, local_port, timeout)
      remotes = Addrinfo.getaddrinfo(host, port, nil, :STREAM, timeout: timeout)
      return remotes.map { |remote| [remote, nil] } unless local_host || local_port
      locals = Addrinfo.getaddrinfo(local_host, local_port, nil, :STREAM)
      pairs = remotes.map { |remote| [remote, locals.find { |local| local.afamily == remote.afamily }] }
      pairs.select(&:last).tap { |some| raise SocketError, "no appropriate local address" if some.empty? }
    rescue IO::TimeoutError
      raise Errno::ETIMEDOUT, "user specified timeout for #{host}:#{port}"
    end

    def time_left(connect_timeout, deadline)
      deadline ? [deadline - clock, 0].max : connect_timeout
    end

    def connect_in_order(pairs, connect_timeout, deadline)
      last_error = nil
      pairs.each do |remote, local|
        return remote.__send__(:open_connection, local, timeout: time_left(connect_timeout, deadline))
      rescue SystemCallError => last_error
        raise if deadline && clock >= deadline
      end
      raise last_error
    end

    # A socket for each address, all of them on one port: port 0 becomes the one that the system gave to the first.
    def bound_sockets(addrs, &make)
      attempts = 0
      begin
        port = nil
        sockets = []
        last_error = nil
        addrs.each do |addr|
          addr = Addrinfo.new(["AF_INET#{6 if addr.ipv6?}", port, nil, addr.ip_address], addr.pfamily, addr.socktype, addr.protocol) if port
          sockets << make.call(addr)
          port = sockets[0].local_address.ip_port if addr.ip_port == 0
        rescue Errno::EADDRNOTAVAIL, Errno::EAFNOSUPPORT => last_error
        end
      rescue Errno::EADDRINUSE
        sockets.each(&:close)
        raise if !port || (attempts += 1) >= 10
        retry
      rescue Exception
        sockets.each(&:close)
        raise
      end
      raise last_error if sockets.empty?
      sockets
    end
  end

  # Where a UDP message came from, and the way to answer it.
  class UDPSource
    attr_reader :remote_address, :local_address

    def initialize(remote_address, local_address, &answer)
      @remote_address, @local_address, @answer = remote_address, local_address, answer
    end

    # Sends msg back, from the address that the message had reached.
    def reply(msg) = @answer.call(msg)

    def inspect = +"#<#{self.class}: #{[remote_address, local_address].map(&:inspect_sockaddr).join(" to ")}>"
  end
end
