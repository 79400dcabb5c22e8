require "yaml"
doc = { "a" => [1, 2.5, nil, true, "yes", "multi\nline\n", :sym, "ü"], "h" => { "k" => "v" }, "d" => [] }
puts doc.to_yaml, YAML.load(doc.to_yaml, permitted_classes: [Symbol]) == doc
puts YAML.load("- &x {a: 1}\n- *x\n- <<: *x\n  b: 2\n- !ruby/range 1..2\n", aliases: true, permitted_classes: [Range]).inspect
["a: [1", "a: b: c", "!ruby/object:Object {}"].each do |bad|
  YAML.load(bad)
rescue Psych::Exception => e
  puts e.class, e.message
end
S = Struct.new(:x, :y)
puts YAML.unsafe_load(YAML.dump(S.new(1, [2]))).inspect, YAML.load_stream("--- 1\n--- 2\n").inspect
puts Psych.parse("a: [1, {b: c}]").root.children.size, Psych.safe_dump({ "x" => 1 }), YAML.dump("é" * 100, line_width: 40)
__END__
---
a:
- 1
- 2.5
-
- true
- 'yes'
- |
  multi
  line
- :sym
- ü
h:
  k: v
d: []
true
[{"a" => 1}, {"a" => 1}, {"a" => 1, "b" => 2}, 1..2]
Psych::SyntaxError
(<unknown>): did not find expected ',' or ']' while parsing a flow sequence at line 1 column 4
Psych::SyntaxError
(<unknown>): mapping values are not allowed in this context at line 1 column 5
Psych::DisallowedClass
Tried to load unspecified class: Object
#<struct S x=1, y=[2]>
[1, 2]
2
---
x: 1
--- >-
  éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé
