# test_weakmap.rb - ObjectSpace::WeakMap and ObjectSpace::WeakKeyMap (objspace/weakmap.c).
require_relative "lib/test_helper"

class TestWeakMap < Minitest::Test
  def setup
    @m = ObjectSpace::WeakMap.new
    @k, @v = "key".dup, "value".dup
  end

  def deep(n, &b) = n.zero? ? b.call : deep(n - 1, &b)

  def test_identity
    assert_equal @v, @m[@k] = @v
    assert_same @v, @m[@k]
    assert_nil @m["key".dup]
    assert @m.key?(@k) && @m.include?(@k) && @m.member?(@k)
    refute @m.key?("key".dup)
    @m[1] = 2
    @m[:a] = nil
    assert_equal [2, nil], [@m[1], @m[:a]]
    assert_equal [3, 3], [@m.size, @m.length]
  end

  def test_order_and_iteration
    keys = (0...10).map { "k#{_1}" }
    keys.each_with_index { |k, i| @m[k] = i }
    assert_equal keys, @m.keys
    assert_equal (0...10).to_a, @m.values
    seen = []
    assert_same @m, @m.each { |k, v| seen << [k, v] }
    assert_equal keys.zip(0...10), seen
    assert_equal keys, [].tap { |a| @m.each_key { a << _1 } }
    assert_equal 45, @m.each_value { } && @m.values.sum
    assert_equal "no block given", assert_raises(LocalJumpError) { @m.each }.message
    assert_equal 10, @m.count
  end

  def test_adding_while_iterating
    5.times { @m[it] = it }
    @m.each { |k, v| 100.times { |i| @m[100 + i] = i } }
    assert_equal 105, @m.size
  end

  def test_delete
    @m[@k] = @v
    assert_same @v, @m.delete(@k)
    assert_nil @m.delete(@k)
    assert_equal [@k], @m.delete(@k) { |x| [x] }
    1000.times { |i| @m[i] = i; @m.delete(i) }
    assert_equal 0, @m.size
  end

  def test_inspect
    assert_match(/\A#<ObjectSpace::WeakMap:0x\h{16}>\z/, @m.inspect)
    @m[@k] = @v
    @m[1] = :b
    assert_match(/\A#<ObjectSpace::WeakMap:0x\h{16}: #<String:0x\h+> => #<String:0x\h+>, 1 => :b>\z/, @m.inspect)
  end

  def test_forgets_the_dead
    deep(20) { 1000.times { |i| @m["k#{i}"] = "v#{i}" } }
    @m[@k] = @v
    3.times { GC.start }
    assert_operator @m.size, :<=, 20
    assert_same @v, @m[@k]
  end
end

class TestWeakKeyMap < Minitest::Test
  def setup
    @m = ObjectSpace::WeakKeyMap.new
    @k = "key".dup
  end

  def deep(n, &b) = n.zero? ? b.call : deep(n - 1, &b)

  def test_equality
    @m[@k] = 1
    assert_equal 1, @m["key"]
    assert_same @k, @m.getkey("key")
    assert @m.key?("key")
    assert_nil @m["other"]
    assert_nil @m.getkey("other")
    a = [1, 2]
    @m[a] = :array
    assert_equal :array, @m[[1, 2]]
    assert_match(/\A#<ObjectSpace::WeakKeyMap:0x\h{16} size=2>\z/, @m.inspect)
  end

  def test_keys_must_be_collectable
    [1, :a, nil, true, 1.0, 2**70, 1e300, "dyn#{1}".to_sym].each do |k|
      e = assert_raises(ArgumentError) { @m[k] = 1 }
      assert_equal "WeakKeyMap keys must be garbage collectable", e.message
      assert_nil @m[k]
    end
    assert_raises(NoMethodError) { @m[BasicObject.new] = 1 }
  end

  def test_delete_and_clear
    @m[@k] = 1
    assert_equal 1, @m.delete("key")
    assert_nil @m.delete("key")
    assert_equal ["key"], @m.delete("key") { |x| [x] }
    @m[@k] = 2
    assert_same @m, @m.clear
    assert_nil @m[@k]
  end

  def test_many
    keys = (0...1000).map { "k#{_1}" }
    keys.each_with_index { |k, i| @m[k] = i }
    keys.each_with_index { |k, i| assert_equal i, @m[k.dup] }
    keys.each_slice(2) { |k, _| @m.delete(k) }
    assert_match(/size=500>/, @m.inspect)
  end

  def test_values_are_kept_keys_are_not
    keys = (0...100).map { |i| "k#{i}" }
    keys.each { |k| @m[k] = "value of #{k}" }
    deep(20) { 1000.times { |i| @m["dead#{i}"] = "v#{i}" } }
    3.times { GC.start }
    keys.each { |k| assert_equal "value of #{k}", @m[k] }
    assert_operator @m.inspect[/size=(\d+)/, 1].to_i, :<=, 120
  end
end
