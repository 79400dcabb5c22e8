require "redcarpet"
class R < Redcarpet::Render::HTML
  def header(text, level) = "<h#{level} class=x>#{text}</h#{level}>\n"
  def block_code(code, lang) = "<code lang=#{lang}>#{code}</code>\n"
end
md = Redcarpet::Markdown.new(R.new(hard_wrap: true), tables: true, fenced_code_blocks: true, autolink: true, strikethrough: true, footnotes: true)
puts md.render("# Hello *w*\n\na | b\n--|--\n1 | 2\n\n```ruby\nputs 1\n```\n\n~~x~~ http://example.org\nline[^1]\n\n[^1]: note ü\n")
puts Redcarpet::Render::SmartyPants.render("<p>\"quoted\" -- it's...</p>")
class T < Redcarpet::Render::Base
  %i[paragraph normal_text emphasis].each { |m| define_method(m) { |t, *| "(#{m} #{t})" } }
end
puts Redcarpet::Markdown.new(T).render("a *b* c"), Redcarpet::Markdown.new(Redcarpet::Render::HTML_TOC).render("# a\n## b\n")
__END__
<h1 class=x>Hello <em>w</em></h1>

<table><thead>
<tr>
<th>a</th>
<th>b</th>
</tr>
</thead><tbody>
<tr>
<td>1</td>
<td>2</td>
</tr>
</tbody></table>
<code lang=ruby>puts 1
</code>

<p><del>x</del> <a href="http://example.org">http://example.org</a><br>
line<sup id="fnref1"><a href="#fn1">1</a></sup></p>

<div class="footnotes">
<hr>
<ol>

<li id="fn1">
<p>note ü&nbsp;<a href="#fnref1">&#8617;</a></p>
</li>

</ol>
</div>
<p>&ldquo;quoted&rdquo; &ndash; it&rsquo;s&hellip;</p>
(paragraph (normal_text a )(emphasis (normal_text b))(normal_text  c))
<ul>
<li>
<a href="#a">a</a>
<ul>
<li>
<a href="#b">b</a>
</li>
</ul>
</li>
</ul>
