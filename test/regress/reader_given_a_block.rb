require "test_helper"

# A reader may be given a block, which it ignores, at a site of many receivers too.
class TestReaderGivenABlock < Minitest::Test
  class Reader
    attr_reader :a
    attr_writer :b
    def initialize = @a = 1
  end
  Pair = Struct.new(:a)
  OTHERS = Array.new(9) { |i| Class.new { define_method(:a) { i + 10 } } }

  def read(o) = o.a { :ignored }
  def sent(o) = o.send(:a) { :ignored }
  def written(o) = (o.public_send(:b=, 3) { :ignored })

  def test_many_receivers
    6.times do
      objects = [Reader.new, Class.new(Reader).new, Pair.new(2), Class.new(Reader) { @x = 1 }.new, *OTHERS.map(&:new)]
      objects[1].instance_variable_set(:@c, 0)
      expected = [1, 1, 2, 1, *10..18]
      assert_equal expected, objects.map { |o| read(o) }
      assert_equal expected, objects.map { |o| sent(o) }
    end
    assert_equal 3, written(Reader.new)
    assert_raises(ArgumentError) { Reader.new.a(1) { 2 } }
  end
end
