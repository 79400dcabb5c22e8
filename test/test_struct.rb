# test_struct.rb - Struct and Data (struct.c, struct/data.c): every size, old structs with young members.
require_relative "lib/table_test"

class TestStruct < Minitest::Test
  TableTest.define(self, "struct") do |source|
    capture_io { @answer = TableTest.without_places(TableTest.answer(source)) }
    @answer
  end

  def test_any_number_of_members
    [0, 1, 2, 3, 10, 11, 50, 126, 127, 128, 200].each do |n|
      names = Array.new(n) { |i| :"m#{i}" }
      s = Struct.new(*names).new(*0...n)
      assert_equal (0...n).to_a, s.to_a
      names.each_with_index { |m, i| assert_equal i, s[m]; s[m] = i.to_s; assert_equal i.to_s, s.public_send(m) }
      assert_equal s, s.dup
      GC.start
      assert_equal (0...n).map(&:to_s), s.dup.to_a
    end
  end

  def test_members_survive_collection
    klass = Struct.new(:a, :b)
    list = Array.new(500) { |i| klass.new("a#{i}", ["b#{i}"]) }
    3.times { GC.start }
    list.each_with_index { |s, i| s.b = "new#{i}" }
    3.times { GC.start(full_mark: false) }
    list.each_with_index { |s, i| assert_equal ["a#{i}", "new#{i}"], s.to_a }
  end

  def test_data
    point = Data.define(:x, :y) { def +(o) = with(x: x + o.x, y: y + o.y) }
    assert_equal point.new(4, 6), point.new(1, 2) + point.new(x: 3, y: 4)
    assert point.new(1, 2).frozen?
    assert_equal 1, { point.new(1, 2) => 1 }[point.new(1, 2)]
    assert_raises(NoMethodError) { point.new(1, 2).instance_eval { self.x = 1 } }
  end
end
