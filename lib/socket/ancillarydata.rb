# frozen_string_literal: true
#
# Socket::AncillaryData - a control message that goes along with data (sendmsg, recvmsg).
class Socket::AncillaryData
  def initialize(family, cmsg_level, cmsg_type, cmsg_data)
    @family = BasicSocket.__send__(:__family, family)
    @level = BasicSocket.__send__(:__level, @family, cmsg_level)
    @type = BasicSocket.__send__(:__cmsg_type, @family, @level, cmsg_type)
    @data = String.try_convert(cmsg_data) or raise TypeError, "no implicit conversion of #{cmsg_data.nil? ? "nil" : cmsg_data.class} into String"
  end

  attr_reader :family, :level, :type, :data

  class << self
    def int(family, cmsg_level, cmsg_type, integer)
      new(family, cmsg_level, cmsg_type, [integer].pack("i"))
    end

    # The descriptors of some IOs.
    def unix_rights(*ios)
      ios.each { |io| raise TypeError, "IO expected" unless IO === io }
      made = new(:UNIX, :SOCKET, :RIGHTS, ios.map(&:fileno).pack("i*"))
      made.__send__(:rights=, ios.freeze)
      made
    end

    def ip_pktinfo(addr, ifindex, spec_dst = nil)
      to = ipv4_bytes(addr, "addr")
      from = spec_dst ? ipv4_bytes(spec_dst, "spec_dat") : to
      new(:INET, :IP, :PKTINFO, [ifindex].pack("i") + from + to)
    end

    def ipv6_pktinfo(addr, ifindex)
      sockaddr = bytes_of(addr)
      raise ArgumentError, "addr size different to AF_INET6 sockaddr" if sockaddr.bytesize != 28
      raise ArgumentError, "addr family is not AF_INET6" if sockaddr.unpack1("S") != Socket::AF_INET6
      new(:INET6, :IPV6, :PKTINFO, sockaddr.byteslice(8, 16) + [ifindex].pack("I"))
    end

    private

    def bytes_of(addr)
      Addrinfo === addr ? addr.to_sockaddr : addr.to_str
    end

    def ipv4_bytes(addr, what)
      sockaddr = bytes_of(addr)
      raise ArgumentError, "#{what} size different to AF_INET sockaddr" if sockaddr.bytesize != 16
      raise ArgumentError, "#{what} family is not AF_INET" if sockaddr.unpack1("S") != Socket::AF_INET
      sockaddr.byteslice(4, 4)
    end

    def ipv4_addrinfo(bytes)
      Addrinfo.new([Socket::AF_INET, 0].pack("Sn") + bytes + "\0" * 8, :INET)
    end

    def ipv6_addrinfo(bytes, index = 0)
      scope = bytes.getbyte(0) == 0xfe && bytes.getbyte(1) & 0xc0 == 0x80 ? index : 0
      Addrinfo.new([Socket::AF_INET6, 0, 0].pack("SnL") + bytes + [scope].pack("L"), :INET6)
    end

    # An interface's name.
    def interface(index, otherwise = "ifindex:")
      Socket.getifaddrs.find { |i| i.ifindex == index }&.name || "#{otherwise}#{index}"
    end

    # What BasicSocket#sendmsg is given: AncillaryData, or Arrays of level, type and data.
    def triples(controls)
      controls.map do |control|
        if Array === control
          raise ArgumentError, "an element of controls should be 3-elements array" if control.size != 3
          control = new(:INET, *control)
        end
        [control.level, control.type, control.data]
      end
    end

    def received(family, level, type, bytes, ios)
      made = new(family, level, type, bytes)
      made.__send__(:rights=, ios.freeze) if ios
      made
    end
  end

  def int
    raise TypeError, "size differ.  expected as sizeof(int)=4 but #{@data.bytesize}" if @data.bytesize != 4
    @data.unpack1("i")
  end

  # The IOs; nil if none were made of the descriptors.
  def unix_rights
    raise TypeError, "SCM_RIGHTS ancillary data expected" unless @level == Socket::SOL_SOCKET && @type == Socket::SCM_RIGHTS
    @rights
  end

  def timestamp
    time or raise TypeError, "timestamp ancillary data expected"
  end

  # [where it was sent, interface, the local address]
  def ip_pktinfo
    unless @level == Socket::IPPROTO_IP && @type == Socket::IP_PKTINFO && @data.bytesize == 12
      raise TypeError, "IP_PKTINFO ancillary data expected"
    end
    [self.class.__send__(:ipv4_addrinfo, @data.byteslice(8, 4)), @data.unpack1("i"), self.class.__send__(:ipv4_addrinfo, @data.byteslice(4, 4))]
  end

  def ipv6_pktinfo
    unless @level == Socket::IPPROTO_IPV6 && @type == Socket::IPV6_PKTINFO && @data.bytesize == 20
      raise TypeError, "IPV6_PKTINFO ancillary data expected"
    end
    index = @data.unpack1("@16I")
    [self.class.__send__(:ipv6_addrinfo, @data.byteslice(0, 16), index), index]
  end

  def ipv6_pktinfo_addr = ipv6_pktinfo[0]
  def ipv6_pktinfo_ifindex = ipv6_pktinfo[1]

  def cmsg_is?(level, type)
    level = BasicSocket.__send__(:__level, @family, level)
    type = BasicSocket.__send__(:__cmsg_type, @family, level, type)
    @level == level && @type == type
  end

  def inspect
    family, level, type = BasicSocket.__send__(:__names, @family, @level, @type, true)
    text = value_text(level, type) if level && type
    "#<#{self.class}: #{family || "family:#{@family}"} #{level || "cmsg_level:#{@level}"} #{type || "cmsg_type:#{@type}"} #{text || @data.b.inspect}>".b
  end

  private

  attr_writer :rights

  def time
    return unless @level == Socket::SOL_SOCKET && @data.bytesize == 16
    case @type
    when Socket::SCM_TIMESTAMP then Time.at(*@data.unpack("qq"), :usec)
    when Socket::SCM_TIMESTAMPNS then Time.at(*@data.unpack("qq"), :nsec)
    end
  end

  # nil: shown as bytes
  def value_text(level, type)
    case [level, type]
    when ["SOCKET", "RIGHTS"] then @data.unpack("i*").join(" ") if @data.bytesize >= 4 && @data.bytesize % 4 == 0
    when ["SOCKET", "CREDENTIALS"] then format("pid=%u uid=%u gid=%u (ucred)", *@data.unpack("iII")) if @data.bytesize == 12
    when ["SOCKET", "TIMESTAMP"] then time&.strftime("%F %T.%6N")
    when ["SOCKET", "TIMESTAMPNS"] then time&.strftime("%F %T.%9N")
    when ["IP", "PKTINFO"] then ipv4_text if @data.bytesize == 12
    when ["IPV6", "PKTINFO"] then ipv6_text if @data.bytesize == 20
    end
  end

  def ipv4_text
    to, index, from = ip_pktinfo
    "#{to.ip_address} #{self.class.__send__(:interface, index)} spec_dst:#{from.ip_address}"
  end

  def ipv6_text
    address, index = ipv6_pktinfo
    "#{address.ip_address} #{self.class.__send__(:interface, index)}"
  end
end
