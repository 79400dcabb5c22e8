# test_pack.rb - Array#pack and String#unpack (pack.c, pack/unpack.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestPack < Minitest::Test
  TableTest.define(self, "pack")
end
