# frozen_string_literal: true

# JSON.generate and its kin: values, keys, options, callbacks, and what goes wrong.
require "json"
require "stringio"

class TestJSONGenerator < Minitest::Test
  Plain = Class.new { def to_s = "pl\"ain" }
  SubString = Class.new(String)
  SubArray = Class.new(Array)
  SubHash = Class.new(Hash)

  def test_values
    assert_equal "null", JSON.generate(nil)
    assert_equal "[true,false,null]", JSON.generate([true, false, nil])
    assert_equal '{"a":1,"b":[2,{"c":"d"}],"e":{}}', JSON.generate({ "a" => 1, b: [2, { c: :d }], e: {} })
    assert_equal "[[],{},\"\"]", JSON.generate([[], {}, ""])
  end

  def test_integers_of_every_length
    (0..40).each do |n|
      [10**n - 1, 10**n, 10**n + 1, 123_456_789 * 10**n].each do |i|
        assert_equal i.to_s, JSON.generate(i)
        assert_equal "[-#{i},7]", JSON.generate([-i, 7]) unless i.zero?
      end
    end
    [2**62, 2**62 - 1, -2**62, -2**62 - 1, 2**64].each { |i| assert_equal i.to_s, JSON.generate(i) }
  end

  def test_float_layout
    { 1.0 => "1.0", -0.0 => "-0.0", 0.1 => "0.1", 100.5 => "100.5", 1e14 => "100000000000000.0", 1e15 => "1e+15",
      123456789012345.0 => "123456789012345.0", 1234567890123456.0 => "1.234567890123456e+15", 1e-4 => "0.0001", 1.5e-7 => "0.00000015",
      1e-9 => "0.000000001", 1e-10 => "1e-10", 1.234567890123e-9 => "0.000000001234567890123", 1.7976931348623157e308 => "1.7976931348623157e+308",
      5e-324 => "5e-324", 1e23 => "1e+23", 12345678.125 => "12345678.125", 123456.5 => "123456.5" }.each { |f, s| assert_equal s, JSON.generate(f) }
  end

  def test_float_digits_are_those_of_to_s
    random = Random.new(7)
    5000.times do
      f = [random.bytes(8)].pack("a8").unpack1("D")
      next unless f.finite?
      text = JSON.generate(f)
      assert_equal f, text.to_f
      digits = ->(s) { s.sub(/e.*/, "").delete("-.").sub(/\A0+/, "").sub(/0+\z/, "") }
      assert_equal digits.(f.to_s), digits.(text)
    end
  end

  def test_not_finite
    [Float::NAN, Float::INFINITY, -Float::INFINITY].each do |f|
      error = assert_raises(JSON::GeneratorError) { JSON.generate([f]) }
      assert_equal "#{f} not allowed in JSON", error.message
      assert error.invalid_object.equal?(f) || error.invalid_object == f
      assert_equal "[#{f}]", JSON.generate([f], allow_nan: true)
    end
  end

  def test_keys
    hash = { Plain.new => 1, nil => 2, 1.5 => 3, 10**20 => 4, sy: 5, [1] => 6, true => 7, -8 => 8 }
    assert_equal '{"pl\"ain":1,"":2,"1.5":3,"100000000000000000000":4,"sy":5,"[1]":6,"true":7,"-8":8}', JSON.generate(hash)
    bad = Class.new { def to_s = 1 }
    assert_raises(TypeError) { JSON.generate({ bad.new => 1 }) }
  end

  def test_duplicate_keys
    hash = { a: 1, "a" => 2 }
    assert_equal '{"a":1,"a":2}', JSON.generate(hash, allow_duplicate_key: true)
    error = assert_raises(JSON::GeneratorError) { JSON.generate(hash, allow_duplicate_key: false) }
    assert_equal 'detected duplicate key "a" in {a: 1, "a" => 2}', error.message
    assert_equal '{"a":1,"b":2}', JSON.generate({ a: 1, "b" => 2 }, allow_duplicate_key: false)
  end

  def test_subclasses_and_objects
    assert_equal '["x\n",[1],{"a":2},"pl\"ain"]', JSON.generate([SubString.new("x\n"), SubArray[1], SubHash.new.merge!("a" => 2), Plain.new])
    own = Class.new(String) { def to_json(*) = "OWN" }
    assert_equal '[OWN,{"k":1}]', JSON.generate([own.new("a"), { own.new("k") => 1 }])
  end

  def test_to_json_of_core_classes_is_not_asked_within
    Integer.class_eval { def to_json(*) = "X" }
    assert_equal '[1,{"1":2}]', JSON.generate([1, { 1 => 2 }])
  ensure
    Integer.remove_method(:to_json)
  end

  def test_to_json_of_symbol_is_asked
    Symbol.class_eval { def to_json(*) = "X" }
    assert_equal "[X]", JSON.generate([:a])
    assert_equal '["a"]', JSON.generate([:a], strict: true)
  ensure
    Symbol.remove_method(:to_json)
  end

  def test_to_json_gets_the_state_and_its_depth
    object = Object.new
    depths = []
    object.define_singleton_method(:to_json) { |state, *| depths << state.depth; "{}" }
    JSON.generate([object, [[object]], { a: object }])
    assert_equal [1, 3, 2], depths
  end

  def test_state_changed_by_to_json
    object = Object.new
    def object.to_json(state, *) = (state.indent = "  "; state.array_nl = "\n"; state.depth += 5; "1")
    assert_equal "[1,1,\n  2\n]", JSON.generate([1, object, 2])
  end

  def test_to_json_must_give_a_string
    [5, nil, :a].each do |answer|
      object = Object.new
      object.define_singleton_method(:to_json) { |*| answer }
      error = assert_raises(TypeError) { JSON.generate([object]) }
      assert_includes error.message, "(expected String)"
    end
  end

  def test_containers_changed_while_walked
    array = [1]
    grow = Object.new
    grow.define_singleton_method(:to_json) { |*| array << 5 if array.size < 5; "2" }
    array << grow << 3
    assert_equal "[1,2,3,5]", JSON.generate(array)

    hash = { a: 1 }
    add = Object.new
    add.define_singleton_method(:to_json) { |*| hash[:z] = 1; "2" }
    hash[:b] = add
    assert_raises(RuntimeError) { JSON.generate(hash) }
    hash[:z] = 1
    assert_equal 3, hash.size

    many = (0...40).to_h { |i| ["k#{i}", i] }
    cut = Object.new
    cut.define_singleton_method(:to_json) { |*| many.delete("k30"); "0" }
    many["k20"] = cut
    assert_equal 39, JSON.parse(JSON.generate(many)).size
  end

  def test_raise_and_throw_leave_nothing_held
    hash = { a: { b: nil } }
    leave = Object.new
    leave.define_singleton_method(:to_json) { |*| throw :out }
    hash[:a][:b] = leave
    catch(:out) { JSON.generate(hash) }
    hash[:c] = 1
    hash[:a][:d] = 1
    assert_equal 2, hash.size
  end

  def test_generate_within_to_json
    object = Object.new
    def object.to_json(*) = JSON.generate({ "in" => ["x" * 2000] })
    text = JSON.generate([object] * 5)
    assert_equal [{ "in" => ["x" * 2000] }] * 5, JSON.parse(text)
  end

  def test_collections_while_generating
    object = Object.new
    def object.to_json(*) = (GC.start; "\"#{"y" * 50}\"")
    [1, 20, 60].each do |n|
      assert_equal ["a" * n, "y" * 50] * 3, JSON.parse(JSON.generate(["a" * n, object] * 3))
    end
  end

  def test_nesting
    deep = (1..100).inject([]) { |inner, _| [inner] }
    error = assert_raises(JSON::NestingError) { JSON.generate(deep) }
    assert_equal "nesting of 100 is too deep. Did you try to serialize objects with circular references?", error.message
    assert_equal 202, JSON.generate(deep, max_nesting: 0).size
    circle = []
    circle << circle
    assert_raises(SystemStackError) { JSON.generate(circle, max_nesting: 0) }
    assert_raises(JSON::NestingError) { JSON.generate(circle) }
    assert_raises(ArgumentError) { JSON.dump([[[1]]], 2) }
  end

  def test_pretty
    object = { a: [1, { b: [], c: {} }], "d" => { e: nil } }
    assert_equal <<~JSON.chomp, JSON.pretty_generate(object)
      {
        "a": [
          1,
          {
            "b": [],
            "c": {}
          }
        ],
        "d": {
          "e": null
        }
      }
    JSON
    assert_equal "[X\t1,X\t{\t\t\"a\"_:1}X]", JSON.pretty_generate([1, { a: 1 }], indent: "\t", space: "", object_nl: "", array_nl: "X", space_before: "_")
    assert_equal "[é<>1é]", JSON.generate([1], array_nl: "é", indent: "<>")
    long = "-" * 40
    assert_equal "[\n#{long}{#{long * 2}\"a\"#{long}:#{long}1}\n]", JSON.generate([{ a: 1 }], array_nl: "\n", indent: long, space: long, space_before: long)
    nested = (1..60).inject(0) { |inner, _| [inner] }
    assert_equal nested, JSON.parse(JSON.pretty_generate(nested))
  end

  def test_strict_and_as_json
    error = assert_raises(JSON::GeneratorError) { JSON.generate([Plain.new], strict: true) }
    assert_match(/not allowed in JSON\z/, error.message)
    assert_raises(JSON::GeneratorError) { JSON.generate({ 1 => 2 }, strict: true) }
    assert_equal '["a",{"b":"c"}]', JSON.generate([:a, { b: :c }], strict: true)
    coder = JSON::Coder.new { |object, is_key| is_key ? "key" : [object.class.name] }
    assert_equal '[["Float"],{"key":["Rational"]},["String"]]', coder.dump([Float::NAN, { 1 => 2r }, "\xff"])
    assert_raises(JSON::GeneratorError) { JSON::Coder.new { |object| object }.dump([Object.new]) }
  end

  def test_fragment
    assert_equal "[{x},{x}]", JSON.generate([JSON::Fragment.new("{x}")] * 2)
    assert_equal "[{x}]", JSON.generate([JSON::Fragment.new("{x}")], strict: true)
    assert_raises(TypeError) { JSON::Fragment.new(1) }
  end

  def test_to_an_io
    objects = Array.new(3000) { |i| { "n" => i, "s" => "x" * (i % 90) } }
    io = StringIO.new
    assert_same io, JSON.dump(objects, io)
    assert_equal objects, JSON.parse(io.string)
    failing = Object.new
    def failing.write(_) = raise(IOError, "full")
    assert_raises(IOError) { JSON.dump({ "a" => "b" * 50_000 }, failing) }
  end

  def test_results_are_new_utf8_strings
    [1, "a", "é", [1] * 400, ["x"] * 300, "x" * 100_000, ["é" * 700]].each do |object|
      text = JSON.generate(object)
      assert_equal Encoding::UTF_8, text.encoding
      assert_predicate text, :valid_encoding?
      refute_predicate text, :frozen?
      text << "tail"
      assert text.end_with?("tail")
    end
  end

  # The result's place changes at these sizes: in the slot, copied down, in a body of its own.
  def test_sizes_around_every_slot
    (0..2200).each { |n| assert_equal n + 2, JSON.generate("a" * n).bytesize }
    [4000, 4095, 4096, 4097, 16_384, 100_000].each { |n| assert_equal "\"#{"b" * n}\"", JSON.generate("b" * n) }
    (0..300).each { |n| assert_equal "[#{(["1"] * n).join(",")}]", JSON.generate([1] * n) }
  end

  def test_state
    state = JSON::State.new(indent: "-", array_nl: "\n")
    assert_equal "[\n-1\n]", state.generate([1])
    assert_equal state, JSON::State.from_state(state)
    assert_equal "-", state.to_h[:indent]
    assert_equal "[1]", JSON::State.new(depth: 3).generate([1])
    frozen = JSON::State.new(space: " ").freeze
    assert_raises(FrozenError) { frozen.indent = "" }
    assert_equal '{"a": 1}', frozen.generate({ a: 1 })
    assert_raises(TypeError) { state.indent = 1 }
    assert_raises(TypeError) { JSON.generate([1], 5) }
  end

  # The text so far is of no use once something raises: it is freed then, not when a collection comes by.
  def test_text_given_up_is_freed
    skip "needs /proc/self/status" unless File.exist?("/proc/self/status")
    peak = -> { File.read("/proc/self/status")[/VmHWM:\s*(\d+) kB/, 1].to_i }
    raiser = Class.new { def to_json(*) = raise(IndexError, "no") }.new
    long = "x" * 1_000_000
    before = peak.call
    [[long, Float::NAN], [long, raiser], { long => [raiser] }, [long, BasicObject.new]].each do |object|
      300.times { assert_raises(StandardError) { JSON.generate(object) } }
    end
    assert_operator peak.call - before, :<, 600_000 # kB, of 1200 MB written; ASan keeps 256 MB of what is freed
  end

  # The 32nd walk of a Hash moves its pairs to a table; that happens when a key's to_s is called.
  def test_pairs_that_move_while_they_are_walked
    key = Class.new { def to_s = "key" }.new
    [[3, 1], [3, [1]], [6, 1], [7, "x"]].each do |pairs, value|
      hash = { key => value }
      pairs.times { |i| hash["k#{i}"] = i }
      hash["again"] = hash
      error = assert_raises(JSON::NestingError) { JSON.generate(hash) }
      assert_match(/\Anesting of 100 is too deep/, error.message)
      around = { key => 1, "b" => 2, "c" => 3 }
      inner = 40.times.inject(around) { |at, _| { key => 1, "to" => at, "after" => 2 } }
      assert_equal "key", JSON.parse(JSON.generate(inner)).keys.first
    end
  end

  def test_an_array_emptied_by_the_io
    array = Array.new(40_000, 1)
    io = Object.new
    io.define_singleton_method(:write) { |text| array.clear.compact!; text.bytesize }
    io.define_singleton_method(:flush) { self }
    assert_same io, JSON.dump(array, io)
  end

  # A run that follows one with calls cleans up once, at its outer end: walks that a raise leaves are let go, a Hash may grow again.
  def test_raising_out_of_held_walks
    flag = false
    value = Class.new { define_method(:to_json) { |*| flag ? raise(IndexError, "no") : "1" } }.new
    [1, 3, 17, 40].each do |depth|
      hashes = Array.new(depth) { |i| { "k#{i}" => i } }
      hashes.each_cons(2) { |a, b| a["in"] = b }
      hashes.last["value"] = [value, { "twice" => value }]
      2.times { flag = false; assert_includes JSON.generate(hashes.first), '"value":[1,{"twice":1}]' }
      state = JSON::State.new(depth: 3)
      2.times { assert_equal 3, (state.generate(hashes.first); state.depth) }
      flag = true
      2.times { assert_raises(IndexError) { JSON.generate(hashes.first) } }
      assert_raises(IndexError) { state.generate(hashes.first) }
      assert_equal 3, state.depth
      hashes.each { |hash| assert_equal 9, (hash["new"] = 9) }
      assert_equal :thrown, catch(:out) { JSON.generate([Class.new { def to_json(*) = throw(:out, :thrown) }.new]) }
    end
  end

  # What is known of a class between two calls of its to_json.
  def test_to_json_that_changes_between_calls
    klass = Class.new { def to_json(*) = "1" }
    two = klass.new
    list = [klass.new, two]
    assert_equal "[1,1]", JSON.generate(list)
    klass.class_eval { def to_json(*) = "2" }
    assert_equal "[2,2]", JSON.generate(list)
    def two.to_json(state) = "[#{state.depth}]"
    assert_equal "[2,[1]]", JSON.generate(list)
    klass.class_eval { def respond_to?(name, all = false) = name != :to_json && super }
    klass.class_eval { def to_s = "text" }
    assert_equal '["text","text"]', JSON.generate(list)
    klass.class_eval { remove_method :respond_to? }
    klass.class_eval { private :to_json }
    assert_equal '["text",[1]]', JSON.generate(list)
    klass.class_eval { public :to_json }
    redefiner = Class.new { define_method(:to_json) { |*| klass.class_eval { def to_json(*) = "3" } && "0" } }.new
    assert_equal "[2,0,3]", JSON.generate([klass.new, redefiner, klass.new])
    klass.class_eval { prepend(Module.new { def to_json(*) = "4" }) }
    assert_equal "[4,0,4]", JSON.generate([klass.new, redefiner, klass.new])
  end

  def test_parameters_of_to_json
    bodies = ["()", "(a)", "(a, b = 2)", "(*)", "(*a)", "(a, *b)", "(a = 1, *b)", "(*a, b)", "(*a, **k)", "(a, &b)", "(a, k: 1)", "(...)"]
    bodies.each do |list|
      klass = eval("Class.new { def to_json#{list} = '7' }")
      if list == "()" then assert_raises(ArgumentError) { JSON.generate([klass.new]) }
      else assert_equal "[7]", JSON.generate([klass.new])
      end
    end
    rest = nil
    klass = Class.new { define_method(:seen) { |a| rest = a }; def to_json(*args) = seen(args) && { "a" => 1 }.to_json(*args) }
    assert_equal '[{"a":1},{"a":1}]', JSON.generate([klass.new, klass.new])
    assert_instance_of JSON::State, rest.first
    assert_equal 1, rest.size
  end
end
