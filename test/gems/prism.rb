require "prism"
r = Prism.parse("def f(a, b = 1, *c, k:) = a + \"x\#{b}\" # note\n")
puts r.value.statements.body[0].name, r.comments.map { |c| c.slice }.inspect, r.success?, Prism.parse("a = (1").errors.map(&:message).inspect
class V < Prism::Visitor
  def visit_call_node(n) = (puts("call #{n.name} #{n.location.start_line}:#{n.location.start_column}"); super)
end
Prism.parse("foo.bar(baz) { |x| x.qux }").value.accept(V.new)
puts Prism.lex("a=1").value.map { |t, _| t.type }.inspect, Prism.parse("p 1").value.inspect.lines.size, Prism.load("p 1", Prism.dump("p 1")).value.statements.body.size
case Prism.parse("1 + 2").value.statements.body[0]
in Prism::CallNode[receiver: Prism::IntegerNode[value: 1], name: :+] then puts "matched"
end
__END__
f
["# note"]
true
["unexpected end-of-input, assuming it is closing the parent top level context", "expected a matching `)`"]
call bar 1:0
call foo 1:0
call baz 1:8
call qux 1:19
[:IDENTIFIER, :EQUAL, :INTEGER, :EOF]
24
1
matched
