require "stringio"
require "ox"
doc = Ox.parse("<?xml version=\"1.0\"?><top a='1'><mid>t &amp; ü</mid><!-- c --><e/></top>")
puts doc.root.name, doc.root[:a], doc.locate("top/mid/^Text").inspect, Ox.dump(doc)
class S < ::Ox::Sax
  def start_element(n) = puts("< #{n}")
  def end_element(n) = puts("> #{n}")
  def attr(n, v) = puts("#{n}=#{v}")
  def text(t) = puts(t.inspect)
  def error(m, l, c) = puts("error #{l}:#{c} #{m}")
end
Ox.sax_parse(S.new, StringIO.new("<a x='y'>one<b>two</b></a>"))
Thing = Struct.new(:x, :y)
puts Ox.load(Ox.dump([1, "a", :b, 2.5, { "k" => nil }, Thing.new(1, [2])]), mode: :object).inspect
begin
  Ox.parse("<a><b></a>")
rescue Ox::ParseError => e
  puts e.message[/\A[^\[]*/]
end
__END__
top
1
["t & \xC3\xBC"]

<top a="1">
  <mid>t &amp; ü</mid>
  <!--c -->
  <e/>
</top>
< a
x=y
"one"
< b
"two"
> b
> a
[1, "a", :b, 2.5, {"k" => nil}, #<struct Thing x=1, y=[2]>]
invalid format, elements overlap at line 1, column 10 
