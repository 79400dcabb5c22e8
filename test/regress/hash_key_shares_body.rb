require "test_helper"

# An unfrozen String that became a key of a Hash was copied whole.
class TestHashKeySharesBody < Minitest::Test
  def test_shared_body
    text = "k" * 1_000_000
    before = GC.stat(:malloc_increase_bytes)
    h = {}
    GC.disable
    h[text] = 1
    assert_operator GC.stat(:malloc_increase_bytes) - before, :<, 100_000
    text << "more"
    assert_equal [1_000_000, 1_000_004], [h.keys[0].size, text.size]
    assert_equal 1, h["k" * 1_000_000]
  ensure
    GC.enable
  end
end
