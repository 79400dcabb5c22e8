require "stringio"
require "rbs"
source = "class A < B\n  include _Each[Integer]\n  def foo: (Integer, ?String s, *Symbol, k: bool) { (A) -> void } -> Array[A?]\n  attr_reader x: 1 | :a | \"s\"\nend\ntype t = [Integer, String] & {a: Integer}\n"
_, _, decls = RBS::Parser.parse_signature(source)
puts decls.map { |d| d.class.name }, decls[0].members.map { |m| m.respond_to?(:name) ? m.name.to_s : m.class }.inspect
out = StringIO.new
RBS::Writer.new(out: out).write(decls)
puts out.string
puts RBS::Parser.parse_type("^(Integer) -> { a: String? }").to_s, RBS::Parser.parse_method_type("[T] (T) -> T").to_s
begin
  RBS::Parser.parse_type("Array[")
rescue RBS::ParsingError => e
  puts e.message.lines.first
end
env = RBS::Environment.from_loader(RBS::EnvironmentLoader.new).resolve_type_names
d = RBS::DefinitionBuilder.new(env: env).build_instance(RBS::TypeName.parse("::String"))
puts d.methods[:upcase].method_types.first.to_s
__END__
RBS::AST::Declarations::Class
RBS::AST::Declarations::TypeAlias
["_Each", "foo", "x"]
class A < B
  include _Each[Integer]
  def foo: (Integer, ?String s, *Symbol, k: bool) { (A) -> void } -> Array[A?]
  attr_reader x: 1 | :a | "s"
end
type t = [ Integer, String ] & { a: Integer }
^(Integer) -> { a: String? }
[T] (T) -> T
a.rbs:1:6...1:6: Syntax error: unexpected token for simple type, token=`` (pEOF)
() -> ::String
