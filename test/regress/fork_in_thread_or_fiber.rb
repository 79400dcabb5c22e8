require "test_helper"

class TestForkInThreadOrFiber < Minitest::Test
  def run_ruby(source)
    IO.popen([RbConfig.ruby, "--disable-gems", "-e", source, err: [:child, :out]], &:read)
  end

  # The child took its only thread for one whose end is nobody's concern, and crashed.
  def test_exit_in_a_thread
    out = run_ruby("at_exit { puts 'end' if $$ != $me }; $me = $$; Thread.new { fork || exit(3); Process.wait; p $?.exitstatus }.join; $stdout.flush")
    assert_equal "end\n3\n", out
  end

  def test_end_of_a_thread
    assert_equal "0\n", run_ruby("Thread.new { pid = fork; (Process.wait(pid); p $?.exitstatus) if pid }.join")
  end

  def test_fiber_ends
    assert_equal "0\nafter\n", run_ruby("Fiber.new { pid = fork; (Process.wait(pid); p $?.exitstatus) if pid }.resume; puts 'after'")
  end

  # It yielded to the parent's program and ran on in it.
  def test_fiber_that_yields
    out = run_ruby("Fiber.new { Process.wait(fork { Fiber.yield }); p $?.exitstatus }.resume")
    assert_match(/attempt to yield on a not resumed fiber \(FiberError\)/, out)
    assert_equal "1", out.lines.last.chomp
  end
end
