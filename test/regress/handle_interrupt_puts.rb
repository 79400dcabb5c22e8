require "test_helper"

class TestHandleInterruptPuts < Minitest::Test
  def run_ruby(source) = IO.popen([RbConfig.ruby, "--disable-gems", "-"], "r+", err: [:child, :out]) { |io| io.write(source); io.close_write; io.read }

  # puts is a place where an exception that waits for a blocking operation comes through; p is none.
  def test_writing_as_a_blocking_operation
    program = <<~'RUBY'
      ready, told = Thread::Queue.new, false
      thread = Thread.new do
        Thread.current.report_on_exception = false
        Thread.handle_interrupt(RuntimeError => :on_blocking) do
          ready << true
          nil until told
          WRITE
        end
      end
      ready.pop
      thread.raise RuntimeError
      told = true
      thread.join rescue nil
      puts "end"
    RUBY
    assert_equal "end\n", run_ruby(program.sub("WRITE", 'puts "not this"'))
    assert_equal ":this\nend\n", run_ruby(program.sub("WRITE", "p :this"))
  end
end
