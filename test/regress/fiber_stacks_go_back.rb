require "test_helper"

# The value stack of an ended fiber waited for the fiber's object to be swept: thousands of mappings.
class TestFiberStacksGoBack < Minitest::Test
  def test_many_short_fibers
    before = File.foreach("/proc/self/maps").count
    2000.times { |i| assert_equal i + 1, Fiber.new { |x| x + 1 }.resume(i) }
    assert_operator File.foreach("/proc/self/maps").count - before, :<, 500
  end
end
