# test_array.rb - layout, growth and sharing of Array (array.c) against a model; the methods are ruby/spec's.
require_relative "lib/test_helper"

class TestArray < Minitest::Test
  SIZES = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 126, 127, 128, 129, 200, 1000].freeze

  # Few, a small part of many, and a large part: three ways to draw, the last by a copy.
  def test_sample_draws_each_element_once
    [[10, 3], [11, 11], [1000, 11], [5000, 12], [5000, 300], [5000, 5000], [5000, 9999]].each do |size, count|
      from = Array.new(size) { |i| "s#{i}" }
      drawn = from.sample(count, random: Random.new(size + count))
      assert_equal [count, size].min, drawn.size
      assert_equal drawn.size, drawn.uniq.size
      assert_empty drawn - from
      assert_equal drawn, from.sample(count, random: Random.new(size + count))
      assert_equal Array.new(size) { |i| "s#{i}" }, from
    end
    shrinking = Array.new(100) { |i| i }
    random = Object.new
    random.define_singleton_method(:rand) { |n| shrinking.clear; n - 1 }
    assert_equal [99, 0, 1], shrinking.sample(50, random: random).first(3)
  end

  # CRuby's draws for a seed, whichever way they are made.
  def test_sample_of_a_seed
    from = (0...100_000).to_a
    [[100, 4945337, 225730797], [1000, 49236254, 24647640487], [12499, 623171476, 3903033329958], [12500, 623227385, 3903732136549]].each do |count, sum, weighted|
      drawn = from.sample(count, random: Random.new(3))
      assert_equal [sum, weighted], [drawn.sum, drawn.each_with_index.sum { |v, i| v * i }]
    end
  end

  # A range counts in full, with nil for what is past the end; one that begins before the first element is an error.
  def test_values_at_ranges_past_the_end
    SIZES.each do |n|
      a = Array.new(n) { |i| i }
      [0..2, 0...0, 1..n, n..n + 1, n + 1..n + 2, 0..n + 5].each do |range|
        assert_equal [7, *range.map { |i| a[i] }, 7], [7, *a.values_at(range), 7], "#{n}: #{range}"
      end
      assert_equal [*a, a.first, *a], a.values_at(0...n, 0, 0...n)
      assert_equal a.last(2), a.values_at(-2..-1) if n >= 2
      assert_raises(RangeError) { a.values_at(-n - 1..2) }
    end
  end

  def test_literals_of_every_size_hold_their_elements
    SIZES.each { |n| assert_equal n, Array.new(n) { |i| i }.each_with_index.count { |v, i| v == i } }
  end

  def test_growth_keeps_order
    SIZES.each do |n|
      a = (0...n).to_a
      300.times { |i| a << n + i }
      assert_equal (0...n + 300).to_a, a
    end
  end

  def test_shift_then_everything_else
    SIZES.each do |n|
      next if n < 4
      a = (0...n).to_a
      2.times { a.shift }
      b = a.dup
      a.unshift(-1)
      a.push(n)
      assert_equal [-1, *2...n, n], a
      assert_equal (2...n).to_a, b
      a.clear
      assert_equal [], a
      assert_equal n - 2, b.size
    end
  end

  def test_queue_stays_small_and_right
    q = []
    20_000.times do |i|
      q.push(i)
      assert_equal i - 500, q.shift if i >= 500
    end
    assert_equal (19_500...20_000).to_a, q
  end

  def test_deque_against_model
    rng = 12_345
    a, front, back = [], 0, 0 # a holds front...back
    20_000.times do
      rng = (rng * 1_103_515_245 + 12_345) & 0x7fffffff
      case (rng >> 16) % 5
      when 0, 1 then a.push(back); back += 1
      when 2 then a.unshift(front - 1); front -= 1
      when 3
        assert_equal front, a.shift if front < back
        front += 1 if front < back
      when 4
        assert_equal back - 1, a.pop if front < back
        back -= 1 if front < back
      end
    end
    assert_equal (front...back).to_a, a
  end

  def test_shared_copies_do_not_see_each_other
    a = (0...1000).to_a
    copies = [a.dup, a[0, 500], a[500..], a.first(300), a.last(300), a.take(700), a.drop(700)]
    expected = copies.map { |c| c.inject(:+) }
    a[0] = :changed
    a.push(:more)
    a.shift(10)
    assert_equal expected, copies.map { |c| c.inject(:+) }
    copies.each_with_index { |c, i| c[0] = i }
    assert_equal (0..6).to_a, copies.map(&:first)
    assert_equal 991, a.size
  end

  def test_splice_against_model
    rng = 99
    a = (0...50).to_a
    3000.times do |step|
      rng = (rng * 1_103_515_245 + 12_345) & 0x7fffffff
      at, len, n = (rng >> 4) % (a.size + 2), (rng >> 10) % 6, (rng >> 14) % 6
      values = Array.new(n) { |i| step * 10 + i }
      model = []
      i = 0
      while i < at
        model << (i < a.size ? a[i] : nil)
        i += 1
      end
      model.push(*values)
      (at + len...a.size).each { |k| model << a[k] }
      a[at, len] = values
      assert_equal model, a
      a = a.first(100)
    end
  end

  def test_own_elements_as_values
    a = [1, 2, 3]
    a[1, 1] = a
    assert_equal [1, 1, 2, 3, 3], a
    a.concat(a, a)
    assert_equal 15, a.size
    a.push(*a)
    assert_equal 30, a.size
  end

  def test_block_that_changes_the_receiver
    a = (0...200).to_a
    seen = []
    a.each { |v| seen << v; a.clear if v == 10 }
    assert_equal (0..10).to_a, seen
    a = (0...200).to_a
    assert_equal 11, a.map { |v| a.clear if v == 10; v }.size
    a = [3, 1, 2]
    assert_equal [1, 2, 3], a.sort { |x, y| a.clear; x <=> y }
  end

  def test_elements_survive_collection
    a = []
    2000.times { |i| a << "s#{i}"; a.shift if a.size > 150 }
    b = a.dup
    GC.start
    assert_equal (1850...2000).map { |i| "s#{i}" }, b
    b.shift(50)
    a = nil
    GC.start
    assert_equal "s1900", b.first
  end
end
