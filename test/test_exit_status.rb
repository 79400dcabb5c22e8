# test_exit_status.rb - the status that a process ends with: exit, exit!, abort, exceptions, signals, handlers of the end.
require_relative "lib/test_helper"
require "open3"
require "rbconfig"

class TestExitStatus < Minitest::Test
  # A program and its end: a status, or the name of the signal that ended it.  CRuby 4.0.1 ends each of them in this way.
  ENDS = {
    "1" => 0,
    "exit" => 0,
    "exit 3" => 3,
    "exit true" => 0,
    "exit false" => 1,
    "exit 256" => 0,
    "exit(-1)" => 255,
    "exit 2.9" => 2,
    "exit nil" => 1,
    "exit '1'" => 1,
    "exit!" => 1,
    "exit! 3" => 3,
    "exit! true" => 0,
    "exit! false" => 1,
    "exit! 256" => 0,
    "exit! nil" => 1,
    "exit! 1, 2" => 1,
    "Process.exit" => 0,
    "Process.exit 4" => 4,
    "Process.exit!" => 1,
    "Process.exit! 4" => 4,
    "abort" => 1,
    "abort 'x'" => 1,
    "Process.abort" => 1,
    "abort 1" => 1,
    "raise 'x'" => 1,
    "raise SystemExit" => 0,
    "raise SystemExit.new(5)" => 5,
    "raise SystemExit.new(false)" => 1,
    "raise SystemExit.new(true, 'x')" => 0,
    "raise Interrupt" => "INT",
    "raise SignalException, 'TERM'" => "TERM",
    "raise SignalException, 'HUP'" => "HUP",
    "Process.kill(:TERM, $$); sleep" => "TERM",
    "Process.kill(:INT, $$); sleep" => "INT",
    "Process.kill(:KILL, $$); sleep" => "KILL",
    "trap(:TERM) { exit 6 }; Process.kill(:TERM, $$); sleep" => 6,
    "trap(:TERM, 'EXIT'); Process.kill(:TERM, $$); sleep" => 0,
    "trap(:TERM) { exit! }; Process.kill(:TERM, $$); sleep" => 1,
    "trap(:EXIT) { exit 7 }" => 7,
    "trap(:EXIT) { exit! }; exit 0" => 1,
    "trap(:EXIT) { raise 'x' }" => 1,
    "throw :x" => 1,
    "at_exit { exit! }" => 1,
    "at_exit { exit! 0 }; raise 'x'" => 0,
    "at_exit { exit 2 }" => 2,
    "at_exit { exit 2 }; exit 3" => 2,
    "at_exit { }; exit 3" => 3,
    "at_exit { raise 'x' }" => 1,
    "at_exit { raise 'x' }; exit 4" => 1,
    "at_exit { exit 1 }; at_exit { exit 2 }" => 1,
    "at_exit { at_exit { exit 8 } }" => 8,
    "at_exit { at_exit { exit 8 }; exit 9 }; exit 1" => 8,
    "at_exit { abort }" => 1,
    "at_exit { begin; exit 3; rescue SystemExit; end }; exit 5" => 5,
    "at_exit { raise SignalException, 'TERM' }" => "TERM",
    "at_exit { exit 5 }; raise SignalException, 'TERM'" => "TERM",
    "at_exit { $!.status == 3 and exit 6 }; exit 3" => 6,
    "END { exit 4 }; raise 'x'" => 4,
    "begin; exit 3; ensure; exit 4; end" => 4,
    "begin; exit 3; ensure; exit!; end" => 1,
    "begin; exit 3; rescue SystemExit => e; exit e.status + 1; end" => 4,
    "begin; exit 3; rescue Exception; end" => 0,
    "begin; abort; rescue SystemExit => e; exit e.success? ? 8 : 9; end" => 9,
    "Thread.new { exit 3 }.join" => 3,
    "Thread.new { exit! }.join" => 1,
    "Thread.new { abort }.join" => 1,
    "Thread.report_on_exception = false; Thread.new { raise 'x' }.join" => 1,
    "Thread.report_on_exception = false; Thread.new { raise 'x' }; sleep 0.01" => 0,
    "Thread.report_on_exception = false; Thread.abort_on_exception = true; Thread.new { raise 'x' }; sleep 1" => 1,
    "Thread.current.kill" => 0,
    "Thread.main.raise(SystemExit.new(7)); 1" => 7,
    "Thread.exit" => 0,
    "Fiber.new { exit 3 }.resume" => 3,
    "Fiber.new { exit! }.resume" => 1,
    "catch(:x) { exit 2 }" => 2,
    "def m = (return exit 2); m" => 2,
    "eval 'exit 2'" => 2,
    "define_method(:x) { }" => 0,
    "fork { exit! }; Process.wait; exit $?.exitstatus + 10" => 11,
    "fork { exit 3 }; Process.wait; exit $?.exitstatus + 10" => 13,
    "fork { raise SystemExit.new(4) }; Process.wait; exit $?.exitstatus + 10" => 14,
    "fork { abort }; Process.wait; exit $?.exitstatus + 10" => 11,
    "fork { Process.kill(:KILL, $$) }; Process.wait; exit $?.termsig + 10" => 19,
    "at_exit { exit 5 }; fork { exit! }; Process.wait; exit! $?.exitstatus + 20" => 21,
    "at_exit { exit 5 }; fork { exit 3 }; Process.wait; exit! $?.exitstatus + 20" => 25,
    "exec '/bin/false'" => 1,
    "exec 'exit 9'" => 9,
    "exit system('exit 9')" => 1,
    "system('exit 9'); exit $?.exitstatus" => 9,
    "require 'no/such'" => 1,
    "def" => 1,
    "BEGIN { exit 3 }; exit 4" => 3,
    "throw :x rescue exit 6" => 6,
    "def f = f(); f" => 1,
    "raise NoMemoryError" => 1,
    "Process.exit(true) || 1" => 0,
    "warn 'x'; exit 1 if $stderr" => 1,
    "$stderr.close; raise 'x'" => 1,
    "STDOUT.close; exit 2" => 2,
    "Kernel.exit 12" => 12,
    "Object.new.send(:exit, 13)" => 13,
    "Signal.trap(:INT, 'DEFAULT'); Process.kill(:INT, $$); sleep" => "INT",
    "Process.kill(:QUIT, $$); sleep" => "QUIT",
    "Process.kill(:ABRT, $$); sleep" => "ABRT",
    "Process.kill(:USR1, $$); sleep" => "USR1",
    "Process.kill(:ALRM, $$); sleep" => "ALRM",
  }

  def end_of(program)
    _, status = Open3.capture2e(RbConfig.ruby, "--disable=gems", "-e", program)
    status.signaled? ? Signal.signame(status.termsig) : status.exitstatus
  end

  ENDS.each_with_index do |(program, expected), i|
    define_method("test_%03d" % i) { assert_equal expected, end_of(program), program }
  end

  def test_the_status_of_what_cannot_start
    assert_equal 1, Open3.capture2e(RbConfig.ruby, "/no/such/file.rb")[1].exitstatus
    assert_equal 1, Open3.capture2e(RbConfig.ruby, "--no-such-option")[1].exitstatus
    assert_equal 1, Open3.capture2e(RbConfig.ruby, "-c", "-e", "def")[1].exitstatus
    assert_equal 0, Open3.capture2e(RbConfig.ruby, "-c", "-e", "exit 3")[1].exitstatus
  end
end
