require "escape_utils"
puts EscapeUtils.escape_html("<a href='x'>&\"ü"), EscapeUtils.unescape_html("&lt;&#252;&amp;"), EscapeUtils.escape_javascript("a'\n</x>"), EscapeUtils.escape_url("a b&ü"), EscapeUtils.unescape_uri("%C3%BC+")
__END__
EscapeUtils.escape_html is deprecated. Use GCI.escapeHTML instead, it's faster
EscapeUtils.unescape_html is deprecated. Use GCI.unescapeHTML instead, performance is similar
EscapeUtils.escape_url is deprecated. Use CGI.escape instead, performance is similar
&lt;a href=&#39;x&#39;&gt;&amp;&quot;ü
<ü&
a\'\n<\/x>
a+b%26%C3%BC
ü+
