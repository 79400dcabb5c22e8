# frozen_string_literal: true
# lz_compress - a compressor with a window and a table of three-byte heads, and its expander: byte access, Hash of Integers.
module Lz
  MIN = 4
  MAX = 255
  WINDOW = 8192

  def self.compress(data)
    out = []
    heads = {}
    at = 0
    literal = 0
    size = data.bytesize
    while at < size
      length = 0
      from = nil
      if at + MIN <= size
        key = data.getbyte(at) | (data.getbyte(at + 1) << 8) | (data.getbyte(at + 2) << 16) | (data.getbyte(at + 3) << 24)
        from = heads[key]
        heads[key] = at
        if from && at - from <= WINDOW
          length += 1 while length < MAX && at + length < size && data.getbyte(from + length) == data.getbyte(at + length)
        end
      end
      if length >= MIN
        out << [data.byteslice(literal, at - literal), at - from, length]
        at += length
        literal = at
      else
        at += 1
      end
    end
    out << [data.byteslice(literal, size - literal), 0, 0]
  end

  def self.pack(tokens)
    out = String.new(encoding: Encoding::BINARY)
    tokens.each { |text, distance, length| out << [text.bytesize, distance, length].pack("nnC") << text }
    out
  end

  def self.expand(packed)
    out = String.new(encoding: Encoding::BINARY)
    at = 0
    while at < packed.bytesize
      size, distance, length = packed.byteslice(at, 5).unpack("nnC")
      at += 5
      out << packed.byteslice(at, size)
      at += size
      length.times { out << out.getbyte(out.bytesize - distance) }
    end
    out
  end
end

random = Random.new(59)
words = Array.new(300) { Array.new(random.rand(2..9)) { (97 + random.rand(26)).chr }.join }
text = Array.new(200_000) { words[random.rand(words.size) * random.rand(words.size) / words.size] }.join(" ").b
packed = Lz.pack(Lz.compress(text))
raise "lz_compress: not the same text" unless Lz.expand(packed) == text
result = [text.bytesize, packed.bytesize]
raise "lz_compress: #{result}" unless result == [1252369, 961157]
