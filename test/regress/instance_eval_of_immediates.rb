# A text evaluated in an Integer or Symbol sees its class's constants and defines none; defined?(self.m) of a private m is nil.
require "minitest/autorun"

class TestInstanceEvalOfImmediates < Minitest::Test
  def test_constants
    Integer.const_set(:TextConst, 5)
    assert_equal 5, 1.instance_eval("TextConst")
    assert_equal "can't define singleton", assert_raises(TypeError) { 1.instance_eval("TextOther = 1") }.message
    refute Integer.const_defined?(:TextOther)
    assert_equal "can't define singleton", assert_raises(TypeError) { :a.instance_eval("def text_m; end") }.message
    nil.instance_eval("TextNil = 4")
    assert_equal 4, NilClass::TextNil
  end

  class Private
    def asks = [defined?(hidden), defined?(self.hidden), defined?(shown), defined?(self.shown), defined?(self.hidden = 1)]
    def shown = nil
    private attr_accessor :hidden
  end

  def test_defined_of_self
    assert_equal ["method", nil, "method", "method", nil], Private.new.asks
  end
end
