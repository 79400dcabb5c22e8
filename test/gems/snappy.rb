require "stringio"
require "snappy"
t = "snappy ü " * 500
p Snappy.deflate(t).bytesize < 400, Snappy.inflate(Snappy.deflate(t)).force_encoding("UTF-8") == t, Snappy.valid?("zz")
begin
  Snappy.inflate("\xff" * 9)
rescue Snappy::Error => e
  p e.class
end
o = StringIO.new
Snappy::Writer.new(o) { |w| w << "abc" * 10 }
p Snappy::Reader.new(StringIO.new(o.string)).read
__END__
true
true
false
Snappy::Error
"abcabcabcabcabcabcabcabcabcabc"
