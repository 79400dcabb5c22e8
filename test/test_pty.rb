# frozen_string_literal: true
#
# Pseudo terminals, processes on them, and IO#expect.
require "minitest/autorun"
require "pty"
require "expect"

class TestPTY < Minitest::Test
  def setup
    PTY.open { nil }
  rescue Errno::ENODEV
    skip "no pseudo-terminals here (/dev/pts is not mounted)"
  end

  def test_spawn
    r, w, pid = PTY.spawn("echo", "a b")
    assert_equal "a b\r\n", r.gets
    assert_raises(Errno::EIO) { r.gets }
    assert_equal [File, File, true], [r.class, w.class, w.sync]
    Process.wait(pid)
    [r, w].each(&:close)
  end

  def test_spawn_has_a_terminal_and_an_environment
    r, w, pid = PTY.spawn({ "FACET_PTY" => "here" }, "tty -s && echo $FACET_PTY; ps -o tty= -p $$ > /dev/null 2>&1; exit 3")
    assert_equal "here\r\n", r.gets
    assert_raises(Errno::EIO) { r.gets }
    Process.wait(pid)
    assert_equal 3, $?.exitstatus
    [r, w].each(&:close)
  end

  def test_spawn_block
    PTY.spawn("cat") do |r, w, pid|
      w.puts "x"
      assert_equal %W[x\r\n x\r\n], [r.gets, r.gets]
      assert_nil PTY.check(pid)
      w.putc 4
    end
  end

  def test_spawn_nothing
    e = assert_raises(Errno::ENOENT) { PTY.spawn("/nonexistent/program") }
    assert_equal "No such file or directory - fork failed", e.message
  end

  def test_check
    r, w, pid = PTY.spawn("exit 3")
    r.read rescue Errno::EIO
    status = nil
    Thread.pass until (status = PTY.check(pid))
    assert_equal 3, status.exitstatus
    assert_nil PTY.check(pid)
    [r, w].each(&:close)
    assert_equal [RuntimeError, nil], [PTY::ChildExited.superclass, PTY::ChildExited.new.status]
  end

  def test_open
    PTY.open do |master, slave|
      assert_equal [IO, File, true, true], [master.class, slave.class, slave.tty?, master.sync]
      assert_match(%r{\A/dev/pts/}, slave.path)
      master.puts "in"
      assert_equal "in\n", slave.gets
    end
  end

  def test_expect
    r, w = IO.pipe
    w.write "login: guest, 42 tries"
    assert_equal ["login: "], r.expect("login: ")
    assert_equal ["guest, 42 t", "42"], r.expect(/(\d+) t/, 60)
    assert_nil r.expect("never", 0)
    w.close
    assert_equal ["ries"], r.expect(/ies/) { |found| found }
    assert_nil r.expect("more")
    r.close
  end
end
