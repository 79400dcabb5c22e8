# frozen_string_literal: true
# json_pure - a JSON parser and generator written in Ruby: bytes, slices, recursion, string building.
class JsonReader
  ESCAPES = { "n" => "\n", "t" => "\t", "r" => "\r", "b" => "\b", "f" => "\f" }.freeze

  def initialize(text)
    @text = text
    @at = 0
  end

  def read
    value = value()
    skip_blanks
    raise "text after the value at #{@at}" if @at < @text.bytesize
    value
  end

  private

  def skip_blanks
    text = @text
    at = @at
    at += 1 while (byte = text.getbyte(at)) && (byte == 32 || byte == 10 || byte == 9 || byte == 13)
    @at = at
  end

  def value
    skip_blanks
    case @text.getbyte(@at)
    when 123 then object
    when 91 then array
    when 34 then string
    when 116 then word("true", true)
    when 102 then word("false", false)
    when 110 then word("null", nil)
    else number
    end
  end

  def word(text, value)
    raise "bad word at #{@at}" unless @text.byteslice(@at, text.bytesize) == text
    @at += text.bytesize
    value
  end

  def expect(byte)
    raise "no #{byte.chr} at #{@at}" unless @text.getbyte(@at) == byte
    @at += 1
  end

  def object
    @at += 1
    result = {}
    skip_blanks
    if @text.getbyte(@at) == 125
      @at += 1
      return result
    end
    while true
      skip_blanks
      key = string
      skip_blanks
      expect(58)
      result[key] = value
      skip_blanks
      break if @text.getbyte(@at) == 125
      expect(44)
    end
    @at += 1
    result
  end

  def array
    @at += 1
    result = []
    skip_blanks
    if @text.getbyte(@at) == 93
      @at += 1
      return result
    end
    while true
      result << value
      skip_blanks
      break if @text.getbyte(@at) == 93
      expect(44)
    end
    @at += 1
    result
  end

  def string
    expect(34)
    start = @at
    out = nil
    while true
      byte = @text.getbyte(@at)
      case byte
      when 34
        piece = @text.byteslice(start, @at - start)
        @at += 1
        return out ? out << piece : piece
      when 92
        out ||= +""
        out << @text.byteslice(start, @at - start)
        escape(out)
        start = @at
      when nil
        raise "open string"
      else
        @at += 1
      end
    end
  end

  def escape(out)
    char = @text.byteslice(@at + 1, 1)
    if char == "u"
      out << @text.byteslice(@at + 2, 4).to_i(16)
      @at += 6
    else
      out << (ESCAPES[char] || char)
      @at += 2
    end
  end

  def number
    start = @at
    float = false
    while (byte = @text.getbyte(@at)) && (byte.between?(48, 57) || byte == 45 || byte == 43 || byte == 46 || byte == 101)
      float = true if byte == 46 || byte == 101
      @at += 1
    end
    raise "no value at #{@at}" if start == @at
    piece = @text.byteslice(start, @at - start)
    float ? piece.to_f : piece.to_i
  end
end

class JsonWriter
  ESCAPES = { "\"" => "\\\"", "\\" => "\\\\", "\n" => "\\n", "\t" => "\\t", "\r" => "\\r" }.freeze

  def write(value, out = +"")
    case value
    when Hash
      out << "{"
      first = true
      value.each do |key, item|
        out << "," unless first
        first = false
        string(key.to_s, out)
        out << ":"
        write(item, out)
      end
      out << "}"
    when Array
      out << "["
      value.each_with_index do |item, i|
        out << "," if i > 0
        write(item, out)
      end
      out << "]"
    when String then string(value, out)
    when nil then out << "null"
    else out << value.to_s
    end
  end

  private

  def string(text, out)
    out << '"' << text.gsub(/["\\\x00-\x1f]/) { |char| ESCAPES[char] || format("\\u%04x", char.ord) } << '"'
  end
end

random = Random.new(41)
words = %w[alpha beta gamma "delta" back\\slash tab\there line\nend é日本 omega]
people = Array.new(600) do |i|
  { "id" => i, "name" => words[random.rand(9)], "score" => random.rand.round(6), "tags" => words.sample(3, random: random),
    "active" => i.odd?, "parent" => nil, "nested" => { "deep" => [[i], { "x" => -i }], "empty" => [], "none" => {} } }
end
text = JsonWriter.new.write(people)
12.times do
  raise "json_pure: not the same" unless JsonReader.new(text).read == people
  raise "json_pure: text" unless JsonWriter.new.write(JsonReader.new(text).read) == text
end
result = [text.bytesize, text.sum]
raise "json_pure: #{result}" unless result == [102851, 35448]
