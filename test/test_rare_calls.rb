# test_rare_calls.rb - calls that programs rarely make: objects that were never initialized, odd arguments, streams that end during an
# operation, states of threads, each event of TracePoint, signals.  The tables hold the answers of CRuby 4.0.1.
require_relative "lib/table_test"
require "monitor"
require "stringio"
require "tmpdir"

class TestRareCalls < Minitest::Test
  def setup
    @folder = Dir.mktmpdir
    @before = Dir.pwd
    Dir.chdir(@folder)
    @report, Thread.report_on_exception = Thread.report_on_exception, false
    @verbose, $VERBOSE = $VERBOSE, nil
  end

  def teardown
    $VERBOSE = @verbose
    Thread.report_on_exception = @report
    Dir.chdir(@before)
    FileUtils.rm_rf(@folder)
  end

  # Instance variables of an expression belong to its own object.
  %w[rare_core rare_io rare_objects rare_regexp rare_system rare_threads rare_tracing rare_values].each do |name|
    TableTest.define(self, name) { |source| Object.new.instance_eval { TableTest.answer(source) } }
  end
end
