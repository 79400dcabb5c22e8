# frozen_string_literal: true
#
# Libraries that stand on socket, each against a server of this process.
require "minitest/autorun"
require "socket"
require "net/http"
require "open-uri"
%w[drb rinda].each do |gem| # bundled gems; tests run without RubyGems
  $LOAD_PATH.unshift(*Dir["#{RbConfig::CONFIG["rubylibprefix"]}/gems/*/gems/#{gem}-*/lib"])
end
require "drb"
require "rinda/tuplespace"
require "ipaddr"
require "resolv"
require "open3"

class TestNetLibraries < Minitest::Test
  # A server that answers each request with its first line, chunked if the path says so.
  def with_http
    server = TCPServer.new("127.0.0.1", 0)
    thread = Thread.new do
      loop do
        client = server.accept
        line = client.gets
        length = 0
        while (header = client.gets) && header != "\r\n"
          length = header[/\d+/].to_i if header.downcase.start_with?("content-length")
        end
        body = client.read(length)
        if line.include?("chunked")
          client.write "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n6\r\n again\r\n0\r\n\r\n"
        else
          text = line.chomp + body
          client.write "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: #{text.bytesize}\r\nConnection: close\r\n\r\n#{text}"
        end
        client.close
      end
    end
    yield server.addr[1]
  ensure
    thread&.kill&.join
    server&.close
  end

  def test_net_http
    with_http do |port|
      assert_equal "GET /a HTTP/1.1", Net::HTTP.get(URI("http://127.0.0.1:#{port}/a"))
      assert_equal "hello again", Net::HTTP.get(URI("http://127.0.0.1:#{port}/chunked"))
      answer = Net::HTTP.post(URI("http://127.0.0.1:#{port}/p"), "data")
      assert_equal ["200", "POST /p HTTP/1.1data", "text/plain"], [answer.code, answer.body, answer.content_type]
    end
  end

  def test_open_uri
    with_http do |port|
      URI.open("http://127.0.0.1:#{port}/x") { |io| assert_equal ["GET /x HTTP/1.1", "200"], [io.read, io.status[0]] }
    end
  end

  def test_net_http_refused
    port = TCPServer.open("127.0.0.1", 0) { |s| s.addr[1] }
    e = assert_raises(Errno::ECONNREFUSED) { Net::HTTP.get(URI("http://127.0.0.1:#{port}/")) }
    assert_match(/Failed to open TCP connection to 127\.0\.0\.1:#{port}/, e.message)
  end

  def test_drb_and_rinda
    service = DRb::DRbServer.new("druby://127.0.0.1:0", Rinda::TupleSpace.new)
    space = DRbObject.new_with_uri(service.uri)
    space.write([:sum, 1, 2])
    assert_equal [:sum, 1, 2], space.take([:sum, nil, nil])
    assert_equal [], space.read_all([:sum, nil, nil])
  ensure
    service&.stop_service
  end

  def test_ipaddr_and_resolv
    assert_includes IPAddr.new("10.0.0.0/8"), IPAddr.new("10.1.2.3")
    assert_equal "::1", IPAddr.new("::1").to_s
    assert_equal "\x7F\0\0\1".b, IPAddr.new("127.0.0.1").hton
    assert_match Resolv::IPv4::Regex, "127.0.0.1"
    assert_kind_of Resolv::DNS::Name, Resolv::DNS::Name.create("a.b.")
  end

  def test_open3
    out, status = Open3.capture2("cat", stdin_data: "through")
    assert_equal ["through", true], [out, status.success?]
  end
end
