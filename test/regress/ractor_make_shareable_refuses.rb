require "test_helper"
require "stringio"

# Ractor.make_shareable accepted every object that C made, and refused files.
class TestRactorMakeShareableRefuses < Minitest::Test
  def refused
    [Mutex.new, Queue.new, ConditionVariable.new, StringIO.new, [1].each, (1..3).step(2), Random.new, binding, ObjectSpace::WeakMap.new,
     Fiber.new { }, File.stat("."), TracePoint.new(:line) { }, caller_locations(0, 1)[0]]
  end

  def test_refused
    refused.each do |object|
      error = assert_raises(Ractor::Error) { Ractor.make_shareable([object]) }
      assert_equal "can not make shareable object for #{object.inspect}", error.message
      refute object.frozen?
      refute Ractor.shareable?(object)
    end
  end

  def test_refused_frozen
    refute Ractor.shareable?(Mutex.new.freeze)
    refute Ractor.shareable?([Mutex.new].freeze)
  end

  def test_method_of_an_unshareable_object
    method = Object.new.method(:to_s)
    error = assert_raises(Ractor::Error) { Ractor.make_shareable(method) }
    assert_equal "can not make shareable object for #{method.inspect} because it refers unshareable objects", error.message
  end

  def test_accepted
    File.open(__FILE__) do |file|
      [Time.now, Set[""], 1.method(:+), String.instance_method(:upcase), /a/.match("a".dup), Encoding::UTF_8, Ractor.current,
       RubyVM::InstructionSequence.compile("1"), RuntimeError.new([]), Ractor::Port.new, file].each do |object|
        assert_same object, Ractor.make_shareable(object)
        assert Ractor.shareable?(object)
      end
    end
  end
end
