# test_hash.rb - the two forms of a Hash (hash.c, hash/table.c) against a model; the methods are ruby/spec's.
require_relative "lib/test_helper"

class TestHash < Minitest::Test
  class Key
    attr_reader :n
    def initialize(n, hash = n) = (@n, @hash = n, hash)
    def hash = @hash
    def eql?(other) = other.is_a?(Key) && other.n == n
  end

  # Pairs in insertion order, searched one by one.
  class Model
    attr_reader :pairs
    def initialize = @pairs = []
    def []=(k, v)
      if (p = @pairs.find { |q| q[0].eql?(k) }) then p[1] = v else @pairs << [k, v] end
    end
    def [](k) = (p = @pairs.find { |q| q[0].eql?(k) }) && p[1]
    def delete(k) = (i = @pairs.index { |q| q[0].eql?(k) }) && @pairs.delete_at(i)[1]
  end

  def check(keys, steps)
    h, m, x = {}, Model.new, 7
    steps.times do |i|
      x = (x * 1_103_515_245 + 12_345) & 0x7fffffff
      k = keys[(x >> 8) % keys.size]
      case (x >> 4) % 8
      when 0..3 then h[k] = m[k] = i
      when 4, 5 then assert_operator m.delete(k), :==, h.delete(k)
      else assert_operator m[k], :==, h[k]
      end
      assert_equal m.pairs, h.to_a if i % 50 == 0
    end
    assert_equal m.pairs, h.to_a
    assert_equal m.pairs.size, h.size
  end

  def test_small_and_large_against_model
    [3, 5, 9, 20, 40, 120].each do |n|
      check((0...n).to_a, 1500)
      check((0...n).map { |i| "key #{i}" }, 1500)
      check((0...n).map { |i| :"key#{i}" }, 800)
      check((0...n).map { |i| Key.new(i) }, 800)
      check((0...n).map { |i| Key.new(i, 1) }, 800) # all collide
      check((0...n).map { |i| [i, [i.to_s]] }, 500)
      check((0...n).map { |i| i + 0.5 }, 500)
    end
  end

  def test_growth_keeps_order
    h = {}
    5000.times { |i| h["k#{i}"] = i }
    assert_equal (0...5000).to_a, h.values
    (0...5000).step(2) { |i| h.delete("k#{i}") }
    assert_equal (1...5000).step(2).to_a, h.values
    5000.times { |i| h["n#{i}"] = i }
    assert_equal "k1", h.keys.first
    assert_equal "n4999", h.keys.last
  end

  def test_queue
    h = {}
    30_000.times do |i|
      h[i] = i
      assert_equal [i - 100, i - 100], h.shift if i >= 100
    end
    assert_equal 100, h.size
  end

  def test_iteration_with_deletion
    [3, 7, 20, 100].each do |n|
      h = (0...n).to_h { |i| [i, i] }
      seen = []
      h.each { |k, _| seen << k; h.delete(k); h.delete(k + 1) }
      assert_equal (0...n).step(2).to_a, seen
      assert_empty h
      h[1] = 2
      assert_equal({ 1 => 2 }, h)
    end
  end

  def test_iteration_refuses_new_keys_at_any_depth
    h = { a: 1, b: 2 }
    deep = lambda do |n|
      next assert_raises(RuntimeError) { h[:c] = 1 } if n == 0
      h.each { deep.(n - 1); break }
    end
    [1, 2, 62, 63, 64, 65, 100].each(&deep)
    h[:c] = 3
    assert_equal 3, h.size
  end

  def test_iteration_ends_however_it_ends
    h = { a: 1 }
    h.each { break }
    catch(:x) { h.each { throw :x } }
    h.each { raise "x" } rescue nil
    h[:b] = 2
    assert_equal 2, h.size
  end

  def test_default_in_every_form
    [0, 1, 2, 3, 4, 8].each do |n|
      h = (0...n).to_h { |i| [i, i] }
      h.default = 5
      assert_equal 5, h[:none]
      assert_equal (0...n).to_a, h.keys
      10.times { |i| h[i] = i }
      assert_equal 5, h[:none]
      h.default = nil
      assert_nil h[:none]
    end
    h = Hash.new { |hash, k| hash[k] = k * 2 }
    20.times { |i| assert_equal i * 2, h[i] }
    assert_equal 20, h.size
  end

  def test_copies_are_independent
    [2, 3, 5, 50].each do |n|
      h = (0...n).to_h { |i| [i, "v#{i}"] }
      d = h.dup
      h[0] = :changed
      h.delete(1)
      assert_equal "v0", d[0]
      assert_equal n, d.size
      d[:new] = 1
      refute h.key?(:new)
    end
  end

  def test_identity
    a, b = +"x", +"x"
    h = {}.compare_by_identity
    20.times { |i| h[+"k"] = i }
    h[a] = 1
    assert_nil h[b]
    assert_equal 1, h[a]
    assert_equal 21, h.size
    refute_equal h, h.to_a.to_h
  end

  def test_key_that_changes_the_hash_while_it_is_compared
    h = {}
    evil = Class.new do
      define_method(:hash) { 1 }
      define_method(:eql?) { |_| h.clear; 10.times { |i| h[i] = i }; false }
    end
    h[evil.new] = 1
    begin
      h[evil.new] = 2
    rescue RuntimeError
      nil # CRuby notices and gives up
    end
    assert_operator h.size, :>=, 10
  end

  def test_numbers_and_their_like
    assert_equal 1, { 0.0 => 1 }[-0.0]
    assert_nil({ 1 => 1 }[1.0])
    assert_equal 1, { 2**70 => 1 }[2**70]
    assert_equal [1].hash, [1].hash
    refute_equal [1].hash, [1.0].hash
    assert_equal({ a: 1, b: 2 }.hash, { b: 2, a: 1 }.hash)
  end

  def test_pairs_survive_collection
    h = {}
    3000.times { |i| h["key#{i}"] = "value#{i}"; h.delete("key#{i - 200}") }
    s = { "a#{1}" => "b#{1}" }
    GC.start
    assert_equal 200, h.size
    h.each { |k, v| assert_equal k.delete("key"), v.delete("value") }
    assert_equal "b1", s["a1"]
  end

  # The last pair that is deleted takes a large table with it; the default stays, and so does the order of what comes after.
  def test_emptied_hash_gives_its_table_back
    require "objspace"
    [proc { |h, k| h.delete(k) }, proc { |h, _| h.shift }].each do |take|
      h = Hash.new { |_, k| k * 2 }
      1000.times { |i| h[i] = true }
      big = ObjectSpace.memsize_of(h)
      1000.times { |i| take.(h, i) }
      assert_operator ObjectSpace.memsize_of(h), :<, big / 10
      assert_equal 14, h[7]
      40.downto(1) { |i| h[i] = i }
      assert_equal 40.downto(1).to_a, h.keys
    end
    h = 100.times.to_h { |i| [i, i] }.compare_by_identity
    h.each_key { |k| h.delete(k) } # under way, the table stays
    assert_empty h
    assert_predicate h, :compare_by_identity?
  end

  # Mappings of more than a few MiB begin on a boundary of huge pages, and grow and shrink there (gc/malloc.c).
  def test_table_of_many_megabytes
    h = {}
    2_000_000.times { |i| h[i] = i }
    assert_equal [2_000_000, 1_999_999], [h.size, h[1_999_999]]
    1_900_000.times { |i| h.delete(i) }
    100.times { |i| h[-1 - i] = i }
    assert_equal 100_100, h.rehash.size
    assert_equal [1_900_000, 7], [h[1_900_000], h[-8]]
  end
end
