require "test_helper"
require "open3"

# An Interrupt that arrived in a finalizer ended that finalizer and was forgotten: a program that kept defining them could not be stopped.
class TestInterruptInFinalizer < Minitest::Test
  SOURCE = <<~RUBY
    trap(:INT, "DEFAULT")
    puts "started"
    $stdout.flush
    finalizer = proc { 1000.times {} }
    loop { ObjectSpace.define_finalizer(Object.new, finalizer) }
  RUBY

  # The first is raised; the next ends what finalizers are left.
  def test_loop
    Open3.popen2(RbConfig.ruby, "--disable=gems", "-e", SOURCE, err: File::NULL) do |_, out, process|
      assert_equal "started\n", out.gets
      begin
        Process.kill(:INT, process.pid) while process.join(0.05).nil?
      rescue Errno::ESRCH
        nil # it has ended since
      end
      assert_equal Signal.list["INT"], process.value.termsig
    end
  end

  # Once the at_exit blocks have run, SIGINT ends the process, trapped or not; what others raise ends the finalizer it comes in.
  def test_at_exit
    source = <<~RUBY
      trap(:INT) { puts "trapped" } if ARGV[1]
      finalizer = proc { Process.kill(ARGV[0].to_sym, $$); sleep 10; puts "ended" }
      HELD = Array.new(3) { Object.new } # not collected before the end
      HELD.each { |object| ObjectSpace.define_finalizer(object, finalizer) }
      puts "end"
    RUBY
    [["INT"], ["INT", "trap"]].each do |words|
      out, err, status = Open3.capture3(RbConfig.ruby, "--disable=gems", "-e", source, *words)
      assert_equal ["end\n", "", Signal.list["INT"]], [out, err, status.termsig], words
    end
    out, err, status = Open3.capture3(RbConfig.ruby, "--disable=gems", "-e", source, "TERM")
    assert_equal ["end\n", true, 3], [out, status.success?, err.scan("SIGTERM (SignalException)").size]
  end

  def test_after_gc_start
    came = []
    before = trap(:USR1) { came << :signal }
    finish = proc { Process.kill(:USR1, $$); 1000.times {}; came << :finalizer }
    40.times { ObjectSpace.define_finalizer(Object.new, finish) }
    GC.start
    assert_operator came.count(:finalizer), :>, 0
    assert_includes came, :signal
    assert_equal :finalizer, came.first
  ensure
    trap(:USR1, before)
  end
end
