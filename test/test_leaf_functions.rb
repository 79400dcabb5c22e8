# test_leaf_functions.rb - leaf functions (method_set_leaf) answer what the method's own function answers, wherever they stop and the other begins.
require_relative "lib/test_helper"
require "set"

class TestLeafFunctions < Minitest::Test
  # Calls the block often enough for its sites to be linked, and returns the last answer.
  def warm(times = 40) = times.times.map { yield }.last

  def outcome
    yield
  rescue => e
    [e.class, e.message]
  end

  # One site, all receivers and arguments in turn: the leaf function misses now and then, and then for good.
  def test_getbyte_and_setbyte
    get = ->(s, i) { outcome { s.getbyte(i) } }
    indexes = [0, 2, -1, -3, 3, -4, 1.9, 2**64]
    expected = [97, 99, 99, 97, nil, nil, 98, [RangeError, "bignum too big to convert into 'long'"]]
    60.times { assert_equal expected, indexes.map { |i| get.("abc", i) } }
    set = ->(s, i, v) { outcome { s.setbyte(i, v) } }
    60.times do
      s = +"abc"
      assert_equal 65, set.(s, 0, 65)
      assert_equal 321, set.(s, -1, 321)
      assert_equal "AbA", s
      assert_equal [IndexError, "index 3 out of string"], set.(s, 3, 1)
      assert_equal [FrozenError, "can't modify frozen String: \"abc\""], set.("abc".freeze, 0, 65)
      assert_equal 1.5, set.(s, 1, 1.5)
      assert_equal "A\u0001A", s
    end
  end

  def test_setbyte_forgets_what_was_known_of_the_text
    20.times do
      s = +"abc"
      assert s.ascii_only?
      s.setbyte(1, 0xff)
      refute s.ascii_only?
      refute s.valid_encoding?
      long = "x" * 500
      part = long[0, 400]
      part.setbyte(0, 121)
      assert_equal "x", long[0]
      assert_equal "y", part[0]
    end
  end

  def test_classes
    ask = ->(v, k) { outcome { [v.is_a?(k), v.instance_of?(k)] } }
    60.times do
      assert_equal [true, true], ask.(1, Integer)
      assert_equal [true, false], ask.([], Enumerable)
      assert_equal [false, false], ask.("x", Integer)
      assert_equal [TypeError, "class or module required"], ask.("x", 1)
    end
    assert_equal [true, false], ask.(Class.new(String).new, String)
  end

  def test_hashes
    keys = [:a, "b", 1, nil, 2.0, 2**70, [1]]
    h = keys.to_h { |k| [k, k.inspect] }
    big = h.merge((100..200).to_h { |i| [i, i] })
    fetch = ->(hash, k) { outcome { [hash.fetch(k), hash.key?(k), hash.member?(k)] } }
    30.times do
      [h, big].each do |hash|
        keys.each { |k| assert_equal [k.inspect, true, true], fetch.(hash, k) }
        assert_equal [KeyError, "key not found: :z"], fetch.(hash, :z)
      end
    end
    identity = {}.compare_by_identity
    identity[key = +"k"] = 1
    20.times do
      assert identity.key?(key)
      refute identity.key?("k".dup)
    end
  end

  # A key of another class may be eql? to a String or a Symbol that has its hash: its method has to be called.
  def test_keys_with_an_eql_of_their_own
    log = []
    odd = Class.new do
      define_method(:initialize) { |like| @like = like }
      define_method(:hash) { @like.hash }
      define_method(:eql?) { |other| log << other; GC.start; @like.eql?(other) }
    end
    h = { odd.new("text") => 1 }
    (1..50).each { |i| h[i] = i }
    20.times { h.key?("text"); h.fetch("text", nil) }
    refute h.key?("text")
    assert_nil h[odd.new("text")]
    refute_empty log
  end

  def test_arrays
    list = [:a, "b", nil, 3]
    ask = ->(a, v) { outcome { a.include?(v) } }
    40.times do
      assert ask.(list, :a) && ask.(list, "b") && ask.(list, nil) && ask.(list, 3) && ask.(list, 3.0)
      refute ask.(list, :z) || ask.(list, "z") || ask.(list, 4)
    end
    called = 0
    same = Object.new
    same.define_singleton_method(:==) { |_| called += 1; true }
    40.times { assert ask.([1, same], 2) }
    assert_equal 40, called
    a = [1, 2, 3]
    assert_equal [3, 2, 1, nil, nil], 5.times.map { a.pop }
    assert_equal [FrozenError, "can't modify frozen Array: [1]"], warm { outcome { [1].freeze.pop } }
    assert_equal [nil, 1, 2], [warm { [].first }, warm { [1, 2].first }, warm { [1, 2].last }]
    assert_equal [1], warm { [1, 2].first(1) }
  end

  # 1 == "x" calls "x" == 1, which asks whether 1 responds to to_str.
  def test_an_integer_beside_a_string
    out, = run_ruby("ASKED = []; class Integer; def respond_to_missing?(name, all) = ASKED.push(name) && false; end; " \
                    "a = ->(l, v) { l.include?(v) }; 30.times { a.([1], 'x') }; p ASKED.size, ASKED.uniq")
    assert_equal "30\n[:to_str]\n", out
  end

  def test_redefined_equality
    assert_equal "true", run_ruby("a = ->(l, v) { l.include?(v) }; 40.times { a.([1], 2) }; class Integer; def ==(o) = true; end; p a.([1], 2)").first.chomp
  end

  def test_numbers
    f = ->(x) { outcome { [x.abs, x.to_i, x.to_f, x.zero?] } }
    30.times do
      assert_equal [1.5, -1, -1.5, false], f.(-1.5)
      assert_equal [1e300, (1e300).to_i, 1e300, false], f.(1e300)
      assert_equal [0.0, 0, 0.0, true], f.(-0.0)
      assert_equal [2**62, -(2**62), -(2.0**62), false], f.(-(2**62))
      assert_equal [4, 4, 4.0, false], f.(4)
      assert_equal FloatDomainError, f.(Float::NAN)[0]
    end
    cos = ->(x) { outcome { [Math.cos(x), Math.sqrt(x)] } }
    30.times do
      assert_equal [1.0, 0.0], cos.(0)
      assert_in_delta 0.5403, cos.(1.0)[0]
      assert_equal [Math::DomainError, "Numerical argument is out of domain - sqrt"], cos.(-1.0)
      assert_equal [TypeError, "can't convert String into Float"], cos.("1")
    end
  end

  def test_strings
    ask = ->(s, t) { outcome { [s.start_with?(t), s.end_with?(t)] } }
    30.times do
      assert_equal [true, false], ask.("abc", "ab")
      assert_equal [true, true], ask.("é", "é")
      assert_equal [true, false], ask.("abc", "ab".b)
      assert_equal TypeError, ask.("abc", 1)[0]
      assert_equal [Encoding::CompatibilityError, "incompatible character encodings: UTF-8 and BINARY (ASCII-8BIT)"], ask.("é", "\xff".b)
      assert_equal [97, 233, [ArgumentError, "empty string"]], ["a", "é", ""].map { |s| outcome { s.ord } }
    end
    sub = Class.new(String).new("x")
    30.times { assert_instance_of String, sub.to_s }
  end

  # C calls are seen by TracePoint whether or not a leaf function would answer.
  def test_traces
    ask = -> { "abc".getbyte(0) }
    30.times { ask.() }
    seen = []
    TracePoint.new(:c_call) { |t| seen << t.method_id }.enable { ask.() }
    assert_includes seen, :getbyte
  end
end
