require "oj"
doc = { "a" => [1, 2.5, nil, true, "ü\n\u2028"], "b" => { "c" => 10**20 } }
puts Oj.dump(doc, mode: :compat), Oj.load(Oj.dump(doc, mode: :compat)) == doc
class Thing
  attr_accessor :a, :b
end
t = Thing.new
t.a, t.b = 1, [:x, "y"]
text = Oj.dump(t, mode: :object)
puts text, Oj.load(text, mode: :object).b.inspect, Oj.dump({ t: Time.at(0).utc, r: 1r / 3 }, mode: :custom, time_format: :xmlschema)
%w([1,2 {"a":} nul).each do |bad|
  Oj.load(bad)
rescue Oj::ParseError => e
  puts e.class
end
class H < Oj::ScHandler
  def hash_start = {}
  def hash_set(h, k, v) = h[k] = v
  def array_start = []
  def array_append(a, v) = a << v
  def add_value(v) = p(v)
end
Oj.sc_parse(H.new, '{"x":[1,{"y":2}]}')
puts Oj::Doc.parse('{"a":{"b":[1,2,3]}}') { |d| d.fetch("/a/b/2") }, Oj.generate("k" => [1, nil]), Oj::Rails.respond_to?(:set_encoder)
puts Oj::Parser.new(:usual).parse('[1,{"a":null}]').inspect, Oj.strict_load('{"a":1e3}').inspect
w = Oj::StringWriter.new(mode: :compat)
w.push_object
w.push_value(1, "one")
w.pop_all
puts w.to_s
__END__
{"a":[1,2.5,null,true,"ü\n "],"b":{"c":100000000000000000000}}
true
{"^o":"Thing","a":1,"b":[":x","y"]}
[:x, "y"]
{"t":"1970-01-01T00:00:00Z","r":{"numerator":1,"denominator":3}}
Oj::ParseError
Oj::ParseError
Oj::ParseError
{"x" => [1, {"y" => 2}]}
oj.rb:24: warning: Oj::Rails.mimic_JSON was called implicitly. Call it explicitly beforehand if you want to remove this warning.
2
{"k":[1,null]}
true
[1, {"a" => nil}]
{"a" => 1000.0}
{"one":1}
