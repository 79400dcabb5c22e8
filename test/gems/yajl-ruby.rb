require "stringio"
require "yajl"
puts Yajl::Encoder.encode("a" => [1, 2.5, nil, "ü"]), Yajl::Parser.parse('{"a":[1,{"b":null}]}').inspect
puts Yajl::Encoder.encode({ a: [1] }, pretty: true, indent: "  ")
seen = []
parser = Yajl::Parser.new(symbolize_keys: true)
parser.on_parse_complete = ->(o) { seen << o }
'{"a":1}{"b":[2,3]}'.each_char { |c| parser << c }
p seen
begin
  Yajl::Parser.parse('{"a":')
  Yajl::Parser.parse("[1,}")
rescue Yajl::ParseError => e
  puts e.message.lines.first
end
p Yajl::Parser.parse(StringIO.new("[1,2,3]"))
__END__
{"a":[1,2.5,null,"ü"]}
{"a" => [1, {"b" => nil}]}
{
  "a": [
    1
  ]
}
[{a: 1}, {b: [2, 3]}]
parse error: unallowed token at this point in JSON text
[1, 2, 3]
