# frozen_string_literal: true
# string_bytes - getbyte, setbyte, byteslice, bytes, each_byte, unpack, pack, in binary.
data = (0..255).map(&:chr).join.b * 40
sum = 0
i = 0
while i < 4_000_000
  sum += data.getbyte(i & 8191)
  i += 1
end
copy = data.dup
1_000_000.times { |k| copy.setbyte(k & 8191, k & 255) }
60.times do
  data.each_byte { |byte| sum += byte & 1 }
  sum += data.bytes.size
  sum += data.unpack("N*").size + data.unpack("C*").sum + data.unpack("s<*").max
  sum += [1, 2, 3].pack("NnC").bytesize
end
200_000.times { |k| sum += [k, 1].pack("L<S>").unpack1("L<") & 1 }
raise "string_bytes: #{sum}" unless sum == 591469900
