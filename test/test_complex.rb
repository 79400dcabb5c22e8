# test_complex.rb - Complex (numeric/complex.c, numeric/complex_conv.c): the table's answers are CRuby's.
require_relative "lib/table_test"

class TestComplex < Minitest::Test
  TableTest.define(self, "complex")

  # Numbers of a subclass make numbers of that subclass; those of Complex do not.
  def test_subclass
    sub = Class.new(Complex)
    z = sub.rect(1, 2)
    %i[+ - * / ** quo].each do |op|
      assert_equal [sub, sub, sub, Complex], [z.send(op, 2), z.send(op, 2.5), z.send(op, 2i), 2i.send(op, z)].map(&:class), op
    end
    made = [-z, z.conj, z.to_c, z**5, z**-2, z**0, sub.polar(1, 2), sub.__send__(:convert, 1), sub.__send__(:convert, 1, 2)]
    assert_equal [sub], made.map(&:class).uniq
    assert_equal [Complex, Complex], [sub.__send__(:convert, "1+2i"), sub.__send__(:convert, 1i)].map(&:class)
    assert_equal [sub, z], [Marshal.load(Marshal.dump(Marshal.load(Marshal.dump(z)))).class, z] if sub.name
    assert_equal [sub, sub], z.coerce(1).map(&:class)
  end

  def test_redefined_float_mul
    out, = run_ruby("class Float; remove_method :*; def *(o) = 42.0; end; p Complex(2.0, 0.0) * Complex(1, 2)")
    assert_equal "(0.0+84.0i)\n", out
  end
end
