# test_io_fd.rb - the descriptor of a stream (io/fd.c): close_on_exec, autoclose, fcntl and ioctl, closing one end, dup, reopen.
require_relative "lib/test_helper"
require "fcntl"
require "socket"
require "tempfile"

class TestIoFd < Minitest::Test
  def text_of(klass, &) = assert_raises(klass, &).message

  def in_file(text = "one\ntwo\nthree\n")
    Tempfile.create("fd") do |file|
      File.write(file.path, text)
      yield file.path
    end
  end

  def pipe
    r, w = IO.pipe
    yield r, w
  ensure
    [r, w].each { |io| io.close unless io.closed? }
  end

  # ---- close on exec ----

  def test_a_new_descriptor_is_closed_on_exec
    in_file do |path|
      File.open(path) { |file| assert file.close_on_exec? }
      File.open(path) { |file| file.dup.then { |copy| assert copy.close_on_exec?; copy.close } }
    end
    pipe { |r, w| assert_equal [true, true], [r.close_on_exec?, w.close_on_exec?] }
    assert_equal [false, false, false], [$stdin, $stdout, $stderr].map(&:close_on_exec?)
  end

  def test_close_on_exec_takes_any_object
    pipe do |r, _|
      assert_nil(r.close_on_exec = nil)
      assert_equal [false, 0], [r.close_on_exec?, r.fcntl(Fcntl::F_GETFD) & Fcntl::FD_CLOEXEC]
      r.close_on_exec = 1
      assert_equal [true, Fcntl::FD_CLOEXEC], [r.close_on_exec?, r.fcntl(Fcntl::F_GETFD) & Fcntl::FD_CLOEXEC]
    end
  end

  def test_close_on_exec_is_of_both_ends_of_a_command
    IO.popen("cat", "r+") do |io|
      io.close_on_exec = false
      refute io.close_on_exec?
      io.close_write
      refute io.close_on_exec?
      io.close_on_exec = true
      assert io.close_on_exec?
    end
  end

  # ---- autoclose ----

  def test_a_stream_closes_its_descriptor_unless_it_is_told_not_to
    pipe do |r, w|
      assert r.autoclose?
      r.autoclose = nil
      assert_equal [false, true], [r.autoclose?, w.autoclose?]
      r.autoclose = :yes
      assert r.autoclose?
    end
    assert_equal [false, false, false], [$stdin, $stdout, $stderr].map(&:autoclose?)
  end

  def test_for_fd_may_leave_the_descriptor_open
    pipe do |r, w|
      other = IO.for_fd(r.fileno, autoclose: false)
      refute other.autoclose?
      other.close
      w.write("x")
      assert_equal "x", r.readpartial(9)
    end
  end

  def test_autoclose_is_known_of_a_frozen_stream_and_not_set
    pipe do |r, _|
      r.freeze
      assert r.autoclose?
      assert_match(/\Acan't modify frozen IO: #<IO:fd \d+>\z/, text_of(FrozenError) { r.autoclose = false })
    end
  end

  # ---- fcntl and ioctl ----

  def test_fcntl_gives_the_result_of_the_call
    pipe do |r, _|
      assert_equal 0, r.fcntl(Fcntl::F_SETFL, r.fcntl(Fcntl::F_GETFL) | Fcntl::O_NONBLOCK)
      assert_equal Fcntl::O_NONBLOCK, r.fcntl(Fcntl::F_GETFL) & Fcntl::O_NONBLOCK
      assert_equal [0, 0], [r.fcntl(Fcntl::F_SETFD, false), r.fcntl(Fcntl::F_GETFD)]
      assert_equal [0, 1], [r.fcntl(Fcntl::F_SETFD, true), r.fcntl(Fcntl::F_GETFD)]
      assert_equal [0, 0], [r.fcntl(Fcntl::F_SETFD, nil), r.fcntl(Fcntl::F_GETFD)]
    end
  end

  def test_a_descriptor_duplicated_by_fcntl_is_closed_on_exec
    pipe do |r, _|
      fd = r.fcntl(Fcntl::F_DUPFD, 100)
      IO.for_fd(fd) { |io| assert_operator io.fileno, :>=, 100 }
      copy = IO.for_fd(r.fcntl(Fcntl::F_DUPFD, 3))
      assert copy.close_on_exec?
      copy.close
    end
  end

  FIONREAD = 0x541b

  def test_ioctl_writes_into_its_string
    pipe do |r, w|
      w.write("12345")
      bytes = [0].pack("i")
      assert_equal 0, r.ioctl(FIONREAD, bytes)
      assert_equal 5, bytes.unpack1("i")
    end
  end

  def test_the_arguments_of_fcntl_are_checked
    pipe do |r, _|
      assert_equal "no implicit conversion from nil to integer", text_of(TypeError) { r.fcntl(nil) }
      assert_equal "no implicit conversion of nil into Integer", text_of(TypeError) { r.ioctl(nil) }
      assert_equal "integer 1099511627776 too big to convert to 'int'", text_of(RangeError) { r.fcntl(2**40) }
      assert_equal "bignum too big to convert into 'unsigned long'", text_of(RangeError) { r.ioctl(2**70) }
      assert_equal "no implicit conversion of Symbol into Integer", text_of(TypeError) { r.fcntl(Fcntl::F_GETFD, :x) }
      assert_equal "wrong number of arguments (given 0, expected 1..2)", text_of(ArgumentError) { r.fcntl }
      assert_equal "wrong number of arguments (given 3, expected 1..2)", text_of(ArgumentError) { r.ioctl(1, 2, 3) }
      assert_match(/\AInvalid argument/, text_of(Errno::EINVAL) { r.fcntl(99_999) })
      assert_match(/\AInappropriate ioctl for device/, text_of(Errno::ENOTTY) { r.ioctl(0x5401, +"") })
      assert_equal "can't modify frozen String: \"x\"", text_of(FrozenError) { r.ioctl(FIONREAD, "x".freeze) }
      r.close
      assert_equal "closed stream", text_of(IOError) { r.fcntl(1) }
      assert_equal "closed stream", text_of(IOError) { r.close_on_exec? }
      assert_equal "closed stream", text_of(IOError) { r.autoclose? }
    end
    assert_equal "uninitialized stream", text_of(IOError) { IO.allocate.fcntl(1) }
  end

  # ---- one end ----

  def test_the_write_end_of_a_command_closes_by_itself
    IO.popen("cat", "r+") do |io|
      io.write("x")
      assert_nil io.close_write
      assert_equal "x", io.read
      assert_equal "not opened for writing", text_of(IOError) { io.write("y") }
      refute io.closed?
    end
  end

  def test_the_read_end_of_a_command_closes_by_itself
    out = IO.popen("cat > /dev/null", "r+") do |io|
      pid = io.pid
      assert_nil io.close_read
      assert_equal "not opened for reading", text_of(IOError) { io.read }
      io.write("x")
      assert_equal pid, io.pid
      io.close
      assert io.closed?
      :end
    end
    assert_equal [:end, true], [out, $?.success?]
  end

  def test_a_stream_of_one_direction_closes_as_a_whole_or_not_at_all
    pipe do |r, w|
      assert_equal "closing non-duplex IO for writing", text_of(IOError) { r.close_write }
      assert_equal "closing non-duplex IO for reading", text_of(IOError) { w.close_read }
      assert_nil w.close_write
      assert_nil r.close_read
      assert_equal [true, true], [r.closed?, w.closed?]
      assert_nil r.close_read
      assert_nil w.close_write
    end
    in_file do |path|
      File.open(path, "r+") do |file|
        assert_equal "closing non-duplex IO for reading", text_of(IOError) { file.close_read }
        assert_equal "closing non-duplex IO for writing", text_of(IOError) { file.close_write }
      end
    end
  end

  def test_a_socket_is_shut_and_closes_with_its_second_end
    one, two = UNIXSocket.pair
    one.write("x")
    assert_nil one.close_write
    assert_equal "x", two.read
    assert_equal "not opened for writing", text_of(IOError) { one.write("y") }
    refute one.closed?
    assert_nil one.close_read
    assert one.closed?
    two.close
  end

  def test_a_frozen_stream_does_not_close_an_end
    pipe { |r, _| assert_raises(FrozenError) { r.dup.freeze.close_read } }
  end

  # ---- dup ----

  def test_a_copy_reads_on_from_where_the_first_is
    in_file do |path|
      File.open(path) do |file|
        assert_equal "one\n", file.gets
        copy = file.dup
        assert_equal ["two\n", 1], [copy.gets, file.lineno]
        refute_equal file.fileno, copy.fileno
        copy.close
        refute file.closed?
        assert_equal path, file.path
      end
    end
  end

  def test_what_was_written_before_a_copy_comes_first
    in_file("") do |path|
      File.open(path, "w") do |file|
        file.sync = false
        file.write("a")
        copy = file.dup
        copy.write("b")
        copy.close
        file.write("c")
      end
      assert_equal "abc", File.read(path)
    end
  end

  def test_a_copy_of_a_command_has_both_ends
    IO.popen("cat", "r+") do |io|
      copy = io.dup
      copy.write("x")
      copy.close_write
      io.close_write
      assert_equal ["x", io.pid], [copy.read, copy.pid]
    end
  end

  def test_a_copy_of_a_closed_stream_is_refused
    pipe do |r, _|
      r.close
      assert_equal "closed stream", text_of(IOError) { r.dup }
    end
    assert_equal "uninitialized stream", text_of(IOError) { IO.allocate.dup }
  end

  # ---- reopen ----

  def test_reopened_on_a_stream_it_has_place_path_and_mode_of_that_stream
    in_file do |path|
      File.open(path) do |other|
        other.gets
        pipe do |r, _|
          fd = r.fileno
          assert_same r, r.reopen(other)
          assert_equal [fd, "two\n", nil, File, path], [r.fileno, r.gets, other.gets, r.class, r.path]
          assert_equal "three\n", r.read
        end
      end
    end
  end

  def test_reopened_on_itself_nothing_changes
    pipe do |r, w|
      assert_same r, r.reopen(r)
      w.write("x")
      assert_equal "x", r.readpartial(9)
    end
  end

  def test_reopened_on_a_path_it_reads_from_the_start
    in_file do |path|
      in_file("other\n") do |second|
        File.open(path) do |file|
          file.gets
          assert_same file, file.reopen(second)
          assert_equal ["other\n", second], [file.gets, file.path]
        end
      end
    end
  end

  def test_reopened_with_a_mode_it_has_that_mode
    in_file do |path|
      File.open(path) do |file|
        file.reopen(path, "w")
        file.write("new")
        file.flush
        assert_equal "not opened for reading", text_of(IOError) { file.read }
        file.reopen(path, mode: "r")
        assert_equal "new", file.read
        file.reopen(path, "r:iso-8859-1")
        assert_equal Encoding::ISO_8859_1, file.read.encoding
      end
    end
  end

  def test_a_closed_stream_is_opened_again
    in_file do |path|
      file = File.open(path)
      file.close
      assert_same file, file.reopen(path, "r")
      assert_equal ["one\n", false], [file.gets, file.closed?]
      file.close
      File.open(path) { |other| assert_equal "closed stream", text_of(IOError) { file.reopen(other) } }
    end
  end

  def test_what_waits_to_be_written_goes_to_the_old_file
    in_file("") do |path|
      in_file("") do |second|
        File.open(path, "w") do |file|
          file.sync = false
          file.write("old")
          file.reopen(second, "w")
          file.write("new")
        end
        assert_equal %w[old new], [File.read(path), File.read(second)]
      end
    end
  end

  def test_a_closed_stream_reopened_on_a_path_has_no_mode_of_its_own
    in_file do |path|
      %w[r r+ a a+].each do |mode|
        file = File.open(path, mode).tap(&:close)
        assert_same file, file.reopen(path)
        refute_predicate file, :closed?
        assert_equal "not opened for reading", text_of(IOError) { file.read }
        assert_equal "not opened for writing", text_of(IOError) { file.write("x") }
        assert_equal "one\n", file.reopen(path, "r").gets
        file.close
      end
    end
  end

  def test_reopen_takes_what_has_to_io_or_to_path
    in_file do |path|
      File.open(path) do |other|
        like = Struct.new(:to_io).new(other)
        pipe { |r, _| assert_equal "one\n", r.reopen(like).gets }
        pipe { |r, _| assert_equal "one\n", r.reopen(Struct.new(:to_path).new(path)).gets }
      end
    end
    pipe { |r, _| assert_equal "no implicit conversion of Integer into String", text_of(TypeError) { r.reopen(1) } }
    pipe { |r, _| assert_match(/\ANo such file or directory @ rb_sysopen - \/nowhere\/x\z/, text_of(Errno::ENOENT) { r.reopen("/nowhere/x") }) }
    pipe { |r, _| assert_equal "wrong number of arguments (given 0, expected 1..2)", text_of(ArgumentError) { r.reopen } }
  end

  def test_standard_streams_keep_their_direction
    assert_equal "<STDOUT> can't change access mode from \"w\" to \"r\"", text_of(ArgumentError) { $stdout.reopen(File::NULL, "r") }
    assert_equal "<STDIN> can't change access mode from \"r\" to \"w\"", text_of(ArgumentError) { $stdin.reopen(File::NULL, "w") }
    pipe { |r, _| assert_equal "<STDERR> can't change access mode from \"w\" to \"r\"", text_of(ArgumentError) { $stderr.reopen(r) } }
  end

  def test_a_reopened_standard_output_is_that_of_children
    in_file("") do |path|
      out, err, = run_ruby("$stdout.reopen(#{path.dump}); puts 1; $stdout.flush; system('echo 2')", "--disable-gems")
      assert_equal ["", "", "1\n2\n"], [out, err, File.read(path)]
    end
  end

  # ---- what is known of the stream ----

  def test_pid_and_path
    pipe { |r, _| assert_equal [nil, nil], [r.pid, r.path] }
    IO.popen("cat", "r+") { |io| assert_kind_of Integer, io.pid }
    in_file { |path| File.open(path) { |file| assert_equal [path, path, nil], [file.path, file.to_path, file.pid] } }
    in_file { |path| File.open(path) { |file| refute_same file.path, file.path } }
    assert_equal ["<STDIN>", "<STDOUT>", "<STDERR>"], [$stdin, $stdout, $stderr].map(&:path)
  end

  # ---- sockets: each direction is shut by itself ----

  # Yields a stream on one end of a socket that is no Socket itself, and the other end.
  def socket_pair
    own, other = UNIXSocket.pair
    one = IO.for_fd(own.fileno, "r+", autoclose: false)
    yield one, other
  ensure
    [own, other].each { |io| io.close unless io.closed? }
  end

  def test_a_socket_is_closed_when_both_directions_are_shut
    socket_pair do |one, other|
      one.write("last")
      one.flush
      assert_nil one.close_write
      assert_equal "last", other.read
      assert_equal "not opened for writing", text_of(IOError) { one.write("x") }
      other.write("back")
      assert_equal "back", one.readpartial(9)
      assert_nil one.close_read
      assert_predicate one, :closed?
      assert_nil one.close_read
      assert_nil one.close_write
    end
    socket_pair do |one, _|
      one.close_read
      assert_equal "not opened for reading", text_of(IOError) { one.read }
      one.close_write
      assert_predicate one, :closed?
    end
  end

  def test_shutting_a_socket_whose_descriptor_is_closed
    own, other = UNIXSocket.pair
    one = IO.for_fd(own.fileno, "r+", autoclose: false)
    own.close
    assert_raises(Errno::EBADF) { one.close_read }
    assert_raises(Errno::EBADF) { one.close_write }
    refute_predicate one, :closed?
    other.close
  end

  # ---- a table of descriptors that is full ----

  def test_dup_and_open_without_a_free_descriptor
    out, err, = run_ruby(<<~RUBY, "--disable-gems")
      GC.disable
      Process.setrlimit(:NOFILE, 32)
      held = []
      begin
        loop { held << IO.sysopen(File::NULL) }
      rescue Errno::EMFILE
        puts "full"
      end
      [-> { STDIN.dup }, -> { File.open(File::NULL) }, -> { IO.pipe }].each do |call|
        call.call
      rescue SystemCallError => e
        puts e.class
      end
    RUBY
    assert_equal ["full\n" + "Errno::EMFILE\n" * 3, ""], [out, err]
  end

  def test_streams_that_are_garbage_give_their_descriptors_back
    out, err, = run_ruby(<<~RUBY, "--disable-gems")
      GC.disable
      Process.setrlimit(:NOFILE, 64)
      file = File.open(File::NULL)
      def fill(file) = 200.times { file.dup }
      fill(file)
      200.times { File.open(File::NULL) }
      puts "done"
    RUBY
    assert_equal ["done\n", ""], [out, err]
  end

  # ---- reopen: what the modes become ----

  def test_reopen_names_the_modes_that_do_not_fit
    in_file do |path|
      %w[a ab w wb r+ rb+ w+ wb+ a+ ab+].zip(%w[a ab w wb] + [nil] * 6).each do |mode, named|
        other = File.open(path, mode)
        code = "STDIN.reopen(File.open(#{path.dump}, #{mode.dump})); puts 'taken'"
        out, err, = run_ruby("begin; #{code}; rescue ArgumentError; puts $!.message; end", "--disable-gems")
        other.close
        assert_equal [named ? "<STDIN> can't change access mode from \"r\" to \"#{named}\"\n" : "taken\n", ""], [out, err]
      end
    end
  end

  def test_reopen_on_the_stream_itself
    in_file do |path|
      File.open(path) do |file|
        assert_equal "one\n", file.gets
        assert_same file, file.reopen(file)
        assert_equal ["two\n", 2], [file.gets, file.lineno]
      end
    end
  end

  def test_reopen_with_a_mode_needs_a_path
    in_file do |path|
      in_file("other\nmore\n") do |second|
        File.open(path) do |file|
          File.open(second) do |other|
            like = Struct.new(:to_io).new(other)
            assert_match(/\Ano implicit conversion of .* into String\z/, text_of(TypeError) { file.reopen(like, "r") })
            assert_equal "other\n", file.reopen(like, mode: "r").gets # a stream: the mode is not looked at
            assert_equal "more\n", file.reopen(other, mode: "w").gets
            assert_equal "other\n", file.reopen(other, "r").gets # by the path, from its start
            pipe { |r, _| assert_equal "no implicit conversion of nil into String", text_of(TypeError) { file.reopen(r, "r") } }
          end
        end
      end
    end
  end

  def test_ioctl_and_fcntl_need_room_for_what_comes_back
    pipe do |r, w|
      w.write("abc")
      assert_equal [0, 3], (room = [0].pack("i"); [r.ioctl(0x541B, room), room.unpack1("i")]) # FIONREAD
    end
  end
end
