require "test_helper"

# Binding#local_variable_set makes a local of any local's name, also of a word that no source could assign to.
class TestBindingLocalOfAnyName < Minitest::Test
  def fresh = binding

  def test_words_of_the_grammar
    b = fresh
    names = %i[if self nil __FILE__ end]
    names.each { |name| b.local_variable_set(name, name.to_s) }
    assert_equal names.sort, b.local_variables.sort
    names.each { |name| assert_equal name.to_s, b.local_variable_get(name) }
    assert_equal({if: "if", nil: "nil", end: "end"}, b.eval("{if:, nil:, end:}"))
    assert_same self, b.eval("self")
  end

  def test_as_before
    b = fresh
    assert_equal 2, b.local_variable_set(:x, 2)
    assert_equal [2, 3], b.eval("[x, y = 3]")
    copy = b.dup
    copy.local_variable_set(:while, 1)
    assert_equal [true, false], [copy, b].map { |binding| binding.local_variable_defined?(:while) }
    ["a b", "A", "", "BEGIN"].each { |name| assert_raises(NameError, name) { b.local_variable_set(name, 1) } }
  end

  def test_no_script_is_compiled
    events = []
    TracePoint.new(:script_compiled) { |trace| events << trace.event }.enable { fresh.local_variable_set(:made, 1) }
    assert_empty events
  end
end
