require "test_helper"
require "tmpdir"

class TestLoadOddFiles < Minitest::Test
  def run_ruby(env, *args)
    IO.popen([env, RbConfig.ruby, "--disable-gems", *args, err: [:child, :out]], &:read)
  end

  # open and read of a named pipe held all threads.
  def test_load_of_a_named_pipe_waits_for_its_thread_only
    Dir.mktmpdir do |dir|
      File.mkfifo(pipe = "#{dir}/fifo.rb")
      main = Thread.current
      writer = Thread.new do
        Thread.pass until main.stop?
        File.open(pipe, File::WRONLY | File::NONBLOCK) { |io| io.print "$load_odd_files = 1\n__END__\n" }
      end
      load(pipe)
      writer.join
      assert_equal 1, $load_odd_files
      fds = Dir.children("/proc/self/fd").size if File.directory?("/proc/self/fd")
      raiser = Thread.new { Thread.pass until main.stop?; main.raise(IOError) }
      assert_raises(IOError) { load(pipe) }
      raiser.join
      assert_equal fds, Dir.children("/proc/self/fd").size if fds
    end
  end

  def test_frozen_features
    assert_includes run_ruby({}, "-e", '$".freeze; require "erb"'), "$LOADED_FEATURES is frozen; cannot append feature (RuntimeError)"
  end

  # __FILE__ was always in the file system's encoding.
  def test_encoding_of_paths
    Dir.mktmpdir do |dir|
      File.write("#{dir}/named.rb", "$named = __FILE__.encoding")
      seen = %w[US-ASCII EUC-JP BINARY UTF-8].map do |name|
        load("#{dir}/named.rb".encode(name))
        $named.to_s
      end
      assert_equal %w[UTF-8 EUC-JP UTF-8 UTF-8], seen
    end
  end

  # -S neither knew ~ nor said which folder it leaves out.
  def test_search_for_a_script
    Dir.mktmpdir do |dir|
      File.write("#{dir}/found_by_s.rb", "p :ok")
      assert_equal ":ok\n", run_ruby({ "RUBYPATH" => "~", "HOME" => dir }, "-S", "found_by_s.rb")
      said = run_ruby({ "RUBYPATH" => "~", "HOME" => "/foo" * 1024 }, "-S", "-w", "found_by_s.rb")
      assert_equal "#{RbConfig.ruby}: warning: openpath: pathname too long (ignored)\n\tDirectory \"\"\n\tFile \"found_by_s.rb\"\n\n" \
                   "#{RbConfig.ruby}: No such file or directory -- found_by_s.rb (LoadError)\n", said
    end
  end
end
