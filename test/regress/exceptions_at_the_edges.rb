require "test_helper"
require "open3"

# Where no Ruby code is below, or a process or a thread ends.  Expected: CRuby 4.0.1.
class TestExceptionsAtTheEdges < Minitest::Test
  def run_script(source, *options)
    out, status = Open3.capture2e(RbConfig.ruby, *options, "-", stdin_data: source)
    [out, status.exitstatus]
  end

  # The first level of a Fiber is a C method: it shows the program's name and no line.
  def test_path_of_a_level_without_ruby_below
    source = <<~RUBY
      def foo
        return to_enum(__method__) unless block_given?
        raise "x"
      end
      puts((foo.next rescue $!.backtrace))
      p((foo.next rescue $!.backtrace_locations.last.path))
      $0 = "zzz"
      puts((foo.next rescue $!.backtrace.last))
    RUBY
    expected = "-:3:in 'Object#foo'\n-:in 'Enumerator#each'\nnil\nzzz:in 'Enumerator#each'\n"
    assert_equal [expected, 0], run_script(source)
  end

  def test_jump_out_of_a_forked_block
    %w[break return].each do |jump|
      source = "pid = fork { at_exit { puts 'last' }; #{jump} }\np Process.wait2(pid)[1].exitstatus\n"
      out, err, = Open3.capture3(RbConfig.ruby, "-", stdin_data: source)
      assert_equal ["last\n1\n", "-:1:in 'fork': unexpected #{jump}\n"], [out, err]
    end
    assert_equal ["0\n", 0], run_script("pid = fork { next }\np Process.wait2(pid)[1].exitstatus\n")
  end

  # The thread's report waits for $stderr; the main thread must not take it for one at rest.
  def test_thread_that_reports_is_not_stopped
    source = "begin\n t = Thread.new { raise }\n Thread.pass until t.stop?\n p 1\nrescue\n p 2\nend\n"
    out, = Open3.capture3(RbConfig.ruby, "-d", "--disable=gems", "-", stdin_data: source)
    assert_equal "2\n", out
  end

  def test_exception_from_another_thread_waits_for_finalizers
    source = <<~RUBY
      finalizer = proc { |id| sleep 0.1; puts "whole" }
      1.times { 2.times { ObjectSpace.define_finalizer(Object.new, finalizer) } }
      main = Thread.current
      Thread.new { sleep 0.02; main.raise(ArgumentError) }
      begin
        GC.start
        10.times { sleep 0.1 }
        puts "not raised"
      rescue ArgumentError
        puts "raised"
      end
    RUBY
    out, status = run_script(source)
    assert_equal 0, status
    assert_match(/\A(whole\n)*raised\n(whole\n)*\z/, out)
  end
end
