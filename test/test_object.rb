# test_object.rb - BasicObject, Kernel's methods of one object, nil, true, false, conversions, warnings
# (object.c, object/nil.c, object/conv.c, error/warning.c).
require_relative "lib/test_helper"

class TestObject < Minitest::Test
  def text_of(klass, &b) = assert_raises(klass, &b).message
  class K; def initialize(a = 1, b = "x") = (@a, @b = a, b); attr_accessor :a; end

  def test_inspect
    o = K.new
    assert_match(/\A#<TestObject::K:0x\h{16} @a=1, @b="x">\z/, o.inspect)
    assert_match(/\A#<TestObject::K:0x\h{16}>\z/, o.to_s)
    o.a = o
    assert_match(/\A#<TestObject::K:0x\h{16} @a=#<TestObject::K:0x\h{16} \.\.\.>, @b="x">\z/, o.inspect)
    some = ->(list) { Class.new(K) { define_method(:instance_variables_to_inspect) { list }; private :instance_variables_to_inspect }.new.inspect }
    assert_match(/ @b="x">\z/, some.([:@b, :@none]))
    assert_match(/ @a=1, @b="x">\z/, some.(nil))
    assert_match(/0x\h{16}>\z/, some.([]))
    assert_equal "Expected #instance_variables_to_inspect to return an Array or nil, but it returned Integer", text_of(TypeError) { some.(3) }
  end

  def test_clone_and_dup
    o = K.new
    def o.s = 1
    o.extend Comparable
    assert_equal 1, o.clone.s
    assert_kind_of Comparable, o.clone
    refute_respond_to o.dup, :s
    o.freeze
    assert_equal [true, false, false, true], [o.clone.frozen?, o.dup.frozen?, o.clone(freeze: false).frozen?, K.new.clone(freeze: true).frozen?]
    assert_equal "can't unfreeze Integer", text_of(ArgumentError) { 1.clone(freeze: false) }
    assert_equal "unexpected value for freeze: Integer", text_of(ArgumentError) { "".clone(freeze: 3) }
    assert_equal "unknown keyword: :foo", text_of(ArgumentError) { Object.new.clone(foo: 3) }
    assert_same 3, 3.dup
    c = Class.new { attr_reader :log; def initialize_copy(o) = @log = [:copy]; def initialize_clone(o, freeze: nil) = (super; @log << freeze) }
    assert_equal [[:copy], [:copy, nil], [:copy, true]], [c.new.dup.log, c.new.clone.log, c.new.clone(freeze: true).log]
    assert_equal "initialize_copy should take same class object", text_of(TypeError) { Object.new.send(:initialize_copy, 3) }
    assert_equal "allocator undefined for Method", text_of(TypeError) { Method.allocate }
  end

  def test_equality
    a, b = Object.new, Object.new
    assert_equal [true, false, true, false, 0, nil], [a == a, a == b, a.eql?(a), a.equal?(b), a <=> a, a <=> b]
    assert_equal [true, false], [a === a, a != a]
    assert_kind_of Integer, a.hash
    assert_equal a.hash, a.hash
    assert_equal 1, { a => 1 }[a]
  end

  def test_tap_then
    assert_equal [3, 4], [3.tap { }, 3.then { _1 + 1 }]
    assert_equal "no block given (yield)", text_of(LocalJumpError) { 3.tap }
  end

  def test_extend
    assert_equal "wrong number of arguments (given 0, expected 1+)", text_of(ArgumentError) { Object.new.extend }
    assert_equal "wrong argument type Integer (expected Module)", text_of(TypeError) { Object.new.extend 3 }
    assert_equal "can't define singleton", text_of(TypeError) { 3.extend Comparable }
  end

  def test_initialize_takes_nothing
    assert_equal "wrong number of arguments (given 1, expected 0)", text_of(ArgumentError) { Object.new(1) }
    assert_equal "wrong number of arguments (given 1, expected 0)", text_of(ArgumentError) { Class.new { def initialize(a) = super }.new(1) }
  end

  def test_nil_true_false
    assert_equal [false, true, true, [], {}, 0, 0.0, "", "nil", nil], [nil & 3, nil | 3, nil ^ 3, nil.to_a, nil.to_h, nil.to_i, nil.to_f, nil.to_s, nil.inspect, nil =~ 3]
    assert_equal [false, true, false, true, true, "true"], [true & nil, true | nil, true ^ 1, true ^ nil, true === true, true.to_s]
    assert_equal [false, true, true, "false"], [false & 1, false | 1, false ^ 1, false.inspect]
    assert nil.to_s.frozen? && true.to_s.frozen?
  end

  def test_Integer
    assert_equal [31, 3, 255, 3, nil, nil], [Integer("0x1F", 16), Integer(3.7), Integer("0xff"), Integer("3"), Integer("z", exception: false), Integer(nil, exception: false)]
    assert_equal 'invalid value for Integer(): "z"', text_of(ArgumentError) { Integer("z") }
    assert_equal "can't convert nil into Integer", text_of(TypeError) { Integer(nil) }
    assert_equal "can't convert Array into Integer", text_of(TypeError) { Integer([]) }
    assert_equal %w[NaN Infinity], [Float::NAN, Float::INFINITY].map { |f| text_of(FloatDomainError) { Integer(f) } }
    assert_equal "base specified for non string value", text_of(ArgumentError) { Integer(3, 2) }
    assert_equal "expected true or false as exception: 3", text_of(ArgumentError) { Integer("3", exception: 3) }
  end

  # Text that is no number is told from one without an exception made; what is not asked is raised all the same.
  def test_conversions_without_an_exception
    [:Integer, :Float].each do |to|
      convert = ->(v) { send(to, v, exception: false) }
      ["", " ", "x", "1\0", "1__2", "12x", nil, [], {}, Object.new].each { |v| assert_nil convert.(v), [to, v].inspect }
      assert_equal [12, 12, -1_000, 5, 2**70], ["12", " 12 ", "-1_000", 5, 2**70].map(&convert)
      assert_raises(Encoding::CompatibilityError) { convert.("1".encode("UTF-16LE")) }
      odd = Object.new
      odd.define_singleton_method(to == :Integer ? :to_int : :to_f) { raise "odd" }
      assert_nil convert.(odd)
    end
    assert_nil Integer("9", 8, exception: false)
    assert_nil Integer(nil, 8, exception: false)
    assert_nil Integer(5, 8, exception: false)
    assert_nil Integer(Float::NAN, exception: false)
    assert_equal 1.5, Float(1.5, exception: false)
    assert_raises(ArgumentError) { Integer("1", 99, exception: false) }
    assert_raises(ArgumentError) { Integer(5, exception: 3) }
    assert_nil $!
  end

  def test_other_conversions
    assert_equal [1.5, 3.0, nil], [Float("1.5"), Float(3), Float("", exception: false)]
    assert_equal "can't convert nil into Float", text_of(TypeError) { Float(nil) }
    assert_equal "can't convert Symbol into Float", text_of(TypeError) { Float(:a) }
    assert_equal ["", "a"], [String(nil), String(:a)]
    assert_equal "can't convert BasicObject into String", text_of(TypeError) { String(BasicObject.new) }
    assert_equal [[], [1, 2], [[:a, 1]], [3]], [Array(nil), Array(1..2), Array({ a: 1 }), Array(3)]
    assert_equal [{}, {}, { a: 1 }], [Hash(nil), Hash([]), Hash({ a: 1 })]
    assert_equal "can't convert Integer into Hash", text_of(TypeError) { Hash(3) }
    o = Object.new
    def o.to_str = 3
    assert_equal "can't convert Object to String (Object#to_str gives Integer)", text_of(TypeError) { "a" + o }
    assert_equal "no implicit conversion of nil into String", text_of(TypeError) { "a" + nil }
    m = Class.new { def method_missing(n, *) = n == :to_str ? "mm" : super }.new
    assert_equal "amm", "a" + m
  end

  def warned
    was, $stderr = $stderr, Class.new { def write(s) = (@all ||= +"") << s; def all = @all.to_s }.new
    yield
    $stderr.all
  ensure
    $stderr = was
  end

  def test_warn
    assert_equal "x\ny\n\nz\n", warned { assert_nil warn("x", "y\n", nil, ["z"]) }
    assert_equal "", warned { warn }
    assert_equal "#{__FILE__}:#{__LINE__}: warning: x\n", warned { warn("x", uplevel: 0) }
    assert_equal "", warned { warn("x", category: :deprecated) } unless Warning[:deprecated]
    assert_equal "unknown category: foo", text_of(ArgumentError) { warn("x", category: :foo) }
    assert_equal "negative level (-1)", text_of(ArgumentError) { warn("x", uplevel: -1) }
    assert_equal "wrong argument type Integer (expected String)", text_of(TypeError) { Warning.warn(3) }
    assert_equal "unknown category: nope", text_of(ArgumentError) { Warning[:nope] }
    assert_equal %i[deprecated experimental performance strict_unused_block], Warning.categories
  end

  def test_warning_can_be_taken_over
    out, err, = run_ruby('def Warning.warn(m, category: nil) = print("<#{m.chomp}|#{category.inspect}>"); warn "a"; warn "b", category: :experimental; X = 1; X = 2')
    assert_equal ["<a|nil><b|:experimental><-e:1: warning: already initialized constant X|nil><-e:1: warning: previous definition of X was here|nil>", ""], [out, err]
  end
end
