require "test_helper"

# A thread that was killed while it read, and whose stream was closed then, ended with the stream's error.
class TestKilledThreadOfClosedStream < Minitest::Test
  def test_dies_quietly
    r, w = IO.pipe
    th = Thread.new { r.read(1) }
    th.report_on_exception = false
    Thread.pass until th.stop?
    th.kill
    r.close
    assert_nil th.value
  ensure
    w.close
  end
end
