# frozen_string_literal: true
# base64_codec - encoding and decoding written out, checked against pack: string appends, byte access.
LETTERS = [*"A".."Z", *"a".."z", *"0".."9", "+", "/"].freeze
VALUES = LETTERS.each_with_index.to_h { |letter, i| [letter.ord, i] }.freeze

def encode(data)
  out = String.new(capacity: data.bytesize * 4 / 3 + 4)
  data.bytes.each_slice(3) do |a, b, c|
    word = (a << 16) | ((b || 0) << 8) | (c || 0)
    out << LETTERS[word >> 18] << LETTERS[(word >> 12) & 63]
    out << (b ? LETTERS[(word >> 6) & 63] : "=") << (c ? LETTERS[word & 63] : "=")
  end
  out
end

def decode(text)
  out = String.new(encoding: Encoding::BINARY)
  i = 0
  while i < text.bytesize
    word = 0
    pad = 0
    4.times do |k|
      byte = text.getbyte(i + k)
      pad += 1 if byte == 61
      word = (word << 6) | (VALUES[byte] || 0)
    end
    out << (word >> 16)
    out << ((word >> 8) & 255) if pad < 2
    out << (word & 255) if pad < 1
    i += 4
  end
  out
end

data = Random.new(23).bytes(900_001)
text = encode(data)
raise "base64: pack says otherwise" unless text == [data].pack("m0")
raise "base64: not the same data" unless decode(text) == data
result = text.sum
raise "base64_codec: #{result}" unless result == 59235
