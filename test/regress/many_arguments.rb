require "test_helper"

# What a splat held was laid out on the value stack: a million arguments did not fit, in a fiber not sixteen thousand.
class TestManyArguments < Minitest::Test
  N = 1_000_000
  BIG = Array.new(N, 7).freeze

  def rest(*all) = all.size
  def after_two(a, b, *all, z) = [a, b, all.size, z]
  def keywords(*all, k: 1, **more) = [all.size, k, more]
  def block(*all, &given) = given.call(*all)
  def optional(a, b = 2) = [a, b]

  class Missing
    def method_missing(name, *all, **more) = [name, all.size, more]
    def respond_to_missing?(*) = true
  end
  class Made
    attr_reader :given
    def initialize(*all, **more) = @given = [all.size, more]
  end
  class Above
    def many(*all, k: 0) = [all.size, k]
  end
  class Below < Above
    def many(*all, k: 0) = super
  end
  class Explicit < Above
    def many(*all, k: 0) = super(1, *all, k: k)
  end

  WAYS = {
    push: -> { [].push(*BIG).size }, push_one: -> { [].push(1, *BIG).size }, max: -> { [BIG.max, [1].push(*BIG, 2).max] },
    rest: -> { new(nil).rest(*BIG) }, after_two: -> { new(nil).after_two(*BIG, 9) },
    keywords: -> { new(nil).keywords(*BIG, k: 2, z: 3) }, keyword_splat: -> { new(nil).keywords(1, *BIG, **{k: 4, y: 5}) },
    block: -> { new(nil).block(*BIG) { |*all| all.size } }, proc: -> { proc { |a, *all| [a, all.size] }.call(*BIG) },
    lambda: -> { lambda { |*all| all.size }.(*BIG) }, yield: -> { [1].each { |x| return_many(*BIG) } },
    method: -> { new(nil).method(:rest).call(*BIG) }, unbound: -> { instance_method(:rest).bind_call(new(nil), *BIG) },
    send: -> { new(nil).send(:rest, *BIG) }, send_all: -> { new(nil).send(*[:rest, *BIG]) },
    send_keywords: -> { new(nil).public_send(*[:keywords, *BIG], k: 8) }, missing: -> { Missing.new.foo(*BIG, k: 1) },
    missing_sent: -> { Missing.new.public_send("no_such_#{1}", *BIG) }, new: -> { Made.new(*BIG, k: 1).given },
    zsuper: -> { Below.new.many(*BIG, k: 2) }, super: -> { Explicit.new.many(*BIG, k: 3) },
    symbol: -> { :push.to_proc.call([], *BIG).size }, thread: -> { Thread.new(*BIG) { |*all| all.size }.value },
    fiber: -> { Fiber.new { |*all| all.size }.resume(*BIG) }, fiber_yield: -> { f = Fiber.new { |*a| Fiber.yield(*a).size }; [f.resume(*BIG).size, f.resume(*[BIG])] },
    instance_exec: -> { 1.instance_exec(*BIG) { |*all| all.size + self } }, curry: -> { proc { |*all| all.size }.curry.(*BIG) },
    define_method: -> { Class.new { define_method(:many) { |*all| all.size } }.new.many(*BIG) },
    ifunc: -> { BIG.each_slice(N).map { |a| [].push(*a).size } }, struct: -> { Struct.new(:a).new(*BIG) }, arity: -> { new(nil).optional(*BIG) },
    compare: -> { [1, 2].min(*BIG) }, interpolated: -> { format("%d", *BIG) }, each_with: -> { {a: 1}.dig(*BIG) },
  }

  EXPECTED = {
    push: N, push_one: N + 1, max: [7, 7], rest: N, after_two: [7, 7, N - 2, 9], keywords: [N, 2, {z: 3}], keyword_splat: [N + 1, 4, {y: 5}],
    block: N, proc: [7, N - 1], lambda: N, yield: [1], method: N, unbound: N, send: N, send_all: N, send_keywords: [N, 8, {}],
    missing: [:foo, N, {k: 1}], missing_sent: [:no_such_1, N, {}], new: [N, {k: 1}], zsuper: [N, 2], super: [N + 1, 3], symbol: N,
    thread: N, fiber: N, fiber_yield: [N, N], instance_exec: N + 1, curry: N, define_method: N, ifunc: [N],
    struct: "struct size differs", arity: "wrong number of arguments (given #{N}, expected 1..2)",
    compare: "wrong number of arguments (given #{N}, expected 0..1)", interpolated: "7", each_with: nil,
  }

  def self.return_many(*all) = all.size

  def answer(way)
    TestManyArguments.instance_exec(&WAYS[way])
  rescue ArgumentError => e
    e.message
  end

  WAYS.each_key do |way|
    define_method("test_#{way}") do
      expected = EXPECTED.fetch(way)
      if expected.nil? then assert_nil answer(way)
      else assert_equal expected, answer(way), way
      end
    end
    define_method("test_#{way}_in_fiber") do
      here = Fiber.new { answer(way) }.resume
      EXPECTED[way].nil? ? assert_nil(here) : assert_equal(EXPECTED[way], here, way)
    end
  end

  def test_literal_arguments
    assert_equal 70_001, eval("rest(#{"1, " * 70_000}2)")
    assert_equal [7, 7, 69_998, 2], eval("after_two(#{"7, " * 70_000}2)")
    assert_equal [2000, 3, {}], eval("keywords(#{"1, " * 2000}k: 3)")
    assert_equal 40_001, Fiber.new { eval("rest(#{"1, " * 40_000}2)") }.resume
  end

  def test_pack_count_too_large
    %w[H h].each { |d| assert_raises(ArgumentError, d) { ["1"].pack("#{d}9223372036854775807") } }
    assert_raises(ArgumentError) { ["1"].pack("A9223372036854775807") }
    assert_equal [10_001, 5_000, 10_001], %w[A10001 H10000 x10000A].map { |f| ["1"].pack(f).size }
  end
end
