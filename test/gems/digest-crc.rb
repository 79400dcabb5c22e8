require "digest/crc"
require "digest/crc32"
require "digest/crc16"
require "digest/crc64"
require "digest/crc32c"
%w[CRC16 CRC32 CRC32c CRC64].each { |n| puts Digest.const_get(n).hexdigest("hello world" * 10) }
d = Digest::CRC32.new
d << "hello " << "world"
puts d.hexdigest, d.checksum
__END__
a7ef
e8b88597
6dfea15b
c9d520ca2ac32647
0d4a1185
222957957
