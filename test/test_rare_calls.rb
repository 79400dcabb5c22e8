# test_rare_calls.rb - calls that programs rarely make: objects that were never initialized, odd arguments, streams that end in the midst
# of an operation, each kind of event of TracePoint, names of signals.
require_relative "lib/table_test"
require "stringio"
require "tmpdir"

class TestRareCalls < Minitest::Test
  def setup
    @folder = Dir.mktmpdir
    @before = Dir.pwd
    Dir.chdir(@folder)
  end

  def teardown
    Dir.chdir(@before)
    FileUtils.rm_rf(@folder)
  end

  # Instance variables of an expression belong to its own object.
  %w[rare_core rare_io rare_regexp rare_tracing].each do |name|
    TableTest.define(self, name) { |source| Object.new.instance_eval { TableTest.answer(source) } }
  end
end
