require "json"
doc = { "a" => [1, -0.5, 1e100, nil, true, "ü\n\u2028\"\\/"], "b" => { "c" => 10**30 } }
puts JSON.generate(doc), JSON.pretty_generate(doc), JSON.parse(JSON.generate(doc)) == doc, JSON.parse('{"a":{"b":1}}', symbolize_names: true).inspect
["[1,", "{a:1}", "[NaN]", "\"\x01\"", ""].each do |bad|
  JSON.parse(bad)
rescue JSON::ParserError => e
  puts e.message
end
begin
  JSON.generate(Float::NAN)
rescue JSON::GeneratorError => e
  puts e.message
end
puts JSON.dump([1, nil]), [1, { x: :y }].to_json, JSON.parse("[1.10]", decimal_class: String).inspect, JSON.generate("</script>", script_safe: true)
__END__
{"a":[1,-0.5,1e+100,null,true,"ü\n \"\\/"],"b":{"c":1000000000000000000000000000000}}
{
  "a": [
    1,
    -0.5,
    1e+100,
    null,
    true,
    "ü\n \"\\/"
  ],
  "b": {
    "c": 1000000000000000000000000000000
  }
}
true
{a: {b: 1}}
unexpected end of input at line 1 column 4
expected object key, got 'a:1}' at line 1 column 2
unexpected token 'NaN]' at line 1 column 2
invalid ASCII control character in string: '"' at line 1 column 2
unexpected end of input at line 1 column 1
NaN not allowed in JSON
[1,null]
[1,{"x":"y"}]
["1.10"]
"<\/script>"
