# test_symbol.rb - Symbol and names: symbol.c, symbol/methods.c, string/fstr.c.
require_relative "lib/table_test"

class TestSymbol < Minitest::Test
  TableTest.define(self, "symbol")

  def test_one_symbol_for_a_name
    name = "a dynamic name #{rand}"
    assert_same name.to_sym, name.dup.to_sym
    assert_same :+, "+".to_sym
    assert_same :"é", "é".to_sym
    refute_same :a, "a".encode("UTF-16LE").to_sym
    assert_same :a, "a".b.to_sym
  end

  def test_names_come_and_go
    before = Symbol.all_symbols.size
    10_000.times { |i| "gone #{i} #{before}".to_sym }
    GC.start
    assert_operator Symbol.all_symbols.size, :<, before + 10_000
  end

  def test_a_name_in_use_stays
    sym = "kept #{rand}".to_sym
    o = Object.new
    o.define_singleton_method(sym) { 1 }
    id = sym.object_id
    3.times { GC.start }
    assert_equal id, o.singleton_methods[0].object_id
    assert_equal 1, o.send(sym.to_s)
  end

  def test_broken_names
    e = assert_raises(EncodingError) { "\xff".to_sym }
    assert_equal 'invalid symbol in encoding UTF-8 :"\\xFF"', e.message
  end

  def test_to_proc
    p = :upcase.to_proc
    assert_same p, :upcase.to_proc
    assert p.lambda?
    assert_equal(-2, p.arity)
    assert_equal [[:req], [:rest]], p.parameters
    assert_equal %w[A B], %w[a b].map(&:upcase)
    assert_equal "no receiver given", assert_raises(ArgumentError) { p.call }.message
  end
end
