# addresses - uri of all schemes, relative references, form data.
require "uri"

%w[http://user:pass@example.org:8080/a/b;c?q=1&r=%20#frag ftp://ftp.example.org/dir;type=a mailto:ann@example.org?subject=Hi&cc=x@y.z
   file:///etc/hosts ldap://host/dc=a?cn?sub?(x=1) urn:isbn:0451450523 https://[::1]:443/ ws://h/p //host/path relative/path?q #only].each do |text|
  uri = URI.parse(text)
  parts = uri.class.component.to_h { |name| [name, (uri.send(name) rescue :none)] }.compact
  puts "#{uri.class} #{uri} #{parts}"
rescue URI::Error => e
  puts "#{e.class} #{e.message}"
end
base = URI("http://a/b/c/d;p?q")
%w[g:h g ./g g/ /g //g ?y g?y #s g#s ;x g;x . ./ .. ../ ../g ../.. ../../g ../../../g /./g /../g g. .g g.. ./../g ./g/. g;x=1/../y http:g].each do |text|
  puts "#{text.ljust(12)} #{URI.join(base.to_s, text)} #{base + text == base.merge(text)}"
end
p base.route_to("http://a/b/x"), URI("http://a/b/c") - URI("http://a/b/"), base.host, base.path, base.query, base.absolute?, base.hierarchical?, base.opaque
["http://exa mple.org", "http://[::1", "1http://x", "http://x:port/", "mailto:a b"].each do |text|
  URI.parse(text)
  puts "parsed #{text}"
rescue URI::Error => e
  puts "#{e.class}: #{e.message}"
end
uri = URI::HTTP.build(host: "example.org", path: "/x", query: "a=b", port: 81)
uri.path = "/y z".gsub(" ", "%20")
uri.fragment = "top"
uri.userinfo = "me:secret"
uri.scheme = "https"
p uri.to_s, uri.request_uri, uri.user, uri.password, uri.default_port, uri.port, uri.origin, uri.authority, uri == URI(uri.to_s), uri.eql?(uri.dup), uri.hash == uri.dup.hash
uri.query = nil
p uri, uri.normalize, URI("HTTP://EXAMPLE.org").normalize.to_s, uri.select(:host, :port)
begin
  uri.port = "x"
rescue URI::InvalidComponentError => e
  puts e.message
end
begin
  URI::HTTP.build(path: "no-slash")
rescue URI::InvalidComponentError => e
  puts e.message
end
p URI.encode_www_form(a: 1, "b c" => ["x", "y&z"], d: nil, e: "ü"), URI.decode_www_form("a=1&b+c=x%26&d=&e"), URI.encode_www_form_component("a b*-._~é"), URI.decode_www_form_component("a+b%C3%A9"), URI.encode_uri_component("a b"), URI.decode_uri_component("a%20b+")
begin
  URI.decode_www_form_component("%zz")
rescue ArgumentError => e
  puts e.message
end
p URI.extract("see http://a.org/x and mailto:me@b.org, ok", %w[http mailto]) rescue puts $!.class
p URI.split("http://h:1/p?q#f"), URI.scheme_list.keys.sort, "a http://x.org/y b"[URI::DEFAULT_PARSER.make_regexp(%w[http])], URI::MailTo.build(["a@b.c", ["subject=x y".gsub(" ", "%20")]]).to_s, URI("mailto:a@b.c?subject=q&body=z").headers, URI.parse("ftp://h/%2Fabs/x;type=i").path, URI.parse("ftp://h/x;type=i").typecode
