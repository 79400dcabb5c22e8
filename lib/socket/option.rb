# frozen_string_literal: true
#
# Socket::Option - an option of a socket: family, level, name and the bytes of its value.
class Socket::Option
  def initialize(family, level, optname, data)
    @family = BasicSocket.__send__(:__family, family)
    @level = BasicSocket.__send__(:__level, @family, level)
    @optname = BasicSocket.__send__(:__optname, @family, @level, optname)
    @data = String.try_convert(data) or raise TypeError, "no implicit conversion of #{Socket::Option.__send__(:kind, data)} into String"
  end

  attr_reader :family, :level, :optname, :data
  alias to_s data

  class << self
    def int(family, level, optname, integer)
      new(family, level, optname, [integer].pack("i"))
    end

    def bool(family, level, optname, bool)
      new(family, level, optname, [bool ? 1 : 0].pack("i"))
    end

    def byte(family, level, optname, integer)
      new(family, level, optname, [integer].pack("C"))
    end

    def linger(onoff, secs)
      on = Integer === onoff ? onoff : onoff ? 1 : 0
      new(:UNSPEC, :SOCKET, :LINGER, [on, secs].pack("ii"))
    end

    def ipv4_multicast_ttl(integer)
      new(:INET, :IP, :MULTICAST_TTL, [integer].pack("i"))
    end

    def ipv4_multicast_loop(integer)
      new(:INET, :IP, :MULTICAST_LOOP, [integer].pack("i"))
    end

    private def kind(v)
      v.nil? || v == true || v == false ? v.inspect : v.class
    end
  end

  def int
    check_size("int", 4)
    @data.unpack1("i")
  end

  def bool
    check_size("int", 4) unless @data.bytesize == 1
    @data.unpack1(@data.bytesize == 1 ? "c" : "i") != 0
  end

  def byte
    check_size("char", 1)
    @data.unpack1("C")
  end

  # [on, seconds]
  def linger
    raise TypeError, "linger socket option expected" unless @level == Socket::SOL_SOCKET && @optname == Socket::SO_LINGER
    check_size("struct linger", 8)
    on, seconds = @data.unpack("ii")
    [on == 0 ? false : on == 1 ? true : on, seconds]
  end

  def ipv4_multicast_ttl
    multicast(Socket::IP_MULTICAST_TTL, "ipv4_multicast_ttl")
  end

  def ipv4_multicast_loop
    multicast(Socket::IP_MULTICAST_LOOP, "ipv4_multicast_loop")
  end

  def unpack(template)
    @data.unpack(template)
  end

  def inspect
    family, level, name = BasicSocket.__send__(:__names, @family, @level, @optname, false)
    text = value_text(level, name) if level && name
    "#<#{self.class}: #{family || "family:#{@family}"} #{level || "level:#{@level}"} #{name || "optname:#{@optname}"} #{text || @data.b.inspect}>".b
  end

  private

  def check_size(type, size)
    return if @data.bytesize == size
    raise TypeError, "size differ.  expected as sizeof(#{type})=#{size} but #{@data.bytesize}"
  end

  def multicast(optname, what)
    unless @family == Socket::AF_INET && @level == Socket::IPPROTO_IP && @optname == optname
      raise TypeError, "#{what} socket option expected"
    end
    int
  end

  NUMBERS = {
    "SOCKET" => %w[DEBUG REUSEADDR DONTROUTE BROADCAST SNDBUF RCVBUF KEEPALIVE OOBINLINE RCVLOWAT SNDLOWAT ACCEPTCONN],
    "IP" => %w[MULTICAST_TTL MULTICAST_LOOP],
    "IPV6" => %w[V6ONLY UNICAST_HOPS MULTICAST_HOPS MULTICAST_LOOP],
    "TCP" => %w[NODELAY],
    "UDP" => [],
  }.freeze
  private_constant :NUMBERS

  # nil: shown as bytes
  def value_text(level, name)
    size = @data.bytesize
    return (size == 4 ? @data.unpack1("i").to_s : nil) if NUMBERS[level]&.include?(name)
    case [level, name]
    when ["SOCKET", "TYPE"] then socktype_text if size == 4
    when ["SOCKET", "ERROR"] then error_text if size == 4
    when ["SOCKET", "LINGER"] then linger_text if size == 8
    when ["SOCKET", "RCVTIMEO"], ["SOCKET", "SNDTIMEO"] then format("%d.%06dsec", *@data.unpack("qq")) if size == 16
    when ["SOCKET", "PEERCRED"] then format("pid=%u euid=%u egid=%u (ucred)", *@data.unpack("iII")) if size == 12
    when ["IP", "MULTICAST_IF"], ["IP", "ADD_MEMBERSHIP"], ["IP", "DROP_MEMBERSHIP"] then membership_text(name)
    when ["IPV6", "MULTICAST_IF"] then Socket::AncillaryData.__send__(:interface, @data.unpack1("I"), "") if size == 4
    when ["IPV6", "JOIN_GROUP"], ["IPV6", "LEAVE_GROUP"] then group_text if size == 20
    when ["TCP", "INFO"] then tcp_info_text if size >= TCP_INFO_BYTES
    end
  end

  def socktype_text
    number = @data.unpack1("i")
    name = Socket::Constants.constants.find { |c| c.start_with?("SOCK_") && Socket.const_get(c) == number }
    (name || number).to_s
  end

  def error_text
    number = @data.unpack1("i")
    text = number == 0 ? "Success" : SystemCallError.new(number).message
    "#{text} (#{number})"
  end

  def linger_text
    on, seconds = @data.unpack("ii")
    "#{on == 0 ? "off" : on == 1 ? "on" : "on(#{on})"} #{seconds}sec"
  end

  def ipv4(at)
    @data.byteslice(at, 4).unpack("C4").join(".")
  end

  # struct in_addr, ip_mreq or ip_mreqn
  def membership_text(name)
    case @data.bytesize
    when 4 then ipv4(0) if name == "MULTICAST_IF"
    when 8 then "#{ipv4(0)} #{ipv4(4)}"
    when 12 then "#{ipv4(0)} #{ipv4(4)} #{Socket::AncillaryData.__send__(:interface, @data.unpack1("@8i"))}"
    end
  end

  def group_text
    address = Socket::AncillaryData.__send__(:ipv6_addrinfo, @data.byteslice(0, 16)).ip_address
    "#{address} #{Socket::AncillaryData.__send__(:interface, @data.unpack1("@16I"))}"
  end

  TCP_INFO_BYTES = 104
  TCP_STATES = %w[ESTABLISHED SYN_SENT SYN_RECV FIN_WAIT1 FIN_WAIT2 TIME_WAIT CLOSED CLOSE_WAIT LAST_ACK LISTEN CLOSING].freeze
  TCP_CONGESTION = %w[Open Disorder CWR Recovery Loss].freeze
  TCP_OPTIONS = %w[TIMESTAMPS SACK WSCALE ECN ECN_SEEN SYN_DATA].freeze
  # The 32-bit fields in their order; s: microseconds, ms: milliseconds.
  TCP_FIELDS = %w[rto:s ato:s snd_mss rcv_mss unacked sacked lost retrans fackets last_data_sent:ms last_ack_sent:ms
                  last_data_recv:ms last_ack_recv:ms pmtu rcv_ssthresh rtt:s rttvar:s snd_ssthresh snd_cwnd advmss reordering
                  rcv_rtt:s rcv_space total_retrans].freeze
  private_constant :TCP_INFO_BYTES, :TCP_STATES, :TCP_CONGESTION, :TCP_OPTIONS, :TCP_FIELDS

  def tcp_info_text
    state, congestion, retransmits, probes, backoff, options, = @data.unpack("C8")
    parts = ["state=#{(TCP_STATES[state - 1] if state > 0) || state}", "ca_state=#{TCP_CONGESTION[congestion] || congestion}",
             "retransmits=#{retransmits}", "probes=#{probes}", "backoff=#{backoff}"]
    set = TCP_OPTIONS.each_with_index.filter_map { |name, bit| name if options[bit] == 1 }
    rest = options >> TCP_OPTIONS.size << TCP_OPTIONS.size
    set << rest if rest != 0 || set.empty?
    parts << "options=#{set.join(",")}"
    TCP_FIELDS.zip(@data.unpack("@8L#{TCP_FIELDS.size}")) do |field, value|
      name, unit = field.split(":")
      parts << "#{name}=#{unit == "s" ? format("%d.%06ds", *value.divmod(1_000_000)) : unit ? format("%d.%03ds", *value.divmod(1000)) : value}"
    end
    more = @data.bytesize - TCP_INFO_BYTES
    parts << "(#{more} bytes too long)" if more > 0
    parts.join(" ")
  end
end
