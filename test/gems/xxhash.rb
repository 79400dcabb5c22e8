require "stringio"
require "xxhash"
puts XXhash.xxh32("test", 12345), XXhash.xxh64("test ü", 1), XXhash.xxh64_stream(StringIO.new("a" * 100_000), 3)
__END__
3834992036
7818843467251551071
15281158332095034796
