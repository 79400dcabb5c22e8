# break, return and exceptions that end frames of native code: what goes on afterwards, in native code or at a handler.
require_relative "lib/test_helper"

class TestJitThrows < Minitest::Test
  LIST = [1, 2, 3, 4].freeze

  def find(list, wanted)
    list.each { |x| return x * 10 if x == wanted }
    nil
  end

  def nested(list, wanted)
    list.each { |x| list.each { |y| list.each { |z| return [x, y, z] if x + y + z == wanted } } }
    :none
  end

  def stop(list) = list.each { |x| break x + 100 if x == 3 }

  def test_return_from_a_block
    60.times do
      assert_equal [10, 30, nil], [find(LIST, 1), find(LIST, 3), find(LIST, 9)]
      assert_equal [[1, 1, 1], [1, 2, 4], :none], [nested(LIST, 3), nested(LIST, 7), nested(LIST, 99)]
      assert_equal [103, [1]], [stop(LIST), stop([1])]
    end
  end

  # The frames below go on with what they had.
  def sum_of_found(n)
    total = 0
    n.times do |i|
      a = i + 1
      total += find(LIST, i % 5) || a
      total -= a
    end
    total
  end

  def test_the_caller_goes_on
    assert_equal Array.new(300) { |i| (find(LIST, i % 5) || i + 1) - i - 1 }.sum, sum_of_found(300)
  end

  def deep(n, &block) = n.zero? ? block.call : deep(n - 1) { return [:deep, n] if n == 3; block.call }

  def test_return_through_many_frames
    50.times { assert_equal [:deep, 3], deep(20) { :bottom } }
    50.times { assert_equal :bottom, deep(2) { :bottom } }
  end

  def by_send(list, wanted) = list.send(:each) { |x| return [x, list.size] if x == wanted }
  def each_of(*lists) = lists.each { |l| l.each { |x| yield x } }
  def by_splat(lists, wanted) = each_of(*lists) { |x| return [x, lists.size] if x == wanted }
  def method_missing(name, *list, &block) = name == :each_missing ? list.each(&block) : super
  def respond_to_missing?(...) = true
  def by_missing(wanted) = each_missing(1, 2, 3) { |x| break [x, wanted] if x == wanted }

  # Frames that C, or a body with machine stack of its own, has called lie between.
  def test_return_through_frames_of_every_form
    60.times do |i|
      found = [by_send(LIST, 2), by_splat([[5], LIST], 4), by_missing(3), by_send(LIST, 7)]
      assert_equal [[2, 4], [4, 2], [3, 3], LIST], found
      assert_equal i, [i].map { |x| deep(5) { find(LIST, 1) } && x }[0]
    end
  end

  def sum_below(n, m) = n.zero? ? 0 : (find(LIST, n % 5) || 0) + sum_below(n - 1, m) + [m].sum

  def test_the_machine_stack_is_as_before
    expected = (1..200).sum { |n| find(LIST, n % 5) || 0 } + 200 * 7
    3.times { assert_equal expected, sum_below(200, 7) }
  end

  def with_ensure(log, list)
    list.each do |x|
      begin
        list.each { |y| return [x, y] if x + y == 5 }
      ensure
        log << x
      end
    end
  ensure
    log << :method
  end

  def test_ensure_on_the_way
    50.times do
      log = []
      assert_equal [1, 4], with_ensure(log, LIST)
      assert_equal [1, :method], log
      log = []
      assert_equal [1], with_ensure(log, [1])
      assert_equal [1, :method], log
    end
  end

  def break_through_ensure(log)
    r = LIST.each do |x|
      begin
        LIST.each { |y| break y if y == x + 1 } and next
      ensure
        log << x
        break [:broken, x] if x == 3
      end
    end
    [r, log.size]
  end

  def test_break_in_an_ensure
    50.times { assert_equal [[:broken, 3], 3], break_through_ensure([]) }
  end

  Error = Class.new(StandardError)
  def fail_at(x, at) = x == at ? raise(Error, "at #{x}") : x

  def rescued(at)
    LIST.each { |x| fail_at(x, at) }
    :fine
  rescue Error => e
    [e.message, find(LIST, 2)]
  end

  def retried
    tries = 0
    begin
      LIST.each { |x| raise Error if (tries += 1) < 7; return [x, tries] }
    rescue Error
      retry
    end
  end

  def test_exceptions
    50.times do
      assert_equal ["at 3", 20], rescued(3)
      assert_equal :fine, rescued(9)
      assert_equal [1, 7], retried
    end
  end

  def raise_again(list)
    list.each do |x|
      begin
        list.each { |y| raise Error, "#{x}#{y}" if y == 2 }
      rescue Error => e
        raise if x == 3
        find(list, x)
      end
    end
  rescue Error => e
    e.message
  end

  def test_raised_again
    50.times { assert_equal "32", raise_again(LIST) }
  end

  class Made
    attr_reader :found

    def initialize(list)
      list.each do |x|
        @found = x
        return if x == 2
      end
      @found = :all
    end
  end

  def test_return_in_initialize
    50.times { assert_equal [2, :all], [Made.new(LIST).found, Made.new([1]).found] }
  end

  define_method(:defined) { |list| list.each { |x| next unless x == 2; return x }; :none }
  LAMBDA = ->(list) { list.each { |x| return x if x == 3 }; :none }

  def test_lambdas_and_define_method
    50.times do
      assert_equal [2, :none], [defined(LIST), defined([])]
      assert_equal [3, :none], [LAMBDA.(LIST), LAMBDA.([])]
    end
  end

  def captured(list)
    kept = []
    list.each do |x|
      y = x * 2
      kept << -> { y += 1 }
      return kept if x == 3
    end
  end

  def test_frames_that_were_captured
    40.times { assert_equal [3, 5, 7], captured(LIST).map(&:call) }
  end

  def catches(n) = catch(:out) { LIST.each { |x| LIST.each { |y| throw :out, [x, y] if x * y == n } }; nil }

  def test_catch
    50.times { assert_equal [[2, 3], nil], [catches(6), catches(100)] }
  end

  def loops(n)
    i = 0
    found = loop do
      i += 1
      break i if find(LIST, i % 7) == 40
      raise StopIteration if i > n
    end
    [found, i]
  end

  def whiles(n)
    i = 0
    i += 1 while LIST.each { |x| break false if i == n } 
    i
  end

  def test_loops
    40.times { assert_equal [4, 4], loops(100) }
    40.times { assert_equal 200, whiles(200) }
  end

  def sees(binding_wanted)
    LIST.each do |x|
      b = binding if binding_wanted
      return [x, b&.local_variables&.include?(:x)] if x == 2
    end
  end

  def test_binding_in_the_block
    40.times { assert_equal [[2, nil], [2, true]], [sees(false), sees(true)] }
  end

  def in_fiber = Fiber.new { LIST.each { |x| Fiber.yield(x); find(LIST, x) }; :end }

  def test_fibers
    20.times do
      f = in_fiber
      assert_equal [1, 2, 3, 4, :end], Array.new(5) { f.resume }
    end
  end

  def test_tracing_in_between
    code = <<~RUBY
      def find(list, w) = list.each { |x| return x if x == w }
      def outer(list) = list.map { |x| find(list, x) }
      60.times { outer([1, 2, 3]) }
      seen = []
      trace = TracePoint.new(:return, :b_return) { |t| seen << [t.event, t.method_id] if t.path == __FILE__ || t.path == "-e" }
      trace.enable { outer([1, 2]) }
      p seen.size, outer([1, 2])
    RUBY
    plain, native = ["0", "call-threshold=1"].map { |o| IO.popen([{ "RUBY_JIT" => o }, RbConfig.ruby, "--disable=gems", "-e", code], &:read) }
    assert_equal plain, native
    assert_match(/\n\[1, 2\]\n\z/, native)
  end

  def test_native_code_comes_back_after_tracing
    skip_without_jit
    code = <<~RUBY
      def hot(x) = x + 1
      def count(n) = (i = 0; i = hot(i) while i < n; i)
      count(1000)
      TracePoint.new(:call, :c_call) {}.enable(target: ENV["TARGET"] && method(:hot)) {}
      p count(ENV["TURNS"].to_i)
    RUBY
    [nil, "1"].each do |target|
      versions = %w[1 1000000].map do |turns|
        env = { "RUBY_JIT" => "call-threshold=1 loop-threshold=1 stats", "TURNS" => turns, "TARGET" => target }
        IO.popen([env, RbConfig.ruby, "--disable=gems", "-e", code, err: [:child, :out]], &:read)[/(\d+) versions/, 1].to_i
      end
      assert_operator versions[1], :>, versions[0], target ? "a target" : "all code"
    end
  end

  def test_collections_while_frames_are_ended
    code = <<~RUBY
      def find(list, w) = list.each { |x| s = "a\#{x}"; return [s, x.to_s] if x == w }
      def guarded(list) = list.each { |x| begin; list.each { |y| return [x.to_s, y.to_s] if y == 2 }; ensure; GC.start; end }
      100.times { find([1, 2, 3], 2); guarded([1, 2]) }
      GC.stress = true
      3.times { p find([1, 2, 3], 3), guarded([1, 2]) }
    RUBY
    out = IO.popen([{ "RUBY_JIT" => "call-threshold=1" }, RbConfig.ruby, "--disable=gems", "-e", code], &:read)
    assert_equal "[\"a3\", \"3\"]\n[\"1\", \"2\"]\n" * 3, out
  end
end
