require "test_helper"

# The NameError of Module#autoload had a name, from which Zeitwerk took a String where it wants its own Symbol.
class TestAutoloadRefusedName < Minitest::Test
  def test_name
    ["Foo-bar", :"Foo-bar"].each do |name|
      error = assert_raises(NameError) { Module.new.autoload(name, "x") }
      assert_nil error.name
      assert_equal "autoload must be constant name: Foo-bar", error.message
    end
  end
end
