# /#{x}/o: whoever comes second waits for the first; what raised is run again; what needs itself is kept by the outermost.
require "minitest/autorun"

class TestOnce < Minitest::Test
  def test_threads
    started = Queue.new
    f = proc { |c| /#{c.call}/o }
    first = Thread.new { f.call(proc { started << 1; sleep 0.05; "foo" }) }
    started.pop
    second = Thread.new { f.call(proc { "bar" }) }
    assert_equal [/foo/, /foo/], [first.value, second.value]
  end

  def test_raising
    g = proc { |c| /#{c.call}/o }
    assert_raises(RuntimeError) { g.call(proc { raise "x" }) }
    assert_equal [/ok/, /ok/], [g.call(proc { "ok" }), g.call(proc { "no" })]
  end

  def test_recursion
    h = proc { |n| /#{n > 0 ? h.call(n - 1).source + n.to_s : "z"}/o }
    assert_equal [/z12/, /z12/], [h.call(2), h.call(0)]
  end
end
