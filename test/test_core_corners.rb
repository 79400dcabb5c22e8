# test_core_corners.rb - rare answers of the core classes that the comparing fuzzer (test/fuzz/compare) found wrong once.
require_relative "lib/table_test"

class TestCoreCorners < Minitest::Test
  TableTest.define(self, "core_corners")
end
