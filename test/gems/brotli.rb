require "stringio"
require "brotli"
t = "hello brotli ü " * 1000
c = Brotli.deflate(t, quality: 5)
p c.bytesize < 100, Brotli.inflate(c).force_encoding("UTF-8") == t
begin
  Brotli.inflate("\x01\x02garbage")
rescue Brotli::Error => e
  p e.class
end
w = Brotli::Writer.new(o = StringIO.new)
w.write("abc" * 100)
w.finish
p Brotli.inflate(o.string).size
__END__
true
true
Brotli::Error
300
