require "test_helper"

# Least, greatest and sorted over runs of one kind, of several, and with <=> redefined (object/compare.c).
class TestExtremes < Minitest::Test
  KINDS = {
    integers: [5, -3, 9, 9, 0, 7, -3],
    big: [1 << 62, -(1 << 62), 1 << 70, 3],
    floats: [1.5, -2.25, 0.0, 9.75, 9.75],
    odd_floats: [1e300, -0.0, 5e-324, -1e-300, Float::INFINITY],
    mixed: [1, 2.5, -3, 0.5, 2, 1 << 53, 9007199254740993, 1e16],
    strings: %w[b abcdefghi abcdefgh abcdefghj a aa aab abc abcd abcde zz] + ["", "\0", "a\0", "é", "\xff".b],
    rationals: [1r, 0.5, 2, 1/3r],
    symbols: %i[b a c],
  }

  def test_array_agrees_with_pairwise_comparison
    KINDS.each do |kind, list|
      20.times do |seed|
        a = list.shuffle(random: Random.new(seed))
        least = a.inject { |m, v| (v <=> m) < 0 ? v : m }
        most = a.inject { |m, v| (v <=> m) > 0 ? v : m }
        assert_same_value least, a.min, kind
        assert_same_value most, a.max, kind
        assert_equal [least, most], a.minmax, kind
        s = Set.new(a)
        assert_equal [least, most, [least, most]], [s.min, s.max, s.minmax], kind
        sorted = a.sort
        sorted.each_cons(2) { |x, y| assert_operator x <=> y, :<=, 0, kind }
        assert_equal sorted, a.sort_by { |x| x }, kind
        assert_equal a.map(&:hash).sort, sorted.map(&:hash).sort
      end
    end
  end

  def assert_same_value(x, y, kind) = assert(x.eql?(y), "#{kind}: #{x.inspect} #{y.inspect}")

  def test_first_of_equals
    a = [1, 1.0, 1r]
    assert_same a[0], a.max
    assert_same a[1], [0, a[1], 1].max
    s = ["ab", "ab".encode("US-ASCII"), "ab"]
    assert_same s[0], s.max
    assert_same s[0], s.min
  end

  def test_nan_and_unlike_raise
    assert_raises(ArgumentError) { [1, Float::NAN].max }
    assert_raises(ArgumentError) { [1.0, Float::NAN, 2].sort }
    assert_raises(ArgumentError) { [1, 2, "x"].min }
    assert_equal "comparison of Integer with String failed", assert_raises(ArgumentError) { ["x", 9].max }.message
  end

  def test_redefined
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-W0", "-e", <<~'RUBY'], &:read)
      class Integer; def <=>(o) = o.to_i > to_i ? 1 : -1; end
      p [1, 3, 2].max, [1, 3, 2].min, Set[1, 3, 2].max
    RUBY
    assert_equal "1\n3\n1\n", out
  end

  def test_operators_of_own_classes
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-W0", "-e", <<~'RUBY'], &:read)
      class Own; def !; :not; end; def nil?; :nil; end; def ==(o) = :eq; end
      def ask(o) = [!o, o.nil?, o == 1, o != 1]
      [Own.new, Object.new, nil, 1, [], "a"].each { |o| 3.times { ask(o) }; p ask(o) }
      class NilClass; def nil?; :redefined; end; end
      p ask(nil)
      class Object; def !; :anew; end; end
      p ask(Object.new), ask(3)
      class String; undef nil?; end
      begin; ask("a"); rescue NoMethodError; p :undefined; end
    RUBY
    expected = ["[:not, :nil, :eq, false]", "[false, false, false, true]", "[true, true, false, true]", "[false, false, true, false]",
                "[false, false, false, true]", "[false, false, false, true]", "[true, :redefined, false, true]",
                "[:anew, false, false, true]", "[:anew, false, false, true]", ":undefined"]
    assert_equal expected, out.lines(chomp: true)
  end

  def test_set_walks_are_iterations
    s = Set[1, 2, 3]
    assert_raises(RuntimeError) { s.each_with_index { |v, _| s << v + 10 } }
    own = Class.new(Set) { def each = yield(42) }
    assert_equal 42, own.new([1, 2]).min
    assert_equal [2, 4, 6], s.map { |v| v * 2 }
    assert_equal [[1, 0], [2, 1], [3, 2]], s.each_with_index.to_a
    assert_equal 2, s.find { |v| v > 1 }
  end

  def test_flatten_of_flat
    assert_nil [1, 2, nil].flatten!
    assert_raises(FrozenError) { [1].freeze.flatten! }
    a = [1, 2]
    refute_same a, a.flatten
    assert_equal Array, Class.new(Array).new([1]).flatten.class
  end
end
