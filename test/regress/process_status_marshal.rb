require "test_helper"

class TestProcessStatusMarshal < Minitest::Test
  def test_round_trip
    system("exit 3")
    status = Marshal.load(Marshal.dump($?))
    assert_equal $?, status
    assert_equal [3, $?.pid, true], [status.exitstatus, status.pid, status.frozen?]
    assert_operator Marshal.dump($?), :start_with?, "\x04\bo:\x14Process::Status\a:\vstatusi\x02\x00\x03:\bpid"
  end

  # The message of a program's name was bytes.
  def test_error_keeps_the_encoding
    error = assert_raises(Errno::ENOENT) { spawn("/tmp/\u{30c6}/x") }
    assert_equal "No such file or directory - /tmp/\u{30c6}/x", error.message
    error = assert_raises(ArgumentError) { Process.kill("\u{30c6}", $$) }
    assert_equal "unsupported signal 'SIG\u{30c6}'", error.message
  end

  # Their to_hash was asked.
  def test_commands_are_no_hashes
    word = "true".dup
    def word.to_hash = raise("asked")
    assert system([word, "x"], "x")
    assert system(word)
  end

  def test_uid
    skip "root only" unless Process.uid.zero?
    assert_equal "30000 30001", IO.popen([RbConfig.ruby, "-e", "print Process.uid, ' ', Process.gid", uid: 30000, gid: 30001], &:read)
  rescue Errno::EACCES
    skip "the binary is not readable by others"
  end
end
