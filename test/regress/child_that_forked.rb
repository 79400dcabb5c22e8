require "test_helper"

# What a process is that a fork made: in a fiber, and as the child of IO.popen("-").
class TestChildThatForked < Minitest::Test
  def run_ruby(source) = IO.popen([RbConfig.ruby, "--disable-gems", "-"], "r+", err: [:child, :out]) { |io| io.write(source); io.close_write; io.read }

  # The fiber that forked is the child's first: others that are transferred to come back to it when they end.
  def test_fork_in_a_fiber
    assert_equal "[:back, 3]\n[0]\n:end\n", run_ruby(<<~'RUBY')
      $stdout.sync = true
      pid = Fiber.new do
        fork do
          3.times { Fiber.new { }.transfer }
          100.times { Fiber.new { Fiber.yield } }
          GC.start
          p [:back, 3]
          exit!(0)
        end
      end.resume
      p [Process.wait2(pid)[1].exitstatus]
      p :end
    RUBY
  end

  # The child of popen("-") ends with its block, whatever that raises; at_exit blocks are the parent's.
  def test_popen_with_a_block
    ["raise 'x'", "exit 3", "throw :x", "7", "next 7"].each do |last|
      assert_equal "child\nexit 0\nat_exit\n", run_ruby(<<~RUBY), last
        at_exit { puts "at_exit" }
        IO.popen("-") do |io|
          if io then print io.read else print "child\\n"; #{last} end
        end
        puts $?.to_s[/exit.*/]
      RUBY
    end
    assert_equal "4", run_ruby('IO.popen("-") { |io| io ? io.read : exit!(4) }; print $?.exitstatus')
  end
end
