require "test_helper"

# Arrays and formats that change under the method at work.  Expected: CRuby 4.0.1.
class TestArrayChangedUnderTheMethod < Minitest::Test
  def test_join_asks_the_first_object_twice
    calls = 0
    o = Object.new
    o.define_singleton_method(:to_str) { calls += 1; "z" }
    assert_equal ["azz", 3], [["a", o, o].join, calls]
    calls = 0
    assert_equal ["1z", 1], [[1, o].join, calls]
    holder = Struct.new(:ary).new
    def holder.to_str = (ary[2] = [0, 1, 2]; "z")
    holder.ary = ["a", "b", "c", holder]
    assert_equal "ab012z", holder.ary.join
    endless = Object.new
    def endless.to_ary = [self]
    assert_equal "recursive array join", assert_raises(ArgumentError) { [endless].join }.message
  end

  def test_pack_format
    format = "c" * 100
    o = Object.new
    o.define_singleton_method(:to_int) { format.replace(""); 1 }
    assert_equal "format string modified", assert_raises(RuntimeError) { [o, 1].pack(format) }.message
  end

  def test_sample
    a = (0...100).to_a
    shrink = Object.new
    shrink.define_singleton_method(:rand) { |max| a.replace([]); max / 2 }
    assert_equal [[], nil], [a.sample(2, random: shrink), a.sample(random: shrink)]
    assert_equal [50, 0, 51, 2, 52], (0...100).to_a.sample(11, random: Object.new.tap { |r| def r.rand(max) = max / 2 }).first(5)
    assert_equal [50, 49, 51, 48, 52], (0...100).to_a.sample(10, random: Object.new.tap { |r| def r.rand(max) = max / 2 }).first(5)
  end

  def test_equality_redefined
    code = "class Integer; def ==(o) = true; end; p [1].include?(3), [[1, 2].count(9), [1].index(7), [[1]] == [[2]]]"
    assert_equal "true\n[2, 0, true]\n", IO.popen([RbConfig.ruby, "-e", code], &:read)
    assert_equal "true\n[2, 0, true]\n", IO.popen([RbConfig.ruby, "-e", code.sub("p [1]", "x = [1]; p x")], &:read)
  end

  # zip takes as many elements as the receiver had; with a block it takes those that are there when their turn comes.
  def test_zip_with_a_receiver_that_grows
    a = [1, 2, 3]
    assert_equal [[1, 1], [2, 1], [3, 1]], a.zip(Enumerator.new { |y| 3.times { a << 1; y << 1 } })
    a = [1, 2, 3]
    rows = []
    a.zip([4, 5, 6]) { |row| rows << row; a << 9 if a.size < 5 }
    assert_equal [[1, 4], [2, 5], [3, 6], [9, nil], [9, nil]], rows
  end
end
