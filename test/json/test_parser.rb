# test_parser.rb - JSON.parse, JSON::Parser, JSON::Ext::ParserConfig (ext/json/parser*.c).
# tables/json_parser.txt: documents and options, with what json 2.18.0 of CRuby 4.0.1 makes of them.
require_relative "../lib/table_test"
require "json"

class TestJSONParser < Minitest::Test
  TableTest.define(self, "json_parser")

  DOCUMENT = '{"a":[1,-2.5e3,"x\u00e9\n",null,true,{"b":{},"c":[]}],"long key of more than sixteen bytes":"' + "text " * 50 +
             '","é":"\ud83d\ude00","n":123456789012345678901234567890,"d":0.1} '

  def parse(...) = JSON.parse(...)

  def error(doc, **opts)
    assert_raises(JSON::ParserError) { parse(doc, **opts) }
  end

  def silently
    was, Warning[:deprecated] = Warning[:deprecated], false
    yield
  ensure
    Warning[:deprecated] = was
  end

  # ---- bad input ----

  def test_error_position
    e = error("[1,\n  x]")
    assert_equal [1, 3], [e.line, e.column] # the newline before the place is not counted, as in 2.18.0
    e = error("[\n\n\n\"a\" \"b\"]")
    assert_equal [3, 5], [e.line, e.column]
    e = assert_raises(JSON::NestingError) { parse("[" * 101 + "]" * 101 + "1" * 0, max_nesting: 99) }
    assert_equal [nil, nil], [e.line, e.column]
    assert_equal "nesting of 100 is too deep", e.message
  end

  def test_error_excerpt
    assert_equal "unexpected character: '#{"あ" * 10}' at line 1 column 1", error("あ" * 40).message
    assert_equal "unexpected character: '' at line 1 column 1", error("é").message
    assert_equal "invalid ASCII control character in string: \tb\"] and more at line 1 column 4", error("[\"a\tb\"] and more").message
    assert_equal "unexpected character: '\xFF' at line 1 column 1".b, error("\xff\xfe").message.b
    assert_equal Encoding::UTF_8, error("\xff\xfe").message.encoding
  end

  def test_truncated_at_each_byte
    whole = DOCUMENT.b
    (0...whole.bytesize - 1).each do |n|
      doc = whole.byteslice(0, n).force_encoding("UTF-8")
      assert_raises(JSON::ParserError, doc) { parse(doc) }
    end
    assert_equal parse(DOCUMENT), parse(whole)
  end

  def test_each_byte_replaced
    whole = DOCUMENT.b
    ["\0", "\"", "\\", "\xff", "]", "}", "{", "\x1f"].each do |b|
      whole.bytesize.times do |i|
        doc = whole.dup
        doc.setbyte(i, b.b.ord)
        silently { parse(doc) } rescue assert_kind_of(JSON::ParserError, $!)
      end
    end
  end

  def test_depth
    assert_equal 100, depth_of(parse("[" * 100 + "1" + "]" * 100))
    assert_raises(JSON::NestingError) { parse("[" * 101 + "1" + "]" * 101) }
    assert_equal 101, depth_of(parse("[" * 101 + "]" * 101)) # an empty one is not counted
    n = ENV["VM_STRESS"] ? 1000 : 1_000_000
    assert_equal n, depth_of(parse("[" * n + "]" * n, max_nesting: false))
    assert_raises(JSON::ParserError) { parse("[" * n, max_nesting: 0) }
    h = parse("{\"a\":" * 1000 + "1" + "}" * 1000, max_nesting: nil)
    999.times { h = h["a"] }
    assert_equal({ "a" => 1 }, h)
  end

  def depth_of(ary)
    n = 0
    while ary.is_a?(Array)
      n += 1
      ary = ary[0]
    end
    n
  end

  def test_surrogates
    assert_equal "\u{10ffff}", parse('"\udbff\udfff"')
    assert_equal "\xED\xB0\x80".b, parse('"\udc00"').b
    ['"\ud800"', '"\ud800x"', '"\ud800\n12345"', '"\ud800\u12"', '"\ud800\ud800"', '"\ud800\u0041"'].each { |d| error(d) }
  end

  def test_bom_and_nul
    assert_match(/\Aunexpected character: /, error("\u{feff}[]").message)
    assert_equal "unexpected end of input at line 1 column 1", error("\0").message
    assert_match(/invalid ASCII control character/, error("\"a\0b\"").message)
    assert_equal "a\0b", parse('"a\u0000b"')
  end

  def test_broken_utf8_is_kept
    s = parse("[\"\xff\xc3\"]")[0]
    assert_equal "\xff\xc3".b, s.b
    assert_equal Encoding::UTF_8, s.encoding
    refute_predicate s, :valid_encoding?
    assert_raises(EncodingError) { parse("{\"\xff\":1}", symbolize_names: true) }
  end

  # ---- numbers ----

  def test_big_integers
    [19, 20, 30, 64, 65, 100, 1000, 100_000].each do |n|
      text = "9" * n
      assert_equal Integer(text), parse(text)
      assert_equal(-Integer(text), parse("[-#{text}]")[0])
    end
    million = "7" * (ENV["VM_STRESS"] ? 10_000 : 1_000_000)
    assert_equal million.to_i, parse(million)
    assert_equal Float::INFINITY, parse("#{million}.0")
    assert_in_delta 0.1, parse("0.1#{"0" * 1_000_000}")
    assert_equal 1.5, parse("15#{"0" * 1_000_000}e-1000001")
    [2**62 - 1, 2**62, -2**62, -2**62 - 1, 2**63, 2**64, 10**18, 10**18 - 1, 10**19].each { |i| assert_equal i, parse(i.to_s) }
  end

  def test_exponents
    assert_equal Float::INFINITY, parse("1e99999999999999999999")
    assert_equal 0.0, parse("1e-99999999999999999999")
    assert_equal 0.0, parse("0e99999999999999999999")
    assert_equal Float::INFINITY, parse("1e4294967297") # 2.18.0: 10.0
    assert_equal "-0.0", parse("-0.0").to_s
    assert_equal 0, parse("-0")
  end

  # Every decimal is rounded once: ties between two doubles, their neighbours, subnormals, long tails.
  def test_decimals_are_nearest
    r = Random.new(20)
    check = ->(text) { assert_equal [Float(text)].pack("G"), [parse(text)].pack("G"), text }
    3000.times do
      i = r.rand(1 << 54) | 1 << 53
      ["#{i}.0", "#{i}e0", "#{i * 10}e-1", "#{i / 4}.25", "#{i / 2}.5", "#{i}.000000000000000000000000000001"].each(&check)
      check.("#{r.rand(10**r.rand(1..25))}.#{r.rand(10**r.rand(1..25))}e#{r.rand(-345..300)}")
      check.(r.rand.to_s)
      d = [r.bytes(8)].pack("a8").unpack1("E").abs
      check.(d.to_s) if d.finite?
      midpoint(d).each(&check) if d.finite? && d > 0 && d < 1e60 && d > 1e-60
    end
    ["4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1.7976931348623158e308",
     "1.7976931348623159e308", "17976931348623157e292", "0.#{"0" * 400}1e401"].each(&check)
  end

  def midpoint(d) # as text, and a hair above and below
    m = (d.to_r + d.next_float.to_r) / 2
    k = m.denominator.bit_length - 1
    i = m.numerator * 5**k
    ["#{i}e-#{k}", "#{i * 10 + 1}e-#{k + 1}", "#{i * 10 - 1}e-#{k + 1}"]
  end

  # ---- strings and keys ----

  def test_strings_of_each_length
    (0..1100).each do |n|
      s = "abcdefghij" * (n / 10) + "x" * (n % 10)
      assert_equal s, parse("\"#{s}\"")
      assert_equal "#{s}é", parse("\"#{s}é\"")
      assert_equal "#{s}\n", parse("\"#{s}\\n\"")
      assert_equal({ s => 1, "#{s}!" => 2 }, parse("{\"#{s}\":1,\"#{s}!\":2}")) if n < 100
    end
  end

  def test_results_are_utf8_and_unfrozen
    a = parse('["x",{"k":"v"},[]]')
    assert a.none?(&:frozen?)
    assert_equal [Encoding::UTF_8, true], [a[0].encoding, a[0].ascii_only?]
    assert_same(-"k", a[1].keys[0])
    refute_same parse('["x","x"]')[0], parse('["x","x"]')[1]
    a[0] << "y\""
    assert_equal "xy\"", a[0]
    assert_equal "[\"xy\\\"\"]", JSON.generate([a[0]])
  end

  def test_freeze
    a = parse('["x",{"k":"v"},[1.5],"a\nb"]'.sub("\n", "\\n"), freeze: true)
    assert Ractor.shareable?(a)
    assert_same(-"x", a[0])
    assert_same(-"a\nb", a[3])
  end

  def test_objects_of_each_size
    (0..70).each do |n|
      doc = "{#{(0...n).map { |i| "\"key number #{i}\":#{i}" }.join(",")}}"
      h = (0...n).to_h { |i| ["key number #{i}", i] }
      assert_equal h, parse(doc)
      assert_equal h.to_a, parse(doc).to_a
      assert_equal h.transform_keys(&:to_sym), parse(doc, symbolize_names: true)
      assert_equal 3, parse(doc)["key number 3"] if n > 3
      assert_nil parse(doc)["none"]
    end
  end

  def test_long_keys_that_differ_in_the_middle
    keys = Array.new(50) { |i| "0123456789#{i + 100}0123456789" }
    2.times do
      assert_equal keys, parse("{#{keys.map { |k| "\"#{k}\":1" }.join(",")}}").keys
      assert_equal keys.map(&:to_sym), parse("{#{keys.map { |k| "\"#{k}\":1" }.join(",")}}", symbolize_names: true).keys
    end
  end

  # Keys of every length around the words that are compared, in an order that an earlier document has taught, then in others:
  # each is the beginning of another, or differs from the expected one in one byte, or has an escape, or ends the text.
  def test_keys_after_keys
    keys = [*0..18, 23, 24, 25, 31, 32, 33, 64, 300].map { |n| ("abcdefgh" * 38)[0, n] }
    orders = [keys, keys, keys.reverse, keys.rotate(1), keys.each_slice(2).map(&:reverse).flatten, keys]
    orders.each do |order|
      [{}, { symbolize_names: true }, { freeze: true }, { freeze: true, symbolize_names: true }].each do |options|
        h = parse("[{#{order.map { |k| "\"#{k}\":0" }.join(",")}}]", **options)[0]
        assert_equal order.map(&:to_s), h.keys.map(&:to_s)
        assert_equal [options[:symbolize_names] ? Symbol : String], h.keys.map(&:class).uniq
      end
    end
    keys.each_cons(2) do |before, key|
      2.times { parse("{\"#{before}\":1,\"#{key}\":2}") }
      key.size.times do |i|
        other = key.dup.tap { |k| k.setbyte(i, k.getbyte(i) ^ 0x40) }
        assert_equal [before, other.valid_encoding? ? other : other.b.force_encoding("UTF-8")], parse("{\"#{before}\":1,#{other.inspect}:2}").keys
        assert_equal [before, key], parse("{\"#{before}\":1,\"#{key[0, i]}\\u00#{key.getbyte(i).to_s(16)}#{key[i + 1..]}\":2}").keys
        error("{\"#{before}\":1,\"#{key[0, i]}")
        error("{\"#{before}\":1,\"#{key[0, i]}\u0000#{key[i + 1..]}\":2}")
      end
      assert_equal "expected ':' after object key, got: EOF at line 1 column #{before.size + key.size + 9}",
                   error("{\"#{before}\":1,\"#{key}\"").message
    end
  end

  # ---- freeze: values that repeat ----

  def test_frozen_strings_are_one
    texts = [*0..20, 31, 32, 33, 700, 5000].flat_map { |n| ["v" * n, "é" * n, "\"\n" * n] }
    doc = JSON.generate(texts)
    a = parse(doc, freeze: true)
    b = parse(doc, freeze: true)
    assert_equal texts, a
    texts.each_index do |i|
      assert_same a[i], b[i]
      assert_same(-texts[i], a[i])
      assert_predicate a[i], :frozen?
      assert_equal JSON.generate(texts[i]), JSON.generate(a[i])
    end
    assert_predicate a, :frozen?
    assert_equal [true, true], parse('{"a":{}}', freeze: true).then { |h| [h.frozen?, h["a"].frozen?] }
  end

  def test_frozen_strings_that_died
    3.times do |round|
      docs = Array.new(2) { "[#{(0...3000).map { |i| "\"value #{round} #{i}\"" }.join(",")}]" }
      parse(docs[0], freeze: true)
      GC.start
      GC.compact if GC.respond_to?(:compact)
      a = parse(docs[1], freeze: true)
      assert_equal((0...3000).map { |i| "value #{round} #{i}" }, a)
      assert_same(-"value #{round} 7", a[7])
    end
  end

  def test_invalid_bytes_in_symbols
    assert_raises(EncodingError) { parse("{\"a\xff\":1}", symbolize_names: true) }
    assert_equal [:é, :a], parse('{"é":1,"a":2}', symbolize_names: true).keys
    assert_equal [Encoding::UTF_8, Encoding::US_ASCII], parse('{"é":1,"a":2}', symbolize_names: true).keys.map(&:encoding)
  end

  # ---- duplicate keys ----

  def test_duplicates
    [2, 5, 9, 20, 40, 70].each do |n|
      pairs = (0...n).map { |i| "\"k#{i}\":#{i}" }
      doc = "{#{pairs.join(",")},\"k1\":99,\"k0\":98}"
      h = (0...n).to_h { |i| ["k#{i}", i] }.merge("k1" => 99, "k0" => 98)
      assert_equal h.to_a, parse(doc, allow_duplicate_key: true).to_a
      assert_equal "duplicate key \"k1\" at line 1 column 2", error(" #{doc}", allow_duplicate_key: false).message
      assert_equal "duplicate key \"k1\" at line 1 column 1",
                   error(doc, allow_duplicate_key: false, symbolize_names: true).message
    end
  end

  def test_duplicate_warning
    Warning[:deprecated], was = true, Warning[:deprecated]
    _, text = capture_io { assert_equal({ "a" => 2 }, parse('{"a":1,"a":2}')) }
    assert_equal "#{__FILE__}:#{__LINE__ - 1}: warning: detected duplicate key \"a\" in JSON object. This will raise an error " \
                 "in json 3.0 unless enabled via `allow_duplicate_key: true` at line 1 column 1\n", text.sub(/:\d+: w/, ":#{__LINE__ - 2}: w")
    assert_equal ["", ""], capture_io { parse('{"a":1,"a":2}', allow_duplicate_key: true) }
  ensure
    Warning[:deprecated] = was
  end

  # A warning runs Ruby code: it may change the text under the parser.
  def test_warning_that_changes_the_source
    source = '[{"a":1,"a":2},' + "7," * 200 + "8]"
    Warning[:deprecated], was = true, Warning[:deprecated]
    changed = Module.new { define_method(:warn) { |*, **| source.replace("x" * 5000) } }
    Warning.singleton_class.prepend(changed)
    assert_equal [{ "a" => 2 }, *[7] * 200, 8], parse(source)
    assert_equal "x" * 5000, source
  ensure
    Warning[:deprecated] = was
    changed&.send(:remove_method, :warn)
  end

  # ---- hooks ----

  def test_on_load_sees_each_value
    seen = []
    assert_equal [2, { "a" => nil }], parse('[1,{"a":null}]', on_load: ->(v) { seen << v; v == 1 ? 2 : v })
    assert_equal [1, "a", nil, { "a" => nil }, [2, { "a" => nil }]], seen
    assert_raises(TypeError) { parse("1", on_load: 3) } # 2.18.0 crashes
    assert_equal 1, parse("1", on_load: nil)
  end

  def test_on_load_that_leaves
    assert_raises(ZeroDivisionError) { parse("[1,[0]]", on_load: ->(v) { v == 0 ? 1 / v : v }) }
    assert_equal [7], catch(:out) { parse("[1,[7],2]", on_load: ->(v) { v == [7] ? throw(:out, v) : v }) }
    f = Fiber.new { parse("[1,[7],2]", on_load: ->(v) { Fiber.yield(v) || v }) }
    assert_equal [1, 7, [7], 2], Array.new(4) { f.resume }
    GC.start
    assert_equal [1, [7], 2], [f.resume, f.resume][1]
  end

  def test_on_load_that_changes_things
    source = +"[\"#{"a" * 2000}\",1,2,[3]]"
    got = parse(source, on_load: lambda do |v|
      source.replace("y" * 10_000) if v == 1
      GC.start
      v << 9 if v.is_a?(Array)
      v
    end)
    assert_equal ["a" * 2000, 1, 2, [3, 9], 9], got
    assert_equal [[1], [1, [1]]], parse("[1,[1]]", on_load: ->(v) { v == 1 ? parse("[#{v}]").first : v }).then { |a| [[a[0]], a] }
  end

  class Pairs
    attr_reader :pairs
    def initialize = @pairs = []
    def []=(k, v)
      @pairs << [k, v]
    end
    def <<(v) = @pairs << v
  end

  def test_classes
    o = parse('{"a":{"b":[1]},"a2":2}', object_class: Pairs, array_class: Class.new(Array))
    assert_equal %w[a a2], o.pairs.map(&:first)
    assert_equal [1], o.pairs[0][1].pairs[0][1]
    assert_raises(NoMethodError) { parse('{"a":1}', object_class: Object) }
    assert_raises(RuntimeError) { parse('{"a":1}', object_class: Class.new { define_method(:[]=) { |*| raise "no" } }) }
    assert_equal [Hash, Array], [parse("{}", object_class: Hash).class, parse("[]", array_class: Array).class]
    assert_equal({ "a" => 1 }, JSON::Parser.new('{"a":1}', object_class: Pairs).parse) # only JSON.parse knows it
  end

  def test_decimal_class
    seen = []
    k = Class.new { define_singleton_method(:try_convert) { |t| seen << [t, t.encoding, t.frozen?]; t.to_r } }
    assert_equal [3/2r, 1, -2500], parse("[1.5,1,-2.5e3]", decimal_class: k)
    assert_equal [["1.5", Encoding::BINARY, false], ["-2.5e3", Encoding::BINARY, false]], seen
    assert_equal 1.5, parse("1.5", decimal_class: Float)
    assert_equal [1.0] * 50, parse("[#{(["1.0"] * 50).join(",")}]", decimal_class: Float)
  end

  class Made
    def self.json_create(h) = [:made, h]
  end

  def test_additions
    doc = "{\"json_class\":\"#{Made}\",\"v\":1}"
    assert_kind_of Hash, parse(doc)
    assert_equal [:made, { "json_class" => Made.to_s, "v" => 1 }], parse(doc, create_additions: true)
    assert_equal [[:made, "2020"], "x"], parse('["2020","x"]', create_additions: true, match_string: { /\A\d+\z/ => Made })
    e = assert_raises(ArgumentError) { parse('{"json_class":"No::Such"}', create_additions: true) }
    assert_equal "can't get const No::Such: uninitialized constant No", e.message
    assert_raises(ArgumentError) { parse("{}", create_additions: true, symbolize_names: true) }
  end

  # ---- the text ----

  def test_encodings
    doc = '["é",{"あ":1}]'
    [Encoding::UTF_16LE, Encoding::UTF_16BE, Encoding::UTF_32LE, Encoding::UTF_32BE, Encoding::EUC_JP].each do |enc|
      text = enc == Encoding::EUC_JP ? '["x",{"あ":1}]' : doc
      assert_equal parse(text), parse(text.encode(enc))
    end
    assert_equal parse(doc), parse(doc.b)
    assert_raises(Encoding::InvalidByteSequenceError) { parse(doc.dup.force_encoding("US-ASCII")) }
    assert_equal Encoding::UTF_8, parse('["a"]'.encode("US-ASCII"))[0].encoding
  end

  def test_conversion
    o = Object.new
    def o.to_str = "[1]"
    assert_equal [1], parse(o)
    [nil, 1, :a, []].each { |v| assert_raises(TypeError) { parse(v) } }
    assert_equal [1], parse("[1]", nil)
    assert_raises(TypeError) { parse("[1]", 3) }
  end

  def test_parts_of_other_strings
    whole = "junk" * 100 + '[1,"' + "z" * 300 + '"]'
    assert_equal [1, "z" * 300], parse(whole[400..])
    assert_equal [1, 2], parse("[1,2]xxxxxxxx"[0, 5])
    # numbers, words and strings that end with the text: nothing after it is read
    ["12", "-1.5", "true", "null", "\"abc\""].each { |d| assert_equal [parse(d)], [parse((d + "567eE.x\"")[0, d.size])] }
  end

  def test_white_space
    (0..70).each { |n| assert_equal [1, { "a" => 2 }], parse("[#{" " * n}1\n#{"\t" * n},\r#{" " * n}{\"a\"\n#{" " * n}:#{" " * n}2}\n#{" " * n}]#{"\n" * n}") }
    error("\v1")
    error("\u00a01")
  end

  def test_comments
    assert_equal({ "a" => [1] }, parse("/*x*/{//y\n/**/\"a\"/* * */:/*/*/[/**/1/**/]//z\n}//end"))
    assert_equal [1], parse("[1,/**/ ]", allow_trailing_comma: true)
    error("/*")
    error("[1]/")
    error("/**/1", allow_comments: false) # newer than 2.18.0
  end

  # ---- the classes ----

  def test_parser_objects
    source = +"[1]"
    parser = JSON::Parser.new(source, max_nesting: 1)
    assert_equal [[1], [1]], [parser.parse, parser.parse]
    assert_equal "[1]", parser.source
    refute_same source, parser.source
    assert_raises(JSON::NestingError) { JSON::Parser.new("[[1]]", max_nesting: 1).parse }
    assert_equal [1], JSON::Parser.parse("[1]", nil)
    assert_nil JSON::Parser.allocate.source
    config = JSON::Ext::ParserConfig.new({ symbolize_names: true }).freeze
    assert_equal({ a: 1 }, config.parse('{"a":1}'))
    assert_raises(FrozenError) { config.send(:initialize, {}) }
    assert_raises(TypeError) { JSON::Ext::ParserConfig.new(3) }
    assert_equal [1], JSON::Ext::ParserConfig.allocate.parse("[1]")
  end

  # ---- the collector ----

  def test_gc_stress
    docs = [DOCUMENT, "[#{(1..40).map { |i| "{\"k#{i}\":[\"v\\n#{i}\",#{i}.5e300,1#{"0" * 25}]}" }.join(",")}]"]
    docs.each do |doc|
      [{}, { symbolize_names: true }, { freeze: true }, { on_load: ->(v) { v } }, { decimal_class: String }].each do |opts|
        expected = parse(doc, **opts)
        GC.stress = true
        got = parse(doc, **opts)
        GC.stress = false
        assert_equal expected, got
      end
    end
  ensure
    GC.stress = false
  end

  def test_gc_with_grown_stacks
    doc = "[#{(1..3000).map { |i| "\"value #{i}\"" }.join(",")},#{"[" * 300}#{"]" * 300}]"
    n = 0
    got = parse(doc, max_nesting: 0, on_load: ->(v) { GC.start if (n += 1) % 500 == 0; v })
    assert_equal (1..3000).map { |i| "value #{i}" }, got[0, 3000]
    big = parse("[#{(["[\"abc\",{\"d\":\"e\"}]"] * (ENV["VM_STRESS"] ? 500 : 50_000)).join(",")}]")
    assert_equal [["abc", { "d" => "e" }]], big.uniq
    assert_raises(JSON::ParserError) { parse("[#{"1," * 5000}") }
  end

  def test_keys_that_died
    3.times do |round|
      parse("{#{(0...2000).map { |i| "\"key #{round} #{i}\":1" }.join(",")}}")
      GC.start
      h = parse("{#{(0...2000).map { |i| "\"key #{round} #{i}\":#{i}" }.join(",")}}")
      assert_equal 1999, h["key #{round} 1999"]
      assert_equal (0...2000).to_a, h.values
    end
  end
end
