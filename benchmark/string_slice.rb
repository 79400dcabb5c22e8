# frozen_string_literal: true
# string_slice - text[i], text[i, n], ranges, patterns, chop, delete_prefix, slice!, in ASCII and UTF-8.
ascii = "abcdefghijklmnopqrstuvwxyz" * 4
utf8 = "aäbcödefüghéíjk" * 4
sum = 0
350_000.times do |i|
  sum += ascii[i % 100].ord + ascii[5, 7].size + ascii[3..-4].size
  sum += utf8[i % 50].ord + utf8[10, 5].bytesize
  sum += ascii[/x.z/].size + ascii.delete_prefix("abc").chop.size
end
raise "string_slice: #{sum}" unless sum == 165270000
