# socket/race.rb - one connection to a host that may have addresses of two families (RFC 8305, "Happy Eyeballs").
#
# Both families are resolved side by side, each in a thread; IPv4's answer waits a moment for IPv6's.  Addresses are tried
# in turns of the families, the next one while the one before has not answered.  The first that connects wins.  An error
# of a connection counts more than one of a name; of several the last counts.
class Socket
  class Race # :nodoc:
    RESOLUTION_DELAY = 0.05 # for IPv6 once IPv4 is there (RFC 8305, section 3)
    ATTEMPT_DELAY = 0.25    # between one attempt and the next (section 5)

    # A connection that is under way.
    Attempt = Struct.new(:socket, :remote, :limit)

    # Is there anything to race for?  An address as text has one family.
    def self.for?(host)
      host.is_a?(String) && !host.include?(":") && !host.match?(/\A[\d.]+\z/) && !Fiber.current_scheduler
    end

    # For TCPSocket.new, whose errors name host and port in its own way: the socket, or [errno, the call that failed].
    # test: {delay: {ipv4: milliseconds}, error: {ipv6: code}}, what a resolver that is slow or fails does.
    def self.for_tcpsocket(host, port, local_host, local_port, resolv_timeout, connect_timeout, open_timeout, test)
      local = Addrinfo.getaddrinfo(local_host, local_port, nil, :STREAM) if local_host || local_port
      race = new(host, port, local: local, connect_timeout: connect_timeout, resolv_timeout: resolv_timeout,
                 open_timeout: open_timeout, late: IO::TimeoutError) do |family|
        name = family == AF_INET6 ? :ipv6 : :ipv4
        delay, error = test&.dig(:delay, name), test&.dig(:error, name)
        sleep(delay / 1000.0) if delay
        raise ResolutionError, "getaddrinfo: #{error}" if error
        Addrinfo.getaddrinfo(host, port, family, :STREAM)
      end
      race.run
    rescue SystemCallError => error
      [error.errno, error.message[/ - (bind|connect|socket)\(2\)/, 1]]
    rescue ResolutionError => error
      raise error.exception(error.message.sub("getaddrinfo:", "getaddrinfo(3):"))
    end

    # local: addresses to connect from, or nil.  late: what is raised when a connection takes too long.  resolver: called with
    # a family, gives Addrinfos.
    def initialize(host, port, local: nil, connect_timeout: nil, resolv_timeout: nil, open_timeout: nil, late: Errno::ETIMEDOUT, &resolver)
      @host, @port, @local, @late, @resolver = host, port, local, late, resolver
      @connect_timeout = connect_timeout
      @deadline = open_timeout && clock + open_timeout
      @resolved_by = resolv_timeout && clock + resolv_timeout
      @addresses = { AF_INET6 => [], AF_INET => [] }
      @attempts = []
      @turn = AF_INET6
    end

    # The socket that won.
    def run
      resolve
      until (won = next_step)
        give_up if over?
      end
      won
    ensure
      finish(won)
    end

    private

    def clock
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def finish(won)
      @threads&.each(&:kill)
      [@told, @tell].compact.each(&:close)
      @attempts.each { |attempt| attempt.socket.close unless attempt.socket.equal?(won) }
    end

    # ---- names ----

    def resolve
      @told, @tell = IO.pipe
      @answers = Queue.new
      @pending = @addresses.keys
      @threads = @pending.map { |family| Thread.new { answer(family) } }
      @threads.each { |thread| thread.report_on_exception = false }
    end

    def answer(family)
      found = begin
        @resolver.call(family)
      rescue SystemCallError, SocketError => error
        error
      end
      @answers << [family, found]
      @tell.write_nonblock("!")
    rescue IOError
      nil # the race is over
    end

    def take_answers
      @told.read_nonblock(16, exception: false)
      until @answers.empty?
        family, found = @answers.pop
        @pending.delete(family)
        next @name_error = found if found.is_a?(Exception)
        @addresses[family] = found
        @ipv4_from = clock + RESOLUTION_DELAY if family == AF_INET && @pending.include?(AF_INET6)
      end
      @ipv4_from = nil unless @pending.include?(AF_INET6)
    end

    # ---- connections ----

    # One wait and what comes of it: the socket that connected, or nil.
    def next_step
      won = start_next if startable?
      return won if won || idle?
      told, ready, = IO.select([(@told unless @pending.empty?)].compact, @attempts.map(&:socket), nil, patience)
      take_answers if told && !told.empty?
      ready&.each do |socket|
        won = arrived(@attempts.find { |attempt| attempt.socket.equal?(socket) })
        return won if won
      end
      drop_late
      nil
    end

    # Nothing is under way that a wait could end.
    def idle?
      @pending.empty? && @attempts.empty? && (startable? || !waiting_addresses?)
    end

    def waiting_addresses?
      @addresses.any? { |_, list| !list.empty? }
    end

    def startable?
      return false if !waiting_addresses? || (@next_at && clock < @next_at)
      @ipv4_from.nil? || clock >= @ipv4_from || !@addresses[AF_INET6].empty?
    end

    # Seconds until something is to be done that no event tells of.
    def patience
      times = [@deadline, *@attempts.map(&:limit)]
      times << @resolved_by unless @pending.empty?
      times << [@next_at, @ipv4_from].compact.max if waiting_addresses?
      first = times.compact.min
      first && [first - clock, 0].max
    end

    def next_address
      list = @addresses[@turn].empty? ? @addresses.values.find { |some| !some.empty? } : @addresses[@turn]
      address = list.shift
      @turn = address.afamily == AF_INET6 ? AF_INET : AF_INET6
      address
    end

    def start_next
      remote = next_address
      from = @local&.find { |address| address.afamily == remote.afamily }
      if @local && !from
        @error ||= SocketError.new("no appropriate local address")
        return
      end
      socket = Socket.new(remote.pfamily, remote.socktype, remote.protocol)
      begin
        socket.bind(from) if from
        return socket unless socket.connect_nonblock(remote, exception: false) == :wait_writable
      rescue Exception
        socket.close
        raise
      end
      @attempts << Attempt.new(socket, remote, @connect_timeout && clock + @connect_timeout)
      @next_at = clock + ATTEMPT_DELAY
      nil
    rescue SystemCallError => @error
      @next_at = nil
    end

    def arrived(attempt)
      attempt.socket.connect_nonblock(attempt.remote, exception: false)
      attempt.socket
    rescue SystemCallError => @error
      drop(attempt)
      nil
    end

    def drop(attempt)
      @attempts.delete(attempt)
      attempt.socket.close
      @next_at = nil
    end

    def drop_late
      @attempts.select { |attempt| attempt.limit && clock >= attempt.limit }.each do |attempt|
        drop(attempt)
        @error = too_late(attempt)
      end
    end

    # ---- the end ----

    def too_late(attempt)
      @late.new("user specified timeout for #{attempt.remote.inspect_sockaddr}")
    end

    def name_too_late
      IO::TimeoutError.new("user specified timeout for #{@host}:#{@port}")
    end

    def over?
      return true if @deadline && clock >= @deadline
      return false unless @attempts.empty? && !waiting_addresses?
      @pending.empty? || (@resolved_by && clock >= @resolved_by)
    end

    def give_up
      raise name_too_late unless @pending.empty?
      raise too_late(@attempts.last) if @deadline && clock >= @deadline && !@attempts.empty?
      raise @error || @name_error
    end
  end
  private_constant :Race
end
