# A site with very many receivers goes on finding the right method while the table that such sites share grows, when methods change, and
# when classes die (internal/vm/shared_sites.h, SHARE-1 to SHARE-3).
require "minitest/autorun"

class SharedSitesGrow < Minitest::Test
  def ask(o) = o.answer
  def named(o) = o.public_send(:answer)

  def make(count, from = 0)
    Array.new(count) do |i|
      n = from + i
      Class.new { define_method(:unused) {}; class_eval("def answer = #{n}") }.new
    end
  end

  def test_more_receivers_than_the_first_table_holds
    objects = make(6000)
    3.times { assert_equal((0...6000).to_a, objects.map { |o| ask(o) }) }
    assert_equal((0...6000).to_a, objects.map { |o| named(o) })
  end

  def test_a_method_changes_after_the_table_has_grown
    objects = make(6000)
    2.times { objects.each { |o| ask(o) } }
    objects.each_slice(100) { |o,| o.class.class_eval("def answer = -1") }
    expected = Array.new(6000) { |i| i % 100 == 0 ? -1 : i }
    assert_equal expected, objects.map { |o| ask(o) }
    objects.each_slice(500) { |o,| o.instance_eval("def answer = -2") }
    assert_equal(-2, ask(objects[0]))
    assert_equal 1, ask(objects[1])
  end

  def test_classes_die
    3.times do |round|
      assert_equal((round * 10_000...round * 10_000 + 3000).to_a, make(3000, round * 10_000).map { |o| ask(o) })
      GC.start
    end
  end
end
