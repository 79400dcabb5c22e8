require "test_helper"

# A trapped signal ended the sleep of the main thread.
class TestSleepEndedByTrap < Minitest::Test
  def test_sleeps_on
    out = IO.popen([RbConfig.ruby, "--disable-gems", "-e", <<~'RUBY'], &:read)
      trap(:USR1) { $seen = true }
      Thread.new { sleep 0.1; Process.kill(:USR1, $$) }
      from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      sleep 0.5
      p $seen, Process.clock_gettime(Process::CLOCK_MONOTONIC) - from >= 0.5
    RUBY
    assert_equal "true\ntrue\n", out
  end
end
