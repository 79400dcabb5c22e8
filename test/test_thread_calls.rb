# Each method of Thread, ThreadGroup, Mutex, ConditionVariable, Queue, SizedQueue and Monitor: arguments, states of the thread, waits that
# end by a signal, a limit, a wakeup, an exception or a kill.
require "monitor"
require_relative "lib/table_test"

class TestThreadCalls < Minitest::Test
  def setup
    @report = Thread.report_on_exception
    Thread.report_on_exception = false
  end

  def teardown
    Thread.report_on_exception = @report
  end

  TableTest.define(self, "thread_calls") { |source| Object.new.instance_eval { TableTest.answer(source) } }
end
