# frozen_string_literal: true
# string_encode - UTF-8 to UTF-16 and Latin-1 and back, valid_encoding?, scrub, force_encoding, each_grapheme_cluster.
text = "Grüße aus Köln, très bien, niño and plain text besides. " * 20
sum = 0
6_000.times do
  sum += text.encode("UTF-16LE").bytesize + text.encode("ISO-8859-1").bytesize
  sum += text.encode("UTF-16LE").encode("UTF-8").size
  sum += 1 if text.b.force_encoding("UTF-8").valid_encoding?
  sum += "#{text}\xff".scrub("?").size
  sum += text.codepoints.size + text.unicode_normalize(:nfc).size / 1000
end
raise "string_encode: #{sum}" unless sum == 40338000
