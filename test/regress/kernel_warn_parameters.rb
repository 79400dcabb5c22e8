require "test_helper"

# Kernel#warn showed no parameters: prism 2.1 put a public method of its own before it, which objects with method_missing then had.
class TestKernelWarnParameters < Minitest::Test
  PARAMETERS = [[:rest, :msgs], [:key, :uplevel], [:key, :category]]

  def test_parameters
    assert_equal PARAMETERS, Kernel.instance_method(:warn).parameters
    assert_equal PARAMETERS, Kernel.method(:warn).parameters
    assert_equal(-1, Kernel.instance_method(:warn).arity)
    assert Kernel.private_method_defined?(:warn)
  end

  def level(n) = warn("x", uplevel: n)

  def test_uplevel
    _, err = capture_io { level(0); level(1) }
    assert_equal "#{__FILE__}:#{method(:level).source_location[1]}: warning: x\n#{__FILE__}:#{__LINE__ - 1}: warning: x\n", err
    assert_match(/negative level \(-1\)/, assert_raises(ArgumentError) { level(-1) }.message)
  end

  def test_messages
    _, err = capture_io { warn("a", ["b", [nil]], 1); Kernel.warn("c"); warn; warn("d", category: nil) }
    assert_equal "a\nb\n\n1\nc\nd\n", err
    assert_match(/unknown keyword: :other/, assert_raises(ArgumentError) { warn("a", other: 1) }.message)
    assert_raises(ArgumentError) { warn("a", category: :nothing) }
  end
end
