require "rdiscount"
puts RDiscount.new("# T\n\n*a* **b** `c`\n\n* one\n* two\n\n> q\n").to_html, RDiscount.new("\"smart\" -- ü...", :smart).to_html
d = RDiscount.new("# A\n\n## B\n", :generate_toc)
puts d.toc_content, RDiscount.new("<b>x</b>", :filter_html).to_html
__END__
<h1>T</h1>

<p><em>a</em> <strong>b</strong> <code>c</code></p>

<ul>
<li>one</li>
<li>two</li>
</ul>


<blockquote><p>q</p></blockquote>
<p>&ldquo;smart&rdquo; &ndash; ü&hellip;</p>
<ul>
 <li><a href="#A">A</a>
 <ul>
  <li><a href="#B">B</a></li>
 </ul>
 </li>
</ul>

<p>&lt;b>x&lt;/b></p>
