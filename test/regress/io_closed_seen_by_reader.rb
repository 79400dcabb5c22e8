require "test_helper"

# A thread that another one drives out of a read by closing the stream sees that the stream is closed, however soon it looks.
class TestIoClosedSeenByReader < Minitest::Test
  def test_reader_sees_closed_stream
    20.times do
      closed = nil
      ready = Thread::Queue.new
      IO.pipe do |r, w|
        reader = Thread.new do
          ready << true
          assert_raises(IOError) { r.gets }
        ensure
          closed = r.closed?
        end
        ready.pop
        Thread.pass until reader.stop?
        r.close
        reader.join
        assert_equal true, closed
        refute_predicate w, :closed?
      end
    end
  end
end
