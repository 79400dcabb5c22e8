require "murmurhash3"
puts MurmurHash3::V32.str_hash("hello", 1), MurmurHash3::V128.str_hexdigest("hello ü"), MurmurHash3::V32.int64_hash(2**40)
puts MurmurHash3::V128.str_hash("x" * 1000).inspect
__END__
3142237357
365f01994c975ddc75b610fb92a5dccb
2851483426
[3077399179, 2228909889, 3308987460, 2018601293]
