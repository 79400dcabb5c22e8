require "nokogiri"
d = Nokogiri::HTML("<div class=a><p>One &amp; ü<p id=x>Two<a href='/l'>l</a></div>")
puts d.css("div.a p").map(&:text).inspect, d.at_xpath("//a/@href").value, d.at("#x").to_html, d.css("p:nth-child(2)").size
d.at("#x").add_next_sibling("<b>new</b>")
d.css("a").each { |a| a["rel"] = "x" }
puts d.at("div").inner_html
x = Nokogiri::XML("<r xmlns:n='urn:n'><n:e a='1'>t</n:e><c><![CDATA[<>]]></c></r>") { |c| c.strict }
puts x.xpath("//m:e", "m" => "urn:n").first["a"], x.to_xml, x.at("c").text
begin
  Nokogiri::XML("<a><b></a>") { |c| c.strict }
rescue Nokogiri::XML::SyntaxError => e
  puts e.message[/mismatch[^$]*/]
end
class H < Nokogiri::XML::SAX::Document
  def start_element(n, a = []) = puts("<#{n} #{a.inspect}")
  def characters(s) = puts(s.inspect)
end
Nokogiri::XML::SAX::Parser.new(H.new).parse("<a k='v'>t<b/></a>")
xsl = Nokogiri::XSLT("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='/'><o><xsl:value-of select='//i'/></o></xsl:template></xsl:stylesheet>")
puts xsl.transform(Nokogiri::XML("<r><i>5</i></r>")).root.to_xml
puts Nokogiri::XML::Builder.new { |b| b.root { b.item("t", id: 1) } }.to_xml, Nokogiri::HTML5("<p>a<table><td>b").at("body").to_html
puts x.xpath("//*[my:f(.)]", Class.new { def f(n) = n.text == "t" }.new).size rescue puts $!.class
__END__
["One & ü", "Twol"]
/l
<p id="x">Two<a href="/l">l</a></p>
1
<p>One &amp; ü</p>
<p id="x">Two<a href="/l" rel="x">l</a></p>
<b>new</b>
1
<?xml version="1.0"?>
<r xmlns:n="urn:n">
  <n:e a="1">t</n:e>
  <c><![CDATA[<>]]></c>
</r>
<>
mismatch: b line 1 and a
<a [["k", "v"]]
"t"
<b []
<o>5</o>
<?xml version="1.0"?>
<root>
  <item id="1">t</item>
</root>
<body><p>a<table><tbody><tr><td>b</td></tr></tbody></table></p></body>
Nokogiri::XML::XPath::SyntaxError
