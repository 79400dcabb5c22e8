require "test_helper"

# Set's operators against the same by lists, for sets in a slot, in a table, by identity, and with objects whose eql? is Ruby.
class TestSetOperators < Minitest::Test
  Own = Struct.new(:n) do
    def hash = n % 3
    def eql?(other) = other.is_a?(Own) && n == other.n
  end

  def sets
    [0, 1, 3, 8, 9, 20, 40, 300].flat_map do |n|
      [->(i) { i * 7 }, ->(i) { "s#{i * 3}" }, ->(i) { i * 0.5 }, ->(i) { Own.new(i) }, ->(i) { i.even? ? i : :"y#{i}" }].flat_map do |make|
        [(0...n), (n / 2...n + n / 2), (n...2 * n)].map { |range| range.map(&make) }
      end
    end
  end

  def test_all_pairs
    lists = sets
    lists.each_slice(3) do |three|
      three.product(three) do |a, b|
        s = Set.new(a)
        [Set.new(b), b].each do |t|
          assert_equal a - b, (s - t).to_a
          assert_equal a | b, (s | t).to_a
          assert_equal (b & a), (s & t).to_a
          assert_equal (a - b) + (b - a), (s ^ t).to_a
          assert_equal !(a & b).empty?, s.intersect?(t)
        end
        t = Set.new(b)
        assert_equal (a - b).empty?, s <= t
        assert_equal a.sort_by(&:hash) == b.sort_by(&:hash), s == t
        assert_equal a, s.to_a
        assert_equal a, Set[*a].to_a
        assert_equal a | b, Set.new(a).merge(t).merge(b).to_a
      end
    end
  end

  def test_holes
    s = Set.new(1..50)
    (1..49).step(2) { |i| s.delete(i) }
    assert_equal 2.step(50, 2).to_a, s.to_a
    assert_equal [2, 4], (s & Set[4, 2, 3]).to_a.sort
    assert_equal 24, (s - Set[2]).size
    h = (1..50).to_h { |i| [i, -i] }
    (1..40).each { |i| h.delete(i) }
    assert_equal [(41..50).to_a, (-50..-41).to_a.reverse], [h.keys, h.values]
    small = { a: 1, b: 2, c: 3 }
    small.delete(:b)
    assert_equal [[:a, :c], [1, 3]], [small.keys, small.values]
  end

  def test_identity
    a, b = "x".dup, "x".dup
    s = Set.new.compare_by_identity.merge([a, b])
    assert_equal 2, s.size
    assert_equal 1, (s - [a]).size
    assert (s - Set[a]).compare_by_identity?
    assert_equal s, Set.new.compare_by_identity.merge([b, a])
    refute_equal s, Set["x"]
  end

  def test_recursive_and_reset
    s = Set[1]
    s << s
    t = Set[1]
    t << t
    assert_equal s.size, t.size
    lists = (1..20).map { |i| [i] }
    u = Set[*lists]
    lists.each { |list| list << 0 }
    refute lists.all? { |list| u.include?(list) } # one may be met by chance where it lay
    u.reset
    assert lists.all? { |list| u.include?(list) }
  end

  def test_changed_under_a_loop
    s = Set[1, 2]
    assert_raises(RuntimeError) { s.each { s.merge([3]) } }
    assert_raises(RuntimeError) { s.each { s.reset } }
  end
end
