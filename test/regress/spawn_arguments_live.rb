require "test_helper"

# The words of a command stay alive while the plan to run it is made: they were lost to a collection in between.
class TestSpawnArgumentsLive < Minitest::Test
  def test_popen_under_stress
    code = <<~'RUBY'
      command = [ENV["RUBY_UNDER_TEST"], "--disable=gems", "-e", "print ARGV.join", "a", "b", "c", {err: [:child, :out]}]
      3.times { print IO.popen(command, &:read) }
      print IO.popen([{"X" => "1"}, *command], &:read), `echo d`
    RUBY
    env = { "VM_STRESS" => "gc:1", "RUBY_UNDER_TEST" => RbConfig.ruby }
    assert_equal "abc" * 4 + "d\n", IO.popen(env, [RbConfig.ruby, "--disable=gems", "-e", code], err: %i[child out], &:read)
  end
end
