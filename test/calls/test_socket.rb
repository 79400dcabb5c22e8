# Addrinfo and the ways to make one; Socket's questions about addresses; options and control messages.  No call asks a name server.
require_relative "../lib/call_table"
require "socket"

class TestSocketCalls < Minitest::Test
  # Addresses of each family: whole, too short, too long, unknown.
  IN = '[2, 80, 127, 0, 0, 1, 0, 0].pack("SnC4NN")'.freeze
  ADDRESSES = [
    '""', '"\x02"', '"\x02\x00"', '"\x02\x00\x00"', '"\x02\x00\x00\x50"', '"\x02\x00\x00\x50\x0a\x01"', IN, "#{IN} + 'xx'", '[2, 0, 192, 168, 3, 4, 0, 0].pack("SnC4NN")', '[2, 9, 10, 1, 2, 3, 0, 0].pack("SnC4NN")', '[2, 9, 172, 16, 2, 3, 0, 0].pack("SnC4NN")', '[2, 9, 224, 0, 0, 1, 0, 0].pack("SnC4NN")',
    '"\x0a\x00" + "\0" * 20', 'Socket.sockaddr_in(0, "::")', 'Socket.sockaddr_in(80, "::1")', 'Socket.sockaddr_in(80, "::1") + "xx"', 'Socket.sockaddr_in(1, "ff01::1")', 'Socket.sockaddr_in(1, "ff02::1")', 'Socket.sockaddr_in(1, "ff05::1")', 'Socket.sockaddr_in(1, "ff08::1")', 'Socket.sockaddr_in(1, "ff0e::1")', 'Socket.sockaddr_in(1, "fe80::1")', 'Socket.sockaddr_in(1, "fec0::1")',
    'Socket.sockaddr_in(1, "fc00::1")', 'Socket.sockaddr_in(1, "fd00::1")', 'Socket.sockaddr_in(1, "::ffff:1.2.3.4")', 'Socket.sockaddr_in(1, "::1.2.3.4")', '"\x01\x00"', '"\x01\x00\0\0"', '"\x01\x00/tmp/s"', '"\x01\x00/tmp/s\0\0"', '"\x01\x00name"', '"\x01\x00\0abstract\0"', '"\x01\x00\xff\x01"', 'Socket.sockaddr_un("/tmp/s")', '"\x01\x00" + "p" * 120',
    '"\x11\x00"', '"\x11\x00\x08\x06\1\0\0\0"', '"\x11\x00\x08\x06\xff\xff\0\0\1\0\0\6\1\2\3\4\5\6"', '"\x11\x00\x08\x06\xff\xff\0\0\1\0\5\2\1\2"', '"\x11\x00\x08\x06\xff\xff\0\0\1\0\4\6\1\2"', '"\x11\x00\x08\x06\xff\xff\0\0\1\0\1\x14" + "\1" * 20', '"\x11\x00\x08\x06\xff\xff\0\0\1\0\2"', '"\x00\x00abc"', '"\x09\x00abc"', '"\xff\x00abc"'
  ].freeze

  # Family, type and protocol that go with an address.
  KINDS = ["", ", :INET", ", :INET, :STREAM", ", :INET, :DGRAM, 17", ", :INET, :STREAM, 99", ", :INET6, :RAW, 58", ", 0, 77, 300", ", 99, :DGRAM, 6", ", :UNIX, :SEQPACKET, 5"].freeze

  CallTable.new("addrinfo_calls",
                receivers: ADDRESSES.map { |text| "Addrinfo.new((#{text}).b)" } + KINDS.flat_map { |kind| [IN, '"\x01\x00name".b', '"\xff\x00abc".b', 'Socket.sockaddr_in(5, "::1")'].map { |text| "Addrinfo.new(#{text}#{kind})" } } +
                           ["Addrinfo.tcp('127.0.0.1', 80)", "Addrinfo.udp('127.0.0.1', '80')", "Addrinfo.ip('::1')", "Addrinfo.unix('/tmp/s')", "Addrinfo.unix('x', :DGRAM)", "Addrinfo.new(['AF_INET', 80, 'name', '127.0.0.1'])", "Addrinfo.new(['INET6', 80, nil, '::1'], :INET6, :STREAM)", "Addrinfo.allocate", "Class.new(Addrinfo) { def self.name = 'Sub' }.ip('127.0.0.1')"],
                calls: ["1", "3", "-1", "nil", "'x'", "100"], blocks: [],
                methods: Addrinfo.instance_methods(false) - %i[bind connect connect_to connect_from connect_internal listen family_addrinfo hash marshal_load protocol getnameinfo] + %i[protocol]).define(self)

  ARGS = ["nil", "0", "80", "-1", "2**40", "'80'", "'0x50'", "'127.0.0.1'", "'::1'", "'1.2.3'", "2130706433", "'<any>'", "'<broadcast>'", "''", ":INET", "'AF_INET'", "'PF_INET6'", ":UNIX", ":NOPE", "'x' * 70", "'/tmp/s'", "\"\\0abstract\"", "'p' * 108", "'p' * 109", "'h' * 1030", "\"a\\0b\"", "[]", "[1]", "['AF_INET']", "['AF_INET', 80, 'name', '127.0.0.1']",
          "['AF_INET', 80, nil, '127.0.0.1']", "['AF_INET', 80, '127.0.0.1', '127.0.0.1']", "['AF_INET', 80, '::1', '::1']", "['AF_INET6', 80, 'n', '::1']", "['UNIX', '/tmp/s']", "['AF_UNIX', 1]", "['AF_NOPE', 1, 2, 3]", "['AF_PACKET', 1, 'n', '1']", "['AF_INET', 80, 'name', 'name']", "['AF_INET', 'x', 'n', '127.0.0.1']", "['AF_INET', 80, 1, '127.0.0.1']", "['AF_INET', 80, 'n', 1]", "[2, 80, '127.0.0.1']",
          "['INET', '80', nil, '127.0.0.1']", "[nil, 80, '127.0.0.1']", "['INET', nil, '::1']", "[1, 2, 3, 4, 5]", IN, "Socket.sockaddr_in(1, '::1')", "Socket.sockaddr_un('s')", "'x' * 1500", "Addrinfo.tcp('127.0.0.1', 1)", "Addrinfo.unix('s')", "Addrinfo.allocate", "1.5", "true", "Odd.new(to_str: '127.0.0.1')", "Odd.new(to_ary: ['UNIX', 'p'])", "Odd.new(to_int: 1)", "Odd.new(to_path: '/tmp/t')"].freeze
  PAIRS = ["nil", "'127.0.0.1'", "'::1'", "'80'", "80", "'h' * 1030", ":INET", ":STREAM", ":DGRAM", "1", "2**40", "2**70", "'x' * 40", "[]", IN].freeze
  FLAGGED = ["'127.0.0.1', 80, nil, :STREAM, 6, 4", "'127.0.0.1', 80, :INET6, nil, nil, 4", "'127.0.0.1', 80, :UNIX", "'127.0.0.1', 80, nil, 99", "'127.0.0.1', nil, nil, :STREAM, nil, 2", "'127.0.0.1', 80, :NOPE", "'127.0.0.1', 80, nil, :NOPE", "'127.0.0.1', 80, nil, nil, 'x'", "nil, nil", "nil, 80, :INET, :STREAM", "nil, 80, :INET6, :DGRAM, 17, 1", "'127.0.0.1', 80, timeout: 5",
             "'127.0.0.1', 80, timeout: -1", "'127.0.0.1', 80, timeout: 'x'", "'127.0.0.1', 80, nope: 1", "'127.0.0.1', 80, nil, :STREAM, nil, nil, true", "'127.0.0.1', 80, nil, :STREAM, nil, nil, false", "'127.0.0.1', 80, nil, :STREAM, nil, nil, :numeric", "'127.0.0.1', 80, nil, :STREAM, nil, nil, :nope", "'127.0.0.1', 80, nil, :STREAM, nil, nil, 5", "1, 2, 3, 4, 5, 6, 7, 8",
             "[2, 80, '127.0.0.1'], 3", "['INET', 80, '127.0.0.1'], 3", "['INET', 80, 'x', '127.0.0.1'], 3", "[2, nil, '127.0.0.1'], 3", "['INET', '80', '127.0.0.1'], 3", "[nil, 1.5, '127.0.0.1'], 3", "#{IN}, 3", "#{IN}, 'x'", "#{IN}, 19", "'x', 3", "Addrinfo.tcp('127.0.0.1', 80), 3", "[:INET, :INET], 3", "[2, 80, '127.0.0.1', 'x'], 3",
             "[:INET, :STREAM, :TCP]", ":INET, :STREAM, nil, nil", "'/tmp/s', :DGRAM", "'/tmp/s', :NOPE", "'80', 'udp'", "80, 'nope'", "'nope/', 'tcp'", "\"127.0.0.1\".b, :INET", "\"\\x7f\\0\\0\\1\", :INET6", "\"\\0\" * 15", "\"\\0\" * 16, :UNIX"].freeze
  CallTable.new("addrinfo_made", receivers: ["Addrinfo"], args: ARGS, pairs: PAIRS, calls: FLAGGED, triples: [":INET", "1", "6", "nil", "'127.0.0.1'", "['AF_INET', 80, nil, '127.0.0.1']"], blocks: [],
                methods: %i[new unix], except: /\['AF_INET', 80, 'name', 'name'\]/).define(self)
  HOSTS = ["nil", "0", "-1", "2**40", "2130706433", "'127.0.0.1'", "'::1'", "'1.2.3'", "'<any>'", "'<broadcast>'", "''", ":INET", "[]", "1.5", "true", "'h' * 1030", "\"1\\0b\"", "Odd.new(to_str: '127.0.0.1')", "Odd.new(to_str: 1)"].freeze
  PORTS = ["nil", "0", "80", "-1", "2**40", "2**70", "'80'", "'0080'", "''", "'9' * 40", ":INET", "[]", "1.5", "\"8\\0\"", "Odd.new(to_str: '8')", "Odd.new(to_int: 9)"].freeze
  CallTable.new("addrinfo_resolved", receivers: %w[Addrinfo Socket IPSocket], args: HOSTS, calls: HOSTS.product(PORTS).map { |list| list.join(", ") } + PORTS.product(["'127.0.0.1'", "'::1'", "nil", "5", "[]"]).map { |list| list.join(", ") } + FLAGGED.grep(/\A('127.0.0.1'|nil|1|\[2|2), /), blocks: [],
                methods: %i[ip tcp udp getaddrinfo sockaddr_in getaddress], except: /Socket\.(ip|tcp|udp)|getaddrinfo\(.*(true|false)\)|(Addrinfo|IPSocket)\.(sockaddr_in|getaddrinfo\(nil, nil)/).define(self)
  CallTable.new("socket_questions", receivers: ["Socket"], args: ARGS, calls: FLAGGED.grep(/, (3|19|'x'|'udp'|'nope'|'tcp')\z/) + HOSTS.map { |host| "[2, 80, #{host}], 3" } + PORTS.map { |port| "['INET', #{port}, '127.0.0.1'], 3" } + PORTS.map { |port| "['INET', #{port}, '127.0.0.1', '10.0.0.1'], 3" }, blocks: [],
                methods: %i[unpack_sockaddr_in sockaddr_un unpack_sockaddr_un getnameinfo], except: /getnameinfo\((?!.*, (3|19|'x')\))/).define(self)

  VALUES = ['""', '"a"', '"abcd"', "[1].pack('i')", "[1, 5].pack('ii')", "[1, 2, 3].pack('iii')", "[1, 2].pack('qq')", "'abcdefgh'", "'x' * 16", "'x' * 20", "[127, 0, 0, 1, 10, 0, 0, 1].pack('C8')", "[5, 127, 0, 0, 1, 10, 0, 0, 1].pack('iC8')", "'x' * 104", "'x' * 200", "[3, 4].pack('ii')", "\"lo\\0\\0\"", "1", "nil"].freeze
  LEVELS = [":INET, :SOCKET", ":UNIX, :SOCKET", ":INET, :IP", ":INET6, :IPV6", ":INET, :TCP", ":INET, :UDP", ":INET, 99", "99, :SOCKET", ":UNIX, 41", ":INET, :NOPE", ":NOPE, :SOCKET"].freeze
  NAMES = [":KEEPALIVE", ":LINGER", ":ERROR", ":TYPE", ":RCVTIMEO", ":SNDBUF", ":PEERCRED", ":BINDTODEVICE", ":TIMESTAMP", ":RIGHTS", ":CREDENTIALS", ":TTL", ":TOS", ":MULTICAST_IF", ":MULTICAST_LOOP", ":ADD_MEMBERSHIP", ":PKTINFO", ":MTU_DISCOVER", ":RECVTTL", ":NODELAY", ":INFO", ":CORK", ":V6ONLY", ":UNICAST_HOPS", ":JOIN_GROUP", ":HOPLIMIT", ":NOPE", "1", "77", "'SO_TYPE'", "nil"].freeze
  CallTable.new("socket_options", receivers: ["Socket::Option", "Socket::AncillaryData"], args: ["1"],
                calls: LEVELS.product(NAMES, VALUES.values_at(0, 2, 4, 6, 10, 11)).map { |list| list.join(", ") }.each_slice(8).map(&:first) + LEVELS.product(VALUES).map { |level, value| "#{level}, 1, #{value}" } + ["true, 5", "false, 3", "1, 2"], blocks: [],
                methods: %i[new linger]).define(self)
  CallTable.new("socket_option_values", receivers: LEVELS.first(6).product([":KEEPALIVE", "1", "2", ":LINGER", ":PKTINFO", ":MULTICAST_TTL", "9", "29", "35", "50"], VALUES.values_at(0, 1, 2, 4, 6, 8, 11)).map { |list| list.join(", ") }.each_slice(9).map(&:last).flat_map { |text| ["Socket::Option.new(#{text})", "Socket::AncillaryData.new(#{text})"] }.select { |text| eval(text) rescue nil },
                calls: [":SOCKET, 1", ":IP, :TTL", "'i'"], blocks: [], methods: %i[int bool byte linger unpack inspect data level optname family type timestamp unix_rights ip_pktinfo ipv6_pktinfo ipv6_pktinfo_ifindex ipv4_multicast_ttl ipv4_multicast_loop cmsg_is? to_s]).define(self)
end
