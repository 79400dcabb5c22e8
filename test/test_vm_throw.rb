# test_vm_throw.rb - break, return, next, throw and exceptions (vm/throw.c): where each ends, which ensure clauses run on the way and in
# which order, what takes the place of what, and what is refused.
require_relative "lib/test_helper"

class TestVmThrow < Minitest::Test
  def text_of(klass = LocalJumpError, &) = assert_raises(klass, &).message

  def setup = @log = []

  def logged(name, value = nil)
    value = yield if block_given?
    value
  ensure
    @log << name
  end

  # ---- exceptions ----

  def test_the_innermost_clause_that_matches_rescues
    value = begin
      begin
        raise TypeError, "x"
      rescue ArgumentError
        :inner
      end
    rescue TypeError => error
      [:outer, error.message]
    end
    assert_equal [:outer, "x"], value
  end

  def test_else_runs_without_an_exception_and_is_not_protected
    run = ->(at) do
      logged(:ensure) do
        raise "body" if at == :body
        :body
      rescue
        :rescued
      else
        raise "else" if at == :else
        :else
      end
    end
    assert_equal [:rescued, :else], [run.(:body), run.(nil)]
    assert_equal "else", text_of(RuntimeError) { run.(:else) }
    assert_equal [:ensure] * 3, @log
  end

  def test_retry_starts_the_body_again
    tries = 0
    value = begin
      tries += 1
      raise "again" if tries < 4
      tries
    rescue
      retry
    end
    assert_equal 4, value
  end

  def test_what_is_rescued_may_be_computed
    list = [ArgumentError, TypeError]
    matcher = Module.new { def self.===(error) = error.message == "mine" }
    assert_equal [1, 2], [(begin; raise TypeError; rescue *list; 1; end), (begin; raise "mine"; rescue matcher; 2; end)]
    assert_equal "class or module required for rescue clause", text_of(TypeError) { begin; raise "x"; rescue "x"; end }
    assert_equal "exception class/object expected", text_of(TypeError) { raise 1 }
    assert_equal "exception object expected", text_of(TypeError) { raise Class.new { def self.exception(*) = 1 } }
  end

  def test_the_error_in_progress_is_the_cause_of_the_next
    error = assert_raises(TypeError) { begin; raise "first"; rescue; raise TypeError, "second"; end }
    assert_equal "first", error.cause.message
    error = assert_raises(TypeError) { begin; raise "first"; ensure; raise TypeError, "second"; end }
    assert_equal "first", error.cause.message
    error = assert_raises(RuntimeError) { begin; raise "first"; rescue => first; raise first; end }
    assert_nil error.cause
    error = assert_raises(TypeError) { begin; raise "first"; rescue; raise TypeError, "x", cause: nil; end }
    assert_nil error.cause
  end

  def test_the_error_variable_ends_with_its_clause
    begin
      raise "x"
    rescue
      inner = $!.message
      begin; raise "y"; rescue; end
      again = $!.message
    end
    assert_equal ["x", "x", nil], [inner, again, $!]
    seen = nil
    begin; begin; raise "z"; ensure; seen = $!.message; end; rescue; end
    assert_equal ["z", nil], [seen, $!]
  end

  # ---- ensure ----

  def leave_by_return = logged(:outer) { logged(:inner) { return :returned } }

  def test_ensure_clauses_run_from_the_inside_out
    assert_equal :returned, leave_by_return
    assert_equal %i[inner outer], @log
    @log.clear
    assert_equal "x", text_of(RuntimeError) { logged(1) { logged(2) { logged(3) { raise "x" } } } }
    assert_equal [3, 2, 1], @log
  end

  def return_in_ensure
    raise "lost"
  ensure
    return :kept
  end

  def return_replaced
    return 1
  ensure
    return 2
  end

  def raise_in_ensure
    return 1
  ensure
    raise "instead"
  end

  def ensure_value
    1
  ensure
    2
  end

  def test_a_jump_in_ensure_takes_the_place_of_the_one_under_way
    assert_equal [:kept, 2, 1], [return_in_ensure, return_replaced, ensure_value]
    assert_equal "instead", text_of(RuntimeError) { raise_in_ensure }
    assert_equal [5, nil], [[1].each { begin; raise "x"; ensure; break 5; end }, $!]
    assert_equal [[6, 6], nil], [[1, 2].map { begin; raise "x"; ensure; next 6; end }, $!]
    assert_equal 7, catch(:a) { begin; throw :a, 8; ensure; throw :a, 7; end }
  end

  def return_past_ensure = [1].each { begin; raise "x"; ensure; return :returned; end }

  def return_from_block_in_ensure
    raise "x"
  ensure
    [1].each { [2].each { return :block } }
  end

  def yield_in_ensure
    raise "x"
  ensure
    [1].each { yield }
  end

  def return_past_yield = yield_in_ensure { return :yielded }

  def test_a_block_that_ensure_yields_to_restores_the_error_variable
    assert_equal [:yielded, nil], [return_past_yield, $!]
    assert_equal [7, nil], [yield_in_ensure { break 7 }, $!]
  end

  def call_in_ensure(&block)
    raise "x"
  ensure
    block.call
  end

  def call_in_both(&block)
    begin
      raise "x"
    rescue
      raise "y"
    ensure
      block.call
    end
  ensure
    $!
  end

  def raise_twice_in_ensure(&block)
    begin
      begin
        raise "x"
      ensure
        raise "y"
      end
    ensure
      block.call
    end
  end

  def unmatched_in_ensure(&block)
    raise "x"
  rescue NoMethodError
    flunk
  ensure
    block.call
  end

  def break_in_ensure(&block)
    [1].each { break }
    begin
      return 1
    ensure
      block.call
    end
  end

  def eval_in_ensure
    raise "x"
  ensure
    eval("return 5")
  end

  CALLS_IN_ENSURE = %i[call_in_ensure call_in_both raise_twice_in_ensure unmatched_in_ensure break_in_ensure].freeze

  def test_a_block_called_in_ensure_restores_the_error_variable
    CALLS_IN_ENSURE.each do |name|
      assert_equal [7, nil], [send(name) { break 7 }, $!], name
      assert_equal [8, nil], [-> { send(name) { return 8 } }.call, $!], name
      assert_equal [9, nil], [catch(:a) { send(name) { throw :a, 9 } }, $!], name
    end
    assert_equal [5, nil], [eval_in_ensure, $!]
  end

  def test_a_block_called_in_ensure_restores_the_error_that_is_being_handled
    raise "outer"
  rescue => outer
    CALLS_IN_ENSURE.each do |name|
      assert_equal [7, outer], [send(name) { break 7 }, $!], name
      assert_equal [6, outer], [send(name) { begin; raise "z"; rescue; break 6; end }, $!], name
      assert_equal [8, outer], [-> { send(name) { return 8 } }.call, $!], name
    end
    assert_equal [5, outer], [eval_in_ensure, $!]
    begin
      call_in_ensure {}
    rescue => inner
      assert_equal ["x", outer], [inner.message, inner.cause]
    end
    assert_same outer, $!
    begin
      call_in_ensure { raise "z" }
    rescue => inner
      assert_equal ["z", "x", outer], [inner.message, inner.cause.message, inner.cause.cause]
    end
    assert_same outer, $!
  end

  def test_an_ensure_clause_left_in_a_fiber_or_thread_restores_its_error_variable
    assert_equal [7, nil], Fiber.new { [call_in_ensure { break 7 }, $!] }.resume
    assert_equal [7, nil], Thread.new { [call_in_ensure { break 7 }, $!] }.value
  end

  def test_a_jump_out_of_ensure_restores_the_error_variable
    assert_equal [5, nil], [[1].each { begin; begin; raise "x"; ensure; break 5; end; rescue; 6; end }, $!]
    assert_equal [:returned, nil], [return_past_ensure, $!]
    assert_equal [:block, nil], [return_from_block_in_ensure, $!]
    assert_equal [6, nil], [-> { begin; raise "x"; ensure; return 6; end }.call, $!]
    assert_equal [nil, nil], [catch(:a) { begin; raise "x"; ensure; throw :a; end }, $!]
    begin
      raise "outer"
    rescue
      [1].each { begin; raise "x"; ensure; break; end }
      assert_equal "outer", $!.message
      catch(:a) { begin; raise "x"; ensure; throw :a; end }
      assert_equal "outer", $!.message
    end
    code = make_proc { begin; raise "x"; ensure; break; end }
    error = assert_raises(LocalJumpError) { code.call }
    assert_equal ["break from proc-closure", "x"], [error.message, error.cause.message]
  end

  def test_a_return_waits_while_ensure_runs_blocks_and_errors
    value = lambda do
      return :first
    ensure
      [1, 2].each { |x| break if x == 1 }
      begin; raise "inside"; rescue; end
      catch(:x) { throw :x }
    end.call
    assert_equal :first, value
  end

  # ---- break ----

  def each_twice = [yield(1), yield(2)]

  def test_break_ends_the_call_that_was_given_the_block
    assert_equal [10, nil, [1, 2]], [each_twice { |x| break x * 10 }, each_twice { break }, each_twice { break 1, 2 }]
    assert_equal [:after], [each_twice { break :after }]
    assert_equal 3, [1, 2, 3].each { |x| [1].each { break }; break x if x == 3 }
    assert_equal [1, 2], [3, 4].each_with_index.map { |_, i| i + 1 }
  end

  def test_break_passes_methods_in_c_and_in_ruby
    assert_equal :c, [3, 1, 2].sort_by { break :c }
    assert_equal :c, {a: 1}.each { |k, v| break :c }
    assert_equal :c, 5.times { break :c }
    assert_equal :c, [1].each { [2].each { [3].each { } }; break :c }
    assert_equal :d, loop { loop { break }; break :d }
    assert_equal 3, logged(:b) { [1, 2, 3].inject { |a, b| break a + b } }
  end

  def test_break_from_while_is_a_value
    assert_equal [1, nil, nil], [(while true; break 1; end), (while true; break; end), (while false; end)]
    assert_equal 2, (while true; begin; break 2; ensure; @log << :e; end; end)
    assert_equal [:e], @log
    assert_equal [1, 3], [1, 2, 3].select { |x| next false if x == 2; true }
  end

  def test_break_from_a_lambda_ends_the_lambda
    assert_equal [5, 6], [-> { break 5 }.call, lambda { [1].each { break }; break 6 }.call]
    assert_equal 7, -> { logged(:l) { 0 }; break 7 }.()
  end

  def make_proc(&b) = b
  def yield_twice(a) = [yield, a]

  def test_break_from_a_proc_whose_call_has_ended_is_refused
    code = make_proc { break 1 }
    error = assert_raises(LocalJumpError) { code.call }
    assert_equal ["break from proc-closure", :break, 1], [error.message, error.reason, error.exit_value]
    assert_equal "break from proc-closure", text_of { yield_twice(1, &code) }
    assert_equal "break from proc-closure", text_of { proc { break }.call }
    assert_equal "break from proc-closure", Thread.new { text_of { code.call } }.value
    assert_equal "break from proc-closure", text_of { [1].each(&code) }
  end

  # ---- next and redo ----

  def test_next_ends_one_call_of_the_block
    assert_equal [[10, nil], [[1, 2], :x]], [each_twice { |x| next x * 10 if x == 1 }, each_twice { |x| x == 1 ? (next 1, 2) : :x }]
    assert_equal [:e, :e], each_twice { begin; next :v; ensure; @log << :e; end }.then { @log }
    assert_equal [2], [1].map { -> { next 2 }.call }
  end

  def test_redo_starts_the_block_again
    turns = 0
    assert_equal [3, 4], each_twice { turns += 1; redo if turns < 3; turns }
  end

  # ---- return ----

  def return_from_blocks = [1, 2].each { |x| [3, 4].each { |y| return [x, y] if y == 4 } }
  def return_several = (return 1, *[2, 3])
  def return_in_loop = loop { return :loop }
  def return_in_lambda = [-> { return 1 }.call, 2]
  def return_in_proc = [proc { return 1 }.call, 2]
  def return_in_lambda_block = [-> { [1].each { return 5 }; 6 }.call, 7]
  define_method(:return_in_bmethod) { [1].each { return :bmethod }; :not }

  def test_return_ends_the_method_or_the_innermost_lambda
    assert_equal [[1, 4], [1, 2, 3], :loop], [return_from_blocks, return_several, return_in_loop]
    assert_equal [[1, 2], 1, [5, 7], :bmethod], [return_in_lambda, return_in_proc, return_in_lambda_block, return_in_bmethod]
  end

  def returning_proc = proc { return 1 }

  def test_return_from_a_method_that_has_ended_is_refused
    error = assert_raises(LocalJumpError) { returning_proc.call }
    assert_equal ["unexpected return", :return, 1], [error.message, error.reason, error.exit_value]
    code = proc { return 1 }
    assert_equal "unexpected return", Thread.new { text_of { code.call } }.value
    assert_equal "unexpected return", Fiber.new { text_of { code.call } }.resume
    assert_equal "unexpected return", text_of { make_lambda_proc.call.call }
  end

  def make_lambda_proc = -> { proc { return 1 } }

  def test_return_passes_frames_of_c_and_their_ensures
    assert_equal 2, [1, 2].each { |x| logged(x) { }; break x if x == 2 }
    found = ->(list) { list.each_slice(1) { |(x)| logged(x) { return x if x == 2 } }; nil }
    @log.clear
    assert_equal [2, [1, 2]], [found.([1, 2, 3]), @log]
  end

  def test_return_at_the_top_level_ends_the_file
    assert_equal ["1\n", "", 0], run_ruby("puts 1; return; puts 2", "--disable-gems")
    assert_equal ["1\n2\n", "", 0], run_ruby("begin; puts 1; return; ensure; puts 2; end; puts 3", "--disable-gems")
    out, err, status = run_ruby("-> { [1].each { Object.new.instance_eval { return 1 } } }.call; puts 1; [1].each { return }; puts 2", "--disable-gems")
    assert_equal ["1\n", "", 0], [out, err, status]
    assert_match(/unexpected return \(LocalJumpError\)/, run_ruby("Thread.new { return }.join", "--disable-gems")[1])
    assert_match(/Invalid return in class\/module body/, run_ruby("class A; return; end", "--disable-gems")[1])
  end

  # ---- throw ----

  def test_throw_ends_the_catch_of_its_tag
    assert_equal [1, nil, :end], [catch(:a) { throw :a, 1 }, catch(:a) { throw :a }, catch(:a) { :end }]
    assert_equal 2, catch(:a) { catch(:b) { throw :a, 2 }; 3 }
    assert_equal [3, 4], [catch(:a) { catch(:a) { throw :a, 1 }; 3 }, catch { |tag| throw tag, 4 }]
    tag = "x"
    assert_equal 5, catch(tag) { throw tag, 5 }
    assert_equal 'uncaught throw "x"', text_of(UncaughtThrowError) { catch("x".dup) { throw "x".dup } }
  end

  def test_an_uncaught_throw_has_its_tag_and_value
    error = assert_raises(UncaughtThrowError) { throw :none, 5 }
    assert_equal ["uncaught throw :none", :none, 5, ArgumentError], [error.message, error.tag, error.value, error.class.superclass]
    assert_equal "uncaught throw :a", catch(:a) { Thread.new { text_of(UncaughtThrowError) { throw :a } }.value }
    assert_equal "uncaught throw :b", catch(:a) { begin; throw :b; rescue UncaughtThrowError => e; e.message; end }
    assert_equal "wrong number of arguments (given 0, expected 1..2)", text_of(ArgumentError) { throw }
  end

  def test_throw_runs_ensures_and_no_rescue
    value = catch(:a) { begin; logged(:e) { throw :a, 1 }; rescue Exception; :rescued; end }
    assert_equal [1, [:e]], [value, @log]
    assert_nil $!
  end

  # ---- deep and odd ----

  def deep(n, &block) = n == 0 ? block.call : logged(n) { deep(n - 1, &block) }

  def test_many_frames_end_at_once
    assert_equal "bottom", text_of(RuntimeError) { deep(500) { raise "bottom" } }
    assert_equal (1..500).to_a, @log
    @log.clear
    assert_equal :thrown, catch(:out) { deep(500) { throw :out, :thrown } }
    assert_equal 500, @log.size
    assert_equal :broken, deep(100) { break :broken }
  end

  def test_the_stack_error_may_be_rescued_and_comes_again
    endless = ->(n) { endless.(n + 1) }
    2.times { assert_equal "stack level too deep", text_of(SystemStackError) { endless.(0) } }
    ensured = 0
    recurse = ->() { begin; recurse.(); ensure; ensured += 1; end }
    assert_raises(SystemStackError) { recurse.() }
    assert_operator ensured, :>, 50
  end

  def test_the_values_below_the_call_are_kept
    assert_equal [1, 2, [3, :b, 4], 5], [1, 2, [3, [0].each { break :b }, 4], 5]
    assert_equal [1, :r, 2], [1, (begin; raise; rescue; :r; end), 2]
    assert_equal "a-r-b", "a-#{begin; raise; rescue; "r"; end}-b"
    assert_equal [1, :c, 3], [1, catch(:x) { [9, throw(:x, :c)] }, 3]
    assert_equal({a: 1, b: :k}, {a: 1, b: [0].each { break :k }})
  end

  def test_new_gives_the_object_whatever_its_initialize_returns_from
    klass = Class.new { attr_reader :a; def initialize = [1].each { |x| @a = x; return :ignored } }
    assert_equal [klass, 1], [klass.new.class, klass.new.a]
  end
end
