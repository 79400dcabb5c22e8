require_relative "lib/table_test"
require "stringio"

# marshal.h: the bytes are those of CRuby 4.0.
class TestMarshal < Minitest::Test
  TableTest.define(self, "marshal_damaged") do |source|
    capture_io { @answer = TableTest.without_places(TableTest.answer(source)) }
    @answer
  end

  TableTest.define(self, "marshal")

  Pair = Struct.new(:a, :b)
  Point = Data.define(:x)
  class Own
    def initialize = (@a = [1])
  end
  class Late
    attr_reader :got
    def marshal_dump = [1, [2]]
    def marshal_load(a) = (@got = a)
  end

  BYTES = {
    [nil, true, false, 0, -1, 122, 123, -123, -124, 65536] => "\x04\b[\x0F0TFi\x00i\xFAi\x7Fi\x01{i\x80i\xFF\x84i\x03\x00\x00\x01",
    [2**40, 2**40, 1.0, 1.0] => "\x04\b[\tl+\b\x00\x00\x00\x00\x00\x01l+\b\x00\x00\x00\x00\x00\x01f\x061@\b",
    [1.5, -0.0, 1e100, 120.0, 0.0001, 1e-5] => "\x04\b[\vf\b1.5f\a-0f\n1e100f\n1.2e2f\v0.0001f\t1e-5",
    [:a, :é, :a, :é] => "\x04\b[\t:\x06aI:\a\xC3\xA9\x06:\x06ET;\x00;\x06",
    [/a/, /é/, /a/n] => "\x04\b[\bI/\x06a\x00\x06:\x06EFI/\a\xC3\xA9\x10\x06;\x00TI/\x06a \x06;\x00F",
    (1..2) => "\x04\bo:\nRange\b:\texclF:\nbegini\x06:\bendi\a",
    [1r, 2i] => "\x04\b[\aU:\rRational[\ai\x06i\x06U:\fComplex[\ai\x00i\a",
    Set[1] => "\x04\bo:\bSet\x06:\n@hash}\x06i\x06TF",
    {}.compare_by_identity => "\x04\bC:\tHash{\x00",
  }

  def test_bytes
    BYTES.each { |object, bytes| assert_equal bytes.b, Marshal.dump(object) }
  end

  def test_there_and_back
    [*BYTES.keys, Pair.new(1, "b"), Point.new([1]), "x".encode("EUC-JP"), { "a" => { b: 1 } }, 2**200, -2**64].each do |object|
      assert_equal object, Marshal.load(Marshal.dump(object))
    end
    assert_equal [1, [2]], Marshal.load(Marshal.dump(Late.new)).got
    a = [1]
    a << a
    b = Marshal.load(Marshal.dump(a))
    assert_same b, b[1]
  end

  def test_depth
    assert_equal "\x04\b[\x06[\x00".b, Marshal.dump([[]], 2)
    assert_raises(ArgumentError) { Marshal.dump([[1]], 2) }
    assert_raises(ArgumentError) { Marshal.dump(Own.new, 2) }
  end

  def test_proc_sees_complete_objects_once
    seen = []
    s = "y".b
    Marshal.load(Marshal.dump([[1], s, s, :z, :z]), ->(x) { seen << x; x })
    assert_equal [1, [1], "y", "y", :z, [[1], "y", "y", :z, :z]], seen
  end

  def test_freeze
    a = Marshal.load(Marshal.dump(["x", ["y"], Own.new, Own]), freeze: true)
    assert a.frozen? && a[0].frozen? && a[1][0].frozen? && a[2].frozen?
    refute a[3].frozen?
  end

  def test_truncated_and_wrong
    bytes = Marshal.dump([Pair.new("a", 1.5), { k: 2**70 }, Own.new])
    (0...bytes.size).each { |n| assert_raises(ArgumentError) { Marshal.load(bytes[0, n]) } }
    assert_raises(TypeError) { Marshal.load("\x04\x09i\x00") }
    assert_raises(TypeError) { Marshal.dump(proc {}) }
    assert_raises(TypeError) { Marshal.dump(Class.new) }
  end

  # A class is not written to, and what _dump answered may not lead back to its object.
  def test_what_is_refused
    { "c\vObject" => "class 'Object'", "m\x0fEnumerable" => "module 'Enumerable'" }.each do |name, shown|
      error = assert_raises(TypeError) { Marshal.load("\x04\bI#{name}\x06:\a@aT") }
      assert_equal "can't override instance variable of #{shown}", error.message
    end
    error = assert_raises(TypeError) { Marshal.load("\x04\b[\ac\vObjectI@\x06\x06:\a@aT") }
    assert_equal "can't override instance variable of class 'Object'", error.message
    time = Time.utc(0)
    time.instance_variable_set(:@inside, [time])
    error = assert_raises(RuntimeError) { Marshal.dump(time) }
    assert_equal "can't dump recursive object using _dump()", error.message
    time.instance_variable_set(:@inside, [1])
    assert_equal [1], Marshal.load(Marshal.dump([time, time]))[1].instance_variable_get(:@inside)
  end

  def test_under_gc_stress
    objects = [Pair.new(1, "b" * 50), Own.new, Late.new, 1..2, "é", { 1 => 2.5 }]
    bytes = Marshal.dump(objects)
    GC.stress = true
    again = Marshal.dump(Marshal.load(bytes))
    GC.stress = false
    assert_equal objects[0], Marshal.load(again)[0]
  ensure
    GC.stress = false
  end
end
