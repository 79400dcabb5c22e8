require "http/parser"
q = Http::Parser.new
q.on_headers_complete = ->(h) { p h, q.http_method, q.request_url; nil }
q.on_body = ->(b) { p b }
q.on_message_complete = -> { p :done, q.keep_alive? }
"POST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Y: 1\r\nX-Y: 2\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".each_char { |c| q << c }
begin
  Http::Parser.new << "BAD\r\n\r\n"
rescue HTTP::Parser::Error => e
  p e.class
end
__END__
{"Host" => "x", "X-Y" => ["1", "2"], "Transfer-Encoding" => "chunked"}
"POST"
"/a?b=c"
"h"
"e"
"l"
"l"
"o"
:done
true
HTTP::Parser::Error
