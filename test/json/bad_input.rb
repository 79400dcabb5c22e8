# bad_input.rb - what JSON says of bad input, case by case: name, tab, answer.
#
#   ruby test/json/bad_input.rb > test/json/bad_input.txt     (on the Ruby whose answers count: CRuby 4.0.1, json 2.18.0)
#
# An answer is the value's inspect, or the exception's class, message and what else it tells; of a generator's failure also
# what is left behind: the State's depth, whether each container may be changed again, what an IO got.
require "json"
require "stringio"

module BadInput
  Failure = Class.new(StandardError)
  DOCUMENT = "{\"a\":[1,-2.5e3,\"x\\u00e9\\n\",null,true,{\"b\":{},\"c\":[]}],\"long key of more than sixteen bytes\":\"text\u00e9\\ud83d\\ude00\"," \
             "\"n\":123456789012345678901234567890,\"d\":0.125e-2 /* c */, \"f\" : false}\n"
  # Says in to_json, to_s or on_load what it was told to.
  Thing = Struct.new(:deed, :outer) do
    def to_json(*state) = deed.call(self, *state)
  end
  Named = Struct.new(:name) do
    def to_s = name.respond_to?(:call) ? name.call : name
  end

  CASES = {}
  # Answers that differ on purpose: doc/experiments/json.md says why.
  OURS = {
    "parse depth 1000000, no limit, arrays" => ":ok",
    "parse depth 1000000, no limit, objects" => ":ok",
    "parse 1 MB exponent" => "Infinity",
    "parse 1 MB negative exponent" => "0.0",
  }

  module_function

  def short(text)
    text = text.b.gsub(/0x\h{16}/, "0xADDRESS").inspect
    text.bytesize <= 200 ? text : "#{text.byteslice(0, 120)}... #{text.bytesize} bytes, sum #{text.each_byte.inject(0) { |s, b| (s * 31 + b) & 0xffffffff }}"
  end

  def show(v)
    case v
    when Hash then "{#{v.map { |k, w| "#{show(k)}=>#{show(w)}" }.join(",")}}"
    when Array then "[#{v.map { |w| show(w) }.join(",")}]"
    when String then "#{v.encoding}#{v.valid_encoding? ? "" : "!"}#{short(v)}"
    when Integer then v.bit_length > 200 ? "#{v.bit_length} bits, mod 1000003 #{v % 1_000_003}" : v.to_s
    when Float, nil, true, false, Symbol then v.inspect
    else v.class.name
    end
  end

  def answer(name)
    show(CASES.fetch(name).call)
  rescue JSON::ParserError => e
    "#{e.class} #{short(e.message)} #{e.line.inspect} #{e.column.inspect}"
  rescue JSON::GeneratorError => e
    "#{e.class} #{short(e.message)} about #{e.invalid_object.class}#{", because #{e.cause.class}" if e.cause}"
  rescue Exception => e # SystemStackError, too
    "#{e.class} #{short(e.message)}"
  end

  def parse(name, text, **options)
    CASES["parse #{name}"] = -> { JSON.parse(text.frozen? ? text.dup : text, **options) }
  end

  # A generator's failure, and what it leaves: make gives the object and the containers to look at.
  def generate(name, options = nil, io: true, &make)
    CASES["generate #{name}"] = lambda do
      containers = []
      object = make.call(containers)
      state = JSON::State.new(options)
      text = begin
        catch(:out) { show(state.generate(object)) }
      rescue Exception => e
        "#{e.class} #{short(e.message)}#{" about #{e.invalid_object.class}" if e.is_a?(JSON::GeneratorError)}"
      end
      plain = begin
        catch(:out) { show(JSON.generate(object, options)) }
      rescue Exception => e
        "#{e.class} #{short(e.message)}"
      end
      if io
        got = StringIO.new
        begin
          catch(:out) { JSON.dump(object, got) }
        rescue Exception => e
          dumped = e.class
        end
        dumped = "#{dumped} #{short(got.string)}"
      end
      left = containers.map do |c|
        c.is_a?(Hash) ? c[:"a new key"] = 1 : c << 1
        "free"
      rescue StandardError => e
        e.class
      end
      "#{text}; by itself #{plain == text ? "the same" : plain}; depth #{state.depth}; to an IO #{dumped}; containers #{left.join(" ")}"
    end
  end

  # ---- the parser ----

  {
    "lone byte ff" => "\xff", "bytes ff fe in a string" => "[\"a\xff\xfe\"]", "overlong" => "[\"\xc0\xaf\"]", "surrogate as UTF-8" => "[\"\xed\xa0\x80\"]",
    "past U+10FFFF" => "[\"\xf4\x90\x80\x80\"]", "cut character at the end" => "[\"\xe3\x81\"]", "cut character, no quote" => "[\"\xe3\x81",
    "invalid key" => "{\"\xff\":1}", "invalid outside" => "[1\x80]", "binary" => "[\"\xe9\"]".b, "latin 1" => "[\"\xe9\"]".dup.force_encoding("ISO-8859-1"),
    "US-ASCII with a high byte" => "[\"\xe9\"]".dup.force_encoding("US-ASCII"), "UTF-16" => "[\"\u{1f600}\"]".encode("UTF-16LE"),
    "broken UTF-16" => "[\0\"\0\x00\xd8\"\0]\0".dup.force_encoding("UTF-16LE"), "broken EUC-JP" => "[\"\xa4\"]".dup.force_encoding("EUC-JP"),
    "dummy UTF-7" => "[]".dup.force_encoding("UTF-7"), "high alone" => '["\ud800"]', "low alone" => '["\udc00"]', "high, high" => '["\ud800\ud800"]',
    "high, text" => '["\ud800abcdef"]', "high, other escape" => '["\ud800\n00000"]', "high, BMP" => '["\ud800\u0041"]', "pair reversed" => '["\udc00\ud800"]',
    "pair cut" => '["\ud83d\ude0"]', "pair cut short" => '["\ud83d\u"]', "pair cut shorter" => '["\ud83d\\"]', "high at the end" => '["\ud83d', "upper case pair" => '["\uD83D\uDE00"]',
    "unicode cut" => '["\u12"]', "unicode not hex" => '["\u12G4"]', "unicode signs" => '["\u+123"]', "unicode at the end" => '["\u', "high in a key" => '{"\ud800":1}',
    "NUL alone" => "\0", "NUL behind" => "[]\0", "NUL within" => "[\0]", "NUL in a string" => "[\"a\0b\"]", "NUL in a key" => "{\"a\0b\":1}", "NUL in a number" => "[1\0002]",
    "NUL in a word" => "[nu\0ll]", "NUL in a comment" => "/* \0 */ 1", "NUL escaped" => '["\u0000"]', "BOM" => "\u{feff}[]", "BOM alone" => "\u{feff}", "BOM behind" => "[]\u{feff}",
    "UTF-16 BOM" => "\xff\xfe[\0]\0", "NaN" => "[NaN]", "Infinity" => "[Infinity]", "-Infinity" => "[-Infinity]", "-NaN" => "[-NaN]", "NaN alone" => "NaN", "Na" => "[Na]",
    "Infinit" => "[Infinit]", "-Infinit" => "[-Infinit]", "nan" => "[nan]", "NaN as a key" => "{NaN:1}", "1e400" => "[1e400,-1e400,1e-400]",
  }.each { |name, text| parse(name, text) }
  { "NaN" => "[NaN]", "Infinity" => "[Infinity,-Infinity]", "-NaN" => "[-NaN]", "NaNx" => "[NaNx]", "Infinit" => "[-Infinit]", "NaN alone" => "NaN" }
    .each { |name, text| parse("#{name}, allow_nan", text, allow_nan: true) }
  parse("invalid key, symbolize_names", "{\"\xff\":1}", symbolize_names: true)
  parse("control characters", "[\"\t\x01\x1f\x7f\"]")
  parse("control characters allowed", "[\"\t\x01\x1f\x7f\n\"]", allow_control_characters: true)

  [99, 100, 101, 102].each do |n|
    parse("depth #{n}, arrays", "[" * n + "1" + "]" * n)
    parse("depth #{n}, empty innermost", "[" * n + "]" * n)
    parse("depth #{n}, objects", "{\"a\":" * n + "1" + "}" * n)
    parse("depth #{n}, objects, not closed", "{\"a\":" * n)
    parse("depth #{n}, not closed", "[" * n)
  end
  [0, 1, 2, nil, false].each { |limit| parse("max_nesting #{limit.inspect}", "[[1]]", max_nesting: limit) }
  deep = 1_000_000
  CASES["parse depth #{deep}, arrays"] = -> { JSON.parse("[" * deep + "]" * deep) }
  CASES["parse depth #{deep}, objects"] = -> { JSON.parse("{\"a\":" * deep + "1" + "}" * deep) }
  CASES["parse depth #{deep}, no limit, arrays"] = -> { JSON.parse("[" * deep + "]" * deep, max_nesting: 0) && "ok".to_sym }
  CASES["parse depth #{deep}, no limit, objects"] = -> { JSON.parse("{\"a\":" * deep + "1" + "}" * deep, max_nesting: 0) && "ok".to_sym }

  million = 1_000_000
  { "1 MB integer" => "7" * million, "1 MB negative integer" => "-#{"7" * million}", "1 MB of zeros" => "0" * million, "1 MB fraction" => "0.#{"1" * million}",
    "1 MB decimal" => "#{"3" * million}.5", "1 MB exponent" => "1e#{"9" * million}", "1 MB negative exponent" => "1e-#{"9" * million}",
    "1 MB integer and x" => "#{"7" * million}x", "1 MB string" => "[\"#{"s" * million}\"]", "1 MB string not closed" => "[\"#{"s" * million}",
    "1 MB of escapes" => "[\"#{"\\n" * (million / 2)}\"]", "1 MB key" => "{\"#{"k" * million}\":1}", "1 MB of space" => " " * million, "1 MB comment" => "/*#{"*" * million}" }
    .each { |name, text| parse(name, text.freeze) }

  (0...DOCUMENT.bytesize).each do |n|
    text = DOCUMENT.byteslice(0, n)
    parse("cut at #{n}", text) unless text.end_with?("\\") # the reference's column depends on the byte behind the text
  end
  DOCUMENT.bytesize.times do |n|
    parse("NUL at #{n}", DOCUMENT.b.tap { |t| t.setbyte(n, 0) }.force_encoding("UTF-8"))
    parse("ff at #{n}", DOCUMENT.b.tap { |t| t.setbyte(n, 255) }.force_encoding("UTF-8"))
  end

  [nil, 1, :a, [], {}, Object.new, 1.5].each { |v| CASES["parse a #{v.class}"] = -> { JSON.parse(v) } }
  CASES["parse a to_str that gives an Integer"] = -> { JSON.parse(Class.new { def to_str = 1 }.new) }
  CASES["parse options that are no Hash"] = -> { JSON.parse("[]", 1) }
  CASES["parse on_load that raises"] = -> { JSON.load("[1,[2]]", ->(v) { raise Failure, "on_load" if v == 2; v }) }
  CASES["parse on_load that throws"] = -> { catch(:out) { JSON.load("[1,[2]]", ->(v) { throw :out, "thrown" if v == 2; v }) } }
  CASES["parse decimal_class that raises"] = -> { JSON.parse("[1.5]", decimal_class: Class.new { def self.try_convert(*) = raise(Failure, "decimal") }) }
  CASES["parse object_class that is none"] = -> { JSON.parse("[{\"a\":1}]", object_class: Class.new) }
  CASES["parse array_class that is none"] = -> { JSON.parse("[{\"a\":[1]}]", array_class: Class.new) }
  CASES["parse duplicate key"] = -> { JSON.parse("[\n{\"a\":1,\n\"a\":2}]", allow_duplicate_key: false) }
  CASES["parse json_class unknown"] = -> { JSON.parse('{"json_class":"NoSuchClass"}', create_additions: true) }
  CASES["parse json_class bad"] = -> { JSON.parse('{"json_class":"no constant"}', create_additions: true) }
  CASES["load a missing file"] = -> { JSON.load_file("/nowhere/at/all.json") }
  CASES["load from an IO that raises"] = -> { JSON.load(Class.new { def read = raise(Failure, "read") }.new) }
  CASES["load from an IO that gives an Integer"] = -> { JSON.load(Class.new { def read = 1 }.new) }

  # ---- the generator ----

  # The value alone, in an Array, in a Hash, deep among both, and behind 10 kB of text (an IO gets no text in pieces before 16).
  def everywhere(name, options = nil, &make)
    generate("#{name}, alone", options) { |c| make.call(c, c) }
    generate("#{name}, in an Array", options) { |c| c << (a = [1]); a << make.call(c, a); a << 2 }
    generate("#{name}, in a Hash", options) { |c| c << (h = { "a" => 1 }); h["b"] = make.call(c, h); h["c"] = 2; h }
    generate("#{name}, deep", options) do |c|
      c << (h = { x: nil }) << (a = [h]) << (g = { "a" => { "b" => a } })
      h[:x] = make.call(c, h)
      [g, g]
    end
    generate("#{name}, behind a long text", options) { |c| c << (a = ["y" * 10_000]); a << make.call(c, a) }
  end

  [nil, 1, :sym, [], Object].each { |v| everywhere("to_json that gives #{v.inspect}") { Thing.new(->(*) { v }) } }
  everywhere("to_json that raises") { Thing.new(->(*) { raise Failure, "to_json" }) }
  everywhere("to_json that throws") { Thing.new(->(*) { throw :out, "thrown" }) }
  everywhere("to_json that raises a GeneratorError") { Thing.new(->(*) { raise JSON::GeneratorError.new("mine", 7) }) }
  everywhere("to_json without parameters") { Class.new { def to_json = "1" }.new }
  everywhere("to_json that is private") { Class.new { private def to_json(*) = "1" }.new }
  everywhere("to_json that returns broken text") { Thing.new(->(*) { "\xff" }) }
  everywhere("to_json that adds to its container") { |_, outer| Thing.new(->(*) { outer.is_a?(Hash) ? outer["new"] = 3 : outer << 3; "0" }) }
  everywhere("to_json that empties its container") { |_, outer| Thing.new(->(*) { outer.clear; "0" }) }
  everywhere("to_json that changes its container's values") { |_, outer| Thing.new(->(*) { outer.is_a?(Hash) ? outer.each_key { |k| outer[k] = 9 } : outer.map! { 9 }; "0" }) }
  everywhere("to_json that takes away from its container") { |_, outer| Thing.new(->(*) { outer.is_a?(Hash) ? outer.delete("c") : outer.pop; "0" }) }
  everywhere("to_json that replaces its container") { |_, outer| Thing.new(->(*) { outer.replace(outer.is_a?(Hash) ? { "z" => 1 } : ["z"] * 50); "0" }) }
  everywhere("to_json that changes the State") { Thing.new(->(_, state = nil) { state.indent = "    " if state.respond_to?(:indent=); "0" }) }
  everywhere("to_json that deepens the State") { Thing.new(->(_, state = nil) { state.depth += 7 if state.respond_to?(:depth=); "0" }) }
  everywhere("to_json that generates itself") { Thing.new(->(_, *state) { JSON.generate([1, { "in" => 2 }], *state) }) }
  everywhere("to_s that gives an Integer") { Named.new(1).tap { |n| n.singleton_class.undef_method(:to_json) } }
  everywhere("to_s that raises") { Named.new(-> { raise Failure, "to_s" }).tap { |n| n.singleton_class.undef_method(:to_json) } }
  everywhere("invalid UTF-8") { "a\xff" }
  everywhere("invalid UTF-8 behind 100 bytes") { "#{"a" * 100}\xe3\x81" }
  everywhere("surrogate as UTF-8") { "\xed\xa0\x80" }
  everywhere("binary that is no UTF-8") { "\xff\x00".b }
  everywhere("broken UTF-16") { "\x00\xd8".dup.force_encoding("UTF-16LE") }
  everywhere("US-ASCII with a high byte") { "\xe9".dup.force_encoding("US-ASCII") }
  everywhere("not in Unicode") { "\xff".dup.force_encoding("Windows-1252") + "\x81".dup.force_encoding("Windows-1252") }
  everywhere("invalid UTF-8, ascii_only", { ascii_only: true }) { "a\xff" }
  everywhere("invalid UTF-8, script_safe", { script_safe: true }) { "a\xff" }
  everywhere("invalid UTF-8 as a key") { { "a\xff" => 1 } }
  everywhere("invalid UTF-8 as a Symbol key") { { "\xff".b.to_sym => 1 } }
  everywhere("a key whose to_s gives nil") { { Named.new(nil) => 1 } }
  everywhere("a key whose to_s raises") { { Named.new(-> { raise Failure, "to_s" }) => 1 } }
  [Float::NAN, Float::INFINITY, -Float::INFINITY].each { |f| everywhere(f.to_s) { f } }
  everywhere("NaN, strict", { strict: true }) { Float::NAN }
  everywhere("an object with a singleton class, strict", { strict: true }) { Object.new.tap { |o| def o.a = 1 } }
  everywhere("a key with a singleton class, strict", { strict: true }) { { Object => 1 } }
  everywhere("an object, strict", { strict: true }) { Object }
  everywhere("a key that is no String, strict", { strict: true }) { { 1 => 2 } }
  everywhere("twin keys", { allow_duplicate_key: false }) { { a: 1, "a" => 2 } }
  everywhere("as_json that raises", { strict: true, as_json: ->(*) { raise Failure, "as_json" } }) { Object }
  everywhere("as_json that gives an object", { strict: true, as_json: ->(*) { Object } }) { Object }
  everywhere("as_json that throws", { strict: true, as_json: ->(*) { throw :out, "thrown" } }) { Object }
  everywhere("a Fragment of an Integer") { JSON::Fragment.allocate }
  [99, 100, 101, 102].each do |n|
    generate("depth #{n}, arrays") { (1...n).inject([]) { |a,| [a] } }
    generate("depth #{n}, objects") { (1...n).inject({}) { |a,| { "a" => a } } }
  end
  # (to an IO dump has no limit: what a SystemStackError leaves there depends on the stack)
  generate("an Array within itself", io: false) { |c| c << (a = []); a << a }
  generate("a Hash within itself", io: false) { |c| c << (h = {}); h["h"] = h }
  generate("a ring", io: false) { |c| c << (a = []) << (h = { "a" => a }); a << h }
  generate("max_nesting 2", { max_nesting: 2 }) { |c| c << (a = [[[]]]); a }
  generate("depth to begin with", { depth: 99 }) { [[]] }
  CASES["generate an Array within itself, no limit"] = -> { a = []; a << a; JSON.generate(a, max_nesting: 0) }
  CASES["generate a Hash within itself, no limit"] = -> { h = {}; h["h"] = h; JSON.generate(h, max_nesting: 0) }
  CASES["generate a ring, dump"] = -> { a = []; a << { "a" => a }; JSON.dump(a, 10) }
  CASES["generate 1 MB integer"] = -> { JSON.generate([10**300_000]).bytesize }
  CASES["generate a frozen State"] = -> { JSON::State.new(indent: " ").freeze.generate([Thing.new(->(_, s) { s.frozen?.to_s })]) }
  [1, "x", [1]].each { |v| CASES["generate options #{v.inspect}"] = -> { JSON.generate([], v) } }
  { indent: 1, space: [], max_nesting: "x", depth: -1, as_json: 1, sort_keys: 1, allow_duplicate_key: nil, nonsense: 1, script_safe: nil }
    .each { |k, v| CASES["generate option #{k} #{v.inspect}"] = -> { JSON.generate([1, { "a" => 2 }], { k => v }) } }
  CASES["dump to an IO that raises"] = -> { JSON.dump([1], Class.new { def write(*) = raise(Failure, "write") }.new) }
  CASES["dump to an IO that takes nothing"] = -> { JSON.dump([1], Object.new) }
end

if $0 == __FILE__
  Warning[:deprecated] = false
  BadInput::CASES.each_key { |name| puts "#{name}\t#{BadInput.answer(name)}" }
end
