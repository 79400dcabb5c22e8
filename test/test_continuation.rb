# test_continuation.rb - callcc: what CRuby 4.0.1 answers.
require_relative "lib/test_helper"
$VERBOSE, verbose = nil, $VERBOSE
require "continuation"
$VERBOSE = verbose

class TestContinuation < Minitest::Test
  def setup = sanitized? && skip("callcc is not there under AddressSanitizer: it copies machine stacks")

  Dumped = Struct.new(:asked) do
    def marshal_dump = (asked.(0); nil)
  end

  def test_values
    assert_equal [:ok, :ok, nil, [1, 2], 3], [callcc { :ok }, callcc { |c| c.call :ok; 1 }, callcc { |c| c.call }, callcc { |c| c.call(1, 2) }, callcc { |c| c[3] }]
    again = []
    again << callcc { |c| @k = c; :a }
    @k.call :b if again.size < 3
    assert_equal [:a, :b, :b], again
  end

  # Locals are not put back: blocks, ended methods and $~ see what was stored last.
  def test_locals_are_shared
    count, seen = 0, []
    [1, 2, 3].each { |i| callcc { |k| @k = k }; count += 1 }
    seen << count
    GC.start
    @k.call if count < 6
    assert_equal [3, 4, 5, 6], seen
  end

  def adds(x)
    add = -> { x += 1 }
    callcc { |k| @k = k }
    add.()
    x
  end

  def test_a_method_that_has_ended
    r = adds(1)
    GC.start
    @k.call if r < 9
    assert_equal 9, r
  end

  def test_out_of_an_iterator_and_back
    log = []
    r = callcc do |out|
      [1, 2, 3].each { |x| log << x; callcc { |k| @in = k; out.call(x) } if x == 2 }
      :end
    end
    log << r
    @in.call if r == 2
    assert_equal [1, 2, 2, 3, :end], log
  end

  def test_ensure_runs_each_time_it_is_passed
    times = 0
    begin
      callcc { |k| @k = k }
    ensure
      times += 1
    end
    @k.call if times < 3
    assert_equal 3, times
  end

  def test_refused
    k = callcc { |c| c }
    return if k == 1
    other = Thread.new { k.call(1) rescue $! }.value
    assert_equal [RuntimeError, "continuation called across threads"], [other.class, other.message]
    inner = Fiber.new { k.call(1) rescue $! }.resume
    assert_equal [RuntimeError, "continuation called across fiber"], [inner.class, inner.message]
    assert_raises(LocalJumpError) { callcc }
    assert_raises(NoMethodError) { Continuation.new }
  end

  def test_in_a_fiber
    seen = Fiber.new do
      n = 0
      callcc { |k| @k = k }
      n += 1
      Fiber.yield n
      @k.call if n < 3
      n * 10
    end
    assert_equal [1, 2, 3, 30], Array.new(4) { seen.resume }
  end

  # Functions in C that have ended say so.
  {
    combination: ->(y) { [1, 2, 3].combination(2, &y) }, permutation: ->(y) { [1, 2, 3].permutation(&y) },
    repeated_permutation: ->(y) { [1, 2].repeated_permutation(2, &y) }, repeated_combination: ->(y) { [1, 2].repeated_combination(2, &y) },
    product: ->(y) { [1, 2].product([3], &y) }, sort!: ->(y) { [3, 2, 1].sort! { |a, b| y.(0); a <=> b } },
    sort_by: ->(y) { o = Object.new; o.define_singleton_method(:<=>) { |_| y.(0); 0 }; [o, o].sort_by { |x| x } },
    flatten: ->(y) { o = Object.new; o.define_singleton_method(:to_ary) { y.(0); [1] }; [o, 2].flatten },
    marshal_dump: ->(y) { Marshal.dump(Dumped.new(y)) },
  }.each do |name, call|
    define_method(:"test_#{name}_reentered") do
      error = k = nil
      begin
        call.(->(*) { callcc { |c| k = c } unless k })
      rescue RuntimeError => error
      end
      k.call unless error
      assert_match(/reentered/, error.message)
    end
  end
end
