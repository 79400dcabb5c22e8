require "rinku"
puts Rinku.auto_link("see http://a.org/x_(y) and www.b.com, c@d.e <a href='http://z'>z</a>"), Rinku.auto_link("http://ü.org ok", :urls, 'rel="n"') { |t| t.upcase }
__END__
see <a href="http://a.org/x_(y)">http://a.org/x_(y)</a> and <a href="http://www.b.com">www.b.com</a>, <a href="mailto:c@d.e">c@d.e</a> <a href='http://z'>z</a>
http://ü.org ok
