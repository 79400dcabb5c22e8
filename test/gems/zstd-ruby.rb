require "zstd-ruby"
data = "hello ü " * 5000
z = Zstd.compress(data, level: 9)
p z.bytesize < 200, Zstd.decompress(z).force_encoding("UTF-8") == data
s = Zstd::StreamingCompress.new
out = +"".b
data.each_char.each_slice(999) { |part| out << s.compress(part.join) }
out << s.finish
d = Zstd::StreamingDecompress.new
p out.each_char.each_slice(100).map { |part| d.decompress(part.join) }.join.force_encoding("UTF-8") == data
begin
  Zstd.decompress("garbage")
rescue RuntimeError => e
  puts e.message
end
p 4.times.map { Thread.new { Zstd.decompress(Zstd.compress(data)).bytesize } }.map(&:value)
__END__
true
true
true
not a zstd frame (magic not found)
[45000, 45000, 45000, 45000]
