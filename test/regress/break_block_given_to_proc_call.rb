require "test_helper"

# `break` in a block that Proc#call was given ends that call, wherever the Proc's &block parameter went.  Expected: CRuby 4.0.1.
class TestBreakBlockGivenToProcCall < Minitest::Test
  def run_block = yield

  def test_each_way_to_call_a_proc
    [->(&b) { b.call }, proc { |&b| b.call }, ->(&b) { run_block(&b) }, ->(&b) { [1].each(&b) }].each do |callee|
      assert_equal :left, (callee.call { break :left })
      assert_equal :left, (callee.() { break :left })
      assert_equal :left, (callee.yield { break :left })
      assert_equal :left, (callee.__send__(:call) { break :left })
    end
  end

  def test_a_call_that_ended_has_no_break
    kept = nil
    ->(&b) { kept = b }.call { break :left }
    error = assert_raises(LocalJumpError) { kept.call }
    assert_equal "break from proc-closure", error.message
  end

  def test_ensure_runs_on_the_way
    log = []
    value = ->(&b) { begin; b.call; ensure; log << :ensured; end }.call { break log << :block }
    assert_equal %i[block ensured], value
  end
end
