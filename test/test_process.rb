# Process, Process::Status, spawn and its options, IO.popen: the table, and what needs more than a line.
require_relative "lib/table_test"
require "tmpdir"

class TestProcess < Minitest::Test
  TableTest.define(self, "process") do |source|
    capture_subprocess_io { @answer = TableTest.answer(source) }
    @answer
  end

  # Returns what the block, which runs in a child, returns or raises.
  def in_child
    IO.popen("-") do |io|
      next io.read if io

      print(begin
        yield.inspect
      rescue Exception => e
        "#{e.class}: #{e.message}"
      end)
      $stdout.flush
      exit!
    end
  end

  # Programs may exchange their user ids only as root.
  def test_ids_of_root
    skip "not root" unless Process.uid.zero? && Process.euid.zero?
    assert_equal "[[0, 0], 0]", in_child { Process::Sys.setresuid(0, 2, -1); [Process::UID.switch { [Process.uid, Process.euid] }, Process.euid] }
    assert_equal "[2, 0]", in_child { Process::Sys.setresuid(0, 2, -1); [Process::UID.switch, Process.euid] }
    assert_equal "[[0, 0], 0]", in_child { Process::Sys.setresgid(0, 2, -1); [Process::GID.switch { [Process.gid, Process.egid] }, Process.egid] }
    assert_equal "[2, 0]", in_child { Process::Sys.setresgid(0, 2, -1); [Process::GID.switch, Process.egid] }
    assert_equal "[2, 0, 0, 2]", in_child { Process::UID.grant_privilege(2); [Process::UID.switch, Process.euid, Process::UID.switch, Process.euid] }
    assert_equal "[2, 0, 0, 2]", in_child { Process::GID.grant_privilege(2); [Process::GID.switch, Process.egid, Process::GID.switch, Process.egid] }
    assert_equal "[[0, 0], 2]", in_child { Process::UID.grant_privilege(2); [Process::UID.switch { [Process.uid, Process.euid] }, Process.euid] }
    busy = "RuntimeError: can't handle UID while evaluating block given to Process::UID.switch method"
    assert_equal busy, in_child { Process::Sys.setresuid(0, 2, -1); Process::UID.switch { Process.uid = 3 } }
    assert_equal busy, in_child { Process::Sys.setresuid(0, 2, -1); Process::UID.switch { Process::UID.switch } }
    assert_equal "RuntimeError: can't handle GID while evaluating block given to Process::UID.switch method", in_child { Process::Sys.setresgid(0, 2, -1); Process::GID.switch { Process.egid = 3 } }
    assert_equal "[0, [2, 0]]", in_child { Process::Sys.setresuid(0, 2, -1); [Process::UID.re_exchange, [Process.uid, Process.euid]] }
    assert_equal "[0, [2, 0]]", in_child { Process::Sys.setresgid(0, 2, -1); [Process::GID.re_exchange, [Process.gid, Process.egid]] }
    assert_equal "[[7, 7], [6, 6]]", in_child { Process::GID.change_privilege(6); Process::UID.change_privilege(7); [[Process.uid, Process.euid], [Process.gid, Process.egid]] }
    assert_equal "Errno::EPERM: Operation not permitted", in_child { Process::UID.change_privilege(7); Process.uid = 0 }
    assert_equal "Errno::EPERM: Operation not permitted - setuid", in_child { Process::UID.change_privilege(7); spawn("true", uid: 0) }
    assert_equal "Errno::EPERM: Operation not permitted - setgid", in_child { Process::UID.change_privilege(7); spawn("true", gid: 5) }
    assert_equal "Errno::EPERM: Operation not permitted", in_child { Process::UID.change_privilege(7); Process.groups = [1] }
    assert_equal "[[1, 2], 2, [0]]", in_child { [Process.groups = [1, 2], Process.groups.size, Process.initgroups("root", 0)] }
    assert_equal %(["0\\n", "5\\n"]), in_child { [IO.popen("id -u", uid: "root", &:read), IO.popen("id -g", gid: 5, &:read)] }
  end
end
