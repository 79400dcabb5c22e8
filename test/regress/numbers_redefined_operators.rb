require "test_helper"

# Complex computes its parts by the operators of their classes, also where a program has redefined these.
class TestNumbersRedefinedOperators < Minitest::Test
  def answer(code) = IO.popen([RbConfig.ruby, "-W0", "-e", code], &:read)

  def test_parts
    assert_equal "(42+42i)\n", answer("class Integer; def +(o) = 42; end; puts Complex(1, 2) + Complex(0, 1)".sub("puts ", "p "))
    assert_equal "(4.5+4.5i)\n", answer("class Float; def -(o) = 4.5; end; p Complex(1.0, 2.0) - Complex(0, 1)")
  end
end

class TestComplexCorners < Minitest::Test
  def test_corners
    nan = 0.0 / 0
    refute_equal Complex(nan, 0), Complex(nan, 0)
    refute_equal Complex(0, nan), Complex(0, nan)
    c = Complex(1, 0)
    assert_same c, Complex(c, exception: false)
    mine = Class.new(Numeric) { def ==(o) = o == 0 }
    assert_equal 3r, Complex(3, mine.new).to_r
    assert_raises(RangeError) { Complex(3, 1.0).to_r }
    assert_raises(RangeError) { Complex(3, 1).to_r }
  end
end
