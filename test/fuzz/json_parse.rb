# Differential fuzzing of JSON.parse: random and altered documents, random options, two interpreters, the same answers.
#
#   REFERENCE=/path/to/ruby build/ruby test/fuzz/json_parse.rb [seed [count]]
#
# Both run this file with --emit, which prints a line for each case; the lines are compared and the differences shown
# with what reproduces them.  Without REFERENCE the cases only run: a crash is what is looked for.  FUZZ_GC=1 collects
# often.  Left out, because json 2.18.0 is wrong there: exponents of more than four digits (it cuts them to 32 bits), and a
# control character behind a backslash where control characters are allowed (it repeats part of the string), a text that ends
# in a backslash (the column depends on the byte after the text).
require "json"

class JSONParseFuzz
  PIECES = ["[", "]", "{", "}", ",", ":", "\"", "\\", "/", "//", "/*", "*/", "\n", " ", "\t", "\r", "\0", "\x01", "\x1f", "\x7f",
            "\\u", "\\ud800", "\\udc00", "\\ud83d\\ude00", "\\u00e9", "\\u12", "\\n", "\\x", "\\\"", "\\\\", "\\/", "é", "あ", "😀",
            "\xff", "\xc3", "\x80", "\xe3\x81", "\xef\xbb\xbf", "null", "true", "false", "nul", "NaN", "Infinity", "-Infinity", "-",
            "0", "1", "-1", "12345678", "123456789012345678", "1234567890123456789", "99999999999999999999", "1.5", "0.1", ".", "e",
            "E", "e5", "e-5", "1e400", "1E-3", "0.000001", "4.9e-324", "17.9e307", "\"a\"", "\"key\"", "\"a\":1", "{}", "[]", "x"].freeze
  STRINGS = ["", "a", "id", "name", "a longer key than sixteen", "exactly16bytes..", "é", "text with \"quotes\"", "\\", "/", "\n\t",
             "あいう", "\u{1f600}", "x" * 15, "x" * 16, "x" * 17, "y" * 31, "z" * 33, "w" * 100, "\0", "k" * 300].freeze

  def initialize(seed)
    @r = Random.new(seed)
    @seed = seed
  end

  def pick(list) = list[@r.rand(list.size)]

  def string
    s = pick(STRINGS)
    s = Array.new(@r.rand(40)) { pick(["a", "b", "é", "\n", "\"", "あ", "\\", " "]) }.join if @r.rand(4) == 0
    out = +"\""
    s.each_char do |c|
      out << if @r.rand(12) == 0 then c.encode("UTF-16BE").unpack("n*").map { |u| format("\\u%04x", u) }.join
             elsif c == "\"" || c == "\\" then "\\" + c
             elsif c < " " then c == "\n" ? "\\n" : format("\\u%04X", c.ord)
             else c
             end
    end
    out << "\""
  end

  def number
    case @r.rand(8)
    when 0 then @r.rand(100).to_s
    when 1 then (@r.rand(1 << @r.rand(1..70)) * (@r.rand(2) * 2 - 1)).to_s
    when 2 then @r.rand.to_s
    when 3 then [@r.bytes(8)].pack("a8").unpack1("E").then { |d| d.finite? ? d.to_s : "0" }
    when 4 then "#{@r.rand(10**@r.rand(1..25))}.#{"%0#{@r.rand(1..25)}d" % @r.rand(1 << 60)}"
    when 5 then "#{@r.rand(10**@r.rand(1..20))}e#{@r.rand(-345..310)}"
    when 6 then "-#{@r.rand(10**@r.rand(1..4))}.#{@r.rand(10**@r.rand(1..30))}E#{["", "+", "-"][@r.rand(3)]}#{@r.rand(330)}"
    else @r.rand(1_000_000).to_s
    end
  end

  def space = @r.rand(5) == 0 ? pick([" ", "\n", "\t", "\r\n", "  ", "\n    ", "\n#{" " * @r.rand(40)}", "/* c */", "// c\n"]) : ""

  def value(depth)
    case @r.rand(depth > 4 ? 6 : 10)
    when 0, 1 then string
    when 2, 3 then number
    when 4 then pick(%w[null true false])
    when 5 then pick(["{}", "[]", "[ ]", "{ }", "\"\"", "0"])
    when 6, 7 then "[#{space}#{Array.new(@r.rand(6)) { value(depth + 1) + space }.join(",#{space}")}]"
    else
      n = @r.rand(12) == 0 ? @r.rand(60) : @r.rand(6)
      "{#{space}#{Array.new(n) { "#{n > 10 ? "\"k#{@r.rand(90)}\"" : string}#{space}:#{space}#{value(depth + 1)}#{space}" }.join(",")}}"
    end
  end

  def alter(doc)
    doc = doc.b
    @r.rand(1..3).times do
      at = @r.rand(doc.bytesize + 1)
      case @r.rand(5)
      when 0 then doc = doc.byteslice(0, at)
      when 1 then doc.insert(at, pick(PIECES).b)
      when 2 then doc[at, @r.rand(4)] = "" if at < doc.bytesize
      when 3 then doc[at, 1] = pick(PIECES).b if at < doc.bytesize
      else doc.setbyte(at, @r.rand(256)) if at < doc.bytesize
      end
    end
    doc.force_encoding("UTF-8")
  end

  def document
    case @r.rand(8)
    when 0 then Array.new(@r.rand(12)) { pick(PIECES).b }.join.force_encoding("UTF-8")
    when 1, 2 then space + value(0) + space
    when 3 then "[#{string}]"
    when 4 then "#{"[" * (n = @r.rand(95..105))}#{pick(["", "1", "[", "{}", "[]"])}#{"]" * n}"
    else alter(value(0))
    end
  end

  def options
    return nil if @r.rand(2) == 0
    o = {}
    o[:symbolize_names] = true if @r.rand(6) == 0
    o[:freeze] = true if @r.rand(6) == 0
    o[:allow_nan] = true if @r.rand(3) == 0
    o[:allow_trailing_comma] = true if @r.rand(3) == 0
    o[:allow_control_characters] = true if @r.rand(6) == 0
    o[:allow_duplicate_key] = @r.rand(2) == 0 if @r.rand(3) == 0
    o[:max_nesting] = pick([0, 1, 2, 3, 5, 100, 101, nil, false]) if @r.rand(6) == 0
    o[:decimal_class] = String if @r.rand(10) == 0
    if @r.rand(12) == 0
      n = 0
      o[:on_load] = ->(v) { (n += 1) == 7 && Integer === v ? -v : v }
    end
    o[:object_class] = Class.new(Hash) if @r.rand(20) == 0
    o[:array_class] = Class.new(Array) if @r.rand(20) == 0
    o
  end

  def skip?(doc, opts) = doc.end_with?("\\") || doc.b.match?(/e[-+]?\d{5}/i) || (opts && opts[:allow_control_characters] && doc.b.match?(/\\[\0-\x1f]/n))

  def show(v)
    case v
    when Hash then "{#{v.frozen? ? "f" : ""}#{v.map { |k, w| "#{show(k)}=>#{show(w)}" }.join(",")}}"
    when Array then "[#{v.frozen? ? "f" : ""}#{v.map { |w| show(w) }.join(",")}]"
    when String then "#{v.frozen? ? "f" : ""}#{v.encoding}#{v.valid_encoding?}#{v.b.inspect}"
    when Float then v.nan? ? "nan" : [v].pack("G").unpack1("H*")
    else v.inspect
    end
  end

  def answer(doc, opts)
    show(JSON.parse(doc, opts))
  rescue JSON::ParserError => e
    "#{e.class} #{e.message.b.inspect} #{e.line} #{e.column}"
  rescue StandardError => e
    "#{e.class} #{e.message.b.inspect}"
  end

  def each(count)
    count.times do |i|
      doc = document
      opts = options
      next if skip?(doc, opts)
      yield i, doc, opts
    end
  end

  def emit(count)
    gc = ENV["FUZZ_GC"]
    each(count) do |i, doc, opts|
      GC.start if gc && i % 97 == 0
      puts "#{i}\t#{answer(doc, opts)}"
    end
  end

  def compare(count, reference)
    ours, theirs = [RbConfig.ruby, reference].map do |ruby|
      IO.popen([ruby, "-W0", __FILE__, @seed.to_s, count.to_s, "--emit"], "rb")
    end
    bad = {}
    lines = 0
    while (b = theirs.gets)
      a = ours.gets
      lines += 1
      next if a == b
      bad[b.to_i] = [a, b]
      break if bad.size >= 20 || a.nil?
    end
    [ours, theirs].each(&:close)
    JSONParseFuzz.new(@seed).each(count) do |i, doc, opts|
      puts "#{i}: #{doc.inspect} #{opts.inspect}\n  ours      #{bad[i][0].inspect}\n  reference #{bad[i][1]}" if bad[i]
    end unless bad.empty?
    puts "seed #{@seed}: #{lines} cases, #{bad.empty? ? "the same answers" : "#{bad.size} differences"}"
    bad.empty?
  end
end

seed, count = ARGV[0].to_i, (ARGV[1] || 100_000).to_i
$stdout.binmode
if ARGV[2] == "--emit"
  JSONParseFuzz.new(seed).emit(count)
elsif ENV["REFERENCE"]
  exit JSONParseFuzz.new(seed).compare(count, ENV["REFERENCE"])
else
  n = 0
  f = JSONParseFuzz.new(seed)
  f.each(count) { |_, doc, opts| f.answer(doc, opts); n += 1 }
  puts "seed #{seed}: #{n} cases ran"
end
