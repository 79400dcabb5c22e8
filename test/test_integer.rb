# test_integer.rb - Integer, big and small, and Kernel#Integer (numeric/integer.c, bignum*.c, internal/numeric/numparse.h): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestInteger < Minitest::Test
  TableTest.define(self, "integer")
end
