require "test_helper"

# A constant's refused name, given as a String, is a Symbol in NameError#name if there is such a Symbol.
class TestNameErrorKnownSymbol < Minitest::Test
  KNOWN = :"Known-name"

  def test_known
    [-> { Object.const_get("Known-name") }, -> { Object.const_defined?("Known-name") }].each do |call|
      assert_equal KNOWN, assert_raises(NameError, &call).name
    end
  end

  def test_unknown
    name = ["not", "yet", "seen"].join("-")
    assert_equal name, assert_raises(NameError) { Object.const_get(name) }.name
  end
end
