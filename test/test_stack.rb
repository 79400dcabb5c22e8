# test_stack.rb - the end of the stack by every road: SystemStackError, and the program goes on (vm/stack.c, vm/throw.c).
require_relative "lib/test_helper"

class TestStack < Minitest::Test
  DEPTH = 200_000 # enough for any stack we have, and of nothing that needs much time

  def nested_array = (1..DEPTH).inject([]) { |inner, _| [inner] }
  def nested_hash = (1..DEPTH).inject({}) { |inner, _| { 1 => inner } }
  def ruby(n) = ruby(n + 1)
  def through_block(n) = [2, 1].sort { |*| through_block(n + 1) }
  def through_c(n) = send(:through_c, n + 1)
  def by_eval(n) = eval("by_eval(n + 1)")
  def method_missing(name, *args) = name == :no_such_method ? no_such_method(*args) : super
  def respond_to_missing?(*) = false

  class Endless
    def to_s = "#{self}"
    def inspect = [self].inspect
    def <=>(other) = self > other
    def coerce(other) = [self, self]
    def +(other) = 1 + self
    include Comparable
  end

  ROADS = {
    ruby: ->(t) { t.ruby(0) }, through_block: ->(t) { t.through_block(0) }, through_c: ->(t) { t.through_c(0) }, by_eval: ->(t) { t.by_eval(0) },
    missing: ->(t) { t.no_such_method }, to_s: ->(_) { Endless.new.to_s }, inspect: ->(_) { Endless.new.inspect },
    compare: ->(_) { Endless.new > 1 }, coerce: ->(_) { 1 + Endless.new }, proc: ->(_) { pr = proc { pr.call }; pr.call },
    array_inspect: ->(t) { t.nested_array.inspect }, array_hash: ->(t) { t.nested_array.hash }, array_equal: ->(t) { t.nested_array == t.nested_array },
    array_join: ->(t) { t.nested_array.join }, hash_inspect: ->(t) { t.nested_hash.inspect }, hash_hash: ->(t) { t.nested_hash.hash },
    dump: ->(t) { Marshal.dump(t.nested_array) }, load: ->(_) { Marshal.load("\x04\b" + "[\x06" * DEPTH + "0") },
    default: ->(_) { Hash.new { |h, k| h[k + 1] }[0] }, source: ->(_) { eval("1" + ".abs" * 100_000) }
  }

  def assert_overflows(road)
    assert_raises(SystemStackError, road.to_s) { ROADS[road].call(self) }
    assert_equal 6, [1, 2, 3].sum, road
  end

  ROADS.each_key do |road|
    define_method("test_#{road}_main") { 2.times { assert_overflows(road) } }
    define_method("test_#{road}_thread") { Thread.new { 2.times { assert_overflows(road) } }.join }
    define_method("test_#{road}_fiber") { Fiber.new { 2.times { assert_overflows(road) } }.resume }
  end

  def test_guard_closes_again
    deep = nested_array
    [-> { 30.times { assert_raises(SystemStackError) { deep.hash } } }].each do |work|
      work.call
      Thread.new(&work).join
      Fiber.new(&work).resume
    end
  end

  def test_message_and_backtrace
    e = assert_raises(SystemStackError) { ruby(0) }
    assert_equal "stack level too deep", e.message
    assert_operator e.backtrace.length, :>, 100
  end

  def test_deep_source
    assert_raises(SyntaxError) { RubyVM::InstructionSequence.compile("-" * 20_000 + "1") }
    Thread.new { assert_raises(SyntaxError, SystemStackError) { RubyVM::InstructionSequence.compile('"#{' * 3000 + '}"' * 3000) } }.join
    assert_equal 1, eval("1 " + "if 1 " * 500)
  end

  def test_ensure_runs
    runs = 0
    deep = lambda do
      deep.call
    ensure
      runs += 1
    end
    assert_raises(SystemStackError) { deep.call }
    assert_operator runs, :>, 100
  end
end
