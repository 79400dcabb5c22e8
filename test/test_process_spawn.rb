# test_process_spawn.rb - the arguments of spawn, system, exec and popen (process/spawn.c): the command, redirections, other options,
# the environment, and each refusal.
require_relative "lib/test_helper"
require "fileutils"
require "tmpdir"

class TestProcessSpawn < Minitest::Test
  def setup = @folder = Dir.mktmpdir
  def teardown = FileUtils.rm_rf(@folder)
  def text_of(klass = ArgumentError, &) = assert_raises(klass, &).message
  def file(name) = "#{@folder}/#{name}"

  # Runs a command with its output in a file.  Returns the output.
  def output(*command, **options)
    env = command.first.is_a?(Hash) ? [command.shift] : []
    Process.wait(spawn(*env, *command, {out: file("out"), **options}.compact))
    File.read(file("out"))
  end

  # ---- the command ----

  def test_several_arguments_are_the_words_of_the_command
    assert_equal "a  b *\n", output("echo", "a  b", "*")
    assert_equal "\n", output("echo", "")
  end

  def test_one_string_is_split_at_blanks
    assert_equal "a b\n", output("  echo\ta   b ")
    assert_equal "ab\n", output("echo a\\b")
  end

  def test_one_string_with_shell_characters_goes_to_the_shell
    assert_equal "x y\n", output("V='x y'; echo \"$V\"")
    assert_equal "2\n", output("echo 1 | sed s/1/2/")
    assert_equal "1\n", output("V=1 sh -c 'echo $V'")
    assert_equal "a\n", output("echo a # b")
    assert_equal "a\nb\n", output("echo a\necho b")
  end

  def test_words_of_the_shell_go_to_the_shell
    assert_equal [true, false, 3], [system("exit 0"), system("exit 3"), $?.exitstatus]
    assert_equal "", output(": a")
    assert_equal "#{@folder}\n", output("cd #{@folder} && pwd")
    assert_equal "1\n", output("if true\nthen echo 1\nfi")
    assert_equal "2\n", output("eval echo 2")
  end

  def test_a_pair_names_the_program_and_what_it_is_called
    assert_equal "other\n", output(["sh", "other"], "-c", "echo $0")
    assert_equal "other\n", output(["/bin/sh", "other"], "-c", "echo $0")
    assert_equal "-c\n", output(["echo", "ignored"], "-c")
  end

  def test_what_has_to_str_is_a_word
    word = Object.new
    def word.to_str = "abc"
    assert_equal "abc\n", output("echo", word)
  end

  def test_a_program_is_looked_for_in_the_path_of_the_child
    File.write(file("mine"), "#!/bin/sh\necho mine\n", perm: 0o755)
    assert_equal "mine\n", output({"PATH" => "#{@folder}:#{ENV["PATH"]}"}, "mine")
    assert_equal "mine\n", output({"PATH" => "#{@folder}:#{ENV["PATH"]}"}, "mine", "x")
    assert_match(/\ANo such file or directory - mine\z/, text_of(Errno::ENOENT) { spawn("mine") })
    File.chmod(0o644, file("mine"))
    assert_match(/\APermission denied - /, text_of(Errno::EACCES) { spawn(file("mine"), "x") })
  end

  def test_a_program_that_is_missing_is_named
    assert_equal "No such file or directory - /nowhere/x", text_of(Errno::ENOENT) { spawn("/nowhere/x", "y") }
    assert_equal "No such file or directory - nowhere_x", text_of(Errno::ENOENT) { spawn("nowhere_x y") }
    assert_equal "No such file or directory - ", text_of(Errno::ENOENT) { spawn("") }
    assert_equal "No such file or directory - ", text_of(Errno::ENOENT) { spawn("  ") }
    assert_nil system("nowhere_x")
  end

  def test_the_command_is_checked
    assert_equal "wrong number of arguments (given 0, expected 1+)", text_of { spawn }
    assert_equal "wrong number of arguments (given 0, expected 1+)", text_of { spawn({}) }
    assert_equal "wrong first argument", text_of { spawn(["sh"], "x") }
    assert_equal "wrong first argument", text_of { spawn(["sh", "a", "b"]) }
    assert_equal "no implicit conversion of Integer into String", text_of(TypeError) { spawn("echo", 1) }
    assert_equal "no implicit conversion of nil into String", text_of(TypeError) { spawn(nil) }
    assert_equal "no implicit conversion of nil into String", text_of(TypeError) { spawn(["sh", nil]) }
    assert_equal "string contains null byte", text_of { spawn("echo", "a\0b") }
    assert_equal "string contains null byte", text_of { spawn("echo a\0b") }
  end

  # ---- redirections ----

  def test_a_path_is_read_or_written_according_to_the_descriptor
    File.write(file("in"), "text")
    assert_equal "text", output("cat", in: file("in"))
    Process.wait(spawn("echo e >&2", err: file("err")))
    assert_equal "e\n", File.read(file("err"))
    assert_match(/\ANo such file or directory - .*missing\z/, text_of(Errno::ENOENT) { spawn("cat", in: file("missing")) })
  end

  def test_an_array_has_path_mode_and_permissions
    Process.wait(spawn("echo a", out: [file("new"), "w", 0o600]))
    Process.wait(spawn("echo b", out: [file("new"), "a"]))
    Process.wait(spawn("echo c", out: [file("new"), File::WRONLY | File::APPEND]))
    assert_equal ["a\nb\nc\n", 0o600], [File.read(file("new")), File.stat(file("new")).mode & 0o777]
    assert_equal "a\nb\nc\n", output("cat", in: [file("new")])
    assert_raises(ArgumentError) { spawn("echo", out: [file("new"), "q"]) }
  end

  def test_several_descriptors_share_one_file
    Process.wait(spawn("echo a; echo b >&2", [:out, :err] => file("both")))
    assert_equal "a\nb\n", File.read(file("both"))
    Process.wait(spawn("echo a; echo b >&2", [1, 2] => [file("both"), "a"]))
    assert_equal "a\nb\na\nb\n", File.read(file("both"))
  end

  def test_a_descriptor_may_be_that_of_another
    assert_equal "a\nb\n", output("echo a; echo b >&2", err: [:child, :out])
    r, w = IO.pipe
    Process.wait(spawn("echo x >&7; echo y", 7 => w, out: w))
    w.close
    assert_equal "x\ny\n", r.read
    r.close
  end

  def test_outputs_may_be_exchanged
    r, w = IO.pipe
    s, x = IO.pipe
    Process.wait(spawn("echo out; echo err >&2; echo 5 >&5", out: x, err: w, 5 => x))
    [w, x].each(&:close)
    assert_equal ["err\n", "out\n5\n"], [r.read, s.read]
    [r, s].each(&:close)
  end

  def test_chains_of_child_descriptors_are_followed
    assert_equal "x\n", output("echo x >&8", 8 => [:child, 7], 7 => [:child, :out])
    assert_equal "child fd 9 is not redirected", text_of { spawn("true", 8 => [:child, 9]) }
    assert_equal "cyclic child fd redirection from 8", text_of { spawn("true", 7 => [:child, 8], 8 => [:child, 7]) }
  end

  def test_a_closed_descriptor_is_not_there
    assert_match(/\A[1-9]\n\z/, output("cat <&0 2>/dev/null; echo $?", in: :close))
    assert_equal "", output("echo x >&2", err: :close)
  end

  def test_descriptors_above_two_are_closed_unless_they_are_named
    r, w = IO.pipe
    assert_equal "no\n", output("if true 2>/dev/null >&#{w.fileno}\nthen echo yes\nelse echo no\nfi")
    assert_equal "yes\n", output("if true 2>/dev/null >&#{w.fileno}\nthen echo yes\nelse echo no\nfi", w => w)
    [r, w].each(&:close)
  end

  def test_each_descriptor_has_one_meaning
    assert_equal "fd 1 specified twice", text_of { spawn("true", out: :err, 1 => :err) }
    assert_equal "fd 2 specified twice", text_of { spawn("true", [2, :err] => :out) }
    assert_equal "fd 7 specified twice", text_of { spawn("true", 7 => [:child, 1], [7] => 1) }
    assert_equal "fd 0 specified twice", text_of { spawn("true", in: :close, 0 => :close) }
  end

  def test_minus_one_leaves_a_descriptor_as_it_is
    echo = ->(options) { "Process.wait spawn('echo out; echo err >&2', #{options})" }
    assert_equal ["out\n", "err\n", 0], run_ruby(echo["out: -1, err: -1, 20 => -1"], "--disable-gems")
    assert_equal ["out\nerr\n", ""], run_ruby(echo["out: -1, err: :out"], "--disable-gems").first(2)
    assert_equal ["out\nerr\n", ""], run_ruby(echo["out: -1, err: [:child, :out]"], "--disable-gems").first(2)
    assert_equal ["", "out\nerr\n"], run_ruby(echo["out: :err, err: -1"], "--disable-gems").first(2)
    assert_equal "fd 1 specified twice", text_of { spawn("true", out: -1, 1 => 2) }
    assert_equal "Bad file descriptor - dup2", text_of(Errno::EBADF) { spawn("true", out: -2) }
    assert_equal "negative file descriptor", text_of { spawn("true", out: [:child, -1]) }
  end

  def test_redirections_are_checked
    assert_equal "wrong exec redirect symbol: other", text_of { spawn("true", out: :other) }
    assert_equal "wrong exec redirect action", text_of { spawn("true", out: 1.5) }
    assert_equal "wrong exec redirect action", text_of { spawn("true", out: nil) }
    assert_equal "wrong exec option symbol: other", text_of { spawn("true", other: 1) }
    assert_equal "wrong exec option", text_of { spawn("true", "out" => 1) }
    assert_equal "wrong exec redirect", text_of { spawn("true", [:other] => 1) }
    assert_equal "negative file descriptor", text_of { spawn("true", -1 => 1) }
    IO.popen("cat", "r+") { |io| assert_equal "duplex IO redirection", text_of { spawn("true", out: io) } }
    r, w = IO.pipe
    [r, w].each(&:close)
    assert_equal "closed stream", text_of(IOError) { spawn("true", out: w) }
  end

  # ---- other options ----

  def test_chdir_is_the_folder_of_the_child
    assert_equal "#{File.realpath(@folder)}\n", output("pwd -P", chdir: @folder)
    assert_equal "#{File.realpath(@folder)}\n", output("pwd -P", chdir: Struct.new(:to_path).new(@folder))
    assert_match(/\ANo such file or directory - /, text_of(Errno::ENOENT) { spawn("true", chdir: "/nowhere") })
  end

  def test_umask_is_that_of_the_child
    before = File.umask
    assert_equal "0027\n", output("umask; true", umask: 0o027)
    assert_equal before, File.umask
    assert_equal "no implicit conversion of String into Integer", text_of(TypeError) { spawn("true", umask: "022") }
  end

  def test_limits_have_one_number_or_two
    assert_equal "20\n20\n", output("ulimit -S -n; ulimit -H -n", rlimit_nofile: 20)
    assert_equal "20\n30\n", output("ulimit -S -n; ulimit -H -n", rlimit_nofile: [20, 30])
    assert_equal "0\n", output("ulimit -c; true", rlimit_core: 0)
    assert_equal "wrong exec rlimit option", text_of { spawn("true", rlimit_nofile: []) }
    assert_equal "wrong exec rlimit option", text_of { spawn("true", rlimit_nofile: [1, 2, 3]) }
    assert_equal "wrong exec option symbol: rlimit_other", text_of { spawn("true", rlimit_other: 1) }
    assert_equal "wrong exec option symbol: rlimit_CORE", text_of { spawn("true", rlimit_CORE: 1) }
  end

  def test_a_child_may_lead_a_group_of_processes
    pid = spawn("cat", pgroup: true, in: (r, w = IO.pipe)[0])
    assert_equal pid, Process.getpgid(pid)
    second = spawn("cat", pgroup: pid, in: r)
    assert_equal pid, Process.getpgid(second)
    third = spawn("cat", pgroup: nil, in: r)
    assert_equal Process.getpgrp, Process.getpgid(third)
    w.close
    [pid, second, third].each { |id| Process.wait(id) }
    r.close
    assert_equal "negative process group ID : -1", text_of { spawn("true", pgroup: -1) }
  end

  def test_flags_are_true_or_false
    assert_equal 'expected true or false as unsetenv_others: 1', text_of { spawn("true", unsetenv_others: 1) }
    assert_equal 'expected true or false as close_others: "x"', text_of { spawn("true", close_others: "x") }
    assert_equal 'expected true or false as exception: 1', text_of { system("true", exception: 1) }
  end

  def test_exception_is_an_option_of_system_alone
    assert_equal "exception option is not allowed", text_of { spawn("true", exception: true) }
    assert_equal "Command failed with exit 3: exit 3", text_of(RuntimeError) { system("exit 3", exception: true) }
    assert_equal "Command failed with exit 1: false", text_of(RuntimeError) { system("false", exception: true) }
    assert_equal "No such file or directory - nowhere_x", text_of(Errno::ENOENT) { system("nowhere_x", exception: true) }
    assert_equal [false, nil, true], [system("false"), system("nowhere_x", exception: false), system("true", exception: true)]
  end

  def test_a_user_and_a_group_are_numbers_or_names
    assert_equal "#{Process.uid}\n", output("id -u", uid: Process.uid)
    assert_equal "#{Process.gid}\n", output("id -g", gid: Process.gid)
    assert_equal "can't find user for no_such_user_here", text_of { spawn("true", uid: "no_such_user_here") }
    assert_equal "can't find group for no_such_group_here", text_of { spawn("true", gid: "no_such_group_here") }
  end

  # ---- the environment ----

  def test_the_first_hash_changes_the_environment
    ENV["SPAWN_KEPT"], ENV["SPAWN_GONE"] = "kept", "here"
    assert_equal "kept new -\n", output({"SPAWN_NEW" => "new", "SPAWN_GONE" => nil}, "echo $SPAWN_KEPT $SPAWN_NEW ${SPAWN_GONE:--}")
    assert_equal "here\n", output("echo $SPAWN_GONE")
    assert_equal "a=b\n", output({"SPAWN_NEW" => "a=b"}, "echo $SPAWN_NEW")
    assert_nil ENV["SPAWN_NEW"]
  ensure
    %w[SPAWN_KEPT SPAWN_GONE].each { |name| ENV.delete(name) }
  end

  def test_unsetenv_others_leaves_the_first_hash_alone
    assert_equal "A=1\n", output({"A" => "1"}, "/usr/bin/env", unsetenv_others: true)
    assert_equal "", output("/usr/bin/env", unsetenv_others: true)
    assert_includes output({"A" => "1"}, "/usr/bin/env", unsetenv_others: false), "PATH="
  end

  def test_names_and_values_are_checked
    assert_equal "environment name contains a equal : A=B", text_of { spawn({"A=B" => "1"}, "true") }
    assert_equal "no implicit conversion of Symbol into String", text_of(TypeError) { spawn({A: "1"}, "true") }
    assert_equal "no implicit conversion of Integer into String", text_of(TypeError) { spawn({"A" => 1}, "true") }
    assert_equal "string contains null byte", text_of { spawn({"A\0" => "1"}, "true") }
    assert_equal "string contains null byte", text_of { spawn({"A" => "1\0"}, "true") }
  end

  def test_what_has_to_hash_is_an_environment_or_options
    like = ->(hash) { Object.new.tap { |o| o.define_singleton_method(:to_hash) { hash } } }
    Process.wait(spawn(like.({"A" => "1"}), "echo $A", like.({out: file("out")})))
    assert_equal "1\n", File.read(file("out"))
  end

  # ---- popen ----

  def test_popen_keeps_its_own_ends
    assert_equal "fd 1 specified twice", text_of { IO.popen("echo a", "r", out: :err) }
    assert_equal "a\nb\n", IO.popen("echo a; echo b >&2", err: [:child, :out], &:read)
    assert_equal "a\nb\n", IO.popen(["sh", "-c", "echo a; echo b >&2", err: [:child, :out]], &:read)
    assert_equal "1\n", IO.popen({"A" => "1"}, "echo $A", &:read)
    assert_equal "1\n", IO.popen([{"A" => "1"}, "sh", "-c", "echo $A"], &:read)
    assert_equal "fd 0 specified twice", text_of { IO.popen("cat", "r+", in: :close) }
    assert_equal "", IO.popen("true", other: 1, &:read)
  end
end
