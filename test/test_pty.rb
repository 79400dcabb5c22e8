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

  # Returns the message of what the block raises in a child that may open `more` descriptors yet.
  def without_descriptors(more)
    IO.popen("-") do |io|
      next io.read if io

      GC.start # closes what nothing refers to
      GC.disable
      used = Dir.children("/proc/self/fd").map(&:to_i).select { |fd| IO.for_fd(fd, autoclose: false) rescue false }
      free = (0..).lazy.reject { |fd| used.include?(fd) }.first(more + 1)
      Process.setrlimit(:NOFILE, free.last)
      yield rescue print($!.class, " ", $!.message)
      $stdout.flush
      exit!
    end
  end

  def test_no_descriptors
    2.times { |more| assert_equal "RuntimeError can't get Master/Slave device", without_descriptors(more) { PTY.open } }
    2.upto(3) { |more| assert_equal "Errno::EMFILE Too many open files - fork failed", without_descriptors(more) { PTY.spawn("true") } }
  end

  # The private half of PTY.spawn, in the child: a stream that is no terminal cannot lead its session.
  def test_session_needs_a_terminal
    assert_equal "Errno::ENOTTY Inappropriate ioctl for device - ioctl(TIOCSCTTY)", without_descriptors(9) { PTY.send(:session, File.open("/dev/null")) }
  end

  def test_check_raises
    pid = spawn("exit 4")
    e = nil
    Thread.pass until (begin; PTY.check(pid, true); rescue PTY::ChildExited => e; end) || e
    assert_equal ["pty - exited: #{pid}", 4], [e.message, e.status.exitstatus]
    assert_nil PTY.check(pid, true)
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
