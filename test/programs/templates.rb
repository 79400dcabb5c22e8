# templates - erb with its trim modes and def_method; cgi/escape; prettyprint.
require "erb"
require "cgi/escape"
require "prettyprint"
include ERB::Util

items = [["apple", 1.5], ["<pear> & co", 2], ["nut \"brown\"", nil]]
puts ERB.new(<<~'TEXT', trim_mode: "-").result(binding)
  <ul>
  <%- items.each_with_index do |(name, price), i| -%>
    <li id="<%= i %>"><%= h(name) %><% if price %>: <%= "%.2f" % price %><% end %></li>
  <%- end -%>
  </ul>
  <%# a comment %>
  100 %% <%%= not evaluated %%>
TEXT
puts ERB.new("% 3.times do |i|\nline <%= i %>\n% end\n%% literal\n", trim_mode: "%").result
puts ERB.new("<% 2.times do %>\nx\n<% end %>\n", trim_mode: "<>").result
puts ERB.new("a <% 2.times do %>\nx\n<% end %> b\n", trim_mode: ">").result
puts ERB.new("<%= who %> and <%= what %>\n").result_with_hash(who: "Ann", what: 3)

class Page
  def initialize(title) = @title = title
  ERB.new("<title><%= @title %></title><% 3.times do |i| %><%= yield i %>;<% end %>").def_method(self, "render", "page.erb")
end
puts Page.new("T & T").render { |i| i * i }
other = ERB.new("<%= @a %>-<%= b %>").def_class(Object, "show(b)")
object = other.new
object.instance_variable_set(:@a, 1)
puts object.show(2)
begin
  template = ERB.new("line 1\n<%= 1 +\n nil %>\n")
  template.filename = "broken.erb"
  template.lineno = 10
  template.result
rescue TypeError => e
  puts e.message, e.backtrace.first[/\A[^:]+:\d+/]
end
begin
  ERB.new("<% if %>").result
rescue SyntaxError => e
  puts e.class
end
puts ERB.new("<%= 'ü' %>").src.lines.first
puts html_escape("<a href='x'>\"&\"</a>"), url_encode("a b&c/ü?~"), u("100%"), h(nil.to_s), h(12)
puts CGI.escapeHTML("<\"&'>"), CGI.unescapeHTML("&lt;&quot;&amp;&#39;&#x41;&#65;&gt;&nope;&copy;"), CGI.escape("a b+c&d=é"), CGI.unescape("a+b%2Bc%C3%A9")
puts CGI.escapeURIComponent("a b+c"), CGI.unescapeURIComponent("a%20b+c")

def show(q, tree)
  case tree
  when Array
    q.group(1, "[", "]") do
      tree.each_with_index do |item, i|
        if i > 0
          q.text ","
          q.breakable
        end
        show(q, item)
      end
    end
  else q.text tree.inspect
  end
end
tree = (1..5).map { |i| [i, [i * 10, :"symbol#{i}", "text" * i]] }
puts PrettyPrint.format(+"", 30) { |q| show(q, tree) }
puts PrettyPrint.format(+"", 79) { |q| show(q, tree.first(2)) }
puts PrettyPrint.singleline_format(+"") { |q| show(q, tree.first(2)) }
