require "unicorn"
q = Unicorn::HttpParser.new
q.buf << "POST /p?x=y HTTP/1.1\r\nHost: h:8080\r\nContent-Length: 3\r\nX-Z: a b\r\n\r\nabc"
env = q.parse
p env.sort.reject { |k, _| k.start_with?("rack") }, q.content_length, q.keepalive?
b = +""
q.filter_body(b, q.buf)
p b
begin
  r = Unicorn::HttpParser.new
  r.buf << "BAD\x00\r\n\r\n"
  r.parse
rescue Unicorn::HttpParserError => e
  p e.class
end
__END__
[["CONTENT_LENGTH", "3"], ["HTTP_HOST", "h:8080"], ["HTTP_VERSION", "HTTP/1.1"], ["HTTP_X_Z", "a b"], ["PATH_INFO", "/p"], ["QUERY_STRING", "x=y"], ["REQUEST_METHOD", "POST"], ["REQUEST_PATH", "/p"], ["REQUEST_URI", "/p?x=y"], ["SERVER_NAME", "h"], ["SERVER_PORT", "8080"], ["SERVER_PROTOCOL", "HTTP/1.1"]]
3
false
"abc"
Unicorn::HttpParserError
