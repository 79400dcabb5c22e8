require "test_helper"

# Answers that operators and small methods take without the general call, at the edges of what they take.
class TestOperatorShortcuts < Minitest::Test
  def test_integer_bits
    [0, 1, -1, 5, -6, (1 << 62) - 1, -(1 << 62), 1 << 62, -(1 << 80)].each do |n|
      [-5, -1, 0, 1, 2, 61, 62, 63, 64, 200, 1 << 61].each do |bit|
        assert_equal bit < 0 ? 0 : (n >> [bit, 10_000].min) & 1, n[bit], [n, bit].inspect
      end
      assert_equal (n >> 1) & 7, n[1, 3]
      assert_equal (n >> 1) & 7, n[1..3]
    end
    assert_raises(TypeError) { 3[nil] }
    assert_equal 1, 3[0.9]
  end

  def test_powers
    (-12..12).each do |n|
      (0..70).each { |e| assert_equal Array.new(e, n).inject(1) { |x, y| x * y }, n**e, [n, e].inspect }
    end
    assert_equal 2**61, 1 << 61
    assert_equal 2**62, 1 << 62
    assert_equal(-(1 << 62), (-2)**62 * -1)
    assert_equal (-2)**63, -(1 << 63)
    assert_equal 3037000500**2, 9223372037000250000
    assert_equal Rational(1, 8), 2**-3
  end

  def test_append_in_place
    [Encoding::UTF_8, Encoding::UTF_16LE, Encoding::US_ASCII, Encoding::BINARY].each do |enc|
      s = String.new(capacity: 5000, encoding: enc)
      part = "ab".encode(enc)
      400.times { s << part }
      assert_equal ("ab" * 400).encode(enc), s
      assert s.valid_encoding?
      t = s.dup
      s << part
      assert_equal 400 * part.bytesize, t.bytesize
      s << s
      assert_equal 802 * part.bytesize, s.bytesize
      assert_raises(FrozenError) { s.freeze << part }
    end
    s = +"a" * 300
    s << "b" << "é"
    refute s.ascii_only?
    s << "\xff"
    refute s.valid_encoding?
    assert_equal 304, s.bytesize
  end

  def test_newarray_max_redefined
    ask = ->(a, b) { [[a, b].max, [a, b].min] }
    assert_equal [3, 1], ask.(1, 3)
    GC.start
    assert_equal [3, 1], ask.(1, 3)
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-W0", "-e", <<~'RUBY'], &:read)
      def ask(a, b) = [a, b].max
      p ask(1, 2)
      class Array; def max = :own; end
      p ask(1, 2)
    RUBY
    assert_equal "2\n:own\n", out
  end

  class Version
    include Comparable
    attr_reader :n
    def initialize(n) = @n = n
    def <=>(other) = other.is_a?(Version) ? n <=> other.n : nil
  end

  def test_comparable
    a, b, c = [1, 2, 3].map { |n| Version.new(n) }
    assert_equal [true, false, b, c, a], [b.between?(a, c), a.between?(b, c), a.clamp(b, c), c.clamp(a, c), a.clamp(a, b)]
    assert_equal [2, 5, 1.5, "b"], [2.clamp(1, 3), 9.clamp(1, 5), 1.5.clamp(1, 2), "a".clamp("b", "c")]
    assert_raises(ArgumentError) { 1.clamp("a", "b") }
    assert_raises(ArgumentError) { a.clamp(1, 2) }
    assert_equal "comparison of Float with 1 failed", assert_raises(ArgumentError) { Float::NAN.clamp(1, 2) }.message
  end

  def test_equality_of_objects
    same = ->(x, y) { x == y }
    o = Object.new
    3.times { assert same.(o, o); refute same.(o, Object.new) }
    k = Class.new { def ==(other) = other == 7 }
    own = k.new
    assert same.(own, 7)
    refute same.(o, 7)
    o.define_singleton_method(:==) { |_| true }
    assert same.(o, 7)
    k.undef_method(:==)
    assert_raises(NoMethodError) { same.(own, 7) }
  end

  def test_ivars_named_ahead
    k = Class.new do
      def initialize(more) = (@a0 = 0; rest; extra if more)
      def rest = 40.times { |i| instance_variable_set("@r#{i}", i) } || (@b1 = @b2 = @b3 = 1)
      def extra = @z = 1
    end
    objects = [k.new(false), k.new(true), Class.new(k).new(true)]
    assert_equal [41, 42, 42], objects.map { |o| o.instance_variables.size }
    GC.start
    objects.each { |o| assert_equal 39, o.instance_variable_get(:@r39) }
  end

  def test_class_variables_found_before
    k = Class.new
    m = Module.new { class_variable_set(:@@z, 1) }
    2.times { assert_raises(NameError) { k.class_variable_get(:@@z) } }
    k.include(m)
    sub = Class.new(k)
    2.times { assert_equal [1, 1], [k.class_variable_get(:@@z), sub.class_variable_get(:@@z)] }
    sub.class_variable_set(:@@z, 5)
    assert_equal 5, m.class_variable_get(:@@z)
    sub.class_variable_set(:@@y, 2)
    2.times { assert_equal 2, sub.class_variable_get(:@@y) }
    k.class_variable_set(:@@y, 3)
    assert_raises(RuntimeError) { sub.class_variable_get(:@@y) }
    k.remove_class_variable(:@@y)
    assert_equal 2, sub.class_variable_get(:@@y)
    sub.remove_class_variable(:@@y)
    assert_raises(NameError) { sub.class_variable_get(:@@y) }
    above = Module.new { class_variable_set(:@@z, 7) }
    m.include(above)
    assert_equal 5, m.class_variable_get(:@@z) rescue assert_kind_of RuntimeError, $!
    200.times { c = Class.new { class_variable_set(:@@n, object_id) }; assert_equal c.object_id, c.class_variable_get(:@@n) }
    GC.start
    200.times { assert_raises(NameError) { Class.new.class_variable_get(:@@n) } }
  end

  def test_default_procs
    h = Hash.new { |hash, key| hash[key] = key * 2 }
    assert_equal [2, 2, { 1 => 2 }], [h[1], h[1], h]
    l = Hash.new(&->(hash, key) { [hash.size, key] })
    assert_equal [0, :k], l[:k]
    assert_raises(KeyError) { Hash.new { raise KeyError }[0] }
    out = Hash.new { |_, key| break key }
    assert_raises(LocalJumpError) { out[3] }
    own = Class.new(Hash) { def default(key) = [:own, key] }.new
    assert_equal [:own, 9], own[9]
  end
end
