require "test_helper"

# An Interrupt that arrived in a finalizer ended that finalizer and was forgotten: a program that kept defining them could not be stopped.
class TestInterruptInFinalizer < Minitest::Test
  SOURCE = <<~RUBY
    trap(:INT, "DEFAULT")
    Thread.new { 10.times { sleep 0.05; Process.kill(:INT, $$) } }
    finalizer = proc { 1000.times {} }
    loop { ObjectSpace.define_finalizer(Object.new, finalizer) }
  RUBY

  def test_loop
    require "open3"
    _, err, status = Open3.capture3(RbConfig.ruby, "--disable=gems", "-e", SOURCE)
    assert_equal Signal.list["INT"], status.termsig
    assert_match(/Interrupt/, err)
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
