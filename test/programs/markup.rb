# markup - rexml (a tree, paths, changes, printing, a stream listener), and a report made with it.
require "rexml/document"
require "rexml/streamlistener"
require "stringio"

doc = REXML::Document.new(<<~XML)
  <?xml version="1.0" encoding="UTF-8"?>
  <!-- a shop -->
  <shop xmlns:x="urn:x" name="corner">
    <item id="1" price="2.50"><title>Tea &amp; milk</title><x:tag>hot</x:tag></item>
    <item id="2" price="4"><title><![CDATA[<Cake>]]></title></item>
    <?note keep?>
    <empty/>
  </shop>
XML
root = doc.root
p root.name, root.attributes["name"], root.elements.size, root.elements["item[@id='2']/title"].text, doc.xml_decl.version, doc.encoding
p REXML::XPath.match(doc, "//item").map { |e| e.attributes["price"].to_f }.sum, REXML::XPath.first(doc, "//x:tag", "x" => "urn:x").text, REXML::XPath.match(doc, "//item[@price > 3]/@id").map(&:value), REXML::XPath.first(doc, "count(//item)"), REXML::XPath.match(doc, "//title/text()").map(&:value)
root.elements.each("item/title") { |title| puts "#{title.xpath} #{title.text}" }
item = root.add_element("item", "id" => "3", "price" => "1")
item.add_element("title").text = "Nuts < \"mixed\""
root.elements.delete("empty")
root.elements["item[1]"].attributes["price"] = "3.00"
root.elements["item[1]"].add_attribute("new", "a'b")
puts doc.to_s
formatter = REXML::Formatters::Pretty.new(2)
formatter.compact = true
formatter.write(doc, $stdout)
puts
doc.write(out = +"", 1)
puts out

class Listener
  include REXML::StreamListener
  def tag_start(name, attributes) = puts("start #{name} #{attributes}")
  def tag_end(name) = puts("end #{name}")
  def text(text) = text.strip.empty? ? nil : puts("text #{text.inspect}")
  def comment(text) = puts("comment #{text}")
  def cdata(text) = puts("cdata #{text}")
end
REXML::Document.parse_stream("<a b='1'><!--c-->text<d/><![CDATA[raw]]></a>", Listener.new)
["<a>", "<a></b>", "<a b=1/>", "plain", "<a>&undefined;</a>"].each do |source|
  text = REXML::Document.new(source).root&.text
  puts "parsed #{source} #{text.inspect}"
rescue REXML::ParseException => e
  puts e.message.lines.first
end
p REXML::Text.new("<&>\"'").to_s, REXML::Text.unnormalize("&lt;&#65;&amp;"), REXML::Element.new("a").add_text("x").to_s, doc.deep_clone.to_s == doc.to_s, root.elements.to_a("item").map { |e| e.attributes.to_a.size }, root.elements["item[last()]"].previous_element&.name, root.get_elements("item").size, root.children.map(&:class).tally.transform_keys(&:name).sort
