# break, next and redo in a class body end the loop or block around it; a return from a Proc made there ends the lambda around it.
require "minitest/autorun"

class TestJumpsOutOfClassBodies < Minitest::Test
  def value(text) = eval(text, TOPLEVEL_BINDING.dup)

  def test_loops
    assert_equal 7, value("while true; class ::JC; break 7; end; end")
    assert_equal [1, 2, 3], value("a = []; i = 0; while i < 3; i += 1; class ::JC; a = 1; next 5; end if i; end; [1, 2, i]")
    assert_equal 8, value("while true; class ::JC; [1].each { break 7 }; break 8; end; end")
    assert_equal 4, value("n = 0; while n < 1; n += 1; class ::JC; $redone = ($redone || 0) + 1; redo if $redone < 4; end; end; $redone")
  end

  def test_blocks
    assert_equal 7, value("[1, 2].each { |v| class ::JC; break 7; end; 3 }")
    assert_equal [7, 7, 7], value("(1..3).map { |v| class ::JC; next 7; end; 3 }")
    assert_equal 4, value("3.times { class ::JC; x = class ::JD; break 4; end; 1 / 0; end }")
    assert_equal [9, 4, 4], value("[1, 2, 3].map { |v| class ::JC; module ::JM; next 4 if $again; $again = 1; 9; end; end }")
  end

  def test_ensure_runs
    assert_equal [5, 1], value("$ran = 0; x = while true; class ::JC; begin; break 5; ensure; $ran += 1; end; end; end; [x, $ran]")
  end

  def test_return_from_procs
    assert_equal :ng, value("lambda { class ::JC; class ::JD; proc { return :ng }.call; end; end }.call")
    assert_equal 5, value("lambda { 1.times { class ::JC; proc { return 5 }.call; end; 1 }; 2 }.call")
    assert_raises(LocalJumpError) { value("class ::JC; proc { return 5 }.call; end") }
    assert_raises(LocalJumpError) { value("1.times { class ::JC; proc { return 5 }.call; end }") }
    assert_raises(LocalJumpError) { value("pr = proc { return }; lambda { pr.call }.call") }
  end
end
