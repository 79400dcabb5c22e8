require "test_helper"

# A signal that came between the look at the interrupts and the system call was lost, and with it Thread#kill.
class TestThreadKillBeforeSystemCall < Minitest::Test
  def test_kill
    IO.pipe do |r, _w|
      100.times do
        thread = Thread.new { r.read }
        Thread.pass until thread.stop?
        thread.kill
        assert thread.join(300)
      end
    end
  end
end
