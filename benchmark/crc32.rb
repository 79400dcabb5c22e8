# frozen_string_literal: true
# crc32 - a table-driven checksum over bytes, and Adler's: each_byte, xor, shifts.
TABLE = Array.new(256) { |n| 8.times { n = n.odd? ? 0xedb88320 ^ (n >> 1) : n >> 1 }; n }

def crc32(data)
  crc = 0xffff_ffff
  data.each_byte { |byte| crc = TABLE[(crc ^ byte) & 255] ^ (crc >> 8) }
  crc ^ 0xffff_ffff
end

def adler32(data)
  a = 1
  b = 0
  i = 0
  size = data.bytesize
  while i < size
    a = (a + data.getbyte(i)) % 65_521
    b = (b + a) % 65_521
    i += 1
  end
  (b << 16) | a
end

raise "crc32" unless crc32("123456789") == 0xcbf43926
data = Random.new(17).bytes(2_200_000)
result = [crc32(data), adler32(data)]
raise "crc32: #{result}" unless result == [3708193296, 1306044342]
