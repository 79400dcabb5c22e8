require "pg"
p PG::Connection.quote_ident('a"b'), PG::Connection.escape_bytea("\0'\\"), PG::TextDecoder::Array.new.decode("{1,NULL,\"a,b\"}"), PG::TextEncoder::Array.new.encode([1, nil, "x y", ["z"]])
p PG::BinaryEncoder::Int4.new.encode(7), PG::TextDecoder::TimestampUtc.new.decode("2024-02-29 12:34:56.789"), PG::TextDecoder::Numeric.new.decode("12.50").to_s, PG::TextDecoder::JSON.new.decode('{"a":[1]}')
begin
  PG.connect(host: "127.0.0.1", port: 1, connect_timeout: 1)
rescue PG::ConnectionBad => e
  puts e.message[/port 1 failed: Connection refused/]
end
m = PG::TypeMapByClass.new
m[Integer] = PG::TextEncoder::Integer.new
enc = PG::TextEncoder::CopyRow.new(type_map: m)
p enc.encode([1, 2]), PG::TextDecoder::CopyRow.new.decode("a\tb\\N\t\\N\n"), PG::Connection.conndefaults_hash.key?(:host)
__END__
"\"a\"\"b\""
"\\\\000''\\\\\\\\"
["1", nil, "a,b"]
"{1,NULL,\"x y\",{z}}"
"\x00\x00\x00\a"
2024-02-29 12:34:56.789 UTC
"0.125e2"
{"a" => [1]}
port 1 failed: Connection refused
"1\t2\n"
["a", "bN", nil]
true
