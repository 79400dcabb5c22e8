# Process, Process::Status, spawn and its options, IO.popen: the table, and what needs more than a line.
require_relative "lib/table_test"

class TestProcess < Minitest::Test
  TableTest.define(self, "process") do |source|
    capture_subprocess_io { @answer = TableTest.answer(source) }
    @answer
  end
end
