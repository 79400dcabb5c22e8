# test_rational.rb - Rational (numeric/rational.c, numeric/rational_conv.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestRational < Minitest::Test
  TableTest.define(self, "rational")

  # Numbers of a subclass make numbers of that subclass; those of Rational do not.
  def test_subclass
    sub = Class.new(Rational)
    r = sub.__send__(:convert, 1, 3)
    %i[+ - * / %].each do |op|
      assert_equal [sub, sub, Float, Rational], [r.send(op, 2), r.send(op, 2r), r.send(op, 2.0), 2r.send(op, r)].map(&:class), op
    end
    assert_equal [sub], [-r, r.abs, r**2, r**-2, r**0, r.floor(1), r.round(2), r.rationalize].map(&:class).uniq
    assert_equal [Rational, Rational], [sub.__send__(:convert, "1/3"), sub.__send__(:convert, 1r)].map(&:class)
  end
end
