# numbers - securerandom and random/formatter from a fixed generator, digest, base64, csv, json, yaml.
require "securerandom"
require "random/formatter"
require "digest"
require "base64"
require "csv"
require "json"
require "yaml"

random = Random.new(42)
p random.hex(8), random.base64(9), random.urlsafe_base64(5), random.uuid, random.alphanumeric(12), random.random_number(100), random.random_number(1.5).class, random.random_number(3..5), random.choose([*"a".."c"], 5) rescue p $!.class
p random.alphanumeric(6, chars: %w[x y]), random.random_bytes(3).bytesize, random.uuid_v4.size, random.uuid_v7[14]
p SecureRandom.hex(4).match?(/\A\h{8}\z/), SecureRandom.uuid.match?(/\A\h{8}-\h{4}-4\h{3}-[89ab]\h{3}-\h{12}\z/), SecureRandom.bytes(5).bytesize, SecureRandom.random_number(10).between?(0, 9), SecureRandom.alphanumeric.size, SecureRandom.urlsafe_base64.match?(/\A[\w-]+\z/), SecureRandom.rand < 1, SecureRandom.random_number(1..1)
p [1, 2, 3].shuffle(random: SecureRandom).sort, [1].sample(random: SecureRandom)

p Digest::MD5.hexdigest("abc"), Digest::SHA1.hexdigest("abc"), Digest::SHA256.hexdigest("abc"), Digest::SHA384.hexdigest("")[0, 16], Digest::SHA512.base64digest("x")[0, 12], Digest::SHA256.digest("q").bytesize
digest = Digest::SHA256.new
digest << "a"
digest.update("bc")
p digest.hexdigest == Digest::SHA256.hexdigest("abc"), digest.block_length, digest.digest_length, digest == Digest::SHA256.hexdigest("abc"), digest.reset.to_s[0, 8], Digest::SHA256.new.inspect[0, 20]

p Base64.encode64("long text " * 8), Base64.strict_encode64("\xff\xfe"), Base64.urlsafe_encode64("\xff\xfe", padding: false), Base64.decode64("aGVsbG8="), Base64.urlsafe_decode64("__4")
begin
  Base64.strict_decode64("a$b")
rescue ArgumentError => e
  puts e.message
end

text = "name,age,note\nAnn,30,\"says \"\"hi\"\"\"\nBob,,\"two\nlines\"\n"
table = CSV.parse(text, headers: true)
p table.headers, table["age"], table[0]["note"], table.map(&:to_h), table.by_col[0], CSV.parse_line("a;b;;\"c;d\"", col_sep: ";"), CSV.generate { |csv| csv << [1, nil, "x,y", "q\"r"] << [] }, ["a b", 2].to_csv, "1,2".parse_csv
p CSV.parse("a,b\n1,2.5\n", headers: true, converters: :numeric, header_converters: :symbol).map(&:to_h), CSV.new("x,y\n").shift, table.to_csv == text
begin
  CSV.parse("a,\"b\nc")
rescue CSV::MalformedCSVError => e
  puts e.message
end
p CSV.parse(" a , b ", strip: true), CSV.parse("a|b", col_sep: "|", quote_char: nil), CSV.generate_line([nil, "", "z"], force_quotes: true), CSV.table(File.join(__dir__, "none")) rescue puts $!.class

value = { "a" => [1, 2.5, nil, true], "text" => "é \"q\" \n \u2028 </script>", "nested" => { "deep" => [] }, "big" => 2**70 }
puts JSON.generate(value), JSON.pretty_generate(value), value.to_json == JSON.dump(value), JSON.parse(JSON.generate(value)) == value
p JSON.parse('{"a": {"b": [1, -2.5e3, "\u00e9\ud83d\ude00"]}}', symbolize_names: true), JSON.parse("[1]", freeze: true).frozen?, JSON.parse("NaN", allow_nan: true), JSON.parse("null"), [nil].to_json
["{", "[1,]", "{\"a\" 1}", "nope", ""].each do |source|
  JSON.parse(source)
rescue JSON::ParserError => e
  puts e.class
end

data = { "name" => "x: y", "list" => [1, nil, true, "yes", "1.5", :sym], "multi" => "a\nb\n", "nested" => { "k" => { "z" => 1.5 } }, "empty" => [], "date" => "2026-01-01" }
puts data.to_yaml, YAML.load(data.to_yaml, permitted_classes: [Symbol]) == data
p YAML.load("- 1\n- [a, b]\n- {c: d}\n- |\n  block\n  text\n- >\n  folded\n  text\n- ~\n- 0x1f\n- 1_000\n- 'q'\n- &x z\n- *x\n", aliases: true), YAML.load_stream("--- 1\n--- 2\n")
begin
  YAML.load("--- !ruby/object:Object {}\n")
rescue Psych::DisallowedClass => e
  puts e.message
end
begin
  YAML.load("a: [1\nb: 2")
rescue Psych::SyntaxError => e
  puts e.message
end
